// Ships the -wal of the SQLite store to the storage of continuous backups. SQLite reuses the -wal once all of it is in the
// file; a read transaction of ours prevents that until everything has been collected (sqlite.org/walformat.html, section 2.3).
import { closeSync, createReadStream, createWriteStream, fstatSync, openSync, readSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGzip, gzip } from 'node:zlib'
import type { BackupStorage } from '../../outbound/backup-storage.ts'
import {
  type CommittedFrames,
  readCommittedFrames,
  readWalHeader,
  WAL_HEADER_BYTES,
  type WalHeader,
} from '../../store/sqlite/wal.ts'
import { parseName, snapshotName, walName } from './names.ts'

const compress = promisify(gzip)
const CHUNK_BYTES = 4 * 1024 * 1024
/** SQLite may reuse the -wal when it has become this long, or when nothing has changed for a while. */
const LONG_BYTES = 4 * 1024 * 1024
const IDLE_MS = 2_000
const LOCK_WAIT_MS = 1_000
const BEGIN_READING = 'SELECT count(*) FROM sqlite_schema'

type Segment = { epoch: number; offset: number; timeMs: number; content: Buffer }
type Position = { header: WalHeader; offset: number; checksum: readonly [number, number] }
type Options = { path: string; storage: BackupStorage; run: string; now(): number }

export class Shipper {
  readonly #options: Options
  readonly #guard: DatabaseSync
  readonly #lock: DatabaseSync
  #epoch = 0
  #position: Position | undefined
  #pending: Segment[] = []
  #sending: Promise<void> = Promise.resolve()
  #changedAtMs = 0
  #hasChanged = false

  constructor(options: Options) {
    this.#options = options
    this.#guard = openQuietly(options.path)
    this.#lock = openQuietly(options.path)
    this.#beginReading()
  }

  /** Sends everything committed so far, one call after the other. Throws if the storage cannot be reached; then nothing is lost. */
  ship(): Promise<void> {
    const send = () => this.#send()
    this.#sending = this.#sending.then(send, send)
    return this.#sending
  }

  async #send(): Promise<void> {
    do {
      if (this.#pending.length === 0) this.#collect()
      await this.#upload()
    } while (this.#collect())
    if (this.#isTimeToRelease()) {
      this.#releaseWal()
      await this.#upload()
    }
  }

  /** Copies the file while it changes. What changes meanwhile is in the stream, which is applied to the copy. */
  async takeSnapshot(signal: AbortSignal): Promise<void> {
    const { path, storage, run, now } = this.#options
    const draft = `${path}-snapshot.gz`
    const epoch = this.#epoch
    try {
      await pipeline(createReadStream(path), createGzip(), createWriteStream(draft, { mode: 0o600 }), {
        signal,
      })
      await this.ship()
      await storage.putFile(snapshotName(run, { epoch, timeMs: now() }), draft)
    } finally {
      await rm(draft, { force: true })
    }
  }

  close(): void {
    this.#guard.close()
    this.#lock.close()
  }

  /** Reads committed frames that are not collected yet, up to 4 MB, and reports whether there were any. */
  #collect(): boolean {
    const file = openIfPresent(`${this.#options.path}-wal`)
    if (file === undefined) return false
    try {
      const header = readWalHeader(readAt(file, 0, WAL_HEADER_BYTES))
      if (!header) return false
      if (header.salts !== this.#position?.header.salts) this.#enterEpoch(header)
      const position = this.#position
      if (!position) return false
      const start = Math.max(position.offset, WAL_HEADER_BYTES)
      const committed = readNextCommits(file, start, position)
      if (committed.bytes === 0) return false
      const end = start + committed.bytes
      const content = readAt(file, position.offset, end - position.offset)
      this.#pending.push({
        epoch: this.#epoch,
        offset: position.offset,
        timeMs: this.#options.now(),
        content,
      })
      this.#position = { header, offset: end, checksum: committed.checksum }
      this.#changedAtMs = this.#options.now()
      this.#hasChanged = true
      return true
    } finally {
      closeSync(file)
    }
  }

  #enterEpoch(header: WalHeader): void {
    this.#epoch += this.#position === undefined ? 0 : 1
    this.#position = { header, offset: 0, checksum: header.checksum }
  }

  async #upload(): Promise<void> {
    const { storage, run } = this.#options
    for (let next = this.#pending[0]; next; next = this.#pending[0]) {
      await storage.put(walName(run, next), await compress(next.content))
      this.#pending.shift()
    }
  }

  #isTimeToRelease(): boolean {
    const isIdle = this.#hasChanged && this.#options.now() - this.#changedAtMs > IDLE_MS
    return isIdle || (this.#position?.offset ?? 0) > LONG_BYTES
  }

  /** With all writers locked out: collects the rest, brings the -wal into the file, and lets SQLite reuse it. */
  #releaseWal(): void {
    try {
      this.#lock.exec('BEGIN IMMEDIATE')
    } catch {
      // A long change holds the lock; this is tried again with the next pass.
      return
    }
    try {
      while (this.#collect());
      this.#guard.exec('COMMIT')
      this.#guard.exec('PRAGMA wal_checkpoint(PASSIVE)')
      this.#beginReading()
      this.#hasChanged = false
    } finally {
      this.#lock.exec('ROLLBACK')
    }
  }

  #beginReading(): void {
    this.#guard.exec('BEGIN')
    this.#guard.prepare(BEGIN_READING).get()
  }
}

/** Deletes what is older than the newest snapshot that is older than `keepMs`. */
export async function removeOldBackups(storage: BackupStorage, beforeMs: number): Promise<void> {
  const objects = (await storage.list()).flatMap((name) => parseName(name) ?? [])
  const base = objects
    .filter(({ kind, timeMs }) => kind === 'snapshot' && timeMs < beforeMs)
    .toSorted((a, b) => b.timeMs - a.timeMs)[0]
  if (!base) return
  for (const { name, run, epoch, timeMs, kind } of objects) {
    const isOlder = run === base.run ? epoch < base.epoch : timeMs < base.timeMs
    if (isOlder || (kind === 'snapshot' && timeMs < base.timeMs)) await storage.remove(name)
  }
}

/** A change longer than a chunk is read as a whole. */
function readNextCommits(file: number, start: number, { header, checksum }: Position): CommittedFrames {
  const available = fstatSync(file).size - start
  for (let length = frameAligned(CHUNK_BYTES, header); ; length *= 2) {
    const committed = readCommittedFrames(readAt(file, start, Math.min(length, available)), header, checksum)
    if (committed.bytes > 0 || length >= available) return committed
  }
}

function openQuietly(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: LOCK_WAIT_MS })
  db.exec('PRAGMA wal_autocheckpoint = 0')
  return db
}

function openIfPresent(path: string): number | undefined {
  try {
    return openSync(path, 'r')
  } catch {
    return undefined
  }
}

function readAt(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(Math.max(0, length))
  return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, position))
}

const frameAligned = (bytes: number, { pageBytes }: WalHeader) => bytes - (bytes % (pageBytes + 24))
