// The chat of a talk: its modes, the states of a message, and what people can send.
import Type from 'typebox'
import { clearable, name, oneOf } from '../common.ts'

/** `approval`: every message waits for a moderator. */
export const chatModes = ['open', 'approval', 'paused'] as const
export type ChatMode = (typeof chatModes)[number]

export const messageStates = ['visible', 'held', 'removed'] as const
export type MessageState = (typeof messageStates)[number]

/** Why a message waits for a moderator. */
export const holdReasons = ['approval', 'link', 'repeated', 'word'] as const
export type HoldReason = (typeof holdReasons)[number]

export const emojis = ['👍', '❤️', '😂', '🎉', '😮', '👏'] as const
export type Emoji = (typeof emojis)[number]

export const MAX_MESSAGE_LENGTH = 500

/** A message as a person writes it. */
export const MessagePost = Type.Object(
  { text: name(MAX_MESSAGE_LENGTH, { examples: ['Will the slides be shared?'] }) },
  { additionalProperties: false },
)

export const ReactionPost = Type.Object(
  { messageId: Type.String({ maxLength: 36 }), emoji: oneOf(emojis) },
  { additionalProperties: false },
)

/** Why a moderator does something, or someone reports a message. */
export const Reason = Type.Object({ reason: clearable(name(200)) }, { additionalProperties: false })

export const muteMinutes = [10, 60, 1440] as const

/** What moderators set for a chat. */
export const ChatSettings = Type.Object(
  { chatMode: oneOf(chatModes), slowSeconds: Type.Integer({ minimum: 0, maximum: 3600 }) },
  { additionalProperties: false },
)
