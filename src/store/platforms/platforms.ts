// Platforms (tenants) in the store, and the installation that they share.
import { text, textList } from '../sql/columns.ts'
import { rowWrites } from '../sql/row-writes.ts'
import { allRows, defineQuery, defineWrite, firstRow, type Query, type Write } from '../sql/statements.ts'
import { type PlatformRow, platforms } from '../sql/tables.ts'

export const platformWrites = rowWrites(platforms)

const bySlug = defineQuery(
  'platforms.by_slug',
  { slug: text() },
  ({ db }, p) => db.selectFrom('platforms').select(platforms.columnNames).where('slug', '=', p.slug),
  firstRow(platforms.decode),
)
export const platformBySlug = (slug: string): Query<PlatformRow | undefined> => bySlug({ slug })

const byId = defineQuery(
  'platforms.by_id',
  { id: text() },
  ({ db }, p) => db.selectFrom('platforms').select(platforms.columnNames).where('id', '=', p.id),
  firstRow(platforms.decode),
)
export const platformById = (id: string): Query<PlatformRow | undefined> => byId({ id })

const byIds = defineQuery(
  'platforms.by_ids',
  { ids: textList() },
  ({ db, isAmong }, p) =>
    db
      .selectFrom('platforms')
      .select(platforms.columnNames)
      .where(({ ref }) => isAmong(ref('id'), p.ids)),
  allRows(platforms.decode),
)
export const platformsByIds = (ids: readonly string[]): Query<PlatformRow[]> => byIds({ ids })

const byIdLocked = defineQuery(
  'platforms.by_id.locked',
  { id: text() },
  ({ db, lockRows }, p) =>
    db.selectFrom('platforms').select(platforms.columnNames).where('id', '=', p.id).$call(lockRows),
  firstRow(platforms.decode),
)
/** The platform, locked until the end of the transaction. */
export const platformForChange = (id: string): Query<PlatformRow | undefined> => byIdLocked({ id })

const list = defineQuery(
  'platforms.list',
  {},
  ({ db }) => db.selectFrom('platforms').select(platforms.columnNames).orderBy('id'),
  allRows(platforms.decode),
)
export const listPlatforms = (): Query<PlatformRow[]> => list({})

const secret = defineQuery(
  'installation.secret',
  {},
  ({ db }) => db.selectFrom('installation').select('secret'),
  firstRow((row) => row.secret),
)
/** The key that API keys are hashed with if the operator sets none. */
export const installationSecret = (): Query<string | undefined> => secret({})

const keepSecret = defineWrite('installation.keep_secret', { secret: text() }, ({ db }, p) =>
  db
    .insertInto('installation')
    .values({ id: 1, secret: p.secret })
    .onConflict((conflict) => conflict.doNothing()),
)
export const keepInstallationSecret = (value: string): Write => keepSecret({ secret: value })

const byHost = defineQuery(
  'platforms.by_host',
  { host: text() },
  ({ db }, p) =>
    db
      .selectFrom('platforms')
      .innerJoin('platform_hosts', 'platform_hosts.platform_id', 'platforms.id')
      .select(platforms.qualifiedNames)
      .where('platform_hosts.host', '=', p.host),
  firstRow(platforms.decode),
)
/** The platform that claims this host name (lowercase, without port). */
export const platformByHost = (host: string): Query<PlatformRow | undefined> => byHost({ host })

const hostsOf = defineQuery(
  'platform_hosts.of_platform',
  { platformId: text() },
  ({ db }, p) =>
    db.selectFrom('platform_hosts').select('host').where('platform_id', '=', p.platformId).orderBy('host'),
  allRows(({ host }) => host),
)
export const platformHosts = (platformId: string): Query<string[]> => hostsOf({ platformId })

export type HostClaim = { host: string; platformId: string }

const toClaim = (row: { host: string; platform_id: string }): HostClaim => ({
  host: row.host,
  platformId: row.platform_id,
})

const claims = defineQuery(
  'platform_hosts.claims',
  { hosts: textList() },
  ({ db, isAmong }, p) =>
    db
      .selectFrom('platform_hosts')
      .select(['host', 'platform_id'])
      .where(({ ref }) => isAmong(ref('host'), p.hosts)),
  allRows(toClaim),
)
/** Which of these host names are claimed, and by which platforms. */
export const claimsOfHosts = (hosts: readonly string[]): Query<HostClaim[]> => claims({ hosts })

const allClaims = defineQuery(
  'platform_hosts.all',
  {},
  ({ db }) => db.selectFrom('platform_hosts').select(['host', 'platform_id']).orderBy('host'),
  allRows(toClaim),
)
export const listHostClaims = (): Query<HostClaim[]> => allClaims({})

const clearHosts = defineWrite('platform_hosts.clear', { platformId: text() }, ({ db }, p) =>
  db.deleteFrom('platform_hosts').where('platform_id', '=', p.platformId),
)
const addHost = defineWrite('platform_hosts.add', { host: text(), platformId: text() }, ({ db }, p) =>
  db.insertInto('platform_hosts').values({ host: p.host, platform_id: p.platformId }),
)
/** Replaces the host names of a platform. One that another platform claims violates the unique constraint. */
export const setPlatformHosts = (platformId: string, hosts: readonly string[]): Write[] => [
  clearHosts({ platformId }),
  ...hosts.map((host) => addHost({ host, platformId })),
]
