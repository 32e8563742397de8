// Finds out whether anything uses the SQLite file. Every open connection in WAL mode holds a shared lock on it
// (sqlite.org/wal.html), so an exclusive lock needs no file of its own.
import { DatabaseSync } from 'node:sqlite'
import { StoreUnavailable } from '../store.ts'

const [BUSY, CORRUPT, NOTADB] = [5, 11, 26]
const WAIT_MS = 1_000

/** An existing file that no other connection can open until this one is closed or the process ends. */
export type Exclusive = Disposable & { db: DatabaseSync }

/**
 * Locks an existing file. Throws StoreUnavailable if another process uses it, such as a running server. Returns
 * undefined if the file is damaged or not a database, which nothing can lock.
 */
export function lockExclusively(path: string): Exclusive | undefined {
  const db = new DatabaseSync(path, { timeout: WAIT_MS })
  try {
    db.exec('PRAGMA locking_mode = EXCLUSIVE')
    db.exec('BEGIN EXCLUSIVE')
    return { db, [Symbol.dispose]: () => db.close() }
  } catch (error) {
    db.close()
    const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined
    if (code === CORRUPT || code === NOTADB) return undefined
    if (code !== BUSY) throw error
    throw new StoreUnavailable(`${path} is in use. Stop the server and all other programs that use it.`)
  }
}

/** Moves all changes from the -wal into the file, and keeps the lock. */
export function closeWal({ db }: Exclusive): void {
  db.exec('COMMIT')
  db.exec('PRAGMA journal_mode = DELETE')
  db.exec('BEGIN EXCLUSIVE')
}
