// What talks, sponsors and users have in common: they are found by a reference within a platform, locked while
// they are changed, and listed page by page in the order of their ids.
import { sql } from 'kysely'
import type { RowOf, Table } from '../sql/columns.ts'
import { rowWrites } from '../sql/row-writes.ts'
import {
  allRows,
  firstRow,
  parameter,
  type Query,
  Statement,
  type Tools,
  type Values,
} from '../sql/statements.ts'

/** How an object is named from outside: by id, by the caller's own identifier, or (users) by canonical e-mail. */
export type Reference = { by: 'id' | 'external_id' | 'email_key'; value: string }

export type Page = { after: string | null; limit: number }

/** One condition of a list: its name, its SQL, and its value. */
export type Filter = {
  name: string
  value: string | number
  where: (tools: Tools) => ReturnType<typeof sql<boolean>>
}

type ObjectName = 'talks' | 'sponsors' | 'users'

export function objectStatements<C extends object>(table: Table<C>) {
  type Row = RowOf<{ columns: C }>
  const name = table.name as ObjectName
  const columnsOf = table.columnNames as readonly 'id'[]
  const found = new Map<string, Statement>()
  const lists = new Map<string, Statement>()

  const find = (platformId: string, { by, value }: Reference, isLocked: boolean): Query<Row | undefined> => {
    const key = `${table.name}.by_${by}${isLocked ? '.locked' : ''}`
    const statement = remembered(found, key, ({ db, dialect }) =>
      db
        .selectFrom(name)
        .select(columnsOf)
        .where('platform_id', '=', parameter('platform'))
        .where(sql.ref(by), '=', parameter('value'))
        .$if(isLocked && dialect === 'postgres', (query) => query.forUpdate()),
    )
    return { statement, values: { platform: platformId, value }, decode: firstRow(table.decode) }
  }

  return {
    ...rowWrites(table),
    /** As it is now; for reading. */
    find: (platformId: string, reference: Reference) => find(platformId, reference, false),
    /** As it is now and stays until the end of the transaction; for changing. */
    findForChange: (platformId: string, reference: Reference) => find(platformId, reference, true),
    list: (platformId: string, filters: readonly Filter[], page: Page): Query<Row[]> => {
      const key = `${table.name}.list${filters.map((filter) => `.${filter.name}`).join('')}`
      const statement = remembered(lists, key, (tools) => {
        let query = tools.db
          .selectFrom(name)
          .select(columnsOf)
          .where('platform_id', '=', parameter('platform'))
          .where('id', '>', parameter('after'))
        for (const filter of filters) query = query.where(filter.where(tools))
        return query.orderBy('id').limit(parameter('limit'))
      })
      const values: Values = { platform: platformId, after: page.after ?? '', limit: page.limit }
      for (const filter of filters) values[filter.name] = filter.value
      return { statement, values, decode: allRows(table.decode) }
    },
  }
}

function remembered(
  known: Map<string, Statement>,
  name: string,
  build: ConstructorParameters<typeof Statement>[1],
) {
  let statement = known.get(name)
  if (!statement) {
    statement = new Statement(name, build)
    known.set(name, statement)
  }
  return statement
}

/** A filter for equality with a column. */
export const equals = (name: string, column: string, value: string | number): Filter => ({
  name,
  value,
  where: () => sql`${sql.ref(column)} = ${parameter(name)}`,
})

export const changedSince = (instant: number): Filter => ({
  name: 'updatedSince',
  value: instant,
  where: () => sql`updated_at >= ${parameter('updatedSince')}`,
})

export const hasTag = (tag: string): Filter => ({
  name: 'tag',
  value: tag,
  where: ({ hasText }) => hasText('tags', 'tag'),
})
