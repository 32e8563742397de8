// Limits of an XLSX file, which is a ZIP archive (APPNOTE.TXT of PKWARE). A small archive can unpack to gigabytes.

import { inflateRawSync } from 'node:zlib'
import { MAX_UNPACKED_BYTES } from '../limits.ts'

const MAX_ENTRIES = 1_000

const END_SIGNATURE = Buffer.from([0x50, 0x4b, 0x05, 0x06])
const END_BYTES = 22
const LOCATOR_SIGNATURE = 0x07064b50
const LOCATOR_BYTES = 20
const ENTRY_SIGNATURE = 0x02014b50
const ENTRY_BYTES = 46
const LOCAL_BYTES = 30
const STORED = 0
const DEFLATED = 8
/** Marks a size that is stored elsewhere (ZIP64), which only archives over 4 GiB need. */
const ELSEWHERE = 0xffffffff

export type ArchiveProblem = 'xlsx_invalid' | 'xlsx_too_large'

/**
 * The problem with the archive; undefined if it can be unpacked. Every entry is unpacked up to its declared size,
 * because the sizes in an archive can be wrong.
 */
export function checkArchive(bytes: Buffer): ArchiveProblem | undefined {
  const end = bytes.lastIndexOf(END_SIGNATURE)
  if (end < LOCATOR_BYTES || end + END_BYTES > bytes.length) return 'xlsx_invalid'
  // Other places for the same values, which the library would use instead.
  if (bytes.readUInt32LE(end - LOCATOR_BYTES) === LOCATOR_SIGNATURE) return 'xlsx_invalid'
  const count = bytes.readUInt16LE(end + 10)
  if (bytes.readUInt16LE(end + 8) !== count) return 'xlsx_invalid'
  if (count > MAX_ENTRIES) return 'xlsx_too_large'
  let place = bytes.readUInt32LE(end + 16)
  let total = 0
  for (let index = 0; index < count; index += 1) {
    const entry = readEntry(bytes, place)
    if (entry === undefined) return 'xlsx_invalid'
    total += entry.size
    if (total > MAX_UNPACKED_BYTES) return 'xlsx_too_large'
    const problem = checkEntry(bytes, entry)
    if (problem !== undefined) return problem
    place = entry.next
  }
  return undefined
}

type Entry = { method: number; packed: number; size: number; start: number; next: number }

/** An entry of the central directory; undefined if it is not one. */
function readEntry(bytes: Buffer, place: number): Entry | undefined {
  if (place + ENTRY_BYTES > bytes.length || bytes.readUInt32LE(place) !== ENTRY_SIGNATURE) return undefined
  const lengths = [28, 30, 32].map((offset) => bytes.readUInt16LE(place + offset))
  const next = lengths.reduce((sum, length) => sum + length, place + ENTRY_BYTES)
  const [packed, size, local] = [20, 24, 42].map((offset) => bytes.readUInt32LE(place + offset))
  if (packed === undefined || size === undefined || local === undefined) return undefined
  if ([packed, size, local].includes(ELSEWHERE) || local + LOCAL_BYTES > bytes.length) return undefined
  const method = bytes.readUInt16LE(place + 10)
  // The library unpacks as the header before the content says.
  if (bytes.readUInt16LE(local + 8) !== method) return undefined
  const start = local + LOCAL_BYTES + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
  return { method, packed, size, start, next }
}

function checkEntry(bytes: Buffer, { method, packed, size, start }: Entry): ArchiveProblem | undefined {
  if (start + packed > bytes.length) return 'xlsx_invalid'
  if (method === STORED) return packed === size ? undefined : 'xlsx_invalid'
  if (method !== DEFLATED) return 'xlsx_invalid'
  try {
    const content = inflateRawSync(bytes.subarray(start, start + packed), {
      maxOutputLength: Math.max(size, 1),
    })
    return content.length === size ? undefined : 'xlsx_invalid'
  } catch {
    return 'xlsx_invalid'
  }
}
