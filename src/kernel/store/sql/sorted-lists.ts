// Lists of objects for people: searched by words, filtered, sorted by one of several keys, and counted. People open pages
// by their number. Exports read on after a position, so that every portion costs the same.
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
  /** Comes before the columns in numbered pages. It has no index and no positions, so that portions cannot use it. */
  order?: () => RawBuilder<number>
}

export type SortedPage<Name extends ObjectName, Row> = {
  /** A row must contain all of them. */
  words: readonly SearchedWord[]
  filters: readonly Filter<Name>[]
  sort: { name: string; by: Sort<Name, Row>; isDescending: boolean }
  /** The position after which the rows start. Null is the start of the list. */
  after: readonly Stored[] | null
  /** The number of rows that are left out before them. */
  offset: number
  limit: number
}

/** The ids of the rows that an index of texts finds. */
type IdsFound = (search: WordSearch, tools: Tools) => RawBuilder<string>

/**
 * Makes the queries of one table. With `idsFound`, rows with rare words are found by their texts. Otherwise, and for common
 * words, the list is read in its own order.
 */
export function sortedLists<Name extends ObjectName, C extends Columns, D>(
  table: Table<Name, C, D>,
  idsFound?: IdsFound,
) {
  type Row = ValuesOf<C>
  type Found = Pick<SortedPage<Name, Row>, 'words' | 'filters'>
  const lists = new Map<string, ReturnType<typeof defineSortedList<Name, C>>>()
  const count = defineFilteredQuery(
    table.name,
    'sorted.count',
    { platformId: text(), most: integer() },
    (tools, p, isMatch, filtered) =>
      tools.db
        .selectFrom(
          selectObjects(tools, { ...table, columnNames: ['id'] }, filtered)
            .where('platform_id', '=', p.platformId)
            .where(isMatch)
            .limit(p.most)
            .as('found'),
        )
        .select(({ fn }) => fn.countAll<number>().as('count')),
    ([row]) => Number(row?.count ?? 0),
  )
  const filtersOf = ({ words, filters }: Found) => [
    ...words.map((word, index) => hasWord({ table: table.name, idsFound }, word, index)),
    ...filters,
  ]

  return {
    rows(platformId: string, page: SortedPage<Name, Row>): Query<Row[]> {
      const { sort, after, offset, limit } = page
      const columns = [...sort.by.columns, 'id']
      const name = `sorted.${sort.name}.${sort.isDescending ? 'down' : 'up'}`
      const list =
        lists.get(name) ??
        defineSortedList(table, name, { columns, order: sort.by.order }, !sort.isDescending)
      lists.set(name, list)
      return list({ platformId, limit, offset }, [
        ...(after ? [isAfter(table.name, columns, after, !sort.isDescending)] : []),
        ...filtersOf(page),
      ])
    },
    /** Counts up to `most` rows. */
    count: (platformId: string, found: Found & { most: number }): Query<number> =>
      count({ platformId, most: found.most }, filtersOf(found)),
  }
}

const defineSortedList = <Name extends ObjectName, C extends Columns>(
  table: Pick<Table<Name, C>, 'name' | 'columnNames' | 'decode'>,
  name: string,
  { columns, order }: { columns: readonly string[]; order: (() => RawBuilder<number>) | undefined },
  isAscending: boolean,
) =>
  defineFilteredQuery(
    table.name,
    name,
    { platformId: text(), limit: integer(), offset: integer() },
    (tools, p, isMatch, filtered) => {
      const rows = selectObjects(tools, table, filtered)
        .where('platform_id', '=', p.platformId)
        .where(isMatch)
      const sorted = [...(order ? [order()] : []), ...columns.map((column) => sql.ref(column))].reduce(
        (query, by) => query.orderBy(by, isAscending ? 'asc' : 'desc'),
        rows,
      )
      return sorted.limit(p.limit).offset(p.offset)
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
