// The chat of a talk: its modes, the states of a message, and what people can send.
import Type, { type Static } from 'typebox'
import {
  changedSince,
  clearable,
  filledText,
  id,
  line,
  listQuery,
  nullable,
  oneOf,
  ref,
} from '../../kernel/schema/common.ts'
import * as examples from '../../kernel/schema/examples.ts'
import { roles } from '../../kernel/schema/roles.ts'
import { MAX_SLOW_SECONDS } from '../live/limits.ts'
import { chatModes } from '../live/schema.ts'
import { MAX_MESSAGE_LENGTH } from './limits.ts'

export const messageStates = ['visible', 'held', 'removed'] as const
export type MessageState = (typeof messageStates)[number]

/** Reasons that a message waits for a moderator. */
export const holdReasons = ['approval', 'link', 'repeated', 'word'] as const
export type HoldReason = (typeof holdReasons)[number]

export const emojis = ['👍', '❤️', '😂', '🎉', '😮', '👏'] as const
export type Emoji = (typeof emojis)[number]

/** A message as a person submits it. */
export const MessagePost = Type.Object(
  { text: filledText(MAX_MESSAGE_LENGTH, { examples: ['Will the slides be shared?'] }) },
  { additionalProperties: false },
)

export const ReactionPost = Type.Object(
  { messageId: Type.String({ maxLength: 36 }), emoji: oneOf(emojis) },
  { additionalProperties: false },
)

const reason = () =>
  clearable(line(200, { description: 'Why. The author and the moderators see it.', examples: ['Off topic'] }))

/** A moderator's reason for an action, or a person's reason for a report. */
export const Reason = Type.Object({ reason: reason() }, { additionalProperties: false })

export const MessageDelete = Type.Partial(Reason, {
  $id: 'MessageDelete',
  additionalProperties: false,
  description: 'Why a message is removed.',
  examples: [examples.messageDelete],
})
export type MessageDelete = Static<typeof MessageDelete>

export const muteMinutes = [10, 60, 1440] as const

/** The chat settings that moderators control. */
export const ChatSettings = Type.Object(
  { chatMode: oneOf(chatModes), slowSeconds: Type.Integer({ minimum: 0, maximum: MAX_SLOW_SECONDS }) },
  { additionalProperties: false },
)

/** A message as other systems send it. */
export const MessageCreate = Type.Object(
  {
    text: filledText(MAX_MESSAGE_LENGTH),
    user: Type.Optional(
      Type.String({
        maxLength: 254,
        description:
          'Who writes it: an id, an e-mail, or `ext:` followed by your own identifier. Or send `label`.',
      }),
    ),
    label: Type.Optional(
      line(60, {
        description: 'The name of someone without an account, such as in the chat of another platform.',
      }),
    ),
    replyTo: Type.Optional(Type.String({ maxLength: 36, description: 'The message that it answers.' })),
  },
  {
    $id: 'MessageCreate',
    additionalProperties: false,
    description: 'A new chat message. Send either `user` or `label`.',
    examples: [examples.messageCreate],
  },
)
export type MessageCreate = Static<typeof MessageCreate>

export const MessageSaved = Type.Object(
  { code: Type.Literal('ok'), message: Type.String(), id: id(), state: oneOf(messageStates) },
  {
    $id: 'MessageSaved',
    description: 'The message was sent. A message that is `held` waits for a moderator.',
    examples: [examples.messageSaved],
  },
)
export type MessageSaved = Static<typeof MessageSaved>

export const Author = Type.Object(
  {
    id: id(),
    firstName: nullable(Type.String()),
    lastName: nullable(Type.String()),
    username: Type.String(),
    avatar: nullable(Type.String()),
    role: oneOf(roles),
  },
  { $id: 'Author', description: 'The account that wrote a message or asked a question.' },
)

export const Message = Type.Object(
  {
    id: id(),
    talkId: id(),
    author: Type.Union([ref(Author), Type.Null()], {
      description: 'Null if the account was deleted, or the message has a `label`.',
    }),
    label: nullable(Type.String({ description: 'The name of an author without an account.' })),
    text: nullable(Type.String({ description: 'Null if the message was removed.' })),
    replyTo: nullable(Type.String({ description: 'The id of the message that it answers.' })),
    state: oneOf(messageStates),
    heldFor: nullable(oneOf(holdReasons, { description: 'Why it waits for a moderator.' })),
    removedBy: nullable(oneOf(['author', 'moderator'])),
    removedFor: nullable(Type.String({ description: 'The reason that the moderator gave.' })),
    reactions: Type.Record(Type.String(), Type.Integer(), {
      description: 'How many people reacted with each emoji.',
    }),
    reports: Type.Integer({ description: 'How many people reported it.' }),
    createdAt: Type.String({ format: 'date-time' }),
    updatedAt: Type.String({ format: 'date-time' }),
  },
  { $id: 'Message', description: 'A chat message.' },
)
export type Message = Static<typeof Message>

export const MessageListQuery = Type.Object(
  {
    ...listQuery,
    ...changedSince,
    state: Type.Optional(oneOf(messageStates, { description: 'Only messages in this state.' })),
  },
  { additionalProperties: false },
)
export type MessageListQuery = Static<typeof MessageListQuery>
