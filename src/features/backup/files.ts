// The content of uploaded files in backups of the SQLite store. Names are never reused, so objects that a backup has
// are not copied again.
import { DatabaseSync } from 'node:sqlite'
import { buffer } from 'node:stream/consumers'
import { namesOfFile } from '../../kernel/lib/web/picture-sizes.ts'
import { MissingObject } from '../../kernel/outbound/missing-object.ts'
import type { ObjectStorage } from '../../kernel/outbound/object-storage.ts'

/** The folder of files in a continuous backup, beside the runs of the store. */
const FOLDER = 'files/'
/** An empty object that marks a file removed from the server: `removed/<epoch ms>-<name>`. */
const REMOVED = /^removed[/\\](\d+)-(.+)$/

/** Names contain the path separator of the machine. */
const nameIn = (object: string): string | undefined =>
  /^files[/\\]/.test(object) ? object.slice(FOLDER.length) : undefined

/** Copies the objects that `to` lacks. Returns the names that `from` lacks, too. */
export async function copyFiles(
  from: Pick<ObjectStorage, 'read'>,
  to: Pick<ObjectStorage, 'list' | 'put'>,
  names: readonly string[],
): Promise<string[]> {
  const known = new Set(await to.list())
  const missing: string[] = []
  for (const name of names) {
    if (known.has(name)) continue
    const content = await contentOf(from, name)
    if (content) await to.put(name, content)
    else missing.push(name)
  }
  return missing
}

/** Undefined if the object does not exist. */
async function contentOf(storage: Pick<ObjectStorage, 'read'>, name: string) {
  try {
    return await buffer(await storage.read(name))
  } catch (error) {
    if (error instanceof MissingObject) return undefined
    throw error
  }
}

/** The objects of all files that the SQLite file refers to; none if the file is older than uploads. */
export function fileNamesIn(path: string): string[] {
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    const [table] = db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'files'`).all()
    const rows = table ? db.prepare('SELECT path FROM files WHERE removed_at IS NULL').all() : []
    return rows.flatMap((row) => namesOfFile(String(row.path)))
  } finally {
    db.close()
  }
}

/** The files of a continuous backup as a storage of their own. */
export const filesOfBackup = (storage: ObjectStorage): Pick<ObjectStorage, 'read' | 'list' | 'put'> => ({
  read: (name) => storage.read(`${FOLDER}${name}`),
  put: (name, content) => storage.put(`${FOLDER}${name}`, content),
  list: async () => (await storage.list()).flatMap((object) => nameIn(object) ?? []),
})

/** Sends the files of the server to its continuous backup. */
export class FileShipper {
  readonly #from: ObjectStorage
  readonly #to: ReturnType<typeof filesOfBackup>
  #sent: Set<string> | undefined

  constructor(from: ObjectStorage, backup: ObjectStorage) {
    this.#from = from
    this.#to = filesOfBackup(backup)
  }

  /**
   * Runs after changes of the store are read and before they are sent, so that the backup has every file they refer to.
   */
  async send(): Promise<void> {
    const sent = this.#sent ?? new Set(await this.#to.list())
    this.#sent = sent
    for (const name of await this.#from.list()) {
      if (sent.has(name)) continue
      const content = await contentOf(this.#from, name)
      if (content) await this.#to.put(name, content)
      sent.add(name)
    }
  }
}

/** Deletes files that the server removed before `beforeMs`, and marks files that it has removed since. */
export async function removeOldFiles(
  server: ObjectStorage,
  backup: ObjectStorage,
  { nowMs, beforeMs }: { nowMs: number; beforeMs: number },
): Promise<void> {
  const objects = await backup.list()
  const present = new Set(await server.list())
  const removed = new Map(
    objects.flatMap((object) => {
      const [, ms, name] = REMOVED.exec(object) ?? []
      return name === undefined ? [] : [[name, { object, ms: Number(ms) }] as const]
    }),
  )
  for (const name of objects.flatMap((object) => nameIn(object) ?? [])) {
    const note = removed.get(name)
    if (!present.has(name) && !note) await backup.put(`removed/${nowMs}-${name}`, Buffer.alloc(0))
    // A restored store has brought the file back.
    if (present.has(name) && note) await backup.remove(note.object)
    if (!present.has(name) && note && note.ms < beforeMs) {
      await backup.remove(`${FOLDER}${name}`)
      await backup.remove(note.object)
    }
  }
}
