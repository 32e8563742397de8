// Everything of one kind on a platform, as the External API returns it, read page by page as it is consumed.
import { followCursors } from './pagination.ts'
import type { Caller, Services } from './services.ts'

declare module './features.ts' {
  interface Feature {
    exports?: ExportedKinds
  }
}

export type Pages = AsyncIterable<readonly object[]>
/** The kinds of objects that a feature exports, each in a file of its own. */
export type ExportedKinds = Readonly<Record<string, (services: Services, caller: Caller) => Pages>>

const PAGE = 200

/** All pages of a list of the API. */
export const allListed = <Item extends object>(
  list: (page: { limit: number; cursor?: string }) => Promise<{ items: Item[]; next: string | null }>,
): AsyncIterable<Item[]> =>
  followCursors((cursor) => list({ limit: PAGE, ...(cursor === undefined ? {} : { cursor }) }))

export async function* ofEach<Owner>(
  owners: AsyncIterable<Owner[]>,
  pagesOf: (owner: Owner) => Pages,
): Pages {
  for await (const page of owners) for (const owner of page) yield* pagesOf(owner)
}

/** Adds the id of the owner of the items, which is in the path in the API. */
export async function* withOwner(owner: object, pages: Pages): Pages {
  for await (const page of pages) yield page.map((item) => ({ ...owner, ...item }))
}
