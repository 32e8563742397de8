// The cache of rendered public pages, bounded in bytes.
import { ByteCache } from '../../kernel/lib/data/byte-cache.ts'
import type { PublicResponse } from './public-response.ts'

export type CachedPage = {
  /** The version of the site when the page was rendered. */
  version: string
  /** The time span in which the page does not change on its own (epoch milliseconds, `until` exclusive). */
  from: number
  until: number
  response: PublicResponse
}

/** Overhead of an entry besides its content: headers, tag, and the entry itself. */
const ENTRY_BYTES = 2_048

export class PageCache {
  readonly #pages: ByteCache<CachedPage>

  constructor(maxBytes: number) {
    this.#pages = new ByteCache(maxBytes)
  }

  /** The page, if rendering it for this version and time would give the same result. */
  find(key: string, version: string, now: number): PublicResponse | undefined {
    const page = this.#pages.peek(key)
    if (page?.version !== version || now < page.from || now >= page.until) return undefined
    this.#pages.use(key)
    return page.response
  }

  store(key: string, page: CachedPage): void {
    this.#pages.store(key, page, sizeOf(key, page))
  }
}

const sizeOf = (key: string, { response: { content, packed } }: CachedPage): number =>
  ENTRY_BYTES +
  2 * key.length +
  [content, ...packed.values()].reduce((sum, bytes) => sum + (bytes?.length ?? 0), 0)
