// Storage for files and continuous backups: a folder, such as one on another disk or machine, or S3-compatible storage.
import { copyFile, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { parseS3Url, type S3Credentials } from '../lib/web/s3.ts'
import { MissingObject } from './missing-object.ts'
import { S3Storage } from './s3-storage.ts'

/** Objects by name. Listed objects are complete. */
export interface ObjectStorage {
  put(name: string, content: Buffer<ArrayBuffer>): Promise<void>
  /** Copies a file of any size. The signal ends it between two parts of the file. */
  putFile(name: string, path: string, signal: AbortSignal): Promise<void>
  /** Throws MissingObject if there is no object with this name. */
  read(name: string): Promise<Readable>
  list(): Promise<string[]>
  remove(name: string): Promise<void>
}

type Options = {
  /** The setting that contains the URL, for error messages. */
  setting: string
  /** Needed only for storage at an `s3:` URL. */
  credentials: S3Credentials | undefined
  /** Ends all network requests. */
  signal?: AbortSignal
}

/** The storage at a `file:` or `s3:` URL. */
export function openObjectStorage(url: string, { setting, credentials, signal }: Options): ObjectStorage {
  const location = parseS3Url(url)
  if (!location) return new FolderStorage(fileURLToPath(url))
  if (!credentials) throw new RangeError('S3-compatible storage needs credentials.')
  return new S3Storage({ setting, location, credentials, ...(signal ? { signal } : {}) })
}

class FolderStorage implements ObjectStorage {
  readonly #folder: string
  constructor(folder: string) {
    this.#folder = folder
  }

  put(name: string, content: Buffer<ArrayBuffer>): Promise<void> {
    return this.#write(name, (draft) => writeFile(draft, content, { mode: 0o600 }))
  }

  putFile(name: string, path: string): Promise<void> {
    return this.#write(name, (draft) => copyFile(path, draft))
  }

  async read(name: string): Promise<Readable> {
    const file = await open(join(this.#folder, name)).catch((error) => {
      throw error.code === 'ENOENT' ? new MissingObject(name) : error
    })
    return file.createReadStream()
  }

  async list(): Promise<string[]> {
    const entries = await readdir(this.#folder, { recursive: true, withFileTypes: true }).catch(noneIfMissing)
    const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.part'))
    return files.map(({ parentPath, name }) => join(parentPath, name).slice(this.#folder.length + 1)).sort()
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.#folder, name), { force: true })
  }

  async #write(name: string, write: (draft: string) => Promise<void>): Promise<void> {
    const path = join(this.#folder, name)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await write(`${path}.part`)
    {
      await using file = await open(`${path}.part`, 'r')
      await file.sync()
    }
    await rename(`${path}.part`, path)
  }
}

/** A folder does not exist before its first object. */
function noneIfMissing(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return []
  throw error
}
