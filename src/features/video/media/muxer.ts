// Puts pictures and sound together into segments. Silence fills the gaps of the sound.
import { SECOND_MS } from '../../../kernel/lib/time/units.ts'
import { OPUS } from '../streams/hls/opus.ts'
import { type Segment, Segmenter } from '../streams/hls/segmenter.ts'
import type { MediaTag } from '../streams/rtmp/media-tags.ts'
import { type EndReason, StreamEnd } from '../streams/stream-end.ts'
import type { H264Picture } from './h264.ts'
import { lastsPacketMs, PACKET_MS, SILENCE } from './opus.ts'

/** Sound that is later than this is replaced by silence. */
const SOUND_WAIT_MS = 200
/** How far sound can be from its time before silence is added or packets are left out. */
const SOUND_DRIFT_MS = 40
/** A stream with a longer gap begins again. */
const MAX_GAP_MS = 3 * SECOND_MS

type Options = {
  onSegment(segment: Segment): void
  /** A segment that exceeds a limit of streams is left out, and another stream begins. */
  onExcess(reason: EndReason): void
  /** Segments are at least this long. */
  segmentMs?: number
}

export class Muxer {
  readonly #options: Options
  #segmenter: Segmenter | undefined
  #config: Buffer | undefined
  #lastPictureMs = Number.NEGATIVE_INFINITY
  #lastKeyMs = Number.NEGATIVE_INFINITY
  #nextSoundMs = Number.POSITIVE_INFINITY

  constructor(options: Options) {
    this.#options = options
  }

  /** Times are those of this process. Those of pictures and key frames that have never come are in the infinite past. */
  get lastPictureMs(): number {
    return this.#lastPictureMs
  }

  get lastKeyMs(): number {
    return this.#lastKeyMs
  }

  addPicture({ isKey, config, data }: Omit<H264Picture, 'timestamp'>, atMs: number): void {
    const timeMs = Math.max(Math.round(atMs), this.#lastPictureMs + 1)
    const isNew = !this.#segmenter || !this.#config?.equals(config)
    if (isNew || timeMs - this.#lastPictureMs > MAX_GAP_MS) {
      // A stream begins with a key frame.
      if (!isKey) return
      this.#begin(config, timeMs)
    }
    this.#add({ kind: 'video', timeMs, compositionMs: 0, isKey, data })
    this.#lastPictureMs = timeMs
    if (isKey) this.#lastKeyMs = performance.now()
  }

  addSound(data: Buffer, timeMs: number): void {
    if (!lastsPacketMs(data) || timeMs < this.#nextSoundMs - SOUND_DRIFT_MS) return
    this.#addSilence(timeMs - SOUND_DRIFT_MS)
    this.#addPacket(data)
  }

  /** Replaces sound that is late. Call this a few times a second. */
  fillSound(): void {
    this.#addSilence(performance.now() - SOUND_WAIT_MS)
  }

  /** Players need another header for pictures of another format. */
  #begin(config: Buffer, timeMs: number): void {
    if (timeMs - this.#lastPictureMs <= MAX_GAP_MS) {
      this.#addSilence(timeMs)
      this.#withinLimits(() => this.#segmenter?.end(timeMs))
    }
    this.#segmenter = new Segmenter({ ...this.#options, now: () => performance.now(), audio: OPUS })
    this.#config = config
    this.#add({ kind: 'video_config', data: config })
    this.#nextSoundMs = timeMs
  }

  #addSilence(untilMs: number): void {
    while (this.#nextSoundMs < untilMs) this.#addPacket(SILENCE)
  }

  #addPacket(data: Buffer): void {
    const timeMs = this.#nextSoundMs
    this.#nextSoundMs += PACKET_MS
    this.#add({ kind: 'audio', timeMs, data })
  }

  #add(tag: MediaTag): void {
    this.#withinLimits(() => this.#segmenter?.add(tag))
  }

  #withinLimits(work: () => unknown): void {
    try {
      work()
    } catch (error) {
      if (!(error instanceof StreamEnd)) throw error
      this.#segmenter = undefined
      this.#nextSoundMs = Number.POSITIVE_INFINITY
      this.#options.onExcess(error.reason)
    }
  }
}
