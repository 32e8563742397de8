// Stores for tests. Each is a copy of a migrated template and removed at the end.
import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { migrate, type StoreLocation } from '../../src/kernel/store/migrations/migrate.ts'
import { requireListed } from './own-servers.ts'

export const POSTGRES_URL = process.env.TEST_POSTGRES_URL ?? 'postgres://root@127.0.0.1:5432/postgres'
export const REDIS_URL = process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379'

// Processes of a run inherit this, so that the run can remove stores that they leave.
process.env.TEST_RUN ??= randomBytes(6).toString('hex')
const FOLDER_PREFIX = `lectern-test-${process.env.TEST_RUN}-`
const DATABASE_PREFIX = `lectern_test_${process.env.TEST_RUN}_`

// Linux keeps this folder in memory. Containers often give it only 64 MB, too little for the stores of all workers.
const SHARED_MEMORY = '/dev/shm'
const NEEDED_BYTES = 512 * 1024 * 1024
const MEMORY_FOLDER = findMemoryFolder()

// Made once per run by `createTemplates`; migrating every store would take longer than many tests.
const TEMPLATE_FILE = join(MEMORY_FOLDER, `${FOLDER_PREFIX}template`, 'lectern.db')
const TEMPLATE_DATABASE = `${DATABASE_PREFIX}template`
const hasTemplates = () => process.env.TEST_TEMPLATES === '1'

export type StoreKind = StoreLocation['dialect']
export type TestStore = { location: StoreLocation; folder: string; [Symbol.asyncDispose](): Promise<void> }

export type StoreOptions = {
  /** Every commit reaches the disk, as in production. For crash tests and benchmarks. */
  isDurable?: boolean
  /** Without tables, for tests of the first start. */
  isEmpty?: boolean
}

/** A store for one test file, which must be listed in `own-servers.ts`. */
export async function createTestStore(kind: StoreKind, options: StoreOptions = {}): Promise<TestStore> {
  await requireListed('store')
  return openTestStore(kind, options)
}

/** A store without rows and a folder, in memory unless it has to be durable. */
export async function openTestStore(
  kind: StoreKind,
  { isDurable = false, isEmpty = !hasTemplates() }: StoreOptions = {},
): Promise<TestStore> {
  const folder = mkdtempSync(join(isDurable ? tmpdir() : MEMORY_FOLDER, FOLDER_PREFIX))
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  if (kind === 'sqlite') {
    const location = { dialect: 'sqlite' as const, path: join(folder, 'lectern.db') }
    if (!isEmpty) copyFileSync(TEMPLATE_FILE, location.path)
    return { location, folder, [Symbol.asyncDispose]: async () => removeFolder() }
  }
  const name = `${DATABASE_PREFIX}${randomBytes(6).toString('hex')}`
  await administer(`create database ${name}${isEmpty ? '' : ` template ${TEMPLATE_DATABASE}`}`)
  const url = new URL(databaseUrl(name))
  // Commits are answered before they reach the disk. Only a crash of PostgreSQL itself could tell the difference.
  if (!isDurable) url.search = '?options=-c%20synchronous_commit%3Doff'
  return {
    location: { dialect: 'postgres', url: url.href },
    folder,
    [Symbol.asyncDispose]: async () => {
      removeFolder()
      await administer(`drop database if exists ${name} with (force)`)
    },
  }
}

/** Migrates the templates of this run, one per store that the machine has. */
export async function createTemplates(): Promise<void> {
  if (hasTemplates()) return
  mkdirSync(dirname(TEMPLATE_FILE), { recursive: true })
  await migrate({ dialect: 'sqlite', path: TEMPLATE_FILE })
  if (await hasPostgres()) {
    await administer(`create database ${TEMPLATE_DATABASE}`)
    await migrate({ dialect: 'postgres', url: databaseUrl(TEMPLATE_DATABASE) })
  }
  // Workers inherit this.
  process.env.TEST_TEMPLATES = '1'
}

/** Whether PostgreSQL answers. */
export async function hasPostgres(): Promise<boolean> {
  try {
    await administer()
    return true
  } catch {
    return false
  }
}

/** Removes leftover stores of this run. */
export async function removeStores(): Promise<void> {
  for (const folder of readdirSync(MEMORY_FOLDER))
    if (folder.startsWith(FOLDER_PREFIX))
      rmSync(join(MEMORY_FOLDER, folder), { recursive: true, force: true })
  if (!(await hasPostgres())) return
  const left = await administer(
    `select datname from pg_database where starts_with(datname, '${DATABASE_PREFIX}')`,
  )
  for (const { datname } of left) await administer(`drop database if exists ${datname} with (force)`)
}

function databaseUrl(name: string): string {
  const url = new URL(POSTGRES_URL)
  url.pathname = `/${name}`
  return url.href
}

/** A folder in memory if the machine has one with enough room, otherwise one on disk. */
function findMemoryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY)
    return bavail * bsize >= NEEDED_BYTES ? SHARED_MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** Executes a statement in the administration database and returns its rows. Without a statement, it only connects. */
async function administer(sql?: string): Promise<{ datname: string }[]> {
  const client = new pg.Client({ connectionString: POSTGRES_URL, connectionTimeoutMillis: 2_000 })
  await client.connect()
  try {
    return sql === undefined ? [] : (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
