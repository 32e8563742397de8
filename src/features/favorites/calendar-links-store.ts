// Addresses of personal calendars in the store: one per account, by the hash of its token.
import { text } from '../../kernel/store/sql/columns.ts'
import { defineUpsert } from '../../kernel/store/sql/row-writes.ts'
import { defineQuery, defineWrite, firstRow } from '../../kernel/store/sql/statements.ts'
import { users } from '../people/tables.ts'
import { calendarLinks } from './tables.ts'

export const calendarLinkOf = defineQuery(
  'calendar_links.of_user',
  { userId: text() },
  ({ db }, p) =>
    db.selectFrom('calendar_links').select(calendarLinks.columnNames).where('user_id', '=', p.userId),
  firstRow(calendarLinks.decode),
)

/** The account whose calendar has this address. */
export const userOfCalendarLink = defineQuery(
  'calendar_links.user_by_hash',
  { platformId: text(), hash: text() },
  ({ db }, p) =>
    db
      .selectFrom('calendar_links')
      .innerJoin('users', 'users.id', 'calendar_links.user_id')
      .select(users.qualifiedNames)
      .where('calendar_links.hash', '=', p.hash)
      .where('users.platform_id', '=', p.platformId),
  firstRow(users.decode),
)

/** Sets the address of an account's calendar, and replaces an earlier one. */
export const putCalendarLink = defineUpsert(calendarLinks, 'userId')

export const removeCalendarLink = defineWrite('calendar_links.delete', { userId: text() }, ({ db }, p) =>
  db.deleteFrom('calendar_links').where('user_id', '=', p.userId),
)
