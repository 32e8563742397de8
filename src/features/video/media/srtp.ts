// SRTP with AES_CM_128_HMAC_SHA1_80, the profile that all browsers have (RFC 3711; RFC 8827, section 6.5).
import { type Cipheriv, createCipheriv, timingSafeEqual } from 'node:crypto'
import { HmacSha1 } from './hmac.ts'
import { distance16, headerLengthOf } from './rtp.ts'

const BLOCK_BYTES = 16
const SALT_BYTES = 14
const AUTH_KEY_BYTES = 20
const TAG_BYTES = 10
const RTCP_HEADER_BYTES = 8
/** After a packet of RTCP: its index, and whether it is encrypted. */
const TRAILER_BYTES = 4
const ENCRYPTED = 0x80000000
/** Packets that are further behind the newest one are dropped as replays. */
const REPLAY_WINDOW = 1024
/** Packets whose encryption is prepared together. */
const AHEAD = 8
/** More than the tracks of one person. */
const MAX_STREAMS = 32

export type MasterKey = { key: Buffer; salt: Buffer }

/** Key derivation (section 4.3). Labels are those of section 4.3.1. */
export function deriveKey({ key, salt }: MasterKey, label: number, length: number): Buffer {
  const input = Buffer.alloc(BLOCK_BYTES)
  salt.copy(input)
  input.writeUInt8(input.readUInt8(7) ^ label, 7)
  return createCipheriv('aes-128-ctr', key, input).update(Buffer.alloc(length))
}

let counters = new DataView(new ArrayBuffer(AHEAD * 96 * BLOCK_BYTES))

/** The keys of RTP (first label 0) or RTCP (3), and what both do with them. */
class SessionKeys {
  /** Kept, because a new cipher for each packet takes longer than encrypting it. Encrypts counters (section 4.1.1). */
  readonly #cipher: Cipheriv
  /** Three words, and half a word. */
  readonly #salt: readonly [number, number, number, number]
  readonly #hmac: HmacSha1

  constructor(master: MasterKey, firstLabel: 0 | 3) {
    this.#cipher = createCipheriv('aes-128-ecb', deriveKey(master, firstLabel, 16), null).setAutoPadding(
      false,
    )
    this.#hmac = new HmacSha1(deriveKey(master, firstLabel + 1, AUTH_KEY_BYTES))
    const salt = deriveKey(master, firstLabel + 2, SALT_BYTES)
    this.#salt = [salt.readUInt32BE(0), salt.readUInt32BE(4), salt.readUInt32BE(8), salt.readUInt16BE(12)]
  }

  /** What encrypts the packet `index`, and `packets` of them from there on, each with a number of blocks. */
  keyStream(ssrc: number, index: number, blocks: number, packets = 1): Buffer {
    const length = packets * blocks * BLOCK_BYTES
    if (length > counters.byteLength) counters = new DataView(new ArrayBuffer(length))
    const [first, second, third, fourth] = this.#salt
    let at = 0
    // Writing whole words takes a tenth of the time of copying the first block.
    for (let packet = index; packet < index + packets; packet++) {
      const high = Math.floor(packet / 2 ** 16)
      const last = (fourth ^ packet) << 16
      for (let block = 0; block < blocks; block++, at += BLOCK_BYTES) {
        counters.setUint32(at, first)
        counters.setUint32(at + 4, second ^ ssrc)
        counters.setUint32(at + 8, third ^ high)
        counters.setUint32(at + 12, last | block)
      }
    }
    return this.#cipher.update(new Uint8Array(counters.buffer, 0, length))
  }

  /** Writes the tag of `data` and 32 bits after it to a place in `target`. */
  writeTag(target: Buffer, at: number, data: Buffer, trailer: number): void {
    const [first = 0, second = 0, third = 0] = this.#hmac.digest(data, trailer)
    target.writeInt32BE(first, at)
    target.writeInt32BE(second, at + 4)
    target.writeInt16BE(third >> 16, at + 8)
  }

  hasTag(data: Buffer, trailer: number, tag: Buffer): boolean {
    this.writeTag(EXPECTED, 0, data, trailer)
    return timingSafeEqual(EXPECTED, tag)
  }
}

const EXPECTED = Buffer.alloc(TAG_BYTES)

const blocksOf = (data: Buffer): number => Math.ceil(data.length / BLOCK_BYTES)
const wordsOf = ({ buffer, byteOffset, length }: Buffer): Uint32Array =>
  new Uint32Array(buffer, byteOffset, Math.floor(length / 4))

/** Encrypts or decrypts `data` in place. It must begin at a whole word of its memory. */
function mask(data: Buffer, keyStream: Buffer): void {
  const [words, keyWords] = [wordsOf(data), wordsOf(keyStream)]
  for (let at = 0; at < words.length; at++) words[at] = (words[at] ?? 0) ^ (keyWords[at] ?? 0)
  for (let at = 4 * words.length; at < data.length; at++) data[at] = (data[at] ?? 0) ^ (keyStream[at] ?? 0)
}

const rolloverOf = (index: number): number => Math.floor(index / 2 ** 16)

/** What encrypts the next packets of a stream. */
type Ahead = { index: number; blocks: number; keyStream: Buffer }

/** Encrypts what one connection sends. */
export class SrtpSender {
  readonly #rtp: SessionKeys
  readonly #rtcp: SessionKeys
  readonly #ahead = new Map<number, Ahead>()
  #rtcpIndex = 0

  constructor(master: MasterKey) {
    this.#rtp = new SessionKeys(master, 0)
    this.#rtcp = new SessionKeys(master, 3)
  }

  /** A packet with a header and its extensions. `index` is its sequence number with those that it has wrapped. */
  protect(header: Buffer, payload: Buffer, index: number): Buffer {
    const packet = Buffer.allocUnsafe(header.length + payload.length + TAG_BYTES)
    header.copy(packet)
    payload.copy(packet, header.length)
    const end = header.length + payload.length
    const data = packet.subarray(header.length, end)
    mask(data, this.#keyStream(header.readUInt32BE(8), index, blocksOf(data)))
    this.#rtp.writeTag(packet, end, packet.subarray(0, end), rolloverOf(index))
    return packet
  }

  /** That of several packets at a time, because calling the cipher takes longer than what it does. */
  #keyStream(ssrc: number, index: number, blocks: number): Buffer {
    let ahead = this.#ahead.get(ssrc)
    // A packet that is sent again.
    if (ahead && index < ahead.index) return this.#rtp.keyStream(ssrc, index, blocks)
    if (!ahead || index >= ahead.index + AHEAD || blocks > ahead.blocks) {
      const most = Math.max(blocks, ahead?.blocks ?? 0)
      ahead = { index, blocks: most, keyStream: this.#rtp.keyStream(ssrc, index, most, AHEAD) }
      this.#ahead.set(ssrc, ahead)
    }
    return ahead.keyStream.subarray((index - ahead.index) * ahead.blocks * BLOCK_BYTES)
  }

  protectRtcp(plain: Buffer): Buffer {
    const end = plain.length
    const packet = Buffer.allocUnsafe(end + TRAILER_BYTES + TAG_BYTES)
    plain.copy(packet)
    const data = packet.subarray(RTCP_HEADER_BYTES, end)
    mask(data, this.#rtcp.keyStream(plain.readUInt32BE(4), this.#rtcpIndex, blocksOf(data)))
    const trailer = ENCRYPTED + this.#rtcpIndex
    packet.writeUInt32BE(trailer, end)
    this.#rtcp.writeTag(packet, end + TRAILER_BYTES, packet.subarray(0, end), trailer)
    this.#rtcpIndex += 1
    return packet
  }
}

type Stream = { newest: number; seen: Float64Array }

/** Decrypts what one connection receives. */
export class SrtpReceiver {
  readonly #rtp: SessionKeys
  readonly #rtcp: SessionKeys
  readonly #streams = new Map<number, Stream>()

  constructor(master: MasterKey) {
    this.#rtp = new SessionKeys(master, 0)
    this.#rtcp = new SessionKeys(master, 3)
  }

  /** The packet in plain; undefined if it is malformed, forged, or repeated. */
  unprotect(packet: Buffer): Buffer | undefined {
    const end = packet.length - TAG_BYTES
    const headerLength = headerLengthOf(packet.subarray(0, Math.max(0, end)))
    if (headerLength === undefined) return undefined
    const ssrc = packet.readUInt32BE(8)
    const sequenceNumber = packet.readUInt16BE(2)
    const stream = this.#streams.get(ssrc)
    if (!stream && this.#streams.size === MAX_STREAMS) return undefined
    const index = stream ? stream.newest + distance16(stream.newest, sequenceNumber) : sequenceNumber
    if (index < 0 || (stream && isRepeated(stream, index))) return undefined
    const covered = packet.subarray(0, end)
    if (!this.#rtp.hasTag(covered, rolloverOf(index), packet.subarray(end))) return undefined
    this.#note(ssrc, index)
    const plain = Buffer.from(covered)
    const data = plain.subarray(headerLength)
    mask(data, this.#rtp.keyStream(ssrc, index, blocksOf(data)))
    return plain
  }

  unprotectRtcp(packet: Buffer): Buffer | undefined {
    const end = packet.length - TAG_BYTES - TRAILER_BYTES
    if (end < RTCP_HEADER_BYTES) return undefined
    const covered = packet.subarray(0, end)
    const trailer = packet.readUInt32BE(end)
    if (!this.#rtcp.hasTag(covered, trailer, packet.subarray(end + TRAILER_BYTES))) return undefined
    const plain = Buffer.from(covered)
    const data = plain.subarray(RTCP_HEADER_BYTES)
    if (trailer >= ENCRYPTED)
      mask(data, this.#rtcp.keyStream(packet.readUInt32BE(4), trailer - ENCRYPTED, blocksOf(data)))
    return plain
  }

  #note(ssrc: number, index: number): void {
    const stream = this.#streams.get(ssrc) ?? {
      newest: index,
      seen: new Float64Array(REPLAY_WINDOW).fill(-1),
    }
    stream.newest = Math.max(stream.newest, index)
    stream.seen[index % REPLAY_WINDOW] = index
    this.#streams.set(ssrc, stream)
  }
}

const isRepeated = ({ newest, seen }: Stream, index: number): boolean =>
  index <= newest - REPLAY_WINDOW || seen[index % REPLAY_WINDOW] === index
