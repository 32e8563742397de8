// Records the rooms and streams of this process while their talks are live, on platforms that want it. The parts of a
// recording are in the storage of files a few seconds after they were seen, so that a process that is killed loses little. A
// platform whose space for recordings is used up records nothing more.
import { execute } from '../../../kernel/changes/commands.ts'
import { systemCaller } from '../../../kernel/changes/services.ts'
import type { FileServices } from '../../files/services.ts'
import { hasOutsideRooms } from '../../platforms/rooms.ts'
import type { PlatformSettings } from '../../platforms/schema.ts'
import { platformById } from '../../platforms/store.ts'
import { MAX_TALK_MS } from '../../talks/limits.ts'
import { MAX_WAITING_BYTES, RECORDING_PART_MS } from '../limits.ts'
import type { Segment } from '../streams/hls/segmenter.ts'
import { headerPath, partPath } from './recording-files.ts'
import { addRecordingPartOperation, recordsTalks } from './recordings.ts'
import { recordableTalks } from './recordings-store.ts'

export type RecordingServices = Pick<FileServices, 'store' | 'clock' | 'files'>
type Recorded = { platformId: string; endAt: number }
/** A stream without gaps. `start` is the number of its first part. */
type Run = { header: Uint8Array; start: number; isHeaderStored: boolean; isBroken: boolean }
type Part = {
  sequence: number
  run: Run
  segments: Uint8Array[]
  durationMs: number
}

export class Recorder {
  readonly #services: RecordingServices
  readonly #onError: (error: unknown) => void
  /** The talks to record now. */
  #talks = new Map<string, Recorded>()
  /** By talk, the stream that its last part belongs to. */
  readonly #runs = new Map<string, Run>()
  readonly #open = new Map<string, Part>()
  #lastSequence = 0
  #waitingBytes = 0
  /** By talk, how many parts wait for the storage. */
  readonly #waiting = new Map<string, number>()
  /** Parts are stored one after the other. */
  #storing: Promise<void> = Promise.resolve()

  constructor(services: RecordingServices, onError: (error: unknown) => void) {
    this.#services = services
    this.#onError = onError
  }

  records(talkId: string): boolean {
    return (this.#talks.get(talkId)?.endAt ?? 0) > this.#services.clock.now()
  }

  /** Adds a segment of the room or the stream of any talk. `header` is that of its stream. */
  add(talkId: string, { data, durationMs }: Segment, header: Uint8Array | undefined): void {
    if (!header || !this.records(talkId)) return
    const run = this.#runs.get(talkId)
    if (run?.header !== header || run.isBroken) this.#close(talkId)
    const part = this.#open.get(talkId) ?? this.#begin(talkId, header)
    part.segments.push(data)
    part.durationMs += durationMs
    if (part.durationMs >= RECORDING_PART_MS) this.#close(talkId)
  }

  /** Whether parts of a recording are not stored yet. */
  isStoring(talkId: string): boolean {
    return this.#open.has(talkId) || this.#waiting.has(talkId)
  }

  /** Finds out which talks to record. Call this every few seconds. */
  async update(): Promise<void> {
    const talks = await this.#readTalks()
    for (const talkId of [...this.#open.keys()]) if (!talks.has(talkId)) this.#close(talkId)
    for (const talkId of this.#runs.keys()) if (!talks.has(talkId)) this.#runs.delete(talkId)
    this.#talks = talks
  }

  async close(): Promise<void> {
    for (const talkId of [...this.#open.keys()]) this.#close(talkId)
    await this.#storing
  }

  #begin(talkId: string, header: Uint8Array): Part {
    const sequence = Math.max(this.#services.clock.now(), this.#lastSequence + 1)
    this.#lastSequence = sequence
    const known = this.#runs.get(talkId)
    const run =
      known?.header === header && !known.isBroken
        ? known
        : { header, start: sequence, isHeaderStored: false, isBroken: false }
    this.#runs.set(talkId, run)
    const part: Part = { sequence, run, segments: [], durationMs: 0 }
    this.#open.set(talkId, part)
    return part
  }

  /** Stores the open part of a talk. After a part that cannot be stored, another run begins. */
  #close(talkId: string): void {
    const part = this.#open.get(talkId)
    const platformId = this.#talks.get(talkId)?.platformId
    this.#open.delete(talkId)
    if (!part || platformId === undefined) return
    const bytes = part.segments.reduce((sum, { length }) => sum + length, 0)
    if (this.#waitingBytes + bytes > MAX_WAITING_BYTES) {
      part.run.isBroken = true
      this.#onError(new Error('The storage of files is too slow, so a part of a recording was left out.'))
      return
    }
    this.#waitingBytes += bytes
    this.#waiting.set(talkId, (this.#waiting.get(talkId) ?? 0) + 1)
    this.#storing = this.#storing
      .then(() => this.#store(talkId, platformId, { part, bytes }))
      .catch((error: unknown) => {
        part.run.isBroken = true
        this.#onError(error)
      })
      .finally(() => {
        this.#waitingBytes -= bytes
        const left = (this.#waiting.get(talkId) ?? 1) - 1
        if (left > 0) this.#waiting.set(talkId, left)
        else this.#waiting.delete(talkId)
      })
  }

  async #store(talkId: string, platformId: string, { part, bytes }: { part: Part; bytes: number }) {
    const { files } = this.#services
    const { sequence, run, segments, durationMs } = part
    // It would follow a gap.
    if (run.isBroken) return
    const [header, path] = [headerPath(talkId, run.start), partPath(talkId, sequence)]
    if (!run.isHeaderStored) await files.put(header, Buffer.from(run.header))
    run.isHeaderStored = true
    await files.put(path, Buffer.concat(segments))
    const input = { talkId, sequence, run: run.start, durationMs, bytes }
    const isKept = await execute(
      this.#services,
      systemCaller({ id: platformId }),
      addRecordingPartOperation,
      input,
    )
    if (isKept) return
    // The recording has been deleted. What follows begins another one.
    run.isBroken = true
    for (const name of [path, header]) await files.remove(name)
  }

  async #readTalks(): Promise<Map<string, Recorded>> {
    const { store, clock } = this.#services
    const now = clock.now()
    const talks = await store.read(recordableTalks({ startsAfter: now - MAX_TALK_MS, now }))
    const settings = new Map<string, PlatformSettings>()
    for (const id of new Set(talks.map(({ platformId }) => platformId))) {
      const platform = await store.read(platformById({ id }))
      if (platform && (await recordsTalks(this.#services, platform))) settings.set(id, platform.settings)
    }
    const recorded = talks.filter(({ platformId, type }) => {
      const own = settings.get(platformId)
      return own && !(type === 'embedded' && hasOutsideRooms(own))
    })
    return new Map(recorded.map(({ talkId, platformId, endAt }) => [talkId, { platformId, endAt }]))
  }
}
