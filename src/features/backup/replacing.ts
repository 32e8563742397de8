// Puts a backup of the SQLite store in place of the current one, which is kept beside it.
import { copyFile, link, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { type ObjectStorage, openObjectStorage } from '../../kernel/outbound/object-storage.ts'
import { migrationsOf, whyUnusable } from '../../kernel/store/migrations/index.ts'
import { asUnavailable } from '../../kernel/store/sqlite/connection.ts'
import { closeWal, type Exclusive, lockExclusively } from '../../kernel/store/sqlite/exclusive.ts'
import { filesBeside } from './copying.ts'
import { copyFiles, fileNamesIn, filesOfBackup } from './files.ts'
import { rebuild } from './restoring.ts'

/** The targets of the store and of the content of its files, and the source of that content. */
type Target = { path: string; files: ObjectStorage; from: Pick<ObjectStorage, 'read'> }

/** The content of the files of a backup. */
export const filesOf = (backup: string): ObjectStorage =>
  openObjectStorage(pathToFileURL(filesBeside(backup)).href, {
    setting: 'LECTERN_FILES_URL',
    credentials: undefined,
  })

export async function restoreContinuous(
  storage: ObjectStorage,
  { atMs, path, files }: Omit<Target, 'from'> & { atMs: number | undefined },
) {
  const rebuilt = `${path}.rebuilt`
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  try {
    const asOfMs = await rebuild(storage, { path: rebuilt, atMs })
    const from = filesOfBackup(storage)
    return { ...(await restoreFile(rebuilt, { path, files, from })), asOfMs }
  } finally {
    await rm(rebuilt, { force: true })
  }
}

/**
 * Checks the backup, then swaps it in atomically. Returns the path of the previous store, which is kept, and the number
 * of missing files. Throws a RangeError if the backup is damaged or not a store of this version, and StoreUnavailable
 * if the current store is in use.
 */
export async function restoreFile(backup: string, { path, files, from }: Target) {
  const draft = `${path}.restoring`
  await stat(backup)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  try {
    await writePrivately(draft)
    await copyFile(backup, draft)
    checkBackup(draft)
    await flush(draft)
    // Files are copied before the store, so that the store never refers to a file that is yet to come.
    const missing = await copyFiles(from, files, fileNamesIn(draft))
    return { kept: await swapIn(draft, path), missing: missing.length }
  } finally {
    for (const suffix of ['', '-wal', '-shm', '-journal']) await rm(`${draft}${suffix}`, { force: true })
  }
}

/** The file contains password hashes, so only the owner may read it, from the start. */
const writePrivately = async (path: string) => void (await (await open(path, 'w', 0o600)).close())

async function flush(path: string): Promise<void> {
  await using file = await open(path, 'r')
  await file.sync()
}

function checkBackup(path: string): void {
  const known = Object.keys(migrationsOf('sqlite'))
  try {
    const db = new DatabaseSync(path)
    try {
      const problems = db.prepare('PRAGMA integrity_check').all()
      if (problems[0]?.integrity_check !== 'ok') throw new RangeError('The backup is damaged.')
      const applied = db.prepare('SELECT name FROM kysely_migration ORDER BY name').all()
      const unknown = applied.map(({ name }) => String(name)).find((name) => !known.includes(name))
      if (unknown) throw new RangeError(`The backup ${whyUnusable(unknown)}`)
      // The copy must be complete without a -wal.
      db.exec('PRAGMA journal_mode = DELETE')
    } finally {
      db.close()
    }
  } catch (error) {
    if (error instanceof RangeError) throw error
    throw new RangeError(`The backup is not a store of Lectern: ${messageOf(error)}.`, { cause: error })
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

async function swapIn(draft: string, path: string): Promise<string | undefined> {
  const exists = await stat(path).then(
    () => true,
    () => false,
  )
  const kept = `${path}.before-${new Date().toISOString().replaceAll(':', '-')}`
  if (exists) {
    using lock = lockCurrent(path)
    if (lock) closeWal(lock)
    // A damaged store keeps its -wal, which must not be applied to the restored file.
    else await keepSideFiles(path, kept)
    await link(path, kept)
    // Windows cannot replace an open file.
    if (process.platform === 'win32') lock?.[Symbol.dispose]()
    await rename(draft, path)
  } else {
    await keepSideFiles(path, kept)
    await rename(draft, path)
  }
  if (process.platform !== 'win32') await flush(dirname(path))
  return exists ? kept : undefined
}

/** Undefined if the file is damaged. */
function lockCurrent(path: string): Exclusive | undefined {
  try {
    return lockExclusively(path)
  } catch (error) {
    throw asUnavailable(error)
  }
}

async function keepSideFiles(path: string, kept: string): Promise<void> {
  for (const suffix of ['-wal', '-journal'])
    await rename(`${path}${suffix}`, `${kept}${suffix}`).catch(() => {})
  await rm(`${path}-shm`, { force: true })
}
