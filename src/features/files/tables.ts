// The tables of files as the program uses them. The migrations create them.

import { instant, integer, optionalInstant, text } from '../../kernel/store/sql/columns.ts'
import { defineTable, type RowOf } from '../../kernel/store/sql/table.ts'

/** Uploaded files. The storage has the content. */
export const files = defineTable('files', {
  id: text(),
  platformId: text(),
  /** Hash of the uploaded bytes and of the crop. */
  contentHash: text(),
  path: text(),
  /** Total of all sizes and formats. */
  bytes: integer(),
  createdAt: instant(),
  /** Null while something refers to it. */
  unusedSince: optionalInstant(),
  /** Set once it no longer counts, until its content is removed. */
  removedAt: optionalInstant(),
})
export type FileRow = RowOf<typeof files>

declare module '../../kernel/store/sql/database.ts' {
  interface Tables {
    files: StoredRowOf<typeof files>
  }
}
