// The chat of a talk: writing, deleting one's own messages, reacting, and reporting.

import { actionEvent } from '../../kernel/changes/change-events.ts'
import { invalidData, Refusal } from '../../kernel/changes/errors.ts'
import { NO_REFERENCE, requireUserReference } from '../../kernel/changes/references.ts'
import type { Reference, UserReference } from '../../kernel/store/changes/objects.ts'
import type { DecideContext, Decision, LoadContext, Operation } from '../../kernel/store/changes/operation.ts'
import { isModerator, speaksAt } from '../live/rights.ts'
import { journal, type LiveState, loadLive, type OpenTalk, requireFeature } from '../live/state.ts'
import { type LoadedForWatching, loadForWatching, requireViewer } from '../live/watch-lock.ts'
import { userObjects } from '../people/store.ts'
import type { UserRow } from '../people/tables.ts'
import {
  comparable,
  countMessage,
  freeAfterMessage,
  holdReason,
  slowSecondsOf,
  waitSeconds,
} from './message-rules.ts'
import {
  addReaction,
  addReport,
  chatMember,
  hasReaction,
  hasReported,
  messageById,
  messageWrites,
  muteOf,
  putChatMember,
  removeReaction,
} from './store.ts'
import type { ChatMemberRow, ChatMessageRow, ChatMuteRow } from './tables.ts'

/** The author of a message: an account, or a name from another system. */
export type MessageAuthor = { user: UserReference } | { label: string }

/** The author in a request with either `user` or `label`. */
export function authorOf({ user, label }: { user?: string; label?: string }): MessageAuthor {
  if (user !== undefined && label !== undefined)
    throw invalidData([{ pointer: '/label', code: 'exclusive', message: 'cannot be combined with user' }])
  if (user !== undefined) return { user: requireUserReference(user) }
  if (label !== undefined) return { label }
  throw invalidData([{ pointer: '/user', code: 'required', message: 'is required without label' }])
}

export type PostInput = { talk: Reference; author: MessageAuthor; text: string; replyTo: string | null }
export type PostState = LiveState &
  LoadedForWatching & {
    author: UserRow | undefined
    mute: ChatMuteRow | undefined
    /** Loaded only for people who write themselves. Bridges have the limit of their API key. */
    member?: ChatMemberRow | undefined
    answered?: ChatMessageRow | undefined
  }

/** Writes a message. The answer is the message as stored: visible, or held for a moderator. */
export const postMessageOperation: Operation<PostState, PostInput, ChatMessageRow> = {
  name: 'postMessage',
  load(ctx, { talk, author, replyTo }) {
    const user = 'user' in author ? author.user : NO_REFERENCE
    return {
      ...loadLive(ctx, talk),
      author: userObjects.find({ platformId: ctx.platformId, ...user }),
      ...loadForWatching(ctx, user),
      mute: muteOf({ platformId: ctx.platformId, ...user }),
      ...(writesAsSelf(ctx) ? { member: chatMember({ talkId: talk.value, userId: user.value }) } : {}),
      ...(replyTo === null ? {} : { answered: messageById({ platformId: ctx.platformId, id: replyTo }) }),
    }
  },
  decide(state, ctx, { author: input, text, replyTo }) {
    const open = requireFeature(state, ctx, 'chat')
    const author = 'user' in input ? requireViewer(open, state.author, state, ctx) : null
    const isTrusted =
      author !== null && (isModerator(author, open.attached) || speaksAt(author, open.attached))
    requireOpenChat(open, isTrusted)
    requireNotMuted(state.mute, ctx)
    if (replyTo !== null) requireMessage(state.answered, open)
    const isOwn = writesAsSelf(ctx) && author !== null
    if (isOwn) requireSlow(open, state.member, ctx, isTrusted)
    const heldFor = isTrusted
      ? null
      : holdReason(text, {
          mode: open.live.chatMode,
          settings: open.platform.settings,
          member: state.member,
          now: ctx.now,
        })
    const message = newMessage(open, ctx, {
      userId: author?.id ?? null,
      label: 'label' in input ? input.label : null,
      text,
      replyTo,
      state: heldFor === null ? 'visible' : 'held',
      heldFor,
    })
    const count = countMessage(open.live, ctx.now)
    const becomesCrowded = count.crowdedUntil > ctx.now && open.live.crowdedUntil <= ctx.now
    return {
      writes: [
        messageWrites.insert(message),
        ...journal(
          open,
          ctx,
          [
            { kind: 'message', objectId: message.id },
            ...(becomesCrowded ? [{ kind: 'talk' as const, objectId: open.talk.id }] : []),
          ],
          count,
        ),
        ...(isOwn
          ? [
              putChatMember({
                talkId: open.talk.id,
                userId: author.id,
                freeAt: freeAfterMessage(state.member, ctx.now),
                lastAt: ctx.now,
                lastText: comparable(text),
              }),
            ]
          : []),
      ],
      events: [],
      answer: message,
    }
  },
}

const writesAsSelf = ({ actor }: LoadContext): boolean => actor.kind === 'user'

/** Speakers and moderators can also write in a paused chat, for example to announce when it continues. */
function requireOpenChat({ platform, live }: OpenTalk, isTrusted: boolean): void {
  if (isTrusted) return
  if (platform.settings.chat.isPaused || live.chatMode === 'paused') throw new Refusal('chat_paused')
}

/** Throws `muted`. */
export function requireNotMuted(mute: ChatMuteRow | undefined, { now }: DecideContext): void {
  if (!mute || (mute.until !== null && mute.until <= now)) return
  throw new Refusal('muted')
}

function requireSlow(
  { live }: OpenTalk,
  member: ChatMemberRow | undefined,
  { now }: DecideContext,
  isTrusted: boolean,
): void {
  const seconds = waitSeconds(member, isTrusted ? 0 : slowSecondsOf(live, now), now)
  if (seconds === 0) return
  throw new Refusal('too_many_requests', {
    message: `You are writing too fast. Try again in ${seconds === 1 ? '1 second' : `${seconds} seconds`}.`,
    retryAfterSeconds: seconds,
  })
}

/** A message of this talk that was not removed. Throws `message_not_found` and `message_removed`. */
export function requireMessage(message: ChatMessageRow | undefined, { talk }: OpenTalk): ChatMessageRow {
  if (!message || message.talkId !== talk.id) throw new Refusal('message_not_found')
  if (message.state === 'removed') throw new Refusal('message_removed')
  return message
}

type NewMessage = Pick<ChatMessageRow, 'userId' | 'label' | 'text' | 'replyTo' | 'state' | 'heldFor'>

const newMessage = ({ talk, live }: OpenTalk, ctx: DecideContext, content: NewMessage): ChatMessageRow => ({
  id: ctx.newId(),
  platformId: ctx.platformId,
  talkId: talk.id,
  seq: live.lastSeq + 1,
  ...content,
  removedBy: null,
  removedFor: null,
  reactions: {},
  reports: 0,
  createdAt: ctx.now,
  updatedAt: ctx.now,
})

/** A changed message and its journal entry. */
export function messageChange(
  open: OpenTalk,
  ctx: DecideContext,
  next: ChatMessageRow,
): Decision<ChatMessageRow> {
  const message = { ...next, updatedAt: ctx.now }
  return {
    writes: [
      messageWrites.replace(message),
      ...journal(open, ctx, [{ kind: 'message', objectId: message.id }]),
    ],
    events: [],
    answer: message,
  }
}

export type OneMessage = LiveState & { message: ChatMessageRow | undefined }
export type MessageInput = { talk: Reference; messageId: string }

export const loadMessage = (ctx: LoadContext, { talk, messageId }: MessageInput) => ({
  ...loadLive(ctx, talk),
  message: messageById({ platformId: ctx.platformId, id: messageId }),
})

/** Deletes a message by its author. */
export const deleteOwnMessageOperation: Operation<OneMessage, MessageInput, ChatMessageRow> = {
  name: 'deleteOwnMessage',
  load: loadMessage,
  decide(state, ctx) {
    const open = requireFeature(state, ctx, 'chat')
    const message = requireMessage(state.message, open)
    if (!open.actor || message.userId !== open.actor.id) throw new Refusal('message_not_found')
    return messageChange(open, ctx, { ...message, state: 'removed', removedBy: 'author' })
  },
}

export type ReactInput = MessageInput & { emoji: string; isOn: boolean }

/** Adds or removes a person's reaction. A repeat changes nothing. */
export const reactOperation: Operation<
  OneMessage & LoadedForWatching & { mute: ChatMuteRow | undefined; hasReacted: boolean },
  ReactInput,
  ChatMessageRow
> = {
  name: 'reactToMessage',
  load: (ctx, input) => ({
    ...loadMessage(ctx, input),
    ...loadForWatching(ctx),
    mute: muteOf({ platformId: ctx.platformId, by: 'id', value: ctx.actor.id ?? '' }),
    hasReacted: hasReaction({ ...input, userId: ctx.actor.id ?? '' }),
  }),
  decide(state, ctx, { emoji, isOn }) {
    const open = requireFeature(state, ctx, 'chat')
    const person = requireViewer(open, open.actor, state, ctx)
    requireNotMuted(state.mute, ctx)
    const message = requireMessage(state.message, open)
    if (state.hasReacted === isOn) return { writes: [], events: [], answer: message }
    const reaction = { messageId: message.id, emoji, userId: person.id }
    const count = Math.max(0, (message.reactions[emoji] ?? 0) + (isOn ? 1 : -1))
    const { [emoji]: _before, ...others } = message.reactions
    const reactions = count === 0 ? others : { ...message.reactions, [emoji]: count }
    const change = messageChange(open, ctx, { ...message, reactions })
    return { ...change, writes: [isOn ? addReaction(reaction) : removeReaction(reaction), ...change.writes] }
  },
}

export type ReportInput = MessageInput & { reason: string | null }

/** Reports a message to the moderators, once per person. */
export const reportMessageOperation: Operation<
  OneMessage & LoadedForWatching & { hasReported: boolean },
  ReportInput,
  ChatMessageRow
> = {
  name: 'reportMessage',
  load: (ctx, input) => ({
    ...loadMessage(ctx, input),
    ...loadForWatching(ctx),
    hasReported: hasReported({ messageId: input.messageId, userId: ctx.actor.id ?? '' }),
  }),
  decide(state, ctx, { reason }) {
    const open = requireFeature(state, ctx, 'chat')
    const person = requireViewer(open, open.actor, state, ctx)
    const message = requireMessage(state.message, open)
    if (state.hasReported) return { writes: [], events: [], answer: message }
    const report = { messageId: message.id, userId: person.id, reason, createdAt: ctx.now }
    const change = messageChange(open, ctx, { ...message, reports: message.reports + 1 })
    return {
      ...change,
      writes: [addReport(report), ...change.writes],
      events: [actionEvent('message', { ...message, version: message.reports + 1 }, 'reported')],
    }
  },
}
