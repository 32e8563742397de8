// S3-compatible storage. Large objects are sent and read in parts, so that memory stays small and a lost connection
// costs only one part.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ObjectStorage } from './object-storage.ts'
import { S3Error } from './s3-errors.ts'
import { type S3Request, S3Requests, type S3RequestsOptions, textOf } from './s3-requests.ts'

/** An object has at most 10,000 parts, so a compressed snapshot can have 80 GB. */
const PART_BYTES = 8 * 1024 * 1024
/** The maximum that the protocol allows. */
const PAGE_OBJECTS = 1_000

type Options = S3RequestsOptions & { partBytes?: number; pageObjects?: number }

export class S3Storage implements ObjectStorage {
  readonly #requests: S3Requests
  readonly #setting: string
  readonly #prefix: string
  readonly #partBytes: number
  readonly #pageObjects: number

  constructor({ partBytes = PART_BYTES, pageObjects = PAGE_OBJECTS, ...options }: Options) {
    this.#requests = new S3Requests(options)
    this.#setting = options.setting
    this.#prefix = options.location.prefix
    this.#partBytes = partBytes
    this.#pageObjects = pageObjects
  }

  async put(name: string, content: Buffer<ArrayBuffer>): Promise<void> {
    await this.#send('PUT', name, { body: content })
  }

  async putFile(name: string, path: string, signal: AbortSignal): Promise<void> {
    const { size } = await stat(path)
    const readPart = (start: number) =>
      buffer(createReadStream(path, { start, end: start + this.#partBytes - 1 }))
    if (size <= this.#partBytes) return await this.put(name, await readPart(0))
    const started = await this.#send('POST', name, { query: { uploads: '' } })
    const uploadId = textOf(started.body, 'UploadId') ?? ''
    try {
      const parts: string[] = []
      for (let start = 0; start < size; start += this.#partBytes) {
        signal.throwIfAborted()
        const partNumber = String(parts.length + 1)
        const body = await readPart(start)
        const { headers } = await this.#send('PUT', name, { query: { partNumber, uploadId }, body })
        const tag = headers.get('etag') ?? ''
        parts.push(`<Part><PartNumber>${partNumber}</PartNumber><ETag>${tag}</ETag></Part>`)
      }
      const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
      await this.#send('POST', name, { query: { uploadId }, body: Buffer.from(body) })
    } catch (error) {
      // Otherwise, the parts would stay stored and billed. If this fails, too, the first error matters.
      await this.#send('DELETE', name, { query: { uploadId } }).catch(() => {})
      throw error
    }
  }

  async read(name: string): Promise<Readable> {
    const parts = this.#readParts(name)
    // Read before the stream is returned, so that a missing object is already known.
    const first = await parts.next()
    const all = async function* () {
      if (!first.done) yield first.value
      yield* parts
    }
    return Readable.from(all(), { highWaterMark: 1 })
  }

  async *#readParts(name: string): AsyncGenerator<Buffer> {
    let [position, size] = [0, 1]
    while (position < size) {
      const range = `bytes=${position}-${position + this.#partBytes - 1}`
      const { headers, body } = await this.#send('GET', name, {
        headers: { range },
        responseBytes: this.#partBytes,
      })
      yield body
      position += body.length
      size = Number(/\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1] ?? position)
    }
  }

  async list(): Promise<string[]> {
    const names: string[] = []
    const query = { 'list-type': '2', prefix: this.#prefix, 'max-keys': String(this.#pageObjects) }
    let next: { 'continuation-token'?: string } | undefined = {}
    while (next) {
      const { body } = await this.#requests.send({ method: 'GET', key: '', query: { ...query, ...next } })
      for (const [, key = ''] of body.toString().matchAll(/<Key>([^<]*)<\/Key>/g))
        names.push(key.slice(this.#prefix.length))
      const token = textOf(body, 'NextContinuationToken')
      const isTruncated = textOf(body, 'IsTruncated')
      // A list that silently lacks objects would cause an incomplete restore.
      if (isTruncated === undefined || (isTruncated === 'true' && token === undefined))
        throw new S3Error(this.#setting, 'the service did not answer with a list of objects')
      next = isTruncated === 'true' && token !== undefined ? { 'continuation-token': token } : undefined
    }
    return names.sort()
  }

  async remove(name: string): Promise<void> {
    await this.#send('DELETE', name)
  }

  #send(method: string, name: string, options: Omit<S3Request, 'method' | 'key'> = {}) {
    return this.#requests.send({ method, key: `${this.#prefix}${name}`, ...options })
  }
}
