// Lists for people: searched, filtered, and sorted. The number of queries does not depend on the number of rows.
import { decodeCursor, encodeCursor } from '../lib/data/cursors.ts'
import { ROWS_PER_PAGE } from '../limits.ts'
import type { ObjectName } from '../store/changes/objects.ts'
import type { Filter } from '../store/sql/filters.ts'
import type { SearchedTexts } from '../store/sql/search-texts.ts'
import type { Sort, SortedPage } from '../store/sql/sorted-lists.ts'
import type { Query } from '../store/sql/statements.ts'
import { followCursors } from './pagination.ts'
import { readWords } from './searched-words.ts'
import type { Caller, Services } from './services.ts'

/** The parameters of a list; unknown sorts and positions are ignored. */
export type OfficeQuery = {
  q?: string | undefined
  /** The name of a sort, with a leading `-` for descending order. */
  sort?: string | undefined
  after?: string | undefined
  before?: string | undefined
  /** The number of rows on a page. */
  limit?: number
}

export type OfficeList<Item> = {
  items: Item[]
  /** The sort in use, as in the URL. */
  sort: string
  /** Whether this sort was requested and is not the default. */
  isSortChosen: boolean
  /** Positions for `after` and `before`; null if there is no such page. */
  next: string | null
  previous: string | null
}

const EXPORT_PAGE = 200

/** Everything that a list finds, in order. Each page is read after the previous one has been consumed. */
export const allFound = <Query extends OfficeQuery, Item>(
  list: (query: Query) => Promise<OfficeList<Item>>,
  query: Query,
): AsyncIterable<Item[]> =>
  followCursors((after) => list({ ...query, before: undefined, after, limit: EXPORT_PAGE }))

/** The target of a bulk change: chosen rows, or all rows that a list finds. */
export type Chosen<Query> = { ids: readonly string[] } | { query: Query }

/** The rows in the default order of the list, `limit` at most. */
export async function readChosen<Name extends ObjectName, Row>(
  services: Services,
  { platform }: Caller,
  list: ListDefinition<Name, Row>,
  { q, filters, limit }: { q: string | undefined; filters: readonly Filter<Name>[]; limit: number },
): Promise<Row[]> {
  const sort = sortOf(list.sorts, list.sorts.default, undefined)
  const words = await readWords(services, platform.id, q ?? '', list.searchedIn)
  return services.store.read(list.rows(platform.id, { words, filters, sort, from: null, limit }))
}

export type Sorts<Name extends ObjectName, Row> = {
  default: string
  /** The default sort of search results: the order of the searched index. */
  ofSearch: string
  byName: Record<string, Sort<Name, Row>>
}
type ListDefinition<Name extends ObjectName, Row> = {
  rows: (platformId: string, page: SortedPage<Name, Row>) => Query<Row[]>
  sorts: Sorts<Name, Row>
  /** The texts with an index that is searched for words. */
  searchedIn: SearchedTexts | null
}

export async function readSorted<Name extends ObjectName, Row>(
  services: Services,
  { platform }: Caller,
  list: ListDefinition<Name, Row>,
  query: OfficeQuery,
  filters: readonly Filter<Name>[],
): Promise<OfficeList<Row>> {
  const words = await readWords(services, platform.id, query.q ?? '', list.searchedIn)
  const sort = sortOf(list.sorts, words.length > 0 ? list.sorts.ofSearch : list.sorts.default, query.sort)
  const from = positionOf(sort.by, query)
  const { limit = ROWS_PER_PAGE } = query
  const page = { words, filters, sort, from, limit: limit + 1 }
  const read = await services.store.read(list.rows(platform.id, page))
  const hasMore = read.length > limit
  const isBackward = from?.isBackward ?? false
  const items = isBackward ? read.slice(-limit) : read.slice(0, limit)
  const [first, last] = [items[0], items.at(-1)]
  const cursor = (row: Row) => encodeCursor([...sort.by.positionOf(row)])
  return {
    items,
    sort: sort.inUse,
    isSortChosen: sort.inUse === query.sort,
    next: last !== undefined && (isBackward || hasMore) ? cursor(last) : null,
    previous: first !== undefined && from !== null && (!isBackward || hasMore) ? cursor(first) : null,
  }
}

function sortOf<Name extends ObjectName, Row>(
  { byName }: Sorts<Name, Row>,
  byDefault: string,
  requested: string | undefined,
) {
  const isKnown = requested !== undefined && Object.hasOwn(byName, requested.replace(/^-/, ''))
  const inUse = isKnown ? requested : byDefault
  const name = inUse.replace(/^-/, '')
  const by = byName[name]
  if (!by) throw new Error(`There is no sort ${name}.`)
  return { name, inUse, by, isDescending: inUse.startsWith('-') }
}

function positionOf({ shape }: Pick<Sort<ObjectName, never>, 'shape'>, { after, before }: OfficeQuery) {
  const cursor = after ?? before
  const position = cursor === undefined ? undefined : decodeCursor(cursor, shape)
  return position ? { position, isBackward: after === undefined } : null
}

/** By creation: ids are in the order of time. */
export const created: Sort<ObjectName, { id: string }> = {
  columns: [],
  shape: ['string'],
  positionOf: ({ id }) => [id],
}
export const updated: Sort<ObjectName, { id: string; updatedAt: number }> = {
  columns: ['updated_at'],
  shape: ['number', 'string'],
  positionOf: ({ updatedAt, id }) => [updatedAt, id],
}
export const named = <Row extends { id: string }>(
  searchKey: (row: Row) => string,
): Sort<ObjectName, Row> => ({
  columns: ['search_key'],
  shape: ['string', 'string'],
  positionOf: (row) => [searchKey(row), row.id],
})

export type Times = { createdAt: number; updatedAt: number }

/** When a row was created and changed, as numbers. */
export const timesOf = ({ createdAt, updatedAt }: Times): Times => ({ createdAt, updatedAt })
