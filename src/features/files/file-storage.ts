// Storage for the content of files: a folder or S3-compatible storage. Pictures that are read often stay in memory.
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ByteCache } from '../../kernel/lib/data/byte-cache.ts'
import { FilesUnavailable } from '../../kernel/outbound/files-unavailable.ts'
import { MissingObject } from '../../kernel/outbound/missing-object.ts'
import type { ObjectStorage } from '../../kernel/outbound/object-storage.ts'

const MAX_MEMORY_BYTES = 32 * 1024 * 1024

export class FileStorage {
  readonly #storage: ObjectStorage
  readonly #pictures = new ByteCache<Buffer>(MAX_MEMORY_BYTES)

  constructor(storage: ObjectStorage) {
    this.#storage = storage
  }

  put(name: string, content: Buffer<ArrayBuffer>): Promise<void> {
    return this.#storage.put(name, content).catch(unavailable)
  }

  /** Undefined if the object does not exist. */
  async readPicture(name: string): Promise<Buffer | undefined> {
    const known = this.#pictures.peek(name)
    if (known) {
      this.#pictures.use(name)
      return known
    }
    const stream = await this.open(name)
    if (!stream) return undefined
    const picture = await buffer(stream).catch(unavailable)
    this.#pictures.store(name, picture, picture.length)
    return picture
  }

  /** Undefined if the object does not exist. */
  open(name: string): Promise<Readable | undefined> {
    return this.#storage.read(name).catch((error) => {
      if (error instanceof MissingObject) return undefined
      return unavailable(error)
    })
  }

  list(): Promise<string[]> {
    return this.#storage.list().catch(unavailable)
  }

  async remove(name: string): Promise<void> {
    this.#pictures.remove(name)
    await this.#storage.remove(name).catch(unavailable)
  }
}

function unavailable(cause: unknown): never {
  throw new FilesUnavailable('The storage of files cannot be used.', { cause })
}
