// Lists of objects for people: searched by words, filtered, sorted by one of several keys, page by page in both
// directions. A page costs the same wherever it lies: it begins behind a position, not at an offset.
import { sql } from 'kysely'
import type { Filter } from '../changes/objects.ts'
import type { RowOf, Stored, Table } from '../sql/columns.ts'
import { allRows, parameter, type Query, Statement, type Tools, type Values } from '../sql/statements.ts'

/** What a list is sorted by, the id always last; an index has the same columns behind the platform. */
export type Sort<Row> = {
  columns: readonly string[]
  shape: readonly ('string' | 'number')[]
  positionOf(row: Row): Exclude<Stored, null>[]
}

export type SortedPage<Row> = {
  /** Folded as search keys are; all of them must be found. */
  words: readonly string[]
  filters: readonly Filter[]
  /** Its name in the statement, and what it means. */
  sort: { name: string; by: Sort<Row>; isDescending: boolean }
  /** Where the page begins or, backwards, ends. Null: at the start. */
  from: { position: readonly Stored[]; isBackward: boolean } | null
  limit: number
}

/** Makes the queries of one table; rows come in the order of the list, whichever way they were read. */
export function sortedLists<C extends object>(table: Table<C>) {
  type Row = RowOf<{ columns: C }>
  const statements = new Map<string, Statement>()
  const decode = allRows(table.decode)

  return (platformId: string, page: SortedPage<Row>): Query<Row[]> => {
    const { words, filters, sort, from, limit } = page
    const isBackward = from?.isBackward ?? false
    const name = [
      `${table.name}.sorted.${sort.name}`,
      sort.isDescending === isBackward ? 'up' : 'down',
      from ? 'from' : 'first',
      `${words.length}`,
      ...filters.map((filter) => filter.name),
    ].join('.')
    let statement = statements.get(name)
    if (!statement) {
      statement = new Statement(name, (tools) => build(tools, table, page))
      statements.set(name, statement)
    }
    const values: Values = { platform: platformId, limit }
    for (const [index, word] of words.entries()) values[`word${index}`] = word
    for (const filter of filters) values[filter.name] = filter.value
    for (const [index, part] of (from?.position ?? []).entries()) values[`from${index}`] = part
    return { statement, values, decode: (rows) => (isBackward ? decode(rows).reverse() : decode(rows)) }
  }
}

function build<C extends object, Row>(
  tools: Tools,
  table: Table<C>,
  { words, filters, sort, from }: SortedPage<Row>,
) {
  const isUp = sort.isDescending === (from?.isBackward ?? false)
  const columns = [...sort.by.columns, 'id']
  let query = tools.db
    .selectFrom(table.name as 'users')
    .select(table.columnNames as readonly 'id'[])
    .where('platform_id', '=', parameter('platform'))
  if (from) {
    const places = columns.map((_column, index) => parameter(`from${index}`))
    query = query.where(
      sql<boolean>`(${sql.join(columns.map((column) => sql.ref(column)))}) ${sql.raw(isUp ? '>' : '<')} (${sql.join(places)})`,
    )
  }
  if (words.length > 0) query = query.where(hasWords(tools, words.length))
  for (const filter of filters) query = query.where(filter.where(tools))
  for (const column of columns) query = query.orderBy(column as 'id', isUp ? 'asc' : 'desc')
  return query.limit(parameter('limit'))
}

function hasWords({ dialect }: Tools, count: number) {
  const find = sql.raw(dialect === 'sqlite' ? 'instr' : 'strpos')
  const words = Array.from(
    { length: count },
    (_, index) => sql`${find}(search_key, ${parameter(`word${index}`)}) > 0`,
  )
  return sql<boolean>`${sql.join(words, sql` and `)}`
}
