// Pictures, re-encoded in a separate process: one at a time, with limits on time and memory, and in fair turns.
import type { ChildProcess } from 'node:child_process'
import { FairTurns, type Requester } from '../../lib/security/fair-turns.ts'
import type { PictureFormat, PictureSize } from '../../lib/web/file-paths.ts'
import { Refusal } from '../changes/errors.ts'
import { startProcess } from '../program-processes.ts'
import type { Drawing } from './drawings.ts'
import { type InvalidFile, invalidFile } from './invalid-file.ts'

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

const MAX_TASK_MS = 20_000
const MAX_WAITING = 40
const RETRY_SECONDS = 10
/** An idle process costs memory, and a new one starts within a few tenths of a second. */
const IDLE_MS = 30_000

export class Pictures {
  readonly #turns = new FairTurns<Waiting>()
  #waiting = 0
  #isRunning = false
  #process: ChildProcess | undefined
  #idle: NodeJS.Timeout | undefined

  /**
   * Encodes all sizes and formats of a picture. Refuses pictures that cannot be decoded within the limits
   * (`invalid_file`), and any picture while too many others wait (`unavailable`).
   */
  async encode(requester: Requester, task: EncodingTask): Promise<EncodedPictures> {
    const result = await this.#request(requester, task)
    if (result.status === 'encoded') return result
    throw result.status === 'refused' ? invalidFile(result.reason) : new Refusal('pictures_unsupported')
  }

  /** Draws a PNG. Refuses while too many others wait (`unavailable`), and if pictures are not supported. */
  async draw(requester: Requester, drawing: Drawing): Promise<Buffer> {
    const result = await this.#request(requester, { drawing })
    if (result.status === 'drawn') return result.bytes
    throw new Refusal(result.status === 'unsupported' ? 'pictures_unsupported' : 'unavailable')
  }

  async #request(requester: Requester, task: PictureTask): Promise<PictureResult> {
    if (this.#waiting >= MAX_WAITING) {
      const message = 'Too many pictures are being processed.'
      throw new Refusal('unavailable', { message, retryAfterSeconds: RETRY_SECONDS })
    }
    this.#waiting += 1
    return new Promise<PictureResult>((resolve, reject) => {
      this.#turns.add({ requester, task, resolve, reject })
      void this.#runNext()
    }).finally(() => {
      this.#waiting -= 1
    })
  }

  /** Ends the process. A picture in progress is refused. */
  [Symbol.dispose](): void {
    clearTimeout(this.#idle)
    this.#process?.kill('SIGKILL')
  }

  async #runNext(): Promise<void> {
    if (this.#isRunning) return
    const next = this.#turns.next()
    if (!next) return
    this.#isRunning = true
    clearTimeout(this.#idle)
    await this.#run(next.task).then(next.resolve, next.reject)
    this.#isRunning = false
    this.#idle = setTimeout(() => this[Symbol.dispose](), IDLE_MS).unref()
    void this.#runNext()
  }

  /** Refuses a picture that crashes the process or does not finish. */
  #run(task: PictureTask): Promise<PictureResult> {
    const { promise, resolve, reject } = Promise.withResolvers<PictureResult>()
    const child = this.#open()
    const refuse = () => resolve({ status: 'refused', reason: 'too_complex' })
    const limit = setTimeout(() => child.kill('SIGKILL'), MAX_TASK_MS)
    child.once('message', resolve).once('exit', refuse).once('error', reject)
    child.send(task, (error) => {
      if (error) refuse()
    })
    return promise.finally(() => {
      clearTimeout(limit)
      child.off('message', resolve).off('exit', refuse).off('error', reject)
    })
  }

  #open(): ChildProcess {
    if (this.#process?.connected) return this.#process
    const child = startProcess('domain/files/picture-process')
    this.#process = child
    return child
  }
}
