// The cache of rendered public pages, bounded in bytes. The pages used longest ago are dropped first.
import type { PublicResponse } from './public-response.ts'

export type CachedPage = {
  /** The version of the site when the page was rendered. */
  version: string
  /** The time in which the page does not change by itself (epoch milliseconds, `until` exclusive). */
  from: number
  until: number
  response: PublicResponse
}

/** What an entry needs besides its content: headers, tag, and the entry itself. */
const ENTRY_BYTES = 2_048

export class PageCache {
  readonly #maxBytes: number
  readonly #pages = new Map<string, CachedPage>()
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** The page, if it is still what would be rendered for this version at this time. */
  find(key: string, version: string, now: number): PublicResponse | undefined {
    const page = this.#pages.get(key)
    if (page?.version !== version || now < page.from || now >= page.until) return undefined
    // A Map lists its entries in the order in which they were set.
    this.#pages.delete(key)
    this.#pages.set(key, page)
    return page.response
  }

  store(key: string, page: CachedPage): void {
    this.#remove(key)
    this.#pages.set(key, page)
    this.#bytes += sizeOf(key, page)
    for (const oldest of this.#pages.keys()) {
      if (this.#bytes <= this.#maxBytes) return
      this.#remove(oldest)
    }
  }

  #remove(key: string): void {
    const page = this.#pages.get(key)
    if (!page) return
    this.#pages.delete(key)
    this.#bytes -= sizeOf(key, page)
  }
}

const sizeOf = (key: string, { response: { content, packed } }: CachedPage): number =>
  ENTRY_BYTES + 2 * key.length + content.length + (packed?.length ?? 0)
