// The tables of proposals as the program uses them. The migrations create them.

import {
  instant,
  integer,
  json,
  optionalInstant,
  optionalText,
  text,
} from '../../kernel/store/sql/columns.ts'
import { defineTable, type RowOf } from '../../kernel/store/sql/table.ts'
import type { TalkTexts } from '../talks/schema.ts'

/** Changes that the speakers of a talk propose. An approved proposal is removed. */
export const proposals = defineTable('talk_proposals', {
  id: text(),
  platformId: text(),
  talkId: text(),
  userId: text(),
  /** The version of the talk that it is based on. */
  talkVersion: integer(),
  changes: json<TalkTexts>(),
  /** The ids of the files that it refers to. */
  files: json<readonly string[]>(),
  state: text<'open' | 'rejected'>(),
  /** The reason for the rejection. */
  reason: optionalText(),
  proposedAt: instant(),
  /** The time of the rejection. */
  decidedAt: optionalInstant(),
})
export type ProposalRow = RowOf<typeof proposals>

declare module '../../kernel/store/sql/database.ts' {
  interface Tables {
    talk_proposals: StoredRowOf<typeof proposals>
  }
}
