// The stage of a room as a stream, for viewers who do not fit in the room: the large picture, and the sound of the
// person who speaks. Nothing is decoded, so there is one picture and one voice at a time.
import { SECOND_MS } from '../../../kernel/lib/time/units.ts'
import type { Segment } from '../streams/hls/segmenter.ts'
import { EMPTY_PICTURE } from './empty-picture.ts'
import { type PictureFeed, readPictures, readSound } from './feeds.ts'
import type { H264Picture } from './h264.ts'
import { Muxer } from './muxer.ts'
import type { Source } from './source.ts'
import type { Track } from './track.ts'
import { isClearlyLouder } from './voice.ts'

/** Key frames come a little later than they are asked for. */
const KEY_FRAMES_MS = 900
/** Segments are short, because players wait for three of them. */
const SEGMENT_MS = SECOND_MS
/** The time that speakers get to begin with their pictures. */
const FIRST_PICTURE_MS = 3 * SECOND_MS

/** The tracks of the people on stage that can be in the stream now. */
type Stage = { picture: Track | undefined; sounds: readonly Track[] }

type Picture = PictureFeed & { track: Track; source: Source }
type Sound = { track: Track; stop(): void }

export class Program {
  readonly #muxer: Muxer
  readonly #startedMs = performance.now()
  #picture: Picture | undefined
  /** The picture that replaces the current one with its first key frame. */
  #nextPicture: Picture | undefined
  #sound: Sound | undefined

  constructor(onSegment: (segment: Segment) => void) {
    this.#muxer = new Muxer({ onSegment, onExcess: () => {}, segmentMs: SEGMENT_MS })
  }

  /** Call this a few times a second, while somebody is on stage. */
  show({ picture, sounds }: Stage): void {
    const now = performance.now()
    const { lastPictureMs, lastKeyMs } = this.#muxer
    this.#choosePicture(picture?.isOn ? picture : undefined)
    this.#chooseSound(sounds.filter(({ isOn }) => isOn))
    const isBroken = this.#picture?.reader.needsKeyFrame ?? false
    if (this.#picture && (isBroken || now - lastKeyMs >= KEY_FRAMES_MS)) this.#picture.track.requestKeyFrame()
    this.#nextPicture?.track.requestKeyFrame()
    const isWaiting = now - this.#startedMs < FIRST_PICTURE_MS && lastPictureMs < 0
    if (!this.#picture && !isWaiting && now - lastPictureMs >= SEGMENT_MS)
      this.#muxer.addPicture(EMPTY_PICTURE, now)
    this.#muxer.fillSound()
  }

  close(): void {
    for (const feed of [this.#picture, this.#nextPicture, this.#sound]) feed?.stop()
  }

  #choosePicture(track: Track | undefined): void {
    const source = track?.activeLayers[0]
    if (source === (this.#nextPicture ?? this.#picture)?.source) return
    this.#nextPicture?.stop()
    this.#nextPicture = undefined
    if (!track || !source) {
      this.#picture?.stop()
      this.#picture = undefined
    } else if (source !== this.#picture?.source) this.#nextPicture = this.#openPicture(track, source)
  }

  #openPicture(track: Track, source: Source): Picture {
    const feed = readPictures(source, (picture, timeMs) => this.#takePicture(opened, picture, timeMs))
    const opened = { track, source, ...feed }
    return opened
  }

  #takePicture(feed: Picture, picture: H264Picture, timeMs: number): void {
    if (feed === this.#nextPicture && picture.isKey) {
      this.#picture?.stop()
      this.#picture = feed
      this.#nextPicture = undefined
    }
    if (feed === this.#picture) this.#muxer.addPicture(picture, timeMs)
  }

  #chooseSound(tracks: readonly Track[]): void {
    const [loudest] = tracks.toSorted((a, b) => b.level - a.level)
    const current = tracks.find((track) => track === this.#sound?.track)
    const track = current && loudest && !isClearlyLouder(loudest.level, current.level) ? current : loudest
    if (track === this.#sound?.track) return
    this.#sound?.stop()
    const [source] = track?.layers ?? []
    const open = (from: Source) => readSound(from, (data, timeMs) => this.#muxer.addSound(data, timeMs))
    this.#sound = track && source ? { track, stop: open(source) } : undefined
  }
}
