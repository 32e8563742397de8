// Lists page by page: one row more than asked for is read, to know whether there is a next page.
import { decodeCursor, encodeCursor } from '../lib/cursors.ts'
import { invalidData } from './errors.ts'

export type Listed<Item> = { code: 'ok'; items: Item[]; next: string | null }

/** Cuts a page of `limit` from the rows read, and makes the cursor of the next one from its last row. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  position: (row: Row) => readonly (string | number)[],
) {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page, next: rows.length > limit && last !== undefined ? encodeCursor(position(last)) : null }
}

/** The position that a cursor of ours stands for; 422 for one that is not ours. */
export function readCursor(cursor: string | undefined, shape: readonly ('string' | 'number')[]) {
  if (cursor === undefined) return undefined
  const position = decodeCursor(cursor, shape)
  if (!position) {
    throw invalidData([
      {
        parameter: 'cursor',
        code: 'cursor',
        message: 'must be the `next` of an earlier answer of this list',
      },
    ])
  }
  return position
}
