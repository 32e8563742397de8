// Documents in compressed parts, each of which can be kept and used again in the next version of the document. Together they
// are one member of gzip, because browsers and curl read only the first of several.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'

export type PackedPart = {
  /** Blocks of DEFLATE (RFC 1951) that end at a byte and refer to nothing before them. */
  blocks: Uint8Array
  /** In bytes, without compression, like the checksum and the digest. */
  length: number
  checksum: number
  digest: Buffer
}

const deflate = promisify(deflateRaw)

export async function packPart(text: string): Promise<PackedPart> {
  const content = Buffer.from(text)
  const blocks = await deflate(content, { finishFlush: constants.Z_SYNC_FLUSH })
  return {
    // A copy, because a short result is a view of a larger buffer, which would stay in memory.
    blocks: new Uint8Array(blocks),
    length: content.length,
    checksum: crc32(content),
    digest: createHash('sha256').update(content).digest(),
  }
}

/** The start of a member without name and time (RFC 1952, section 2.3). */
const HEADER = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff)
/** An empty last block. */
const LAST_BLOCK = Uint8Array.of(3, 0)

/** The parts as one document, with the length of its content. */
export function joinParts(parts: readonly PackedPart[]): { gzip: Buffer; length: number } {
  const end = { length: 0, checksum: 0 }
  for (const { length, checksum } of parts) {
    end.length += length
    end.checksum = (multiply(end.checksum, powerOf(length)) ^ checksum) >>> 0
  }
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(end.checksum)
  trailer.writeUInt32LE(end.length % 2 ** 32, 4)
  const gzip = Buffer.concat([HEADER, ...parts.map(({ blocks }) => blocks), LAST_BLOCK, trailer])
  return { gzip, length: end.length }
}

// A checksum is a polynomial over GF(2) modulo the one of CRC-32, with the lowest power in the highest bit. Text that
// follows multiplies it by x^8 for each byte, as in `crc32_combine` of zlib.
const POLYNOMIAL = 0xedb88320
const ONE = 0x80000000
const BYTE = 0x00800000

function multiply(a: number, b: number): number {
  let product = 0
  let shifted = b
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if (a & bit) product ^= shifted
    shifted = shifted & 1 ? (shifted >>> 1) ^ POLYNOMIAL : shifted >>> 1
  }
  return product
}

function powerOf(bytes: number): number {
  let power = ONE
  let square = BYTE
  for (let rest = bytes; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) power = multiply(power, square)
    square = multiply(square, square)
  }
  return power
}
