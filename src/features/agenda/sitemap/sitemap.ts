// The sitemap of a platform: its public pages, in files of at most 10,000.

import { Refusal } from '../../../kernel/changes/errors.ts'
import type { Services } from '../../../kernel/changes/services.ts'
import type { PlatformRow } from '../../platforms/tables.ts'
import { MAX_PAGES } from '../limits.ts'
import { countPages, type ListedPage, type PageCounts, pagesOfKind } from './sitemap-store.ts'

type Reading = Pick<Services, 'store'>

export const sitemapKinds = ['talks', 'speakers', 'sponsors'] as const satisfies (keyof PageCounts)[]
export type SitemapKind = (typeof sitemapKinds)[number]
export type SitemapFile = { kind: SitemapKind; part: number }

/** The files with at least one page. Their parts are numbered from 1. */
export async function readSitemapFiles({ store }: Reading, platform: PlatformRow): Promise<SitemapFile[]> {
  const counts = await store.read(countPages({ platformId: platform.id }))
  return sitemapKinds.flatMap((kind) =>
    Array.from({ length: Math.ceil((counts?.[kind] ?? 0) / MAX_PAGES) }, (_, index) => ({
      kind,
      part: index + 1,
    })),
  )
}

/** The pages of a file. Throws `not_found` if it has none. */
export async function readSitemapFile(
  { store }: Reading,
  platform: PlatformRow,
  { kind, part }: SitemapFile,
): Promise<ListedPage[]> {
  const offset = (part - 1) * MAX_PAGES
  const pages = await store.read(pagesOfKind[kind]({ platformId: platform.id, limit: MAX_PAGES, offset }))
  if (pages.length === 0) throw new Refusal('not_found')
  return pages
}
