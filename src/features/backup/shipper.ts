// Ships the -wal of the SQLite store to the storage of continuous backups. SQLite reuses the -wal once all of it is in
// the file. Our read transaction prevents that until everything has been collected (sqlite.org/walformat.html, section
// 2.3).
import {
  closeSync,
  createReadStream,
  createWriteStream,
  fstatSync,
  openSync,
  readSync,
  statSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGzip, gzip } from 'node:zlib'
import type { ObjectStorage } from '../../kernel/outbound/object-storage.ts'
import {
  FRAME_HEADER_BYTES,
  readCommittedFrames,
  readWalHeader,
  WAL_HEADER_BYTES,
  type WalHeader,
} from '../../kernel/store/sqlite/wal-format.ts'
import { MAX_WAL_BYTES } from './limits.ts'
import { parseName, runName, snapshotName, walName } from './names.ts'

const compress = promisify(gzip)
const CHUNK_BYTES = 4 * 1024 * 1024
/** SQLite may reuse the -wal once it is this long, or once nothing has changed for a while. */
const LONG_BYTES = 4 * 1024 * 1024
const IDLE_MS = 2_000
const LOCK_WAIT_MS = 1_000
const BEGIN_READING = 'SELECT count(*) FROM sqlite_schema'

type Segment = { epoch: number; offset: number; timeMs: number; content: Buffer }
type OldFrames = { salts: string; endsAt: number }
type Position = { header: WalHeader; offset: number; checksum: readonly [number, number] }
type Options = {
  path: string
  storage: ObjectStorage
  now(): number
  /** Called when a run was given up, so that changes are missing in the backup until the next snapshot. */
  onGap(): void
  maxWalBytes?: number
  /** Sends files that changes of the store refer to, before the changes are sent. */
  beforeSending?(): Promise<void>
}

export class Shipper {
  readonly #options: Options
  readonly #lock: DatabaseSync
  #guard: DatabaseSync
  #nextGuard: DatabaseSync
  /** Undefined until the first changes of a run are sent. */
  #run: string | undefined
  #epoch = 0
  #position: Position | undefined
  /** Frames that were already in the file when the run started. */
  #oldFrames: OldFrames | undefined
  #pending: Segment[] = []
  #sending: Promise<unknown> = Promise.resolve()
  /** The time of the latest object. */
  #latestMs = 0
  #changedAtMs = 0
  #hasChanged = false
  #objectsSinceSnapshot = 0

  constructor(options: Options) {
    this.#options = options
    this.#lock = openQuietly(options.path)
    this.#guard = openQuietly(options.path)
    this.#nextGuard = openQuietly(options.path)
  }

  /**
   * Sends everything committed so far, one call after another, and returns the run. Throws if the storage cannot be
   * reached; nothing is lost then, unless the -wal has become too long.
   */
  ship(): Promise<string> {
    const send = () => this.#send()
    const sent = this.#sending.then(send, send)
    this.#sending = sent
    return sent
  }

  async #send(): Promise<string> {
    try {
      const run = this.#run ?? this.#beginRun()
      await this.#sendCommitted(run)
      if (this.#isTimeToRelease()) {
        this.#prepareRelease()
        await this.#sendCommitted(run)
        this.#releaseWal()
        await this.#upload(run)
      }
      return run
    } catch (error) {
      this.#giveUpIfNeeded()
      throw error
    }
  }

  /** Copies the file while it changes. Concurrent changes are in the stream, which is applied to the copy. */
  async takeSnapshot(signal: AbortSignal): Promise<void> {
    const { path, storage } = this.#options
    const draft = `${path}-snapshot.gz`
    // Done before the work, in case the storage is unavailable.
    const run = await this.ship()
    const epoch = this.#epoch
    this.#objectsSinceSnapshot = 0
    try {
      await pipeline(createReadStream(path), createGzip(), createWriteStream(draft, { mode: 0o600 }), {
        signal,
      })
      if ((await this.ship()) !== run) throw new Error('The backup began again during a snapshot.')
      await this.#followStored()
      await this.#options.beforeSending?.()
      await storage.putFile(snapshotName(run, { epoch, timeMs: this.#now() }), draft, signal)
    } finally {
      await rm(draft, { force: true })
    }
  }

  /**
   * The number of objects that a restore would read besides the snapshot, counted from the start of the last attempt to
   * take one.
   */
  get objectsSinceSnapshot(): number {
    return this.#objectsSinceSnapshot
  }

  /** Times in a backup tell which snapshot is the newest, so they never go back, even if the clock does. */
  #now(): number {
    this.#latestMs = Math.max(this.#latestMs, this.#options.now())
    return this.#latestMs
  }

  /** The clock may have been ahead during an earlier run. */
  async #followStored(): Promise<void> {
    const objects = (await this.#options.storage.list()).flatMap((name) => parseName(name) ?? [])
    const earliest = objects.map(({ kind, timeMs }) => (kind === 'snapshot' ? timeMs + 1 : timeMs))
    // Reduced one by one instead of passed as arguments, because there can be many.
    this.#latestMs = earliest.reduce((latest, time) => Math.max(latest, time), this.#now())
  }

  [Symbol.dispose](): void {
    this.#guard.close()
    this.#nextGuard.close()
    this.#lock.close()
  }

  /** Starts a stream of changes. Together with a snapshot taken after this, it is complete. */
  #beginRun(): string {
    endReading(this.#guard)
    // First without the lock, because this takes long for a long -wal.
    checkpoint(this.#guard)
    this.#lock.exec('BEGIN IMMEDIATE')
    try {
      this.#oldFrames = this.#framesInFile(checkpoint(this.#guard))
      beginReading(this.#guard)
    } finally {
      this.#lock.exec('ROLLBACK')
    }
    this.#run = runName(this.#options.now())
    return this.#run
  }

  /** If all frames are in the file, SQLite may reuse the -wal despite the guard, so they must not be collected. */
  #framesInFile({ frames, framesInFile }: Checkpoint): OldFrames | undefined {
    const file = frames === framesInFile ? openIfPresent(this.#walPath) : undefined
    if (file === undefined) return undefined
    try {
      const header = readWalHeader(readAt(file, 0, WAL_HEADER_BYTES))
      if (!header) return undefined
      // Without frames, the file contains only those of an earlier -wal.
      const endsAt = frames > 0 ? WAL_HEADER_BYTES + frames * frameBytes(header) : fstatSync(file).size
      return { salts: header.salts, endsAt }
    } finally {
      closeSync(file)
    }
  }

  async #sendCommitted(run: string): Promise<void> {
    await this.#upload(run)
    for (let hasMore = true; hasMore; ) {
      hasMore = this.#collect()
      await this.#upload(run)
    }
  }

  /** Reads committed frames that were not collected yet, up to 4 MB, and reports whether there may be more. */
  #collect(): boolean {
    const file = openIfPresent(this.#walPath)
    if (file === undefined) return false
    try {
      const header = readWalHeader(readAt(file, 0, WAL_HEADER_BYTES))
      if (!header || this.#hasOnlyOldFrames(file, header)) return false
      if (header.salts !== this.#position?.header.salts) this.#enterEpoch(header)
      const position = this.#position
      if (!position) return false
      const start = Math.max(position.offset, WAL_HEADER_BYTES)
      const { committed, hasMore } = readNextCommits(file, start, position)
      if (committed.bytes === 0) return false
      const end = start + committed.bytes
      const content = readAt(file, position.offset, end - position.offset)
      this.#pending.push({
        epoch: this.#epoch,
        offset: position.offset,
        timeMs: this.#now(),
        content,
      })
      this.#position = { header, offset: end, checksum: committed.checksum }
      this.#changedAtMs = performance.now()
      this.#hasChanged = true
      return hasMore
    } finally {
      closeSync(file)
    }
  }

  /**
   * Once there are new frames, the guard keeps SQLite from reusing the -wal, whether or not they follow the old ones.
   */
  #hasOnlyOldFrames(file: number, { salts }: WalHeader): boolean {
    const old = this.#oldFrames
    if (old?.salts !== salts) return false
    return readAt(file, old.endsAt, FRAME_HEADER_BYTES).toString('hex', 8, 16) !== salts
  }

  #enterEpoch(header: WalHeader): void {
    this.#epoch += this.#position === undefined ? 0 : 1
    this.#position = { header, offset: 0, checksum: header.checksum }
  }

  async #upload(run: string): Promise<void> {
    if (this.#pending.length > 0) await this.#options.beforeSending?.()
    for (let next = this.#pending[0]; next; next = this.#pending[0]) {
      await this.#options.storage.put(walName(run, next), await compress(next.content))
      this.#pending.shift()
      this.#objectsSinceSnapshot += 1
    }
  }

  #isTimeToRelease(): boolean {
    const isIdle = performance.now() - this.#changedAtMs > IDLE_MS
    return this.#hasChanged && (isIdle || (this.#position?.offset ?? 0) > LONG_BYTES)
  }

  /** Moves most of the -wal into the file while others write. One of the guards keeps reading all the time. */
  #prepareRelease(): void {
    endReading(this.#nextGuard)
    beginReading(this.#nextGuard)
    endReading(this.#guard)
    ;[this.#guard, this.#nextGuard] = [this.#nextGuard, this.#guard]
    checkpoint(this.#nextGuard)
  }

  /** With all writers locked out, collects the rest, moves the -wal into the file, and lets SQLite reuse it. */
  #releaseWal(): void {
    try {
      this.#lock.exec('BEGIN IMMEDIATE')
    } catch {
      // A long change holds the lock. The next pass tries again.
      return
    }
    try {
      while (this.#collect());
      endReading(this.#guard)
      this.#hasChanged = false
      try {
        checkpoint(this.#guard)
      } finally {
        // Runs even if the disk is full.
        beginReading(this.#guard)
      }
    } finally {
      this.#lock.exec('ROLLBACK')
    }
  }

  /** Storage that is unavailable for long must not fill the disk. Without a guard, frames could be lost. */
  #giveUpIfNeeded(): void {
    const { maxWalBytes = MAX_WAL_BYTES, onGap } = this.#options
    const isTooLong = fileSize(this.#walPath) > maxWalBytes
    if (this.#run === undefined || (!isTooLong && this.#guard.isTransaction)) return
    endReading(this.#guard)
    this.#run = undefined
    this.#epoch = 0
    this.#position = undefined
    this.#pending = []
    this.#hasChanged = false
    onGap()
  }

  get #walPath(): string {
    return `${this.#options.path}-wal`
  }
}

/** A change longer than a chunk is read as a whole. */
function readNextCommits(file: number, start: number, { header, checksum }: Position) {
  const available = fstatSync(file).size - start
  for (let length = frameAligned(CHUNK_BYTES, header); ; length *= 2) {
    const bytes = readAt(file, start, Math.min(length, available))
    const committed = readCommittedFrames(bytes, header, checksum)
    const hasMore = length < available && committed.validBytes === bytes.length
    if (committed.bytes > 0 || !hasMore) return { committed, hasMore }
  }
}

function openQuietly(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: LOCK_WAIT_MS })
  db.exec('PRAGMA wal_autocheckpoint = 0')
  return db
}

function beginReading(db: DatabaseSync): void {
  db.exec('BEGIN')
  db.prepare(BEGIN_READING).get()
}

function endReading(db: DatabaseSync): void {
  if (db.isTransaction) db.exec('COMMIT')
}

type Checkpoint = { frames: number; framesInFile: number }

/** Moves frames that no reader needs into the file, without waiting for anyone. */
function checkpoint(db: DatabaseSync): Checkpoint {
  const row = db.prepare('PRAGMA wal_checkpoint(PASSIVE)').get()
  return { frames: Number(row?.log), framesInFile: Number(row?.checkpointed) }
}

function openIfPresent(path: string): number | undefined {
  try {
    return openSync(path, 'r')
  } catch {
    return undefined
  }
}

const fileSize = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

function readAt(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(Math.max(0, length))
  return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, position))
}

const frameBytes = ({ pageBytes }: WalHeader) => FRAME_HEADER_BYTES + pageBytes

const frameAligned = (bytes: number, header: WalHeader) => bytes - (bytes % frameBytes(header))
