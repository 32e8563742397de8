// Checks whether the SQLite file can serve requests: its tables exist, it is still the file at its path, and the disk
// accepts writes.
import { open, rm, stat } from 'node:fs/promises'
import type { DatabaseSync } from 'node:sqlite'

/** More than a commit usually needs, so that a full disk is reported before the first change fails. */
const PROBE = Buffer.alloc(256 * 1024)
/** Probing syncs the disk, so checks within this time share one result. */
const VALID_MS = 1_000

/** Leaves out tables of SQLite itself, such as its statistics, which appear with the first ANALYZE. */
const TABLES =
  "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*' ORDER BY name"

/** Returns a function that checks the file of an open connection. It never throws. */
export function createReadinessCheck(db: DatabaseSync, path: string): () => Promise<boolean> {
  const tables = JSON.stringify(db.prepare(TABLES).all())
  let last: { atMs: number; result: Promise<boolean> } | undefined
  const check = async (): Promise<boolean> => {
    try {
      const isComplete = JSON.stringify(db.prepare(TABLES).all()) === tables
      return isComplete && (await isSameFile(path)) && (await canWriteBeside(path))
    } catch {
      return false
    }
  }
  const isSameFile = async (at: string) => (await stat(at)).ino === (await opened).ino
  const opened = stat(path)
  // The check reports this failure.
  opened.catch(() => {})
  return () => {
    const nowMs = performance.now()
    if (last === undefined || nowMs - last.atMs > VALID_MS) last = { atMs: nowMs, result: check() }
    return last.result
  }
}

async function canWriteBeside(path: string): Promise<boolean> {
  const probe = `${path}-probe-${process.pid}`
  try {
    await using file = await open(probe, 'w', 0o600)
    await file.writeFile(PROBE)
    await file.sync()
    return true
  } finally {
    await rm(probe, { force: true })
  }
}
