// The table of links that work once, as the program uses it. The migrations create it.

import { instant, optionalText, text } from '../../../kernel/store/sql/columns.ts'
import { defineTable, type RowOf } from '../../../kernel/store/sql/table.ts'

export const oneTimeLinks = defineTable('one_time_links', {
  id: text(),
  hash: text(),
  platformId: text(),
  userId: optionalText(),
  purpose: text<'invitation' | 'reset' | 'setup' | 'sign_in' | 'spent_challenge'>(),
  createdAt: instant(),
  expiresAt: instant(),
})
export type OneTimeLinkRow = RowOf<typeof oneTimeLinks>

declare module '../../../kernel/store/sql/database.ts' {
  interface Tables {
    one_time_links: StoredRowOf<typeof oneTimeLinks>
  }
}
