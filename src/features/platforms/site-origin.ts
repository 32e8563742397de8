// The address of a platform's site, for links that are not part of a request, such as those in announcements.

import type { Services } from '../../kernel/changes/services.ts'
import { platformByHost, platformById, platformHosts } from './store.ts'

/**
 * The origin of a platform's site: LECTERN_PUBLIC_URL if it leads there, otherwise the same URL with the platform's own
 * host. Undefined without LECTERN_PUBLIC_URL, and for a platform without a host.
 */
export async function readSiteOrigin(
  { store }: Pick<Services, 'store'>,
  platformId: string,
  publicUrl: string | undefined,
): Promise<string | undefined> {
  if (publicUrl === undefined) return undefined
  const url = new URL(publicUrl)
  const named = await store.read(platformByHost({ host: url.hostname }))
  const platform = named ?? (await store.read(platformById({ id: platformId })))
  if (platform?.id === platformId && (named || platform.slug === 'default')) return url.origin
  const [host] = await store.read(platformHosts({ platformId }))
  if (host === undefined) return undefined
  url.hostname = host
  return url.origin
}
