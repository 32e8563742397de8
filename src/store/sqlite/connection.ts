// Connections to the SQLite file: settings that durability rests on, and prepared statements.
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { StoredRow } from '../sql/columns.ts'
import type { Query, Write } from '../sql/statements.ts'
import { StoreUnavailable } from '../store.ts'

const FULL = 2

/** Opens the file for writing: WAL, and every commit synced to the disk before it is answered. */
export function openWriting(path: string): DatabaseSync {
  const db = new DatabaseSync(path)
  db.exec('PRAGMA busy_timeout = 10000')
  db.exec('PRAGMA journal_mode = WAL')
  db.exec('PRAGMA synchronous = FULL')
  db.exec('PRAGMA foreign_keys = ON')
  // Nothing of a change comes to the disk before it is committed, however long it is.
  db.exec('PRAGMA cache_spill = OFF')
  assertDurable(db)
  return db
}

/** Opens the file for reading only. */
export function openReading(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { readOnly: true })
  db.exec('PRAGMA busy_timeout = 10000')
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
    // node:sqlite types its rows more widely than our tables, which hold only text, integers and null.
    return decode(this.#prepare(compiled.sql).all(...compiled.bind(values)) as StoredRow[])
  }

  write({ statement, values }: Write): void {
    const compiled = statement.for('sqlite')
    this.#prepare(compiled.sql).run(...compiled.bind(values))
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

/** Turns failures of the file or the disk into StoreUnavailable. Other errors are bugs and stay as they are. */
export function asUnavailable(error: unknown): unknown {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined
  const isStorage = code !== undefined && STORAGE_ERRORS.has(code)
  return isStorage ? new StoreUnavailable('The SQLite file cannot be used.', { cause: error }) : error
}

// SQLITE_BUSY, LOCKED, READONLY, IOERR, CORRUPT, FULL, CANTOPEN, NOTADB (sqlite.org/rescode.html)
const STORAGE_ERRORS = new Set([5, 6, 8, 10, 11, 13, 14, 26])
