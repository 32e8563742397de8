// The tables of sponsors as the program uses them. The migrations create them.

import { searchKey } from '../../kernel/lib/text/search-keys.ts'
import { objectColumns } from '../../kernel/store/sql/object-columns.ts'
import { defineTable, type RowOf } from '../../kernel/store/sql/table.ts'
import { sponsorFields } from './schema.ts'

export const sponsors = defineTable('sponsors', objectColumns(sponsorFields), {
  search_key: (row) => searchKey([row.name], [row.externalId]),
})
export type SponsorRow = RowOf<typeof sponsors>

declare module '../../kernel/store/sql/database.ts' {
  interface Tables {
    sponsors: StoredRowOf<typeof sponsors>
    sponsor_people: { sponsor_id: string; user_id: string; position: number }
  }
}
