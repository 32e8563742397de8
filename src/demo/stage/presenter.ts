// Somebody on the stage of a video room who is no browser: sends a clip again and again.
import { randomInt } from 'node:crypto'
import type { Certificate } from '../../features/video/media/connection.ts'
import { writeHeader } from '../../features/video/media/rtp.ts'
import type { Clip, Frame } from './clip.ts'
import { formats, MediaClient, readPlace } from './media-client.ts'

const TICK_MS = 10
const MAX_PAYLOAD_BYTES = 1_100
const KEEP_ALIVE_MS = 3_000
/** The descriptors of the first and of other packets of a frame (RFC 7741, section 4.2). */
const [FIRST, OTHER] = [Buffer.from([0x10]), Buffer.from([0x00])]

type Kind = keyof typeof formats

/** Connects as an answer says, and sends until `close` is called. */
export class Presenter {
  readonly #client: MediaClient
  readonly #clip: Clip
  readonly #next: Record<Kind, { frame: number; round: number; index: number }>
  #timers: NodeJS.Timeout[] = []
  #startMs = 0

  constructor(certificate: Certificate, clip: Clip) {
    this.#client = new MediaClient(certificate)
    this.#clip = clip
    const next = () => ({ frame: 0, round: 0, index: randomInt(1, 2 ** 15) })
    this.#next = { sound: next(), picture: next() }
  }

  async start(answer: string): Promise<void> {
    await this.#client.connect(readPlace(answer))
    this.#startMs = performance.now()
    this.#timers = [
      setInterval(() => this.#send(), TICK_MS),
      setInterval(() => this.#client.keepAlive(), KEEP_ALIVE_MS),
    ]
    for (const timer of this.#timers) timer.unref()
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer)
    this.#client.close()
  }

  #send(): void {
    const elapsedMs = performance.now() - this.#startMs
    for (const [kind, frames] of [
      ['sound', this.#clip.sounds],
      ['picture', this.#clip.pictures],
    ] as const) {
      const next = this.#next[kind]
      for (;;) {
        const frame = frames[next.frame]
        const atMs = next.round * this.#clip.durationMs + (frame?.atMs ?? 0)
        if (!frame || atMs > elapsedMs) break
        this.#sendFrame(kind, frame, atMs)
        next.frame += 1
        if (next.frame === frames.length) Object.assign(next, { frame: 0, round: next.round + 1 })
      }
    }
  }

  #sendFrame(kind: Kind, { bytes }: Frame, atMs: number): void {
    const { type, clockRate } = formats[kind]
    const next = this.#next[kind]
    for (let at = 0; at < bytes.length; at += MAX_PAYLOAD_BYTES) {
      const part = bytes.subarray(at, at + MAX_PAYLOAD_BYTES)
      const isLast = at + MAX_PAYLOAD_BYTES >= bytes.length
      const header = writeHeader({
        ...{ payloadType: type, ssrc: type, isMarked: isLast && kind === 'picture' },
        ...{ sequenceNumber: next.index & 0xffff, timestamp: Math.round((atMs / 1000) * clockRate) >>> 0 },
        extension: undefined,
      })
      const payload = kind === 'picture' ? Buffer.concat([at === 0 ? FIRST : OTHER, part]) : part
      this.#client.sendPacket(header, payload, next.index)
      next.index += 1
    }
  }
}
