// Lists of objects for people: searched by words, filtered, sorted by one of several keys, and read page by page in
// both directions. Every page costs the same, because it starts after a position and not at an offset.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type ObjectName, selectObjects } from '../changes/objects.ts'
import { type Columns, integer, type Stored, text, type ValuesOf } from './columns.ts'
import type { Database } from './database.ts'
import { defineFilteredQuery, type Filter } from './filters.ts'
import { type SearchedWord, searchFor, type WordSearch } from './search-texts.ts'
import { allRows, Parameter, type Query } from './statements.ts'
import type { Table } from './table.ts'
import type { Tools } from './tools.ts'

/** The sort columns of a list, followed by the id. An index has the same columns after the platform. */
export type Sort<Name extends ObjectName, Row> = {
  columns: readonly (keyof Database[Name] & string)[]
  shape: readonly ('string' | 'number')[]
  positionOf(row: Row): Exclude<Stored, null>[]
}

export type SortedPage<Name extends ObjectName, Row> = {
  /** A row must contain all of them. */
  words: readonly SearchedWord[]
  filters: readonly Filter<Name>[]
  sort: { name: string; by: Sort<Name, Row>; isDescending: boolean }
  /** The position where the page starts or, backwards, ends. Null is the start of the list. */
  from: { position: readonly Stored[]; isBackward: boolean } | null
  limit: number
}

/** The ids of the rows that an index of texts finds. */
type IdsFound = (search: WordSearch, tools: Tools) => RawBuilder<string>

/**
 * Makes the queries of one table. Rows are in the order of the list, even if they were read backwards. With `idsFound`, rows
 * with rare words are found by their texts. Otherwise, and for common words, the list is read in its own order.
 */
export function sortedLists<Name extends ObjectName, C extends Columns, D>(
  table: Table<Name, C, D>,
  idsFound?: IdsFound,
) {
  type Row = ValuesOf<C>
  const lists = new Map<string, ReturnType<typeof defineSortedList<Name, C>>>()

  return (platformId: string, page: SortedPage<Name, Row>): Query<Row[]> => {
    const { words, filters, sort, from, limit } = page
    const isBackward = from?.isBackward ?? false
    const isAscending = sort.isDescending === isBackward
    const columns = [...sort.by.columns, 'id']
    const name = `sorted.${sort.name}.${isAscending ? 'up' : 'down'}`
    const list = lists.get(name) ?? defineSortedList(table, name, columns, isAscending)
    lists.set(name, list)
    const query = list({ platformId, limit }, [
      ...(from ? [isAfter(table.name, columns, from.position, isAscending)] : []),
      ...words.map((word, index) => hasWord({ table: table.name, idsFound }, word, index)),
      ...filters,
    ])
    return isBackward ? { ...query, decode: (rows) => query.decode(rows).reverse() } : query
  }
}

const defineSortedList = <Name extends ObjectName, C extends Columns>(
  table: Pick<Table<Name, C>, 'name' | 'columnNames' | 'decode'>,
  name: string,
  columns: readonly string[],
  isAscending: boolean,
) =>
  defineFilteredQuery(
    table.name,
    name,
    { platformId: text(), limit: integer() },
    (tools, p, isMatch, filtered) => {
      const rows = selectObjects(tools, table, filtered)
        .where('platform_id', '=', p.platformId)
        .where(isMatch)
      const sorted = columns.reduce(
        (query, column) => query.orderBy(sql.ref(column), isAscending ? 'asc' : 'desc'),
        rows,
      )
      return sorted.limit(p.limit)
    },
    allRows(table.decode),
  )

/** Rows after a position in the order of `columns`. */
function isAfter<Name extends ObjectName>(
  table: Name,
  columns: readonly string[],
  position: readonly Stored[],
  isAscending: boolean,
): Filter<Name> {
  const parameters = columns.map((column) => `after:${column}`)
  return {
    table,
    name: 'after',
    values: Object.fromEntries(parameters.map((parameter, index) => [parameter, position[index] ?? null])),
    where: () => {
      const places = parameters.map((parameter) => new Parameter(parameter))
      const order = sql.raw(isAscending ? '>' : '<')
      return sql`(${sql.join(columns.map((column) => sql.ref(column)))}) ${order} (${sql.join(places)})`
    },
  }
}

/** Rows with a word in their search key. */
function hasWord<Name extends ObjectName>(
  { table, idsFound }: { table: Name; idsFound: IdsFound | undefined },
  { word, isCommon }: SearchedWord,
  index: number,
): Filter<Name> {
  const search = searchFor(`word${index}`, [word])
  const place = new Parameter(`word${index}`)
  const values = { ...search.values, [place.name]: word }
  const where = ({ dialect }: Tools) =>
    sql<SqlBool>`${sql.raw(dialect === 'sqlite' ? 'instr' : 'strpos')}(search_key, ${place}) > 0`
  if (isCommon || !idsFound) return { table, name: place.name, values, where }
  const ids = (tools: Tools) => idsFound(search, tools)
  return {
    table,
    name: search.name,
    values,
    where: (tools) => sql`(${sql.ref(`${table}.id`)} in (${ids(tools)}) and ${where(tools)})`,
    ids,
  }
}
