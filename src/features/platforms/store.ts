// Platforms (tenants) in the store, and the installation that they share.
import { sql } from 'kysely'
import { text, textList } from '../../kernel/store/sql/columns.ts'
import { rowWrites } from '../../kernel/store/sql/row-writes.ts'
import { allRows, defineQuery, defineWrite, firstRow, type Write } from '../../kernel/store/sql/statements.ts'
import type { FileReference } from '../files/references-store.ts'
import { platforms } from './tables.ts'

export const platformWrites = rowWrites(platforms)

/** The settings are JSON, and refer to files by their paths. */
export const filesInSettings: FileReference = sql`select 1 from platforms
  where platforms.id = files.platform_id and platforms.settings like '%"' || files.path || '"%'`

export const platformBySlug = defineQuery(
  'platforms.by_slug',
  { slug: text() },
  ({ db }, p) => db.selectFrom('platforms').select(platforms.columnNames).where('slug', '=', p.slug),
  firstRow(platforms.decode),
)

export const platformById = defineQuery(
  'platforms.by_id',
  { id: text() },
  ({ db }, p) => db.selectFrom('platforms').select(platforms.columnNames).where('id', '=', p.id),
  firstRow(platforms.decode),
)

export const platformsByIds = defineQuery(
  'platforms.by_ids',
  { ids: textList() },
  ({ db, isAmong }, p) =>
    db
      .selectFrom('platforms')
      .select(platforms.columnNames)
      .where(({ ref }) => isAmong(ref('id'), p.ids)),
  allRows(platforms.decode),
)

/** The platform, locked until the end of the transaction. */
export const platformForChange = defineQuery(
  'platforms.by_id.locked',
  { id: text() },
  ({ db, lockRows }, p) =>
    db.selectFrom('platforms').select(platforms.columnNames).where('id', '=', p.id).$call(lockRows),
  firstRow(platforms.decode),
)

export const listPlatforms = defineQuery(
  'platforms.list',
  {},
  ({ db }) => db.selectFrom('platforms').select(platforms.columnNames).orderBy('id'),
  allRows(platforms.decode),
)

/**
 * The key that API keys are hashed with, unless the operator sets one; what only the secret of the store decrypts; and
 * whether the store has any platform.
 */
export const knownSecret = defineQuery(
  'installation.secret',
  {},
  ({ db }) =>
    db.selectNoFrom(({ selectFrom }) => [
      selectFrom('installation').select('secret').as('generated'),
      selectFrom('secret_check').select('encrypted').as('check'),
      selectFrom('platforms').select('id').limit(1).as('platform'),
    ]),
  ([row]) => ({
    generated: row?.generated ?? undefined,
    check: row?.check ?? undefined,
    isInUse: typeof row?.platform === 'string',
  }),
)

export const keepGeneratedSecret = defineWrite('installation.keep_secret', { secret: text() }, ({ db }, p) =>
  db
    .insertInto('installation')
    .values({ id: 1, secret: p.secret })
    .onConflict((conflict) => conflict.doNothing()),
)

export const keepSecretCheck = defineWrite('secret_check.keep', { encrypted: text() }, ({ db }, p) =>
  db
    .insertInto('secret_check')
    .values({ id: 1, encrypted: p.encrypted })
    .onConflict((conflict) => conflict.doNothing()),
)

export const forgetGeneratedSecret = defineWrite('installation.forget_secret', {}, ({ db }) =>
  db.deleteFrom('installation'),
)
export const forgetSecretCheck = defineWrite('secret_check.forget', {}, ({ db }) =>
  db.deleteFrom('secret_check'),
)

/** The platform that claims this host name (lowercase, without port). */
export const platformByHost = defineQuery(
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

export const platformHosts = defineQuery(
  'platform_hosts.of_platform',
  { platformId: text() },
  ({ db }, p) =>
    db.selectFrom('platform_hosts').select('host').where('platform_id', '=', p.platformId).orderBy('host'),
  allRows(({ host }) => host),
)

export type HostClaim = { host: string; platformId: string }

const toClaim = (row: { host: string; platform_id: string }): HostClaim => ({
  host: row.host,
  platformId: row.platform_id,
})

/** The claimed host names among these, and their platforms. */
export const claimsOfHosts = defineQuery(
  'platform_hosts.claims',
  { hosts: textList() },
  ({ db, isAmong }, p) =>
    db
      .selectFrom('platform_hosts')
      .select(['host', 'platform_id'])
      .where(({ ref }) => isAmong(ref('host'), p.hosts)),
  allRows(toClaim),
)

export const listHostClaims = defineQuery(
  'platform_hosts.all',
  {},
  ({ db }) => db.selectFrom('platform_hosts').select(['host', 'platform_id']).orderBy('host'),
  allRows(toClaim),
)

const clearPlatformHosts = defineWrite('platform_hosts.clear', { platformId: text() }, ({ db }, p) =>
  db.deleteFrom('platform_hosts').where('platform_id', '=', p.platformId),
)
const addPlatformHost = defineWrite('platform_hosts.add', { host: text(), platformId: text() }, ({ db }, p) =>
  db.insertInto('platform_hosts').values({ host: p.host, platform_id: p.platformId }),
)
/** Replaces the host names of a platform. A name that another platform claims violates the unique constraint. */
export const setPlatformHosts = (platformId: string, hosts: readonly string[]): Write[] => [
  clearPlatformHosts({ platformId }),
  ...hosts.map((host) => addPlatformHost({ host, platformId })),
]
