// The format of SQLite's -wal (sqlite.org/fileformat2.html, section 4): finds its committed frames, and writes them
// into a copy of the file.
import { ftruncateSync, writeSync } from 'node:fs'

export const WAL_HEADER_BYTES = 32
export const FRAME_HEADER_BYTES = 24
const MAGIC_LITTLE_ENDIAN = 0x377f0682
const MAGIC_BIG_ENDIAN = 0x377f0683

export type WalHeader = { pageBytes: number; salts: string; isBigEndian: boolean; checksum: Checksum }
type Checksum = readonly [number, number]

/** Returns undefined if the bytes are not a valid header, as happens while SQLite writes one. */
export function readWalHeader(bytes: Buffer): WalHeader | undefined {
  if (bytes.length < WAL_HEADER_BYTES) return undefined
  const magic = bytes.readUInt32BE(0)
  if (magic !== MAGIC_LITTLE_ENDIAN && magic !== MAGIC_BIG_ENDIAN) return undefined
  const isBigEndian = magic === MAGIC_BIG_ENDIAN
  const checksum = addToChecksum([0, 0], bytes.subarray(0, 24), isBigEndian)
  if (checksum[0] !== bytes.readUInt32BE(24) || checksum[1] !== bytes.readUInt32BE(28)) return undefined
  return { pageBytes: bytes.readUInt32BE(8), salts: bytes.toString('hex', 16, 24), isBigEndian, checksum }
}

export type CommittedFrames = {
  /** The length of the frames up to the last commit. */
  bytes: number
  /** The length of all valid frames. */
  validBytes: number
  /** The running checksum after the valid frames, which the next frames continue. */
  checksum: Checksum
  frames: Frame[]
}
export type Frame = {
  page: number
  content: Buffer /** The pages of the file after a commit; 0 before it. */
  committedPages: number
}

/**
 * The valid frames at the start of the bytes, up to the last commit. The rest is unfinished or belongs to an earlier
 * -wal.
 */
export function readCommittedFrames(
  bytes: Buffer,
  { pageBytes, salts, isBigEndian }: WalHeader,
  from: Checksum,
): CommittedFrames {
  const frameBytes = FRAME_HEADER_BYTES + pageBytes
  const result: CommittedFrames = { bytes: 0, validBytes: 0, checksum: from, frames: [] }
  const frames: Frame[] = []
  let checksum = from
  for (let at = 0; at + frameBytes <= bytes.length; at += frameBytes) {
    const content = bytes.subarray(at + FRAME_HEADER_BYTES, at + frameBytes)
    checksum = addToChecksum(
      addToChecksum(checksum, bytes.subarray(at, at + 8), isBigEndian),
      content,
      isBigEndian,
    )
    const isValid =
      bytes.toString('hex', at + 8, at + 16) === salts &&
      checksum[0] === bytes.readUInt32BE(at + 16) &&
      checksum[1] === bytes.readUInt32BE(at + 20)
    if (!isValid) break
    result.validBytes = at + frameBytes
    const committedPages = bytes.readUInt32BE(at + 4)
    frames.push({ page: bytes.readUInt32BE(at), content, committedPages })
    if (committedPages === 0) continue
    result.frames.push(...frames.splice(0))
    result.bytes = at + frameBytes
    result.checksum = checksum
  }
  return result
}

/** Writes committed frames into a copy of the file. */
export function applyFrames(file: number, frames: readonly Frame[], pageBytes: number): void {
  for (const { page, content, committedPages } of frames) {
    writeSync(file, content, 0, pageBytes, (page - 1) * pageBytes)
    if (committedPages > 0) ftruncateSync(file, committedPages * pageBytes)
  }
}

function addToChecksum([first, second]: Checksum, bytes: Buffer, isBigEndian: boolean): Checksum {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  let [s0, s1] = [first, second]
  for (let at = 0; at < bytes.length; at += 8) {
    s0 = (s0 + view.getUint32(at, !isBigEndian) + s1) >>> 0
    s1 = (s1 + view.getUint32(at + 4, !isBigEndian) + s0) >>> 0
  }
  return [s0, s1]
}
