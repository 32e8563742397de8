// HMAC-SHA1 (RFC 2104). `createHmac` makes objects for each packet, which takes three times as long as hashing it: one call
// hashes the message, and the digest of the digest, which is a single block, is calculated here (RFC 3174).
import { hash } from 'node:crypto'

const BLOCK_BYTES = 64
const BLOCK_WORDS = 16
const DIGEST_BYTES = 20
const DIGEST_WORDS = 5
const MAX_MESSAGE_BYTES = 0x10000
const [INNER_PAD, OUTER_PAD] = [0x36, 0x5c]
const INITIAL = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0]

/** The key and a message behind it. */
const MESSAGE = Buffer.alloc(BLOCK_BYTES + MAX_MESSAGE_BYTES)
const WORDS = new Int32Array(80)
const STATE = new Int32Array(DIGEST_WORDS)

export class HmacSha1 {
  readonly #innerKey = Buffer.alloc(BLOCK_BYTES, INNER_PAD)
  /** The state of the hash after the block of the key. */
  readonly #outerState: Int32Array

  /** A key of one block at most. */
  constructor(key: Buffer) {
    const outerKey = Buffer.alloc(BLOCK_BYTES, OUTER_PAD)
    for (const [at, byte] of key.entries()) {
      this.#innerKey[at] = INNER_PAD ^ byte
      outerKey[at] = OUTER_PAD ^ byte
    }
    for (let at = 0; at < BLOCK_WORDS; at++) WORDS[at] = outerKey.readInt32BE(4 * at)
    this.#outerState = addBlock(Int32Array.from(INITIAL)).slice()
  }

  /** The digest of `data` and 32 bits after it, as five words, which are valid until the next one. */
  digest(data: Buffer, trailer: number): Int32Array {
    this.#innerKey.copy(MESSAGE)
    data.copy(MESSAGE, BLOCK_BYTES)
    MESSAGE.writeUInt32BE(trailer, BLOCK_BYTES + data.length)
    const inner = hash('sha1', MESSAGE.subarray(0, BLOCK_BYTES + data.length + 4), 'binary')
    for (let at = 0; at < DIGEST_WORDS; at++)
      WORDS[at] =
        (inner.charCodeAt(4 * at) << 24) |
        (inner.charCodeAt(4 * at + 1) << 16) |
        (inner.charCodeAt(4 * at + 2) << 8) |
        inner.charCodeAt(4 * at + 3)
    // The end of a hashed message: a bit, zeros, and the number of bits.
    WORDS[DIGEST_WORDS] = 0x80000000
    WORDS.fill(0, DIGEST_WORDS + 1, BLOCK_WORDS)
    WORDS[BLOCK_WORDS - 1] = 8 * (BLOCK_BYTES + DIGEST_BYTES)
    return addBlock(this.#outerState)
  }
}

/** The state after one more block, which is the start of `WORDS` (section 6.1), until the next one is added. */
function addBlock(state: Int32Array): Int32Array {
  for (let at = BLOCK_WORDS; at < WORDS.length; at++)
    WORDS[at] = rotate(word(at - 3) ^ word(at - 8) ^ word(at - 14) ^ word(at - 16), 1)
  let [a = 0, b = 0, c = 0, d = 0, e = 0] = state
  for (let at = 0; at < WORDS.length; at++) {
    const next = (rotate(a, 5) + mix(at, b, c, d) + e + word(at)) | 0
    e = d
    d = c
    c = rotate(b, 30)
    b = a
    a = next
  }
  STATE[0] = a + (state[0] ?? 0)
  STATE[1] = b + (state[1] ?? 0)
  STATE[2] = c + (state[2] ?? 0)
  STATE[3] = d + (state[3] ?? 0)
  STATE[4] = e + (state[4] ?? 0)
  return STATE
}

const word = (at: number): number => WORDS[at] ?? 0
const rotate = (value: number, bits: number): number => (value << bits) | (value >>> (32 - bits))

function mix(at: number, b: number, c: number, d: number): number {
  if (at < 20) return ((b & c) | (~b & d)) + 0x5a827999
  if (at < 40) return (b ^ c ^ d) + 0x6ed9eba1
  if (at < 60) return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc
  return (b ^ c ^ d) + 0xca62c1d6
}
