// Platforms (tenants) in the store, and the installation that they share.
import { rowWrites } from './rows.ts'
import { allRows, firstRow, parameter, type Query, Statement, type Write } from './statement.ts'
import { type PlatformRow, platforms } from './tables.ts'

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
  decode: firstRow((row) => String(row['secret'])),
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
