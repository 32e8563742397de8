// The address of a platform's site, for links that are not part of a request, such as those in announcements.

import type { Services } from '../../kernel/changes/services.ts'
import { latestOrigin } from '../../kernel/outbox/store.ts'
import { platformByHost, platformById, platformHosts } from './store.ts'

/**
 * The origin of a platform's site: LECTERN_PUBLIC_URL if it leads there, otherwise the same URL with the platform's own
 * host. Without LECTERN_PUBLIC_URL, the address in the latest e-mail that a page on a confirmed host has caused. Undefined
 * if neither is known.
 */
export async function readSiteOrigin(
  { store }: Pick<Services, 'store'>,
  platformId: string,
  publicUrl: string | undefined,
): Promise<string | undefined> {
  if (publicUrl === undefined) return readUsedOrigin({ store }, platformId)
  const url = new URL(publicUrl)
  const named = await store.read(platformByHost({ host: url.hostname }))
  const platform = named ?? (await store.read(platformById({ id: platformId })))
  if (platform?.id === platformId && (named || platform.slug === 'default')) return url.origin
  const [host] = await store.read(platformHosts({ platformId }))
  if (host === undefined) return undefined
  url.hostname = host
  return url.origin
}

/** Undefined if the host no longer belongs to the platform. */
async function readUsedOrigin(
  { store }: Pick<Services, 'store'>,
  platformId: string,
): Promise<string | undefined> {
  const origin = await store.read(latestOrigin({ platformId }))
  if (origin === undefined) return undefined
  const platform = await store.read(platformByHost({ host: new URL(origin).hostname }))
  return platform?.id === platformId ? origin : undefined
}
