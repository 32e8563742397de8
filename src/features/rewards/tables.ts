// The tables of rewards as the program uses them. The migrations create them.

import { boolean, instant, integer, optionalText, text } from '../../kernel/store/sql/columns.ts'
import { defineTable, type RowOf } from '../../kernel/store/sql/table.ts'
import type { WatchMode } from '../live/schema.ts'
import type { CreditKind } from './credits-schema.ts'
import type { PointKind } from './points-schema.ts'

/** Points that people have earned. Entries are never changed, and each is unique by its kind, object, and reason. */
export const points = defineTable('points', {
  id: text(),
  platformId: text(),
  userId: text(),
  kind: text<PointKind>(),
  /** Given with a grant; otherwise a five-minute interval of the talk, or ''. */
  reason: text(),
  objectId: text(),
  talkId: optionalText(),
  points: integer(),
  createdAt: instant(),
})
export type PointRow = RowOf<typeof points>

export const pointTotals = defineTable('point_totals', {
  userId: text(),
  platformId: text(),
  points: integer(),
  /** Whether the leaderboard may show the person. */
  isListed: boolean(),
})
export type PointTotalRow = RowOf<typeof pointTotals>

/** The credits of each person. Entries are never changed, and each has the balance after it. */
export const credits = defineTable('credits', {
  id: text(),
  platformId: text(),
  userId: text(),
  /** The number of the entry in the ledger of the person. */
  seq: integer(),
  kind: text<CreditKind>(),
  /** Negative for debits. */
  amount: integer(),
  balance: integer(),
  talkId: optionalText(),
  mode: optionalText<WatchMode>(),
  note: optionalText(),
  createdAt: instant(),
})
export type CreditRow = RowOf<typeof credits>

declare module '../../kernel/store/sql/database.ts' {
  interface Tables {
    points: StoredRowOf<typeof points>
    point_totals: StoredRowOf<typeof pointTotals>
    credits: StoredRowOf<typeof credits>
  }
}
