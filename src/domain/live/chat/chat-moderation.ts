// Moderating the chat of a talk: removing and approving messages, and muting people.
import type { Reference, UserReference } from '../../../store/changes/objects.ts'
import type { Operation } from '../../../store/changes/operation.ts'
import {
  activeMutes,
  clearReports,
  endMute,
  messagesOfPerson,
  messageWrites,
  putMute,
} from '../../../store/live/chat.ts'
import { userObjects } from '../../../store/people/users.ts'
import type { ChatMessageRow, UserRow } from '../../../store/sql/tables.ts'
import { actionEvent } from '../../changes/change-events.ts'
import { Refusal } from '../../changes/errors.ts'
import { isProtectedRole } from '../../people/roles.ts'
import type { Services } from '../../services.ts'
import {
  journal,
  type LiveState,
  loadLive,
  type OpenTalk,
  requireFeature,
  requireModerator,
} from '../live-state.ts'
import { loadMessage, type MessageInput, messageChange, type OneMessage, requireMessage } from './chat.ts'

const removedEvent = ({ id }: { id: string }) => actionEvent('message', { id, version: 1 }, 'removed')

/** The change of the live state if one of these messages is pinned. */
const unpin = ({ live }: OpenTalk, messages: readonly { id: string }[]) =>
  messages.some(({ id }) => id === live.pinnedMessageId)
    ? { pinnedMessageId: null, version: live.version + 1 }
    : undefined

/** Removes a message, with a reason that its author and the moderators see. */
export const removeMessageOperation: Operation<
  OneMessage,
  MessageInput & { reason: string | null },
  ChatMessageRow
> = {
  name: 'removeMessage',
  load: loadMessage,
  decide(state, ctx, { reason }) {
    const open = requireFeature(state, ctx, 'chat')
    requireModerator(open, ctx)
    const message = requireMessage(state.message, open)
    const unpinned = unpin(open, [message])
    const removed: ChatMessageRow = {
      ...message,
      state: 'removed',
      heldFor: null,
      removedBy: 'moderator',
      removedFor: reason,
      updatedAt: ctx.now,
    }
    return {
      writes: [
        messageWrites.replace(removed),
        ...journal(
          open,
          ctx,
          [
            { kind: 'message', objectId: message.id },
            ...(unpinned ? [{ kind: 'talk' as const, objectId: open.talk.id }] : []),
          ],
          unpinned,
        ),
      ],
      events: [removedEvent(message)],
      answer: removed,
    }
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
    return { ...change, writes: [clearReports(message.id), ...change.writes] }
  },
}

type PersonState = LiveState & { person: UserRow | undefined }
type PersonInput = { talk: Reference; person: UserReference }

const loadPerson = (ctx: Parameters<typeof loadLive>[0], { talk, person }: PersonInput) => ({
  ...loadLive(ctx, talk),
  person: userObjects.find(ctx.platformId, person),
})

/** Admins and owners can be neither muted nor cleared away: they moderate every talk. */
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
      writes: [endMute(state.person.id)],
      events: [actionEvent('user', state.person, 'unmuted')],
      answer: null,
    }
  },
}

/** Removes everything that a person has written in a talk. Answers how many messages that were. */
export const clearPersonOperation: Operation<
  PersonState & { messages: ChatMessageRow[] },
  { talk: Reference; person: { by: 'id'; value: string }; reason: string | null },
  number
> = {
  name: 'removeMessagesOfPerson',
  load: (ctx, input) => ({
    ...loadPerson(ctx, input),
    messages: messagesOfPerson(input.talk.value, input.person.value),
  }),
  decide(state, ctx, { reason }) {
    const open = requireFeature(state, ctx, 'chat')
    requireModerator(open, ctx)
    requireMutable(state.person)
    const { messages } = state
    const unpinned = unpin(open, messages)
    return {
      writes: [
        ...messages.map((message) =>
          messageWrites.replace({
            ...message,
            state: 'removed',
            heldFor: null,
            removedBy: 'moderator',
            removedFor: reason,
            updatedAt: ctx.now,
          }),
        ),
        ...journal(
          open,
          ctx,
          [
            ...messages.map(({ id }) => ({ kind: 'message' as const, objectId: id })),
            ...(unpinned ? [{ kind: 'talk' as const, objectId: open.talk.id }] : []),
          ],
          unpinned,
        ),
      ],
      events: messages.map(removedEvent),
      answer: messages.length,
    }
  },
}

/** The people who are muted now, newest first. */
export const listMutes = ({ store, clock }: Pick<Services, 'store' | 'clock'>, platformId: string) =>
  store.read(activeMutes(platformId, clock.now()))
