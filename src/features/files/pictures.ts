// Pictures, re-encoded in separate processes, with limits on time and memory, and in fair turns.
import type { ChildProcess } from 'node:child_process'
import { Refusal } from '../../kernel/changes/errors.ts'
import { FairTurns, type Requester } from '../../kernel/lib/security/fair-turns.ts'
import type { PictureFormat, PictureSize } from '../../kernel/lib/web/file-paths.ts'
import { startProcess } from '../../kernel/processes/program-processes.ts'
import type { Drawing } from './drawings.ts'
import { type InvalidFile, invalidFile } from './invalid-file.ts'
import { MAX_PICTURES, PICTURE_TIMEOUT_MS } from './limits.ts'

/** The part of a picture to keep, in shares of its displayed width and height. */
export type Crop = { left: number; top: number; width: number; height: number }

type EncodingTask = { bytes: Uint8Array; crop?: Crop | undefined }
export type PictureTask = EncodingTask | { drawing: Drawing }
export type EncodedPicture = { size: PictureSize; format: PictureFormat; bytes: Buffer<ArrayBuffer> }
export type EncodedPictures = { largest: PictureSize; pictures: EncodedPicture[] }
export type PictureResult =
  | ({ status: 'encoded' } & EncodedPictures)
  | { status: 'drawn'; bytes: Buffer }
  | { status: 'refused'; reason: InvalidFile }
  /** The package that decodes pictures is not installed. */
  | { status: 'unsupported' }

type Waiting = {
  readonly requester: Requester
  readonly task: PictureTask
  resolve(result: PictureResult): void
  reject(error: unknown): void
}

/** A slow picture must not keep others waiting. Each process may take hundreds of megabytes. */
const PROCESSES = 2
const RETRY_SECONDS = 10
/** An idle process costs memory, and a new one starts within a few tenths of a second. */
const IDLE_MS = 30_000

export class Pictures {
  readonly #turns = new FairTurns<Waiting>()
  readonly #waiting = new Map<string, number>()
  readonly #idle = Array.from({ length: PROCESSES }, () => new PictureProcess())
  readonly #processes = [...this.#idle]

  /**
   * Encodes all sizes and formats of a picture. Refuses pictures that cannot be decoded within the limits
   * (`invalid_file`), and any picture while too many others wait (`unavailable`).
   */
  async encode(requester: Requester, task: EncodingTask): Promise<EncodedPictures> {
    const result = await this.#request(requester, task)
    if (result.status === 'encoded') return result
    if (result.status !== 'refused') throw new Refusal('pictures_unsupported')
    throw invalidFile(
      result.reason === 'not_a_picture' && isHeic(task.bytes) ? 'heic_picture' : result.reason,
    )
  }

  /** Draws a PNG. Refuses while too many others wait (`unavailable`), and if pictures are not supported. */
  async draw(requester: Requester, drawing: Drawing): Promise<Buffer> {
    const result = await this.#request(requester, { drawing })
    if (result.status === 'drawn') return result.bytes
    throw new Refusal(result.status === 'unsupported' ? 'pictures_unsupported' : 'unavailable')
  }

  async #request(requester: Requester, task: PictureTask): Promise<PictureResult> {
    const { tenant, client } = requester
    const counts = { all: '', tenant, client: `${tenant} ${client}` }
    if (this.#isFull(counts, 'drawing' in task)) {
      const message = 'Too many pictures are being processed.'
      throw new Refusal('unavailable', { message, retryAfterSeconds: RETRY_SECONDS })
    }
    for (const key of Object.values(counts)) this.#waiting.set(key, this.#count(key) + 1)
    return new Promise<PictureResult>((resolve, reject) => {
      this.#turns.add({ requester, task, resolve, reject })
      void this.#runNext()
    }).finally(() => {
      for (const key of Object.values(counts)) {
        if (this.#count(key) > 1) this.#waiting.set(key, this.#count(key) - 1)
        else this.#waiting.delete(key)
      }
    })
  }

  /** Our own drawings are for all visitors, so they have no limit of one client. */
  #isFull({ all, tenant, client }: Record<'all' | 'tenant' | 'client', string>, isOwn: boolean): boolean {
    const own = this.#count(client)
    if (this.#count(all) >= MAX_PICTURES.full || (!isOwn && own >= MAX_PICTURES.client)) return true
    return own > 0 && (this.#count(all) >= MAX_PICTURES.all || this.#count(tenant) >= MAX_PICTURES.tenant)
  }

  #count(key: string): number {
    return this.#waiting.get(key) ?? 0
  }

  /** Ends the processes. Pictures in progress are refused. */
  [Symbol.dispose](): void {
    for (const one of this.#processes) one[Symbol.dispose]()
  }

  async #runNext(): Promise<void> {
    const free = this.#idle.pop()
    const next = free && this.#turns.next()
    if (free && next) await free.run(next.task).then(next.resolve, next.reject)
    if (free) this.#idle.push(free)
    if (next) void this.#runNext()
  }
}

/** A process that works on one picture at a time. It starts when it is needed, and ends when it is idle. */
class PictureProcess {
  #child: ChildProcess | undefined
  #idle: NodeJS.Timeout | undefined

  /** Refuses a picture that crashes the process or does not finish. */
  run(task: PictureTask): Promise<PictureResult> {
    clearTimeout(this.#idle)
    const { promise, resolve, reject } = Promise.withResolvers<PictureResult>()
    const child = this.#open()
    const refuse = () => resolve({ status: 'refused', reason: 'too_complex' })
    const limit = setTimeout(() => child.kill('SIGKILL'), PICTURE_TIMEOUT_MS)
    child.once('message', resolve).once('exit', refuse).once('error', reject)
    child.send(task, (error) => {
      if (error) refuse()
    })
    return promise.finally(() => {
      clearTimeout(limit)
      child.off('message', resolve).off('exit', refuse).off('error', reject)
      this.#idle = setTimeout(() => this[Symbol.dispose](), IDLE_MS).unref()
    })
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#idle)
    this.#child?.kill('SIGKILL')
  }

  #open(): ChildProcess {
    if (this.#child?.connected) return this.#child
    const child = startProcess('features/files/picture-process')
    this.#child = child
    return child
  }
}

/** Whether a picture is in the format of phones (ISO/IEC 23008-12), whose codec needs a license. */
const isHeic = (bytes: Uint8Array): boolean =>
  /^ftyp(?:he[iv]|mif1|msf1)/.test(Buffer.from(bytes.subarray(4, 12)).toString('latin1'))
