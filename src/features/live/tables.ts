// The tables of live talks as the program uses them. The migrations create them.

import {
  instant,
  integer,
  json,
  optionalInteger,
  optionalText,
  text,
} from '../../kernel/store/sql/columns.ts'
import type { StoredRowOf } from '../../kernel/store/sql/database.ts'
import { defineTable, type RowOf } from '../../kernel/store/sql/table.ts'
import type { ChatMode, LiveKind, OnStage } from './schema.ts'

/** The state that changes while a talk is live. A talk has none until the first change. */
export const liveTalks = defineTable('live_talks', {
  talkId: text(),
  platformId: text(),
  /** The number of the last entry of the journal. */
  lastSeq: integer(),
  chatMode: text<ChatMode>(),
  /** The minimum time between two messages of a person; 0 without slow mode. */
  slowSeconds: integer(),
  /** The end of the slow mode that starts automatically in a crowded chat. */
  crowdedUntil: instant(),
  /** The second (epoch) whose messages are counted, and their number. */
  countedSecond: integer(),
  countedMessages: integer(),
  pinnedMessageId: optionalText(),
  stage: json<OnStage | null>(),
  /** The price of watching; null for the price of the platform. */
  credits: optionalInteger(),
  version: integer(),
  updatedAt: instant(),
})
export type LiveTalkRow = RowOf<typeof liveTalks>

/** The journal of each talk: which object changed, in the order of the changes. */
export const liveEntries = defineTable('live_entries', {
  talkId: text(),
  seq: integer(),
  kind: text<LiveKind>(),
  objectId: text(),
  at: instant(),
})
export type LiveEntryRow = RowOf<typeof liveEntries>

declare module '../../kernel/store/sql/database.ts' {
  interface Tables {
    live_talks: StoredRowOf<typeof liveTalks>
    live_entries: StoredRowOf<typeof liveEntries>
  }
}
