// Tenants: all platforms of an installation, managed by the owners of the default platform.

import { updatedEvent } from '../../kernel/changes/change-events.ts'
import { execute } from '../../kernel/changes/commands.ts'
import { invalidData, Refusal } from '../../kernel/changes/errors.ts'
import type { Caller, Services } from '../../kernel/changes/services.ts'
import { isId } from '../../kernel/lib/data/ids.ts'
import type { Operation } from '../../kernel/store/changes/operation.ts'
import { findPlatform, readPlatform } from './platforms.ts'
import {
  claimsOfHosts,
  type HostClaim,
  listHostClaims,
  listPlatforms,
  platformForChange,
  platformHosts,
  setPlatformHosts,
} from './store.ts'
import type { PlatformRow } from './tables.ts'

const OWN_HOST = 'is the host name that you are using now; you would lose access to this page'

export type Tenant = PlatformRow & { hosts: string[] }

/** Whether the caller can list and create platforms, and assign host names to them. */
export async function canManagePlatforms(services: Services, { platform, actor }: Caller): Promise<boolean> {
  return actor.level === 'privileged' && (await findPlatform(services, 'default'))?.id === platform.id
}

/** Throws `not_found`, so that the pages do not exist for other callers. */
export async function requirePlatformManager(services: Services, caller: Caller): Promise<void> {
  if (!(await canManagePlatforms(services, caller))) throw new Refusal('not_found')
}

export async function listTenants(services: Services, caller: Caller): Promise<Tenant[]> {
  await requirePlatformManager(services, caller)
  const { store } = services
  const [platforms, claims] = [await store.read(listPlatforms({})), await store.read(listHostClaims({}))]
  return platforms.map((platform) => ({
    ...platform,
    hosts: claims.filter(({ platformId }) => platformId === platform.id).map(({ host }) => host),
  }))
}

export async function readTenant(services: Services, caller: Caller, id: string): Promise<Tenant> {
  await requirePlatformManager(services, caller)
  const platform = isId(id) ? await readPlatform(services, id) : undefined
  if (!platform) throw new Refusal('not_found')
  return { ...platform, hosts: await services.store.read(platformHosts({ platformId: id })) }
}

/** The host names of the caller's own platform. */
export const ownHosts = ({ store }: Services, { platform }: Caller): Promise<string[]> =>
  store.read(platformHosts({ platformId: platform.id }))

type ClaimInput = { hosts: string[]; ownHost: string | null }
type ClaimState = { platform: PlatformRow | undefined; before: string[]; claims: HostClaim[] }

export const claimHostsOperation: Operation<ClaimState, ClaimInput, string[]> = {
  name: 'claimHosts',
  load: ({ platformId }, { hosts }) => ({
    platform: platformForChange({ id: platformId }),
    before: platformHosts({ platformId }),
    claims: claimsOfHosts({ hosts }),
  }),
  decide({ platform, before, claims }, ctx, { hosts, ownHost }) {
    if (!platform) throw new Refusal('not_found')
    const taken = new Set(claims.filter((claim) => claim.platformId !== platform.id).map(({ host }) => host))
    const problems = hosts.flatMap((host, index) => {
      const pointer = `/hosts/${index}`
      if (taken.has(host)) return [{ pointer, code: 'taken', message: 'is already used by another platform' }]
      return host === ownHost ? [{ pointer, code: 'own_host', message: OWN_HOST }] : []
    })
    if (problems.length > 0) throw invalidData(problems)
    const after = [...hosts].sort()
    const version = { id: platform.id, version: ctx.now }
    const event = updatedEvent('platform', version, { hosts: before }, { hosts: after })
    return {
      writes: event ? setPlatformHosts(platform.id, after) : [],
      events: event ? [event] : [],
      answer: after,
    }
  },
}

/**
 * Sets the host names of a platform. Throws `invalid_data` for one that belongs to another platform, and for
 * `currentHost`, which the caller is using, unless it is the caller's own platform.
 */
export async function claimHosts(
  services: Services,
  caller: Caller,
  { platformId, hosts, currentHost }: { platformId: string; hosts: string[]; currentHost: string },
): Promise<string[]> {
  await requirePlatformManager(services, caller)
  const ownHost = platformId === caller.platform.id ? null : currentHost
  const owning = { ...caller, platform: { ...caller.platform, id: platformId } }
  return execute(services, owning, claimHostsOperation, { hosts, ownHost })
}
