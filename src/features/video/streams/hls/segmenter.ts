// Cuts a stream into segments at key frames, and ends it if it exceeds a limit.
import { MAX_BITS_PER_SECOND, MAX_KEY_FRAMES_MS } from '../../limits.ts'
import type { MediaTag } from '../rtmp/media-tags.ts'
import { StreamEnd } from '../stream-end.ts'
import { audioFormatOf } from './aac.ts'
import { headerOf, type Run, type Sample, segmentOf, type Tracks } from './boxes.ts'
import { type VideoFormat, videoFormatOf } from './h264.ts'
import type { SoundFormat } from './sound.ts'

export type Segment = {
  /** The header of the stream, with its first segment. */
  header: Uint8Array | undefined
  data: Uint8Array
  durationMs: number
  width: number
  height: number
  /** The longest time from one key frame to the next. */
  keyFramesMs: number
}

type Picture = Omit<Sample, 'duration'> & { timeMs: number }
type Options = {
  /** Milliseconds that never decrease. */
  now(): number
  onSegment(segment: Segment): void
  /** The format of the sound, for streams that do not begin with it. */
  audio?: SoundFormat
  /** Segments are at least this long. */
  segmentMs?: number
}

const SEGMENT_MS = 2_000
/** Encoders do not place key frames exactly. */
const KEY_FRAMES_TOLERANCE_MS = 250
/** One segment can need more than the average. */
const PEAK = 1.25
const MAX_JUMP_MS = 10_000
/** How far a stream can be ahead of the time that has passed. */
const MAX_AHEAD_MS = 30_000
/** Times of RTMP are in milliseconds, so those of sound are off by less than this. */
const AUDIO_DRIFT_MS = 60
const MAX_PACKETS = 4_096

export class Segmenter {
  readonly #options: Options
  readonly #startedAt: number
  readonly #segmentMs: number
  #video: VideoFormat | undefined
  #audio: SoundFormat | undefined
  /** Those of the header, once there is one. */
  #tracks: Tracks | undefined
  #sequence = 0
  #pictures: Picture[] = []
  #sounds: { timeMs: number; data: Buffer }[] = []
  #bytes = 0
  /** The times of the first key frame, at which it is decoded and after which it is shown, and of the last one. */
  #firstMs: number | undefined
  #delayMs = 0
  #keyMs: number | undefined
  #keyFramesMs = 0
  /** In the timescale of the sound. */
  #nextAudio = 0

  constructor(options: Options) {
    this.#options = options
    this.#startedAt = options.now()
    this.#audio = options.audio
    this.#segmentMs = options.segmentMs ?? SEGMENT_MS
  }

  /** Throws StreamEnd if the stream exceeds a limit or cannot be played. */
  add(tag: MediaTag): void {
    if (tag.kind === 'video_config') this.#video = configured(this.#video, videoFormatOf, tag.data)
    else if (tag.kind === 'audio_config') this.#audio = configured(this.#audio, audioFormatOf, tag.data)
    else if (tag.kind === 'video') this.#addPicture(tag)
    else this.#addSound(tag)
    this.#count(tag.data)
  }

  /** Makes a segment of what is left, if another stream follows at this time. */
  end(timeMs: number): void {
    this.#cut(timeMs)
  }

  #addPicture({ timeMs, compositionMs, isKey, data }: MediaTag & { kind: 'video' }): void {
    this.#keyMs ??= timeMs
    this.#checkTime(timeMs)
    if (timeMs - this.#keyMs > MAX_KEY_FRAMES_MS + KEY_FRAMES_TOLERANCE_MS) throw new StreamEnd('key_frames')
    if (!this.#video || (this.#firstMs === undefined && !isKey)) return
    if (this.#firstMs === undefined) {
      this.#firstMs = this.#keyMs = timeMs
      this.#delayMs = compositionMs
      this.#bytes = 0
    }
    if (isKey) this.#addKeyFrame(timeMs, this.#keyMs)
    // The first picture is shown at 0, because players do not begin with a gap.
    this.#pictures.push({ timeMs, compositionOffset: compositionMs - this.#delayMs, isKey, data })
  }

  #addKeyFrame(timeMs: number, lastMs: number): void {
    this.#keyFramesMs = Math.max(this.#keyFramesMs, timeMs - lastMs)
    this.#keyMs = timeMs
    const [first] = this.#pictures
    if (first && timeMs - first.timeMs >= this.#segmentMs - KEY_FRAMES_TOLERANCE_MS) this.#cut(timeMs)
  }

  #addSound({ timeMs, data }: MediaTag & { kind: 'audio' }): void {
    const { audio } = this.#tracks ?? { audio: this.#audio }
    if (!audio || this.#firstMs === undefined || timeMs < this.#firstMs + this.#delayMs) return
    this.#sounds.push({ timeMs, data })
  }

  #checkTime(timeMs: number): void {
    const last = this.#pictures.at(-1)?.timeMs ?? timeMs
    if (timeMs < last || timeMs - last > MAX_JUMP_MS) throw new StreamEnd('times')
    const ahead = timeMs - (this.#firstMs ?? timeMs) - (this.#options.now() - this.#startedAt)
    if (ahead > MAX_AHEAD_MS) throw new StreamEnd('times')
  }

  /** Ends a stream that is too large to wait for its next key frame. */
  #count(data: Buffer): void {
    this.#bytes += data.length
    const most = (MAX_BITS_PER_SECOND / 8) * PEAK * ((SEGMENT_MS + MAX_KEY_FRAMES_MS) / 1000)
    if (this.#bytes > most) throw new StreamEnd('bit_rate')
    if (this.#pictures.length + this.#sounds.length > MAX_PACKETS) throw new StreamEnd('malformed')
  }

  /** Makes a segment of everything before `endMs`. */
  #cut(endMs: number): void {
    const [first] = this.#pictures
    if (!first || !this.#video) return
    const durationMs = endMs - first.timeMs
    if ((this.#bytes * 8000) / durationMs > MAX_BITS_PER_SECOND * PEAK) throw new StreamEnd('bit_rate')
    const header = this.#tracks ? undefined : headerOf({ video: this.#video, audio: this.#audio })
    this.#tracks ??= { video: this.#video, audio: this.#audio }
    const video = this.#takePictures(endMs)
    const audio = this.#takeSounds(endMs)
    this.#sequence += 1
    this.#bytes = this.#sounds.reduce((sum, { data }) => sum + data.length, 0)
    const { width, height } = this.#video
    this.#options.onSegment({
      ...{ header, data: segmentOf(this.#sequence, { video, audio }) },
      ...{ durationMs, width, height, keyFramesMs: this.#keyFramesMs },
    })
  }

  #takePictures(endMs: number): Run {
    const pictures = this.#pictures
    this.#pictures = []
    const samples = pictures.map(({ timeMs, ...sample }, index) => ({
      ...sample,
      duration: (pictures[index + 1]?.timeMs ?? endMs) - timeMs,
    }))
    return { startTime: (pictures[0]?.timeMs ?? 0) - (this.#firstMs ?? 0), samples }
  }

  /** Packets of sound follow each other without gaps, although their times are rounded, unless some are missing. */
  #takeSounds(endMs: number): Run {
    const { sampleRate: rate = 0, packetSamples = 0 } = this.#audio ?? {}
    const taken = this.#sounds.filter(({ timeMs }) => timeMs < endMs + this.#delayMs)
    this.#sounds = this.#sounds.filter(({ timeMs }) => timeMs >= endMs + this.#delayMs)
    const startsAt = Math.round(
      (((taken[0]?.timeMs ?? 0) - (this.#firstMs ?? 0) - this.#delayMs) * rate) / 1000,
    )
    const isOff = Math.abs(startsAt - this.#nextAudio) > (AUDIO_DRIFT_MS * rate) / 1000
    const startTime = isOff ? Math.max(startsAt, 0) : this.#nextAudio
    this.#nextAudio = startTime + taken.length * packetSamples
    const samples = taken.map(({ data }) => ({
      data,
      duration: packetSamples,
      compositionOffset: 0,
      isKey: true,
    }))
    return { startTime, samples }
  }
}

/** The format of a configuration. Encoders repeat theirs. One that changes it connects again, for a new header. */
function configured<Format extends { config: Buffer }>(
  known: Format | undefined,
  read: (config: Buffer) => Format,
  data: Buffer,
): Format {
  if (!known) return read(Buffer.from(data))
  if (!known.config.equals(data)) throw new StreamEnd('closed')
  return known
}
