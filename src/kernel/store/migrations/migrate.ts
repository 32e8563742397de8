// Migrates a store to a version of the schema, under a lock across processes.
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  type Dialect as KyselyDialect,
  Migrator,
  PostgresDialect,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { asUnavailable, openWriting } from '../sqlite/connection.ts'
import { StoreUnavailable } from '../store.ts'
import { migrationsOf, whyUnusable } from './index.ts'

export type StoreLocation =
  | { dialect: 'sqlite'; path: string }
  | { dialect: 'postgres'; url: string; connections?: number }
export type MigrationStep = { name: string; direction: 'Up' | 'Down' }

/**
 * Migrates to the newest version, or to `target` (the name of a migration; '' undoes all), and returns the steps taken.
 * If several processes start at once, one migrates and the others wait for it. Throws StoreUnavailable, or a RangeError
 * for an unknown target.
 */
export async function migrate(location: StoreLocation, target?: string): Promise<MigrationStep[]> {
  try {
    return await runMigrations(location, target)
  } catch (error) {
    throw asMigrationError(error)
  }
}

/** Whether migrating to `target` would undo migrations, which deletes data. Throws like `migrate`. */
export async function wouldUndo(location: StoreLocation, target: string): Promise<boolean> {
  const db = new Kysely<unknown>({ dialect: dialectOf(location) })
  try {
    const migrations = await migratorOf(db, location).getMigrations()
    return migrations.some(({ name, executedAt }) => executedAt !== undefined && name > target)
  } catch (error) {
    throw asMigrationError(error)
  } finally {
    await db.destroy()
  }
}

const migratorOf = (db: Kysely<unknown>, { dialect }: StoreLocation) =>
  new Migrator({ db, provider: { getMigrations: async () => migrationsOf(dialect) } })

async function runMigrations(location: StoreLocation, target: string | undefined): Promise<MigrationStep[]> {
  const db = new Kysely<unknown>({ dialect: dialectOf(location) })
  try {
    const migrations = migrationsOf(location.dialect)
    if (target && !Object.hasOwn(migrations, target)) {
      throw new RangeError(
        `There is no migration “${target}”. Available migrations: ${Object.keys(migrations).join(', ')}.`,
      )
    }
    const migrator = migratorOf(db, location)
    const { error, results } = await (target === undefined
      ? migrator.migrateToLatest()
      : migrator.migrateTo(target === '' ? ({ __noMigrations__: true } as const) : target))
    if (error) throw error
    return (results ?? []).map(({ migrationName, direction }) => ({ name: migrationName, direction }))
  } finally {
    await db.destroy()
  }
}

// Node's errors, and PostgreSQL's classes 08 (connection), 28 (authorization), 3D (no such database), 53 (resources), and 57
// (starting up, shutting down).
const UNREACHABLE_CODE = /^E(?!RR_)[A-Z_]+$|^(08|28|3D|53|57)/
const UNREACHABLE_MESSAGE = /timeout|terminated|connection ended/i
const UNKNOWN_MIGRATION = /^corrupted migrations: previously executed migration (\S+) is missing/

/** Turns an error that the operator can fix into StoreUnavailable with a one-line message. */
function asMigrationError(error: unknown): unknown {
  if (!(error instanceof Error)) return new Error(String(error))
  const code = 'code' in error ? String(error.code) : ''
  const isUnreachable = code === '' ? UNREACHABLE_MESSAGE.test(error.message) : UNREACHABLE_CODE.test(code)
  if (isUnreachable) {
    return new StoreUnavailable(`The store cannot be reached: ${error.message || code}.`, { cause: error })
  }
  const [, unknown] = UNKNOWN_MIGRATION.exec(error.message) ?? []
  if (unknown) return new StoreUnavailable(`The store ${whyUnusable(unknown)}`, { cause: error })
  return asUnavailable(error)
}

function dialectOf(location: StoreLocation): KyselyDialect {
  if (location.dialect === 'postgres') {
    const pool = async () => {
      const { createMigrationPool } = await import('../postgres/connection-pool.ts')
      const { Hosts } = await import('../postgres/hosts.ts')
      const hosts = new Hosts(location.url)
      await hosts.findPrimary()
      return createMigrationPool(hosts)
    }
    return new PostgresDialect({ pool })
  }
  mkdirSync(dirname(location.path), { recursive: true, mode: 0o700 })
  // The file holds password hashes, so only its owner may read it. SQLite gives its side files the same mode.
  closeSync(openSync(location.path, 'a', 0o600))
  return {
    createAdapter: () => new TransactionalSqliteAdapter(),
    createDriver: () =>
      new ImmediateSqliteDriver({ database: async () => asKyselyDatabase(openWriting(location.path)) }),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

/** Schema changes are transactional in SQLite (sqlite.org/lang_transaction.html). */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** Takes the write lock when the transaction starts. This is the lock across processes. */
class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
}

/** Adapts node:sqlite to the interface that kysely's driver expects. */
function asKyselyDatabase(db: DatabaseSync) {
  return {
    close: () => db.close(),
    prepare: (sql: string) => {
      const statement = db.prepare(sql)
      const values = (parameters: readonly unknown[]) => parameters as (string | number | null)[]
      return {
        reader: statement.columns().length > 0,
        all: (parameters: readonly unknown[]) => statement.all(...values(parameters)),
        run: (parameters: readonly unknown[]) => statement.run(...values(parameters)),
        iterate: (parameters: readonly unknown[]) => statement.iterate(...values(parameters)),
      }
    },
  }
}
