// Reading the chat of a talk: messages with their authors, as each audience sees them.

import type { Caller, Services } from '../../kernel/changes/services.ts'
import { MINUTE_MS } from '../../kernel/lib/time/units.ts'
import type { Audience, LiveContext, LiveItem } from '../live/items.ts'
import { speaksAt } from '../live/rights.ts'
import type { AttachedId } from '../people/attached/attached-people-store.ts'
import { MAX_REVIEWED, MAX_TALKS_TO_REVIEW, MESSAGES_OF_MINUTE, SHOWN_MESSAGES } from './limits.ts'
import {
  type Author,
  latestMessages,
  messagesByIds,
  messagesForReview,
  messagesWritten,
  talksToReview,
  unseenMessagesOf,
  type WrittenMessage,
} from './store.ts'

export type ChatMessage = WrittenMessage & {
  isSpeaker: boolean
  /** The message that this one answers; null if there is none or it was removed. */
  answered: { id: string; author: Author | null; label: string | null; text: string } | null
}

type Reading = Pick<Services, 'store'>

/** The changed messages of journal entries. */
export async function readMessageItems(
  services: Reading,
  { attached }: LiveContext,
  ids: readonly string[],
): Promise<LiveItem<'message'>[]> {
  const found = await services.store.read(messagesByIds({ ids }))
  const messages = await withContext(services, attached, found)
  return messages.map(toItem)
}

const toItem = (message: ChatMessage): LiveItem<'message'> => {
  const forStaff = message.state === 'removed' ? null : message
  const isPersonal =
    message.userId !== null && (message.state === 'held' || message.removedBy === 'moderator')
  return {
    kind: 'message',
    id: message.id,
    views: {
      public: message.state === 'visible' ? message : null,
      moderators: forStaff,
      admins: forStaff,
    },
    personal: isPersonal && message.userId !== null ? [{ userId: message.userId, view: message }] : [],
  }
}

/** A person's own messages that others do not see. */
export async function readOwnMessageItems(
  services: Reading,
  { talk, attached }: LiveContext,
  userId: string,
): Promise<LiveItem<'message'>[]> {
  const found = await services.store.read(unseenMessagesOf({ talkId: talk.id, userId }))
  return (await withContext(services, attached, found)).map(toItem)
}

export type ChatHistory = {
  /** In the order of the chat. */
  messages: ChatMessage[]
  hasEarlier: boolean
  /** For moderators: messages that wait for review or were reported. */
  forReview: ChatMessage[]
}

/** The last messages of a chat before a place in it, including the person's own that others do not see. */
export async function readChat(
  services: Reading,
  { talk, attached }: LiveContext,
  {
    audience,
    userId,
    before = Number.MAX_SAFE_INTEGER,
  }: { audience: Audience; userId: string | null; before?: number },
): Promise<ChatHistory> {
  const { store } = services
  const isStaff = audience !== 'public'
  const [latest, forReview, own] = await Promise.all([
    store.read(latestMessages({ talkId: talk.id, before, limit: SHOWN_MESSAGES + 1 })),
    isStaff ? store.read(messagesForReview({ talkId: talk.id, limit: MAX_REVIEWED })) : [],
    userId === null ? [] : store.read(unseenMessagesOf({ talkId: talk.id, userId })),
  ])
  const first = latest.length > SHOWN_MESSAGES ? (latest[SHOWN_MESSAGES - 1]?.seq ?? 0) : 0
  const ownHere = own.filter(({ seq }) => seq >= first && seq < before)
  const shown = [...latest.slice(0, SHOWN_MESSAGES), ...ownHere].sort((a, b) => a.seq - b.seq)
  const all = await withContext(services, attached, [...shown, ...forReview])
  return {
    messages: all.slice(0, shown.length),
    hasEarlier: latest.length > SHOWN_MESSAGES,
    forReview: all.slice(shown.length),
  }
}

/** The visible messages of a minute of a talk and the last ones before it, for a recording that is in this minute. */
export async function readMinute(
  services: Reading,
  { talk, attached }: Pick<LiveContext, 'talk' | 'attached'>,
  minute: number,
): Promise<ChatMessage[]> {
  const from = Math.min(talk.startAt + minute * MINUTE_MS, talk.endAt)
  const to = Math.min(from + MINUTE_MS, talk.endAt)
  const found = await Promise.all([
    services.store.read(messagesWritten({ talkId: talk.id, from, to, limit: MESSAGES_OF_MINUTE })),
    services.store.read(messagesWritten({ talkId: talk.id, from: 0, to: from, limit: SHOWN_MESSAGES })),
  ])
  return withContext(services, attached, found.flat().reverse())
}

/** One message of a talk; undefined if there is none. */
export async function readMessage(
  services: Reading,
  { talk, attached }: Pick<LiveContext, 'talk' | 'attached'>,
  id: string,
): Promise<ChatMessage | undefined> {
  const found = await services.store.read(messagesByIds({ ids: [id] }))
  const [message] = await withContext(services, attached, found)
  return message?.talkId === talk.id ? message : undefined
}

async function withContext(
  { store }: Reading,
  attached: readonly AttachedId[],
  messages: readonly WrittenMessage[],
): Promise<ChatMessage[]> {
  const answeredIds = [...new Set(messages.flatMap(({ replyTo }) => replyTo ?? []))]
  const answered = answeredIds.length === 0 ? [] : await store.read(messagesByIds({ ids: answeredIds }))
  const visible = new Map(answered.filter(({ state }) => state === 'visible').map((one) => [one.id, one]))
  return messages.map((message) => {
    const origin = message.replyTo === null ? undefined : visible.get(message.replyTo)
    return {
      ...message,
      isSpeaker: speaksAt(message.author, attached),
      answered: origin
        ? { id: origin.id, author: origin.author, label: origin.label, text: origin.text }
        : null,
    }
  })
}

/** The talks whose chats have messages for review, and their number. */
export const readTalksToReview = ({ store }: Reading, { platform }: Pick<Caller, 'platform'>) =>
  store.read(talksToReview({ platformId: platform.id, limit: MAX_TALKS_TO_REVIEW }))
