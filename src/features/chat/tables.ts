// The tables of chat as the program uses them. The migrations create them.

import {
  instant,
  integer,
  json,
  optionalInstant,
  optionalText,
  text,
} from '../../kernel/store/sql/columns.ts'
import { defineTable, type RowOf } from '../../kernel/store/sql/table.ts'
import type { HoldReason, MessageState } from './schema.ts'

export const chatMessages = defineTable('chat_messages', {
  id: text(),
  platformId: text(),
  talkId: text(),
  /** The number of the journal entry that added it, which is its place in the chat. */
  seq: integer(),
  /** Null if the account was deleted, or the message came from another system. */
  userId: optionalText(),
  /** The name that another system gave the author. */
  label: optionalText(),
  text: text(),
  replyTo: optionalText(),
  state: text<MessageState>(),
  heldFor: optionalText<HoldReason>(),
  removedBy: optionalText<'author' | 'moderator'>(),
  removedFor: optionalText(),
  /** The number of reactions with each emoji. */
  reactions: json<Readonly<Record<string, number>>>(),
  reports: integer(),
  createdAt: instant(),
  updatedAt: instant(),
})
export type ChatMessageRow = RowOf<typeof chatMessages>

/** State that limits the messages of a person in the chat of a talk. */
export const chatMembers = defineTable('chat_members', {
  talkId: text(),
  userId: text(),
  /** The time when the person's token bucket is full again, at one message per two seconds. */
  freeAt: instant(),
  lastAt: instant(),
  /** The last message, folded for comparison. */
  lastText: text(),
})
export type ChatMemberRow = RowOf<typeof chatMembers>

export const chatMutes = defineTable('chat_mutes', {
  platformId: text(),
  userId: text(),
  /** Null for the whole event. */
  until: optionalInstant(),
  mutedBy: optionalText(),
  reason: optionalText(),
  createdAt: instant(),
})
export type ChatMuteRow = RowOf<typeof chatMutes>

export const chatReactions = defineTable('chat_reactions', {
  messageId: text(),
  emoji: text(),
  userId: text(),
})

export const chatReports = defineTable('chat_reports', {
  messageId: text(),
  userId: text(),
  reason: optionalText(),
  createdAt: instant(),
})

declare module '../../kernel/store/sql/database.ts' {
  interface Tables {
    chat_messages: StoredRowOf<typeof chatMessages>
    chat_reactions: StoredRowOf<typeof chatReactions>
    chat_reports: StoredRowOf<typeof chatReports>
    chat_members: StoredRowOf<typeof chatMembers>
    chat_mutes: StoredRowOf<typeof chatMutes>
  }
}
