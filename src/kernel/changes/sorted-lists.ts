// Lists for people: searched, filtered, and sorted. The number of queries does not depend on the number of rows.
import { decodeCursor } from '../lib/data/cursors.ts'
import { correctWords, isCorrectable } from '../lib/text/spelling.ts'
import { SlicedWork } from '../lib/time/slices.ts'
import { ROWS_PER_PAGE } from '../limits.ts'
import type { ObjectName } from '../store/changes/objects.ts'
import type { Filter } from '../store/sql/filters.ts'
import type { SearchedTexts, SearchedWord } from '../store/sql/search-texts.ts'
import type { Sort, SortedPage } from '../store/sql/sorted-lists.ts'
import type { Query } from '../store/sql/statements.ts'
import { type NumberedPage, numberedPage } from './numbered-pages.ts'
import { followCursors, pageOf } from './pagination.ts'
import { readWords } from './searched-words.ts'
import type { Caller, Services } from './services.ts'

/** The parameters of a list; unknown sorts and pages are ignored. */
export type OfficeQuery = {
  q?: string | undefined
  /** The name of a sort, with a leading `-` for descending order. */
  sort?: string | undefined
  /** Only these rows. */
  ids?: readonly string[] | undefined
  /** Counted from 1. */
  page?: number | undefined
  /** Reads `limit` rows after a position instead of a numbered page. Nothing is counted and no word is corrected. */
  portion?: { after: string | undefined; limit: number }
}

export type OfficeList<Item> = {
  items: Item[]
  /** The sort in use, as in the URL. */
  sort: string
  /** Whether this sort was requested and is not the default. */
  isSortChosen: boolean
  /** The numbers of the page. */
  place: NumberedPage
  /** The words that were searched instead of the requested ones, which occur nowhere; '' if none were corrected. */
  corrected: string
  /** The position of the next portion; null if there is none. */
  next: string | null
}

const EXPORT_PORTION = 200

/** Everything that a list finds, in order. Each portion is read after the previous one has been consumed. */
export const allFound = <Query extends OfficeQuery, Item>(
  list: (query: Query) => Promise<OfficeList<Item>>,
  query: Query,
): AsyncIterable<Item[]> =>
  followCursors((after) => list({ ...query, portion: { after, limit: EXPORT_PORTION } }))

/** The best matches of a search. */
export const SEARCHED: Pick<OfficeQuery, 'portion'> = { portion: { after: undefined, limit: ROWS_PER_PAGE } }

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
  return services.store.read(list.rows(platform.id, { words, filters, sort, after: null, offset: 0, limit }))
}

export type Sorts<Name extends ObjectName, Row> = {
  default: string
  /** The default sort of search results: the order of the searched index. */
  ofSearch: string
  byName: Record<string, Sort<Name, Row>>
}
export type ListDefinition<Name extends ObjectName, Row> = {
  rows: (platformId: string, page: SortedPage<Name, Row>) => Query<Row[]>
  count: (platformId: string, found: Found<Name> & { most: number }) => Query<number>
  sorts: Sorts<Name, Row>
  /** The texts with an index that is searched for words. */
  searchedIn: SearchedTexts | null
  /** The texts by whose words a misspelled search is corrected. */
  shown: (row: Row) => readonly (string | null)[]
}
type Found<Name extends ObjectName> = { words: readonly SearchedWord[]; filters: readonly Filter<Name>[] }

export async function readSorted<Name extends ObjectName, Row>(
  services: Services,
  caller: Caller,
  list: ListDefinition<Name, Row>,
  query: OfficeQuery,
  filters: readonly Filter<Name>[],
): Promise<OfficeList<Row>> {
  const words = await readWords(services, caller.platform.id, query.q ?? '', list.searchedIn)
  if (query.portion) return readPortion(services, caller, list, query, { words, filters })
  const found = await readNumbered(services, caller, list, query, { words, filters })
  if (found.place.count > 0 || words.length === 0) return found
  const corrected = await correctSearch(services, caller, list, words)
  if (corrected === undefined) return found
  const similar = await readWords(services, caller.platform.id, corrected, list.searchedIn)
  return { ...(await readNumbered(services, caller, list, query, { words: similar, filters })), corrected }
}

/** Number of rows whose texts are read to correct words. Other rows are searched, but suggest no words. */
const MAX_READ = 5_000
const READ_PORTION = 100

/** The words that occur in the list and are most similar; undefined if all occur or nothing is similar. */
async function correctSearch<Name extends ObjectName, Row>(
  services: Services,
  caller: Caller,
  list: ListDefinition<Name, Row>,
  words: readonly SearchedWord[],
): Promise<string | undefined> {
  const isKnown = async (word: SearchedWord) =>
    (await services.store.read(list.count(caller.platform.id, { words: [word], filters: [], most: 1 }))) > 0
  if (!words.some(isCorrectable) || (await Promise.all(words.map(isKnown))).every(Boolean)) return undefined
  const work = new SlicedWork()
  const shown: string[] = []
  let after: string | null | undefined
  for (let read = 0; read < MAX_READ && after !== null; read += READ_PORTION) {
    const portion = { after, limit: READ_PORTION }
    const found = await readPortion(services, caller, list, { portion }, { words: [], filters: [] })
    shown.push(...found.items.flatMap((row) => list.shown(row).filter((text) => text !== null)))
    after = found.next
    await work.pause()
  }
  return correctWords(words, isKnown, shown)
}

const sortFor = <Name extends ObjectName, Row>(
  { sorts }: ListDefinition<Name, Row>,
  { words }: Found<Name>,
  { sort }: OfficeQuery,
) => sortOf(sorts, words.length > 0 ? sorts.ofSearch : sorts.default, sort)

async function readNumbered<Name extends ObjectName, Row>(
  { store }: Services,
  { platform }: Caller,
  list: ListDefinition<Name, Row>,
  query: OfficeQuery,
  found: Found<Name>,
): Promise<OfficeList<Row>> {
  const sort = sortFor(list, found, query)
  const place = await numberedPage(query.page ?? 1, ROWS_PER_PAGE, (most) =>
    store.read(list.count(platform.id, { ...found, most })),
  )
  const page = { ...found, sort, after: null, offset: place.offset, limit: ROWS_PER_PAGE }
  const items = place.count === 0 ? [] : await store.read(list.rows(platform.id, page))
  const isSortChosen = sort.inUse === query.sort
  return { items, sort: sort.inUse, isSortChosen, place, corrected: '', next: null }
}

async function readPortion<Name extends ObjectName, Row>(
  { store }: Services,
  { platform }: Caller,
  list: ListDefinition<Name, Row>,
  query: OfficeQuery,
  found: Found<Name>,
): Promise<OfficeList<Row>> {
  const { after: cursor, limit = ROWS_PER_PAGE } = query.portion ?? {}
  const asked = sortFor(list, found, query)
  const sort = asked.by.order ? sortOf(list.sorts, list.sorts.default, undefined) : asked
  const after = cursor === undefined ? null : (decodeCursor(cursor, sort.by.shape) ?? null)
  const read = await store.read(
    list.rows(platform.id, { ...found, sort, after, offset: 0, limit: limit + 1 }),
  )
  const { rows: items, next } = pageOf(read, limit, (row) => sort.by.positionOf(row))
  const place = { page: 1, pages: 1, count: items.length, isMore: next !== null, offset: 0 }
  return { items, sort: sort.inUse, isSortChosen: sort.inUse === query.sort, place, corrected: '', next }
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
