// Moderating the chat of a talk: removing and approving messages, and muting people.

import { actionEvent } from '../../kernel/changes/change-events.ts'
import { Refusal } from '../../kernel/changes/errors.ts'
import type { Services } from '../../kernel/changes/services.ts'
import { isProtectedRole } from '../../kernel/schema/roles.ts'
import type { Reference, UserReference } from '../../kernel/store/changes/objects.ts'
import type { DecideContext, Operation } from '../../kernel/store/changes/operation.ts'
import { requireModerator } from '../live/rights.ts'
import { journal, type LiveState, loadLive, type OpenTalk, requireFeature } from '../live/state.ts'
import { userObjects } from '../people/store.ts'
import type { UserRow } from '../people/tables.ts'
import { loadMessage, type MessageInput, messageChange, type OneMessage, requireMessage } from './chat.ts'
import { activeMutes, clearReports, endMute, messagesOfPerson, messageWrites, putMute } from './store.ts'
import type { ChatMessageRow } from './tables.ts'

/** Removes messages, with a reason for their authors and the moderators. A pinned message is unpinned. */
function remove(
  open: OpenTalk,
  ctx: DecideContext,
  { messages, reason }: { messages: readonly ChatMessageRow[]; reason: string | null },
) {
  const removed = messages.map(
    (message): ChatMessageRow => ({
      ...message,
      state: 'removed',
      heldFor: null,
      removedBy: 'moderator',
      removedFor: reason,
      updatedAt: ctx.now,
    }),
  )
  const { talk, live } = open
  const unpinned = messages.some(({ id }) => id === live.pinnedMessageId)
    ? { pinnedMessageId: null, version: live.version + 1 }
    : undefined
  const entries = [
    ...removed.map(({ id }) => ({ kind: 'message' as const, objectId: id })),
    ...(unpinned ? [{ kind: 'talk' as const, objectId: talk.id }] : []),
  ]
  return {
    writes: [...removed.map(messageWrites.replace), ...journal(open, ctx, entries, unpinned)],
    events: removed.map((message) => actionEvent('message', { ...message, version: 1 }, 'removed')),
  }
}

export const removeMessageOperation: Operation<
  OneMessage,
  MessageInput & { reason: string | null },
  { id: string }
> = {
  name: 'removeMessage',
  load: loadMessage,
  decide(state, ctx, { reason }) {
    const open = requireFeature(state, ctx, 'chat')
    requireModerator(open, ctx)
    const message = requireMessage(state.message, open)
    return { ...remove(open, ctx, { messages: [message], reason }), answer: { id: message.id } }
  },
}

/** Shows a message that was held, and dismisses its reports. */
export const approveMessageOperation: Operation<OneMessage, MessageInput, ChatMessageRow> = {
  name: 'approveMessage',
  load: loadMessage,
  decide(state, ctx) {
    const open = requireFeature(state, ctx, 'chat')
    requireModerator(open, ctx)
    const message = requireMessage(state.message, open)
    const change = messageChange(open, ctx, { ...message, state: 'visible', heldFor: null, reports: 0 })
    return { ...change, writes: [clearReports({ messageId: message.id }), ...change.writes] }
  },
}

type PersonState = LiveState & { person: UserRow | undefined }
type PersonInput = { talk: Reference; person: UserReference }

const loadPerson = (ctx: Parameters<typeof loadLive>[0], { talk, person }: PersonInput) => ({
  ...loadLive(ctx, talk),
  person: userObjects.find({ platformId: ctx.platformId, ...person }),
})

/** Admins and owners moderate every talk, so they can be neither muted nor cleared. */
function requireMutable(person: UserRow | undefined): UserRow {
  if (!person) throw new Refusal('user_not_found')
  if (isProtectedRole(person.role)) throw new Refusal('protected_account')
  return person
}

export type MuteInput = PersonInput & {
  /** Null for the whole event. */
  minutes: number | null
  reason: string | null
}

/** Mutes a person on all talks of the platform: they can read, but not write. */
export const muteOperation: Operation<PersonState, MuteInput, { until: number | null }> = {
  name: 'muteInChat',
  load: loadPerson,
  decide(state, ctx, { minutes, reason }) {
    const open = requireFeature(state, ctx, 'chat')
    requireModerator(open, ctx)
    const person = requireMutable(state.person)
    const until = minutes === null ? null : ctx.now + minutes * 60_000
    const mute = {
      platformId: ctx.platformId,
      userId: person.id,
      until,
      mutedBy: ctx.actor.id,
      reason,
      createdAt: ctx.now,
    }
    return {
      writes: [putMute(mute)],
      events: [actionEvent('user', person, 'muted')],
      answer: { until },
    }
  },
}

export const unmuteOperation: Operation<PersonState, PersonInput, null> = {
  name: 'unmuteInChat',
  load: loadPerson,
  decide(state, ctx) {
    const open = requireFeature(state, ctx, 'chat')
    requireModerator(open, ctx)
    if (!state.person) throw new Refusal('user_not_found')
    return {
      writes: [endMute({ userId: state.person.id })],
      events: [actionEvent('user', state.person, 'unmuted')],
      answer: null,
    }
  },
}

/** Removes all messages of a person in a talk. Answers with their number. */
export const clearPersonOperation: Operation<
  PersonState & { messages: ChatMessageRow[] },
  { talk: Reference; person: { by: 'id'; value: string }; reason: string | null },
  number
> = {
  name: 'removeMessagesOfPerson',
  load: (ctx, input) => ({
    ...loadPerson(ctx, input),
    messages: messagesOfPerson({ talkId: input.talk.value, userId: input.person.value }),
  }),
  decide(state, ctx, { reason }) {
    const open = requireFeature(state, ctx, 'chat')
    requireModerator(open, ctx)
    requireMutable(state.person)
    const { messages } = state
    return { ...remove(open, ctx, { messages, reason }), answer: messages.length }
  },
}

/** The people who are muted now, most recent first. */
export const listMutes = ({ store, clock }: Pick<Services, 'store' | 'clock'>, platformId: string) =>
  store.read(activeMutes({ platformId, now: clock.now() }))
