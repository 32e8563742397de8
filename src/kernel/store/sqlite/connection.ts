// Connections to the SQLite file: the settings that make commits durable, and prepared statements.
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { StoredRow } from '../sql/columns.ts'
import type { Query, Write } from '../sql/statements.ts'
import { StoreUnavailable } from '../store.ts'

const FULL = 2
const BUSY_TIMEOUT_MS = 10_000
const WAL_LIMIT_BYTES = 8 * 1024 * 1024

/** Opens the file for writing: WAL, and every commit synced to the disk before it is answered. */
export function openWriting(path: string): DatabaseSync {
  const db = new DatabaseSync(path)
  db.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`)
  db.exec('PRAGMA journal_mode = WAL')
  // Limits the size of a -wal that grew during a long read, once the read has ended.
  db.exec(`PRAGMA journal_size_limit = ${WAL_LIMIT_BYTES}`)
  db.exec('PRAGMA synchronous = FULL')
  db.exec('PRAGMA foreign_keys = ON')
  // Keeps a change in memory until it is committed, however large it is.
  db.exec('PRAGMA cache_spill = OFF')
  assertDurable(db)
  return db
}

/** Empties the -wal if no reader needs it, and reports whether it is empty. Never waits for readers. */
export function truncateWal(db: DatabaseSync): boolean {
  db.exec('PRAGMA busy_timeout = 0')
  try {
    return db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0
  } catch {
    // A disk that cannot be written is reported by the next change.
    return false
  } finally {
    db.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`)
  }
}

/** Makes a commit that changes nothing. */
export function canCommit(db: DatabaseSync): boolean {
  try {
    const version = Number(db.prepare('PRAGMA user_version').get()?.user_version)
    db.exec(`PRAGMA user_version = ${version}`)
    return true
  } catch {
    return false
  }
}

/** Opens the file for reading only. */
export function openReading(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { readOnly: true })
  db.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`)
  db.exec('PRAGMA mmap_size = 268435456')
  return db
}

/** Throws unless a commit is on the disk when it returns. */
function assertDurable(db: DatabaseSync): void {
  const synchronous = db.prepare('PRAGMA synchronous').get()?.synchronous
  const journal = db.prepare('PRAGMA journal_mode').get()?.journal_mode
  if (synchronous !== FULL || journal !== 'wal') {
    throw new Error(
      `SQLite must use synchronous=FULL and WAL mode, not ${String(synchronous)} and ${String(journal)}.`,
    )
  }
}

/** Runs statements on one connection, each prepared once. */
export class Session {
  readonly #db: DatabaseSync
  readonly #prepared = new Map<string, StatementSync>()

  constructor(db: DatabaseSync) {
    this.#db = db
  }

  read<T>({ statement, values, decode }: Query<T>): T {
    const compiled = statement.for('sqlite')
    // The row types of node:sqlite are wider than our tables, which hold only text, numbers, and null.
    return decode(this.#prepare(compiled.sql).all(...compiled.bind(values)) as StoredRow[])
  }

  write({ statement, values, narrow = statement }: Write): void {
    const compiled = narrow.for('sqlite')
    this.#prepare(compiled.sql).run(...compiled.bind(values))
  }

  /** Differs after each commit of another connection (sqlite.org/pragma.html#pragma_data_version). */
  dataVersion(): number {
    return Number(this.#prepare('PRAGMA data_version').get()?.data_version)
  }

  exec(sql: string): void {
    this.#prepare(sql).run()
  }

  #prepare(sql: string): StatementSync {
    let prepared = this.#prepared.get(sql)
    if (!prepared) {
      prepared = this.#db.prepare(sql)
      this.#prepared.set(sql, prepared)
    }
    return prepared
  }
}

/** Whether an error is the violation of a unique constraint. */
export const isUniqueViolation = (error: unknown): boolean => errcodeOf(error) === SQLITE_CONSTRAINT_UNIQUE

/** Turns failures of the file or the disk into StoreUnavailable. Other errors are bugs and are returned as they are. */
export function asUnavailable(error: unknown): unknown {
  const code = errcodeOf(error)
  const isStorage = code !== undefined && STORAGE_ERRORS.has(code & 0xff)
  if (!isStorage || !(error instanceof Error)) return error
  return new StoreUnavailable(`The SQLite file cannot be used: ${error.message}.`, { cause: error })
}

/** The extended result code. */
const errcodeOf = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) : undefined

const SQLITE_CONSTRAINT_UNIQUE = 2067
// SQLITE_BUSY, LOCKED, READONLY, IOERR, CORRUPT, FULL, CANTOPEN, NOTADB (sqlite.org/rescode.html)
const STORAGE_ERRORS = new Set([5, 6, 8, 10, 11, 13, 14, 26])
