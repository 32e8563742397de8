// The rooms of this process that are also streams, for viewers who do not fit in them and for recordings.
import type { Clock } from '../../../kernel/lib/time/clock.ts'
import { SECOND_MS } from '../../../kernel/lib/time/units.ts'
import { MAX_STREAMS, MAX_STREAMS_OF_PLATFORM, UNUSED_MS } from '../limits.ts'
import type { Recorder } from '../recordings/recorder.ts'
import type { Segment } from '../streams/hls/segmenter.ts'
import { LiveStreams } from '../streams/live-streams.ts'
import type { SharedStreams } from '../streams/shared-streams.ts'
import { PLAYLIST } from '../streams/stream-keys.ts'

/** A talk that is live and has people on stage. */
export type LiveStage = {
  talkId: string
  platformId: string
  endAt: number
  /** Whether the next viewers will not fit in. */
  isNearlyFull: boolean
}
type Running = LiveStage & { seenAt: number }
type Options = {
  clock: Clock
  readStages(): LiveStage[]
  recorder: Pick<Recorder, 'records' | 'add'>
  /** Where other processes read the files. */
  shared: SharedStreams | undefined
  /** Begins or ends the stream of a room. */
  onChange(talkId: string, isStreamed: boolean): void
}

const KEEP_MS = 5 * SECOND_MS
/** The only encoder of each stream is its room. */
const CONNECTION = 'room'

export class RoomStreams {
  readonly #options: Options
  readonly #streams: LiveStreams
  readonly #running = new Map<string, Running>()
  /** When somebody last asked for the stream of a talk. */
  readonly #askedAt = new Map<string, number>()
  #keptAt = 0

  constructor(options: Options) {
    this.#options = options
    this.#streams = new LiveStreams(options.clock)
  }

  /** Somebody needs the stream of this talk. */
  ask(talkId: string): void {
    const isNew = !this.#askedAt.has(talkId)
    this.#askedAt.set(talkId, this.#options.clock.now())
    if (isNew) this.update()
  }

  /** Call this about once a second: begins streams that are needed, and ends others. */
  update(): void {
    const now = this.#options.clock.now()
    for (const [talkId, at] of this.#askedAt) if (now - at >= UNUSED_MS) this.#askedAt.delete(talkId)
    for (const stage of this.#options.readStages()) {
      const running = this.#running.get(stage.talkId)
      if (running) Object.assign(running, { ...stage, seenAt: now })
      else if (this.#isNeeded(stage) && this.#hasPlaceFor(stage)) {
        this.#running.set(stage.talkId, { ...stage, seenAt: now })
        this.#options.onChange(stage.talkId, true)
      }
    }
    for (const stage of this.#running.values()) {
      const isOver = now >= stage.endAt || now - stage.seenAt >= UNUSED_MS
      if (!isOver && this.#isNeeded(stage)) continue
      this.end(stage.talkId, { isHome: true })
    }
    if (now - this.#keptAt < KEEP_MS) return
    this.#keptAt = now
    this.#options.shared?.keepFiles(this.#streams)
  }

  /** Ends a stream. Where its room is at home in another process now, that one has the files. */
  end(talkId: string, { isHome }: { isHome: boolean }): void {
    if (!this.#running.delete(talkId)) return
    if (isHome) this.#options.shared?.forget(talkId)
    this.#options.onChange(talkId, false)
    this.#streams.keepOnly(new Set(this.#running.keys()))
  }

  /** All rooms have ended. */
  clear(): void {
    for (const talkId of [...this.#running.keys()]) this.end(talkId, { isHome: true })
  }

  add(talkId: string, segment: Segment): void {
    if (!this.#running.has(talkId)) return
    if (segment.header) this.#streams.start(talkId, CONNECTION)
    const newFiles = this.#streams.add(talkId, CONNECTION, segment)
    this.#options.shared?.writeTalk(this.#streams, talkId, newFiles)
    this.#options.recorder.add(talkId, segment, this.#streams.headerOf(talkId))
  }

  /** The playlist, which keeps the stream running, or a file in it; undefined if it is not kept. */
  fileOf(talkId: string, name: string): Uint8Array | string | undefined {
    if (name !== PLAYLIST) return this.#streams.fileOf(talkId, name)
    this.ask(talkId)
    return this.#streams.playlistOf(talkId)
  }

  #isNeeded({ talkId, isNearlyFull }: LiveStage): boolean {
    return isNearlyFull || this.#askedAt.has(talkId) || this.#options.recorder.records(talkId)
  }

  #hasPlaceFor({ talkId, platformId }: LiveStage): boolean {
    // Those that are recorded have places of their own.
    const isRecorded = (id: string) => this.#options.recorder.records(id)
    const running = [...this.#running.values()].filter((one) => isRecorded(one.talkId) === isRecorded(talkId))
    const ofPlatform = running.filter((one) => one.platformId === platformId)
    return running.length < MAX_STREAMS && (isRecorded(talkId) || ofPlatform.length < MAX_STREAMS_OF_PLATFORM)
  }
}
