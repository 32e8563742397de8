// The last segments of the streams of talks, in memory, and what staff see of them.
import type { Clock } from '../../../kernel/lib/time/clock.ts'
import { MINUTE_MS, SECOND_MS } from '../../../kernel/lib/time/units.ts'
import { MAX_STREAM_BYTES } from '../limits.ts'
import { headerName, type ListedSegment, playlistOf, segmentName } from './hls/playlist.ts'
import type { Segment } from './hls/segmenter.ts'
import type { EndReason } from './stream-end.ts'
import type { Whip } from './whip.ts'

/** What staff see of a stream. */
export type StreamStatus = {
  /** Null while no encoder is connected and nothing comes from a source (epoch milliseconds). */
  liveSince: number | null
  /** Of the last segment; null before the first one. */
  picture: { width: number; height: number; keyFramesMs: number; bitsPerSecond: number } | null
  /** Why the last connection ended; null if none has. */
  lastEnd: { reason: EndReason; at: number } | null
}

/** The port that is open, or why the last attempt to open it failed. */
export type PortState = { port: number | null; problem: string | null }

/** What runs while talks take streams, in this process or another one. */
export type RunningStreams = {
  /** The playlist of a stream, or a file in it; undefined if it is not kept. */
  readFile(talkId: string, name: string): Promise<Uint8Array | string | undefined>
  readStatus(talkId: string): Promise<StreamStatus>
  readPort(): Promise<PortState>
  readonly whip: Whip
  /** Opens or closes the port, starts pulls, and cuts streams whose talk, key, or source has changed. */
  check(): Promise<void>
}

type KeptSegment = ListedSegment & { header: Uint8Array; data: Uint8Array }
type LiveStream = {
  connection: string | undefined
  run: number
  /** The number of the first segment of the current run, which has one header. */
  first: number
  header: Uint8Array | undefined
  nextSequence: number
  segments: KeptSegment[]
  status: StreamStatus
}

const NOTHING_YET: StreamStatus = { liveSince: null, picture: null, lastEnd: null }

/** Players begin three segments before the end, and may fall behind a little. */
const LISTED = { segments: 6, ms: 12 * SECOND_MS }
/** A player can still load segments of a playlist that it has read before. */
const KEPT = { segments: 9, ms: 18 * SECOND_MS }
/** A week in minutes. */
const MAX_RUN = 10_080

export class LiveStreams {
  readonly #clock: Clock
  readonly #streams = new Map<string, LiveStream>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Begins a stream, or continues it over a new connection. */
  start(talkId: string, connection: string): void {
    const stream = this.#streamOf(talkId)
    this.#streams.set(talkId, {
      ...{ ...stream, connection, header: undefined },
      status: { ...stream.status, liveSince: this.#clock.now() },
    })
  }

  /** Adds a segment, and returns the names of the new files. Segments of earlier connections are ignored. */
  add(talkId: string, connection: string, segment: Segment): string[] {
    const stream = this.#streams.get(talkId)
    if (stream?.connection !== connection) return []
    const { data, durationMs, width, height, keyFramesMs } = segment
    const sequence = stream.nextSequence
    if (segment.header)
      Object.assign(stream, { header: segment.header, run: stream.run + 1, first: sequence })
    const { run, first, header } = stream
    if (!header) return []
    stream.nextSequence += 1
    stream.segments.push({ sequence, first, run, durationMs, header, data })
    forgetOldest(stream.segments)
    const bitsPerSecond = Math.round((data.length * 8000) / durationMs)
    stream.status = { ...stream.status, picture: { width, height, keyFramesMs, bitsPerSecond } }
    return [segmentName(sequence), ...(segment.header ? [headerName(first)] : [])]
  }

  /** The header of the current run, which is the same object for all of its segments. */
  headerOf(talkId: string): Uint8Array | undefined {
    return this.#streams.get(talkId)?.header
  }

  /** Notes that the connection has ended, or that none came about. The segments stay until the talk takes no stream any more. */
  end(talkId: string, reason: EndReason): void {
    const stream = this.#streamOf(talkId)
    const lastEnd = { reason, at: this.#clock.now() }
    this.#streams.set(talkId, {
      ...{ ...stream, connection: undefined },
      status: { ...stream.status, liveSince: null, lastEnd },
    })
  }

  /** Forgets the streams of all other talks. */
  keepOnly(talkIds: ReadonlySet<string>): void {
    for (const talkId of this.#streams.keys()) if (!talkIds.has(talkId)) this.#streams.delete(talkId)
  }

  get talkIds(): string[] {
    return [...this.#streams.keys()]
  }

  statusOf(talkId: string): StreamStatus {
    return this.#streams.get(talkId)?.status ?? NOTHING_YET
  }

  /** Numbers begin with the time, so that they grow and do not repeat, not even after a restart. */
  #streamOf(talkId: string): LiveStream {
    const now = this.#clock.now()
    return (
      this.#streams.get(talkId) ?? {
        ...{ connection: undefined, run: Math.floor(now / MINUTE_MS) % MAX_RUN, header: undefined },
        ...{ first: 0, nextSequence: Math.floor(now / SECOND_MS), segments: [], status: NOTHING_YET },
      }
    )
  }

  /** Undefined before the first segment. */
  playlistOf(talkId: string): string | undefined {
    const segments = this.#streams.get(talkId)?.segments ?? []
    return segments.length === 0 ? undefined : playlistOf(lastOf(segments, LISTED))
  }

  /** The names of the segments and headers that are kept. */
  namesOf(talkId: string): string[] {
    const segments = this.#streams.get(talkId)?.segments ?? []
    return [...new Set(segments.flatMap(({ sequence, first }) => [segmentName(sequence), headerName(first)]))]
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
  const kept = lastOf(segments, KEPT).length
  while (segments.length > kept || bytes() > MAX_STREAM_BYTES) segments.shift()
}

/** As many of the last segments as `least` says, and as long. */
function lastOf(segments: readonly KeptSegment[], least: { segments: number; ms: number }): KeptSegment[] {
  let [count, ms] = [0, 0]
  while (count < segments.length && (count < least.segments || ms < least.ms)) {
    count += 1
    ms += segments.at(-count)?.durationMs ?? 0
  }
  return segments.slice(segments.length - count)
}
