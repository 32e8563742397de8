// The last segments of the streams that are pushed to talks, in memory, and what staff see of them.
import type { Clock } from '../../../kernel/lib/time/clock.ts'
import { MINUTE_MS, SECOND_MS } from '../../../kernel/lib/time/units.ts'
import { MAX_STREAM_BYTES } from '../limits.ts'
import { headerName, type ListedSegment, playlistOf, segmentName } from './hls/playlist.ts'
import type { Segment } from './hls/segmenter.ts'
import type { EndReason } from './stream-end.ts'

/** What staff see of a stream. */
export type StreamStatus = {
  /** Null while no encoder is connected (epoch milliseconds). */
  liveSince: number | null
  /** Of the last segment; null before the first one. */
  picture: { width: number; height: number; keyFramesMs: number; bitsPerSecond: number } | null
  /** Why the last connection ended; null if none has. */
  lastEnd: { reason: EndReason; at: number } | null
}

/** The port that is open, or why the last attempt to open it failed. */
export type PortState = { port: number | null; problem: string | null }

/** What runs while talks take streams. */
export type PushedStreams = {
  readonly streams: LiveStreams
  readonly state: PortState
  /** Opens or closes the port, and cuts streams whose talk or key has changed. */
  check(): Promise<void>
}

type KeptSegment = ListedSegment & { header: Uint8Array; data: Uint8Array }
type LiveStream = {
  connection: number | undefined
  run: number
  /** The number of the first segment of the current run. */
  first: number
  /** Of the current run. */
  header: Uint8Array | undefined
  nextSequence: number
  segments: KeptSegment[]
  status: StreamStatus
}

/** Players begin three segments before the end, and may fall behind a little. */
const LISTED = 6
/** A player can still load segments of a playlist that it has read before. */
const KEPT = LISTED + 3
/** A week in minutes. */
const MAX_RUN = 10_080

export class LiveStreams {
  readonly #clock: Clock
  readonly #streams = new Map<string, LiveStream>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Begins a stream, or continues it over a new connection. */
  start(talkId: string, connection: number): void {
    const now = this.#clock.now()
    // Numbers begin with the time, so that they grow and do not repeat, not even after a restart.
    const { run, nextSequence, segments, status } = this.#streams.get(talkId) ?? {
      ...{
        run: Math.floor(now / MINUTE_MS) % MAX_RUN,
        nextSequence: Math.floor(now / SECOND_MS),
        segments: [],
      },
      status: { picture: null, lastEnd: null },
    }
    this.#streams.set(talkId, {
      ...{ connection, run: run + 1, first: nextSequence, header: undefined, nextSequence, segments },
      status: { ...status, liveSince: now },
    })
  }

  /** Adds a segment. Those of earlier connections are ignored. */
  add(talkId: string, connection: number, segment: Segment): void {
    const stream = this.#streams.get(talkId)
    if (stream?.connection !== connection) return
    const { data, durationMs, width, height, keyFramesMs } = segment
    const header = segment.header ?? stream.header
    if (!header) return
    const { run, first, nextSequence: sequence } = stream
    Object.assign(stream, { header, nextSequence: sequence + 1 })
    stream.segments.push({ sequence, first, run, durationMs, header, data })
    forgetOldest(stream.segments)
    const bitsPerSecond = Math.round((data.length * 8000) / durationMs)
    stream.status = { ...stream.status, picture: { width, height, keyFramesMs, bitsPerSecond } }
  }

  /** Notes that a connection has ended. Its segments stay until the talk takes no push any more. */
  end(talkId: string, connection: number, reason: EndReason): void {
    const stream = this.#streams.get(talkId)
    if (stream?.connection !== connection) return
    stream.connection = undefined
    stream.status = { ...stream.status, liveSince: null, lastEnd: { reason, at: this.#clock.now() } }
  }

  /** Forgets the streams of all other talks. */
  keepOnly(talkIds: ReadonlySet<string>): void {
    for (const talkId of this.#streams.keys()) if (!talkIds.has(talkId)) this.#streams.delete(talkId)
  }

  statusOf(talkId: string): StreamStatus {
    return this.#streams.get(talkId)?.status ?? { liveSince: null, picture: null, lastEnd: null }
  }

  /** Undefined before the first segment. */
  playlistOf(talkId: string): string | undefined {
    const segments = this.#streams.get(talkId)?.segments ?? []
    return segments.length === 0 ? undefined : playlistOf(segments.slice(-LISTED))
  }

  /** A segment or a header by its name in the playlist; undefined if it is not kept. */
  fileOf(talkId: string, name: string): Uint8Array | undefined {
    const segments = this.#streams.get(talkId)?.segments ?? []
    return (
      segments.find(({ sequence }) => segmentName(sequence) === name)?.data ??
      segments.find(({ first }) => headerName(first) === name)?.header
    )
  }
}

function forgetOldest(segments: KeptSegment[]): void {
  const bytes = () => segments.reduce((sum, { data }) => sum + data.length, 0)
  while (segments.length > KEPT || bytes() > MAX_STREAM_BYTES) segments.shift()
}
