// A consistent copy of the SQLite store and its files, while the server runs.
import { rmSync } from 'node:fs'
import { access, chmod, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { workerModule } from '../../kernel/lib/program-files.ts'
import { openObjectStorage } from '../../kernel/outbound/object-storage.ts'
import { asUnavailable } from '../../kernel/store/sqlite/connection.ts'
import { copyFiles, fileNamesIn } from './files.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The folder beside a backup with the content of uploaded files. */
export const filesBeside = (backup: string): string => `${backup}.files`

/**
 * Copies the content of files before the store and again after it, so that no file is missing that was removed or added
 * in between. Files that the copy of the store does not refer to are deleted from the backup.
 */
export async function copyWithFiles({ path, filesUrl }: { path: string; filesUrl: string }, file: string) {
  await access(path)
  await access(dirname(file))
  const server = folderAt(filesUrl)
  const backup = folderAt(pathToFileURL(filesBeside(file)).href)
  await copyFiles(server, backup, await server.list())
  const pages = await copy(path, file)
  const needed = new Set(fileNamesIn(file))
  await copyFiles(server, backup, [...needed])
  for (const name of await backup.list()) if (!needed.has(name)) await backup.remove(name)
  return { pages, files: needed.size }
}

const folderAt = (url: string) =>
  openObjectStorage(url, { setting: 'LECTERN_FILES_URL', credentials: undefined })

/** Copies to a temporary name first, so that an interrupted copy is never mistaken for a complete one. */
export async function copy(from: string, to: string): Promise<number> {
  const draft = `${to}.part`
  await access(from)
  const removeDraft = () => {
    for (const path of [draft, `${draft}-journal`]) rmSync(path, { force: true })
  }
  const end = (signal: NodeJS.Signals) => {
    removeDraft()
    process.kill(process.pid, signal)
  }
  for (const signal of SIGNALS) process.once(signal, end)
  try {
    // The file contains password hashes, so only the owner may read it, from the start.
    await (await open(draft, 'w', 0o600)).close()
    await chmod(draft, 0o600)
    const pages = await copyPages(from, draft)
    await flush(draft)
    await rename(draft, to)
    return pages
  } finally {
    removeDraft()
    for (const signal of SIGNALS) process.off(signal, end)
  }
}

/** Resolves with the number of pages. The copy is a single read of the file, however often others change it. */
async function copyPages(from: string, to: string): Promise<number> {
  const worker = new Worker(workerModule('features/backup/backup-worker'), { workerData: { from, to } })
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  worker.once('message', resolve).once('error', (error) => reject(asUnavailable(error)))
  return await promise
}

async function flush(path: string): Promise<void> {
  await using file = await open(path, 'r')
  await file.sync()
}
