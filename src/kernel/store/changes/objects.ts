// The statements that all kinds of objects share, such as talks and users: objects are found by a reference within a platform, locked
// during a change, and listed page by page in the order of their ids or changes.
import { type AliasedExpression, type SelectQueryBuilder, sql } from 'kysely'
import {
  type Column,
  type Columns,
  instant,
  integer,
  type StoredColumns,
  text,
  textOr,
  type ValuesOf,
} from '../sql/columns.ts'
import type { Database } from '../sql/database.ts'
import { defineFilteredQuery, type Filter } from '../sql/filters.ts'
import { rowWrites } from '../sql/row-writes.ts'
import { allRows, defineQuery, firstRow, type Query } from '../sql/statements.ts'
import type { Table } from '../sql/table.ts'
import type { Tools } from '../sql/tools.ts'

/** A reference to an object: its id, or an identifier that the caller chose. */
export type Reference = { by: 'id' | 'external_id'; value: string }

/** Users can also be found by their canonical e-mail. */
export type UserReference = { by: Reference['by'] | 'email_key'; value: string }

export type Page = { after: string | null; limit: number }

/** A page of objects that changed at `since` (epoch milliseconds) or later. */
export type ChangedPage = {
  since: number
  after: { updatedAt: number; id: string } | null
  limit: number
}

/** The columns that every table of objects has. */
type ObjectColumns = {
  id: string
  platform_id: string
  external_id: string | null
  search_key: string
  version: number
  created_at: number
  updated_at: number
}
/** The tables of objects. */
export type ObjectName = {
  [Name in keyof Database]: Database[Name] extends ObjectColumns ? Name : never
}[keyof Database]

export function defineObjects<
  Name extends ObjectName,
  C extends Columns & { id: Column<string> },
  D extends Record<string, (row: ValuesOf<C>) => string>,
  By extends UserReference['by'],
>(table: Table<Name, C, D>, defineByReference: Definer<By>) {
  const finder = (suffix: string, isLocked: boolean) =>
    defineByReference((by: UserReference['by']) =>
      defineQuery(
        `${table.name}.by_${by}${suffix}`,
        { platformId: text(), value: text() },
        (tools, p) => {
          const query = selectObjects(tools, table)
            .where('platform_id', '=', p.platformId)
            .where(by, '=', p.value)
          return isLocked ? tools.lockRows(query) : query
        },
        firstRow(table.decode),
      ),
    )
  const changed = defineFilteredQuery(
    table.name,
    'changed',
    { platformId: text(), afterUpdate: instant(), afterId: text(), limit: integer() },
    (tools, p, isMatch) =>
      selectObjects(tools, table)
        .where('platform_id', '=', p.platformId)
        .where(({ eb, refTuple, tuple }) =>
          eb(refTuple('updated_at', 'id'), '>', tuple(p.afterUpdate, p.afterId)),
        )
        .where(isMatch)
        .orderBy('updated_at')
        .orderBy('id')
        .limit(p.limit),
    allRows(table.decode),
  )

  return {
    ...rowWrites(table),
    /** Finds an object for reading. */
    find: finder('', false),
    /** Finds an object for a change, and locks it until the end of the transaction. */
    findForChange: finder('.locked', true),
    /** Lists objects in the order of their ids. */
    list: defineFilteredQuery(
      table.name,
      'list',
      { platformId: text(), after: textOr(''), limit: integer() },
      (tools, p, isMatch) =>
        selectObjects(tools, table)
          .where('platform_id', '=', p.platformId)
          .where('id', '>', p.after)
          .where(isMatch)
          .orderBy('id')
          .limit(p.limit),
      allRows(table.decode),
    ),
    /** Lists objects in the order of their changes. A page costs the same whatever the number of objects. */
    listChanged: (
      { platformId, since, after, limit }: ChangedPage & { platformId: string },
      filters: readonly Filter<Name>[],
    ) => {
      const from = after !== null && after.updatedAt >= since ? after : { updatedAt: since, id: '' }
      return changed({ platformId, afterUpdate: from.updatedAt, afterId: from.id, limit }, filters)
    },
  }
}

/**
 * All columns of the rows of a table of objects, or of some of its rows. kysely cannot resolve the columns of a table that is
 * a parameter; the query is typed with the columns that all tables of objects have, and with the row that `table` defines.
 */
export const selectObjects = <C>(
  { db }: Tools,
  { name, columnNames }: Pick<Table<ObjectName, C>, 'name' | 'columnNames'>,
  rows: AliasedExpression<unknown, string> = sql.table(name).as(name),
) =>
  db.selectFrom(rows).select(columnNames as never) as unknown as SelectQueryBuilder<
    // Only users have an e-mail, and only references to users name one.
    { object: ObjectColumns & { email_key: string } },
    'object',
    StoredColumns<C>
  >

type Definer<By extends string> = <V, T>(
  define: (by: By) => (values: V) => Query<T>,
) => (values: V & { by: By }) => Query<T>

/** Defines a query for each kind of reference to an object that is not a user. */
export const byReference: Definer<Reference['by']> = (define) => {
  const queries = { id: define('id'), external_id: define('external_id') }
  return (values) => queries[values.by](values)
}

/** Defines a query for each kind of reference to a user. */
export const byUserReference: Definer<UserReference['by']> = (define) => {
  const queries = { id: define('id'), external_id: define('external_id'), email_key: define('email_key') }
  return (values) => queries[values.by](values)
}
