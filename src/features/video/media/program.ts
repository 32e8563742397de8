// The stage of a room as a stream, for viewers who do not fit in the room: the large picture, and the sound of the
// person who speaks. Nothing is decoded, so there is one picture and one voice at a time.
import { SECOND_MS } from '../../../kernel/lib/time/units.ts'
import { OPUS } from '../streams/hls/opus.ts'
import { type Segment, Segmenter } from '../streams/hls/segmenter.ts'
import type { MediaTag } from '../streams/rtmp/media-tags.ts'
import { StreamEnd } from '../streams/stream-end.ts'
import { ArrivalClock } from './arrival-clock.ts'
import { EMPTY_PICTURE } from './empty-picture.ts'
import { type H264Picture, H264Reader } from './h264.ts'
import { lastsPacketMs, PACKET_MS, SILENCE } from './opus.ts'
import type { RtpPacket } from './rtp.ts'
import type { Sink, Source } from './source.ts'
import type { Track } from './track.ts'
import { isClearlyLouder } from './voice.ts'

/** Key frames come a little later than they are asked for. */
const KEY_FRAMES_MS = 900
/** Segments are short, because players wait for three of them. */
const SEGMENT_MS = SECOND_MS
/** The time that speakers get to begin with their pictures. */
const FIRST_PICTURE_MS = 3 * SECOND_MS
/** Sound that is later than this is replaced by silence. */
const SOUND_WAIT_MS = 200
/** How far sound can be from its time before silence is added or packets are left out. */
const SOUND_DRIFT_MS = 40
/** A stream with a longer gap begins again. */
const MAX_GAP_MS = 3 * SECOND_MS

/** The tracks of the people on stage that can be in the stream now. */
type Stage = { picture: Track | undefined; sounds: readonly Track[] }

type Feed = { track: Track; source: Source; stop(): void }
type PictureFeed = Feed & { reader: H264Reader }

export class Program {
  readonly #onSegment: (segment: Segment) => void
  readonly #startedMs = performance.now()
  #segmenter: Segmenter | undefined
  #config: Buffer | undefined
  #picture: PictureFeed | undefined
  /** The picture that replaces the current one with its first key frame. */
  #nextPicture: PictureFeed | undefined
  #sound: Feed | undefined
  #lastPictureMs = Number.NEGATIVE_INFINITY
  #lastKeyMs = Number.NEGATIVE_INFINITY
  #nextSoundMs = Number.POSITIVE_INFINITY

  constructor(onSegment: (segment: Segment) => void) {
    this.#onSegment = onSegment
  }

  /** Call this a few times a second, while somebody is on stage. */
  show({ picture, sounds }: Stage): void {
    const now = performance.now()
    this.#choosePicture(picture?.isOn ? picture : undefined)
    this.#chooseSound(sounds.filter(({ isOn }) => isOn))
    const isBroken = this.#picture?.reader.needsKeyFrame ?? false
    if (this.#picture && (isBroken || now - this.#lastKeyMs >= KEY_FRAMES_MS))
      this.#picture.track.requestKeyFrame()
    this.#nextPicture?.track.requestKeyFrame()
    const isWaiting = now - this.#startedMs < FIRST_PICTURE_MS && this.#lastPictureMs < 0
    if (!this.#picture && !isWaiting && now - this.#lastPictureMs >= SEGMENT_MS)
      this.#addPicture(EMPTY_PICTURE, now)
    this.#addSilence(now - SOUND_WAIT_MS)
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

  #openPicture(track: Track, source: Source): PictureFeed {
    const clock = new ArrivalClock(90_000)
    let nowMs = 0
    const reader = new H264Reader((picture) =>
      this.#takePicture(feed, picture, clock.timeOf(picture.timestamp, nowMs)),
    )
    const stop = attach(source, (packet) => {
      nowMs = performance.now()
      reader.add(packet, nowMs)
    })
    const feed = { track, source, reader, stop }
    return feed
  }

  #takePicture(feed: PictureFeed, picture: H264Picture, timeMs: number): void {
    if (feed === this.#nextPicture && picture.isKey) {
      this.#picture?.stop()
      this.#picture = feed
      this.#nextPicture = undefined
    }
    if (feed === this.#picture) this.#addPicture(picture, timeMs)
  }

  #addPicture({ isKey, config, data }: Omit<H264Picture, 'timestamp'>, atMs: number): void {
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

  /** Players need another header for pictures of another format. */
  #begin(config: Buffer, timeMs: number): void {
    if (timeMs - this.#lastPictureMs <= MAX_GAP_MS) {
      this.#addSilence(timeMs)
      this.#withinLimits(() => this.#segmenter?.end(timeMs))
    }
    this.#segmenter = new Segmenter({
      ...{ now: () => performance.now(), onSegment: this.#onSegment },
      ...{ audio: OPUS, segmentMs: SEGMENT_MS },
    })
    this.#config = config
    this.#add({ kind: 'video_config', data: config })
    this.#nextSoundMs = timeMs
  }

  #chooseSound(tracks: readonly Track[]): void {
    const [loudest] = tracks.toSorted((a, b) => b.level - a.level)
    const current = tracks.find((track) => track === this.#sound?.track)
    const track = current && loudest && !isClearlyLouder(loudest.level, current.level) ? current : loudest
    if (track === this.#sound?.track) return
    this.#sound?.stop()
    const [source] = track?.layers ?? []
    this.#sound = track && source ? this.#openSound(track, source) : undefined
  }

  #openSound(track: Track, source: Source): Feed {
    const clock = new ArrivalClock(48_000)
    const stop = attach(source, ({ timestamp, payload }) =>
      this.#addSound(payload, clock.timeOf(timestamp, performance.now())),
    )
    return { track, source, stop }
  }

  #addSound(data: Buffer, timeMs: number): void {
    if (!lastsPacketMs(data) || timeMs < this.#nextSoundMs - SOUND_DRIFT_MS) return
    this.#addSilence(timeMs - SOUND_DRIFT_MS)
    this.#addPacket(data)
  }

  /** Fills the sound up to this time. */
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

  /** A segment that exceeds a limit of streams is left out, and another stream begins. */
  #withinLimits(work: () => unknown): void {
    try {
      work()
    } catch (error) {
      if (!(error instanceof StreamEnd)) throw error
      this.#segmenter = undefined
      this.#nextSoundMs = Number.POSITIVE_INFINITY
    }
  }
}

/** Passes the packets of a source on until it is stopped. */
function attach(source: Source, forward: (packet: RtpPacket) => void): () => void {
  const sink: Sink = { begin() {}, forward, relate() {} }
  source.outlets.add(sink)
  return () => source.outlets.delete(sink)
}
