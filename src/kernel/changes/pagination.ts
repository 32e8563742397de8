// Pagination: reads one row more than requested, to see whether there is a next page.

import { decodeCursor, encodeCursor } from '../lib/data/cursors.ts'
import { parseInstant } from '../lib/time/instants.ts'
import { DEFAULT_LIMIT } from '../limits.ts'
import type { ChangedPage, ObjectName, Page } from '../store/changes/objects.ts'
import type { Column } from '../store/sql/columns.ts'
import { equals, type Filter, type TableName } from '../store/sql/filters.ts'
import type { Query } from '../store/sql/statements.ts'
import type { Table } from '../store/sql/table.ts'
import { invalidData } from './errors.ts'
import type { Caller, Services } from './services.ts'

type Listable<Name extends ObjectName, Row> = {
  list(page: Page & { platformId: string }, filters: readonly Filter<Name>[]): Query<Row[]>
  listChanged(page: ChangedPage & { platformId: string }, filters: readonly Filter<Name>[]): Query<Row[]>
}
type PageQuery = { limit?: number; cursor?: string; updatedSince?: string }

/** One page of the objects of a platform, in the order of their ids, or of their changes with `updatedSince`. */
export async function readPage<Name extends ObjectName, Row extends { id: string; updatedAt: number }>(
  { store }: Services,
  { platform }: Caller,
  objects: Listable<Name, Row>,
  { limit = DEFAULT_LIMIT, cursor, updatedSince }: PageQuery,
  filters: readonly Filter<Name>[],
): Promise<{ rows: Row[]; next: string | null }> {
  if (updatedSince !== undefined) {
    const position = readCursor(cursor, ['number', 'string'])
    const page = {
      since: parseInstant(updatedSince) ?? 0,
      after: position ? { updatedAt: Number(position[0]), id: String(position[1]) } : null,
      limit: limit + 1,
    }
    const read = await store.read(objects.listChanged({ platformId: platform.id, ...page }, filters))
    return pageOf(read, limit, (row) => [row.updatedAt, row.id])
  }
  const [after] = readCursor(cursor, ['string']) ?? []
  const page = { after: after === undefined ? null : String(after), limit: limit + 1 }
  return pageOf(
    await store.read(objects.list({ platformId: platform.id, ...page }, filters)),
    limit,
    (row) => [row.id],
  )
}

/** A page of `limit` rows from the rows that were read, and the cursor of the next page. */
export function pageOf<Row>(
  read: readonly Row[],
  limit: number,
  position: (row: Row) => readonly (string | number)[],
) {
  const rows = read.slice(0, limit)
  const last = rows.at(-1)
  return { rows, next: read.length > limit && last !== undefined ? encodeCursor(position(last)) : null }
}

const EXPORT_PAGE = 500

/** Everything that a query finds, page by page as it is consumed. `read` gets the last row of the previous page. */
export async function* allPages<Row, Item>(
  read: (last: Row | undefined, limit: number) => Promise<readonly Row[]>,
  present: (row: Row) => Item,
): AsyncGenerator<Item[]> {
  let rows: readonly Row[] = []
  do {
    rows = await read(rows.at(-1), EXPORT_PAGE)
    if (rows.length > 0) yield rows.map(present)
  } while (rows.length === EXPORT_PAGE)
}

/** All pages of a list with cursors. Each page is read after the previous one has been consumed. */
export async function* followCursors<Item>(
  read: (cursor: string | undefined) => Promise<{ items: Item[]; next: string | null }>,
): AsyncGenerator<Item[]> {
  let cursor: string | undefined
  do {
    const { items, next } = await read(cursor)
    if (items.length > 0) yield items
    cursor = next ?? undefined
  } while (cursor !== undefined)
}

/** All items of the pages, for results that fit into memory. */
export async function collect<Item>(pages: AsyncIterable<readonly Item[]>): Promise<Item[]> {
  const items: Item[] = []
  for await (const page of pages) items.push(...page)
  return items
}

/** All objects of a platform in the order of their ids. */
export const allObjects = <Name extends ObjectName, Row extends { id: string }>(
  { store }: Pick<Services, 'store'>,
  { platform }: Caller,
  objects: Pick<Listable<Name, Row>, 'list'>,
): AsyncIterable<Row[]> =>
  allPages(
    (last, limit) =>
      store.read(objects.list({ platformId: platform.id, after: last?.id ?? null, limit }, [])),
    (row: Row) => row,
  )

/** The filters whose value was sent. */
export const filtersOf = <Name extends TableName>(
  sent: readonly (Filter<Name> | undefined)[],
): Filter<Name>[] => sent.filter((filter) => filter !== undefined)

/** The filter for a value, if it was sent. */
export const ifSent = <T, Name extends TableName>(
  value: T | undefined,
  build: (value: T) => Filter<Name>,
): Filter<Name> | undefined => (value === undefined ? undefined : build(value))

/** The filter that every list offers. */
export const hasExternalId = <Name extends ObjectName>(
  table: Pick<Table<Name, { externalId: Column<string | null> }>, 'name' | 'columns'>,
  { externalId }: { externalId?: string },
) => ifSent(externalId, (value) => equals(table, 'externalId', value))

/** The position of a cursor. Refuses (422) a cursor that no list returned. */
export function readCursor(cursor: string | undefined, shape: readonly ('string' | 'number')[]) {
  if (cursor === undefined) return undefined
  const position = decodeCursor(cursor, shape)
  if (!position) {
    throw invalidData([
      {
        parameter: 'cursor',
        code: 'cursor',
        message: 'must be the `next` value of an earlier page of this list',
      },
    ])
  }
  return position
}
