// Rebuilds the SQLite file as of a point in time from a continuous backup.
import { closeSync, createWriteStream, openSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGunzip, gunzip } from 'node:zlib'
import type { ObjectStorage } from '../../kernel/outbound/object-storage.ts'
import {
  applyFrames,
  readCommittedFrames,
  readWalHeader,
  WAL_HEADER_BYTES,
  type WalHeader,
} from '../../kernel/store/sqlite/wal-format.ts'
import { type BackupObject, parseName } from './names.ts'

const decompress = promisify(gunzip)
/** Number of segments read at once, because each request to remote storage takes a while. */
const READ_AT_ONCE = 32

type Segment = Extract<BackupObject, { kind: 'wal' }>

/**
 * Writes the state as of `atMs`, by default the latest, to `path`. Returns the time of the last change in it, or of the
 * snapshot if nothing changed after that. Throws a RangeError if there is no snapshot of that time or a part of the
 * stream is missing.
 */
export async function rebuild(
  storage: ObjectStorage,
  { path, atMs = Number.POSITIVE_INFINITY }: { path: string; atMs?: number | undefined },
): Promise<number> {
  const objects = (await storage.list())
    .flatMap((name) => parseName(name) ?? [])
    .filter(({ timeMs }) => timeMs <= atMs)
  const snapshot = objects
    .filter(({ kind }) => kind === 'snapshot')
    .toSorted((a, b) => b.timeMs - a.timeMs)[0]
  if (!snapshot) throw new RangeError('The backup has no snapshot from before this time.')
  const segments = objects
    .filter((object): object is Segment => object.kind === 'wal')
    .filter(({ run, epoch }) => run === snapshot.run && epoch >= snapshot.epoch)
    .toSorted((a, b) => a.epoch - b.epoch || a.offset - b.offset)
  await pipeline(
    await storage.read(snapshot.name),
    createGunzip(),
    createWriteStream(path, { mode: 0o600 }),
  ).catch(asDamaged(snapshot))
  const file = openSync(path, 'r+')
  try {
    const replay = new Replay(file)
    for (let first = 0; first < segments.length; first += READ_AT_ONCE) {
      const group = segments.slice(first, first + READ_AT_ONCE)
      const contents = await Promise.all(group.map((segment) => readSegment(storage, segment)))
      for (const { segment, content } of contents) replay.apply(segment, content)
    }
  } finally {
    closeSync(file)
  }
  return Math.max(snapshot.timeMs, ...segments.map(({ timeMs }) => timeMs))
}

async function readSegment(storage: ObjectStorage, segment: Segment) {
  const compressed = await buffer(await storage.read(segment.name))
  return { segment, content: await decompress(compressed).catch(asDamaged(segment)) }
}

const asDamaged =
  ({ name }: BackupObject) =>
  (error: unknown): never => {
    const isCompression = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
    throw isCompression ? new RangeError(`${name} is damaged.`) : error
  }

/** Applies segments in order, and checks that none is missing or damaged. */
class Replay {
  readonly #file: number
  #state: { epoch: number; end: number; header: WalHeader; checksum: readonly [number, number] } | undefined
  constructor(file: number) {
    this.#file = file
  }

  apply({ name, epoch, offset }: Segment, content: Buffer): void {
    const header = offset === 0 ? readWalHeader(content) : this.#state?.header
    const isNext = offset === 0 || (this.#state?.epoch === epoch && this.#state.end === offset)
    if (!header || !isNext) throw new RangeError(`The backup is incomplete before ${name}.`)
    const frames = offset === 0 ? content.subarray(WAL_HEADER_BYTES) : content
    const checksum = offset === 0 ? header.checksum : (this.#state?.checksum ?? header.checksum)
    const committed = readCommittedFrames(frames, header, checksum)
    if (committed.bytes !== frames.length) throw new RangeError(`${name} is damaged.`)
    applyFrames(this.#file, committed.frames, header.pageBytes)
    this.#state = { epoch, end: offset + content.length, header, checksum: committed.checksum }
  }
}
