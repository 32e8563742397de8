// Platforms (tenants) in the store, and the installation that they share.
import { rowWrites } from '../sql/row-writes.ts'
import { allRows, firstRow, parameter, type Query, Statement, type Write } from '../sql/statements.ts'
import { type PlatformRow, platforms } from '../sql/tables.ts'

export const platformWrites = rowWrites(platforms)

const columns = platforms.columnNames as readonly 'id'[]

const bySlug = new Statement('platforms.by_slug', ({ db }) =>
  db.selectFrom('platforms').select(columns).where('slug', '=', parameter('slug')),
)
export const platformBySlug = (slug: string): Query<PlatformRow | undefined> => ({
  statement: bySlug,
  values: { slug },
  decode: firstRow(platforms.decode),
})

const byId = new Statement('platforms.by_id', ({ db }) =>
  db.selectFrom('platforms').select(columns).where('id', '=', parameter('id')),
)
export const platformById = (id: string): Query<PlatformRow | undefined> => ({
  statement: byId,
  values: { id },
  decode: firstRow(platforms.decode),
})

const forChange = new Statement('platforms.by_id.locked', ({ db, dialect }) =>
  db
    .selectFrom('platforms')
    .select(columns)
    .where('id', '=', parameter('id'))
    .$if(dialect === 'postgres', (query) => query.forUpdate()),
)
/** As it is now and stays until the end of the transaction. */
export const platformForChange = (id: string): Query<PlatformRow | undefined> => ({
  statement: forChange,
  values: { id },
  decode: firstRow(platforms.decode),
})

const list = new Statement('platforms.list', ({ db }) =>
  db.selectFrom('platforms').select(columns).orderBy('id'),
)
export const listPlatforms = (): Query<PlatformRow[]> => ({
  statement: list,
  values: {},
  decode: allRows(platforms.decode),
})

const secret = new Statement('installation.secret', ({ db }) =>
  db.selectFrom('installation').select('secret'),
)
/** The key under which API keys are hashed, where the operator sets none. */
export const installationSecret = (): Query<string | undefined> => ({
  statement: secret,
  values: {},
  decode: firstRow((row) => String(row.secret)),
})

const keepSecret = new Statement('installation.keep_secret', ({ db }) =>
  db
    .insertInto('installation')
    .values({ id: 1, secret: parameter('secret') })
    .onConflict((conflict) => conflict.doNothing()),
)
export const keepInstallationSecret = (value: string): Write => ({
  statement: keepSecret,
  values: { secret: value },
})

const byHost = new Statement('platforms.by_host', ({ db }) =>
  db
    .selectFrom('platforms')
    .innerJoin('platform_hosts', 'platform_hosts.platform_id', 'platforms.id')
    .select(platforms.columnNames.map((name) => `platforms.${name}` as 'platforms.id'))
    .where('platform_hosts.host', '=', parameter('host')),
)
/** The platform that claims this host name (lower case, without port). */
export const platformByHost = (host: string): Query<PlatformRow | undefined> => ({
  statement: byHost,
  values: { host },
  decode: firstRow(platforms.decode),
})

const hostsOf = new Statement('platform_hosts.of_platform', ({ db }) =>
  db
    .selectFrom('platform_hosts')
    .select('host')
    .where('platform_id', '=', parameter('platform'))
    .orderBy('host'),
)
export const platformHosts = (platformId: string): Query<string[]> => ({
  statement: hostsOf,
  values: { platform: platformId },
  decode: allRows((row) => String(row.host)),
})

export type HostClaim = { host: string; platformId: string }

const asClaim = allRows((row): HostClaim => ({ host: String(row.host), platformId: String(row.platform_id) }))

const claims = new Statement('platform_hosts.claims', ({ db, isAmong }) =>
  db.selectFrom('platform_hosts').select(['host', 'platform_id']).where(isAmong('host', 'hosts')),
)
/** Which of these host names are claimed, and by whom. */
export const claimsOfHosts = (hosts: readonly string[]): Query<HostClaim[]> => ({
  statement: claims,
  values: { hosts: JSON.stringify(hosts) },
  decode: asClaim,
})

const allClaims = new Statement('platform_hosts.all', ({ db }) =>
  db.selectFrom('platform_hosts').select(['host', 'platform_id']).orderBy('host'),
)
export const listHostClaims = (): Query<HostClaim[]> => ({
  statement: allClaims,
  values: {},
  decode: asClaim,
})

const clearHosts = new Statement('platform_hosts.clear', ({ db }) =>
  db.deleteFrom('platform_hosts').where('platform_id', '=', parameter('platform')),
)
const addHost = new Statement('platform_hosts.add', ({ db }) =>
  db.insertInto('platform_hosts').values({ host: parameter('host'), platform_id: parameter('platform') }),
)
/** Replaces the host names that a platform claims; one that another claims breaks the unique constraint. */
export const setPlatformHosts = (platformId: string, hosts: readonly string[]): Write[] => [
  { statement: clearHosts, values: { platform: platformId } },
  ...hosts.map((host) => ({ statement: addHost, values: { host, platform: platformId } })),
]
