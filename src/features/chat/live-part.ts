// The chat as a part of live talks.
import Type from 'typebox'
import type { RefusalCode } from '../../kernel/changes/errors.ts'
import { ref } from '../../kernel/schema/common.ts'
import type { LivePart } from '../live/parts.ts'
import type { TalkRow } from '../talks/tables.ts'
import { presentMessage } from './present-message.ts'
import {
  type ChatHistory,
  type ChatMessage,
  readChat,
  readMessage,
  readMessageItems,
  readOwnMessageItems,
} from './read-messages.ts'
import { Message } from './schema.ts'
import { messageById } from './store.ts'
import type { ChatMessageRow } from './tables.ts'

declare module '../live/items.ts' {
  interface LiveViews {
    message: ChatMessage
  }
  interface LiveContext {
    pinned: ChatMessage | null
  }
}

declare module '../live/panel.ts' {
  interface PanelContent {
    /** Null if the chat is off. */
    chat: ChatHistory | null
  }
}

declare module '../live/settings.ts' {
  interface LoadedForSettings {
    pinned?: ChatMessageRow | undefined
  }
}

export const chatLivePart: LivePart = {
  features: ['chat'],
  kinds: { message: { feature: 'chat', read: readMessageItems, present: presentMessage } },
  async addContext(services, { talk, attached, live: { pinnedMessageId: id } }) {
    const pinned = id === null ? undefined : await readMessage(services, { talk, attached }, id)
    return { pinned: pinned?.state === 'visible' ? pinned : null }
  },
  panel: {
    chat: async (services, context, reader) =>
      context.features.includes('chat') ? readChat(services, context, reader) : null,
  },
  snapshot: {
    properties: {
      messages: Type.Array(ref(Message), {
        description: 'The last 50 messages, and those that wait for a moderator, in the order of the chat.',
      }),
    },
    present: (panel) => ({ messages: messagesOf(panel?.chat ?? null).map(presentMessage) }),
  },
  readOwn: async (services, context, { userId }) =>
    context.features.includes('chat') ? { items: await readOwnMessageItems(services, context, userId) } : {},
  settings: {
    featureOf: ({ chatMode, slowSeconds, pinnedMessageId }) =>
      chatMode !== undefined || slowSeconds !== undefined || pinnedMessageId !== undefined ? 'chat' : null,
    load: ({ platformId }, { pinnedMessageId: id }) =>
      id ? { pinned: messageById({ platformId, id }) } : {},
    problemOf({ pinned }, { talk }, { pinnedMessageId }) {
      const code = pinnedMessageId ? problemOfMessage(pinned, talk) : null
      return code && { pointer: '/pinnedMessageId', code }
    },
  },
}

/** A reported message can also be among the last ones. */
function messagesOf(chat: ChatHistory | null): ChatMessage[] {
  if (!chat) return []
  const byId = new Map([...chat.messages, ...chat.forReview].map((message) => [message.id, message]))
  return [...byId.values()].sort((a, b) => a.seq - b.seq)
}

function problemOfMessage(message: ChatMessageRow | undefined, { id }: TalkRow): RefusalCode | null {
  if (message?.talkId !== id) return 'message_not_found'
  if (message.state === 'removed') return 'message_removed'
  return message.state === 'held' ? 'message_held' : null
}
