// The tables of favorites as the program uses them. The migrations create them.

import { instant, text } from '../../kernel/store/sql/columns.ts'
import { defineTable, type RowOf } from '../../kernel/store/sql/table.ts'

/** A talk that a person has starred. */
export const favorites = defineTable('favorites', {
  userId: text(),
  talkId: text(),
  platformId: text(),
  createdAt: instant(),
})
export type FavoriteRow = RowOf<typeof favorites>

/** The address of the calendar with a person's favorites. */
export const calendarLinks = defineTable('calendar_links', {
  userId: text(),
  platformId: text(),
  /** The hash of the token in the address. */
  hash: text(),
  createdAt: instant(),
})

declare module '../../kernel/store/sql/database.ts' {
  interface Tables {
    favorites: StoredRowOf<typeof favorites>
    calendar_links: StoredRowOf<typeof calendarLinks>
  }
}
