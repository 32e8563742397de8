// Lists with numbered pages.
import { MAX_COUNTED_ROWS } from '../limits.ts'

export type NumberedPage = {
  /** Counted from 1. A page beyond the last one becomes the last one. */
  page: number
  /** The number of pages of the rows that were counted. */
  pages: number
  count: number
  /** Whether there are more rows than `count`. */
  isMore: boolean
  offset: number
}

const MAX_PAGE = 100_000

/** `countUpTo` counts the rows of the list, up to its argument. */
export async function numberedPage(
  requested: number,
  size: number,
  countUpTo: (most: number) => Promise<number>,
): Promise<NumberedPage> {
  const wanted = Math.min(Math.max(1, requested), MAX_PAGE)
  const most = (wanted - 1) * size + MAX_COUNTED_ROWS
  const counted = await countUpTo(most + 1)
  const count = Math.min(counted, most)
  const pages = Math.max(1, Math.ceil(count / size))
  const page = Math.min(wanted, pages)
  return { page, pages, count, isMore: counted > most, offset: (page - 1) * size }
}
