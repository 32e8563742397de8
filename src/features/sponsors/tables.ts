// The tables of sponsors as the program uses them. The migrations create them.

import { searchKey } from '../../kernel/lib/text/search-keys.ts'
import { boolean, instant, integer, json, optionalText, text } from '../../kernel/store/sql/columns.ts'
import { defineTable, type RowOf } from '../../kernel/store/sql/table.ts'
import type { PageFormat, SponsorOptions } from './schema.ts'

export const sponsors = defineTable(
  'sponsors',
  {
    id: text(),
    platformId: text(),
    externalId: optionalText(),
    /** The source that imported it. Only imports of that source may remove it. */
    source: optionalText(),
    name: text(),
    logo: text(),
    level: integer(),
    hasPage: boolean(),
    pageContent: optionalText(),
    pageFormat: text<PageFormat>(),
    website: optionalText(),
    icon: optionalText(),
    color: optionalText(),
    options: json<SponsorOptions>(),
    version: integer(),
    createdAt: instant(),
    updatedAt: instant(),
  },
  { search_key: (row) => searchKey([row.name], [row.externalId]) },
)
export type SponsorRow = RowOf<typeof sponsors>

declare module '../../kernel/store/sql/database.ts' {
  interface Tables {
    sponsors: StoredRowOf<typeof sponsors>
    sponsor_people: { sponsor_id: string; user_id: string; position: number }
  }
}
