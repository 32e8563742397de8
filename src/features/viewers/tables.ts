// The tables of viewers as the program uses them. The migrations create them.

import {
  instant,
  integer,
  json,
  optionalInstant,
  optionalInteger,
  optionalText,
  text,
} from '../../kernel/store/sql/columns.ts'
import { defineTable, type RowOf } from '../../kernel/store/sql/table.ts'
import type { WatchedInterval } from './schema.ts'

/** One viewer of a talk. */
export const attendances = defineTable('attendances', {
  id: text(),
  platformId: text(),
  talkId: text(),
  /** The id of the account, or a name for a visitor without one that is different in each talk. */
  viewer: text(),
  userId: optionalText(),
  /** The last heartbeat. */
  seenAt: instant(),
  /** In order. The last interval grows while the viewer watches. */
  intervals: json<readonly WatchedInterval[]>(),
  liveMs: integer(),
  replayMs: integer(),
  /** The time that counts for points. Someone who watches several talks at once is credited only once. */
  creditedMs: integer(),
  /** The time when `attendance.completed` was recorded. */
  completedAt: optionalInstant(),
  /** Where an account stopped in the recording, in seconds; null for visitors, and before they watch one. */
  watchedTo: optionalInteger(),
  updatedAt: instant(),
})
export type AttendanceRow = RowOf<typeof attendances>

/** The people who agreed to be listed as viewers. */
export const viewerAgreements = defineTable('listed_viewers', { userId: text(), agreedAt: instant() })

declare module '../../kernel/store/sql/database.ts' {
  interface Tables {
    attendances: StoredRowOf<typeof attendances>
    listed_viewers: StoredRowOf<typeof viewerAgreements>
  }
}
