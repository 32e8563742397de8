// H.264 in RTP (RFC 6184): the pictures of a stream of packets, which may come late or not at all.
import { distance16, type RtpPacket } from './rtp.ts'

export type H264Picture = {
  timestamp: number
  isKey: boolean
  /** The decoder configuration record (ISO/IEC 14496-15, section 5.3.3.1). */
  config: Buffer
  /** Units with their lengths, as in files. */
  data: Buffer
}

/** Types of units (ITU-T H.264, table 7-1; RFC 6184, table 1). */
const [SLICE, KEY_SLICE, SEQUENCE_PARAMETERS, PICTURE_PARAMETERS, SEVERAL, FRAGMENT] = [1, 5, 7, 8, 24, 28]
/** A lost packet is sent again within this time, or it does not come any more. */
const MAX_WAIT_MS = 600
const MAX_HELD = 512
/** Far more than a picture of 8 Mbit/s has. */
const MAX_PICTURE_BYTES = 1024 * 1024
/** The memory that a unit takes besides its bytes. */
const UNIT_BYTES = 64
const MAX_PARAMETER_BYTES = 1024

export class H264Reader {
  readonly #onPicture: (picture: H264Picture) => void
  /** Packets that wait for earlier ones, by number. */
  readonly #held = new Map<number, RtpPacket>()
  #next: number | undefined
  #heldSinceMs = 0
  #units: Buffer[] = []
  #bytes = 0
  #timestamp: number | undefined
  /** The parts of a unit that is larger than a packet. */
  #fragments: Buffer[] | undefined
  #parameters: { sequence: Buffer | undefined; picture: Buffer | undefined } = {
    sequence: undefined,
    picture: undefined,
  }
  /** Whether the parameters have come with this picture. They come first, so nothing before them is missing. */
  #hasParameters = false
  /** Pictures cannot be decoded before the next key frame. */
  #isBroken = true

  constructor(onPicture: (picture: H264Picture) => void) {
    this.#onPicture = onPicture
  }

  get needsKeyFrame(): boolean {
    return this.#isBroken
  }

  add(packet: RtpPacket, nowMs: number): void {
    const { sequenceNumber } = packet
    this.#next ??= sequenceNumber
    const ahead = distance16(this.#next, sequenceNumber)
    if (ahead < 0 && ahead > -MAX_HELD) return
    if (Math.abs(ahead) >= MAX_HELD) this.#skipTo(sequenceNumber)
    if (this.#held.size === 0) this.#heldSinceMs = nowMs
    this.#held.set(sequenceNumber, packet)
    this.#readHeld(nowMs)
    if (this.#held.size === 0 || nowMs - this.#heldSinceMs < MAX_WAIT_MS) return
    const next = this.#next
    const [first = sequenceNumber] = [...this.#held.keys()].toSorted(
      (a, b) => distance16(next, a) - distance16(next, b),
    )
    this.#break()
    this.#next = first
    this.#readHeld(nowMs)
  }

  #skipTo(sequenceNumber: number): void {
    this.#held.clear()
    this.#break()
    this.#next = sequenceNumber
  }

  #readHeld(nowMs: number): void {
    for (;;) {
      const number = this.#next ?? 0
      const packet = this.#held.get(number)
      if (!packet) return
      this.#held.delete(number)
      this.#heldSinceMs = nowMs
      this.#next = (number + 1) & 0xffff
      this.#read(packet)
    }
  }

  #read({ payload, timestamp, isMarked }: RtpPacket): void {
    // Padding, with which browsers probe the bandwidth.
    if (payload.length === 0) return
    if (timestamp !== this.#timestamp) this.#finish()
    this.#timestamp = timestamp
    const type = payload.readUInt8(0) & 0x1f
    if (type === SEVERAL) this.#readSeveral(payload)
    else if (type === FRAGMENT) this.#readFragment(payload)
    else this.#addUnit(payload)
    if (isMarked) this.#finish()
  }

  #readSeveral(payload: Buffer): void {
    for (let at = 1; at + 2 <= payload.length; ) {
      const end = at + 2 + payload.readUInt16BE(at)
      if (end > payload.length) this.#break()
      else this.#addUnit(payload.subarray(at + 2, end))
      at = end
    }
  }

  #readFragment(payload: Buffer): void {
    const [indicator = 0, header = 0] = payload
    const [isFirst, isLast] = [(header & 0x80) !== 0, (header & 0x40) !== 0]
    if (isFirst) this.#fragments = [Buffer.from([(indicator & 0xe0) | (header & 0x1f)])]
    if (!this.#fragments || payload.length < 3) {
      this.#break()
      return
    }
    this.#fragments.push(payload.subarray(2))
    this.#count(payload.length + UNIT_BYTES)
    if (!isLast || !this.#fragments) return
    const unit = Buffer.concat(this.#fragments)
    this.#fragments = undefined
    this.#addUnit(unit)
  }

  #addUnit(unit: Buffer): void {
    const type = (unit[0] ?? 0) & 0x1f
    if (type === SEQUENCE_PARAMETERS && unit.length >= 4) {
      this.#parameters.sequence = parametersOf(unit)
      this.#hasParameters = true
    } else if (type === PICTURE_PARAMETERS) this.#parameters.picture = parametersOf(unit)
    else if (type >= SLICE && type <= KEY_SLICE) {
      this.#units.push(unit)
      // Each also takes memory of its own.
      this.#count(unit.length + UNIT_BYTES)
    }
  }

  #count(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes > 2 * MAX_PICTURE_BYTES) this.#break()
  }

  /** The picture is complete. */
  #finish(): void {
    const units = this.#units
    const timestamp = this.#timestamp
    const isWhole = this.#fragments === undefined
    const hasParameters = this.#hasParameters
    this.#forgetPicture()
    if (units.length === 0 || timestamp === undefined) return
    if (!isWhole) {
      this.#break()
      return
    }
    const isKey = units.some((unit) => ((unit[0] ?? 0) & 0x1f) === KEY_SLICE)
    const { sequence, picture } = this.#parameters
    if (!sequence || !picture || (this.#isBroken && !(isKey && hasParameters))) return
    this.#isBroken = false
    const data = Buffer.concat(units.flatMap((unit) => [lengthOf(unit), unit]))
    this.#onPicture({ timestamp, isKey, config: configOf(sequence, picture), data })
  }

  #forgetPicture(): void {
    this.#units = []
    this.#bytes = 0
    this.#fragments = undefined
    this.#hasParameters = false
  }

  #break(): void {
    this.#isBroken = true
    this.#forgetPicture()
  }
}

/** A copy, because the packet can be part of a larger buffer. */
const parametersOf = (unit: Buffer): Buffer | undefined =>
  unit.length > MAX_PARAMETER_BYTES ? undefined : Buffer.from(unit)

const lengthOf = (unit: Buffer): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(unit.length)
  return length
}

export function configOf(sequence: Buffer, picture: Buffer): Buffer {
  const [sequenceLength, pictureLength] = [Buffer.alloc(2), Buffer.alloc(2)]
  sequenceLength.writeUInt16BE(sequence.length)
  pictureLength.writeUInt16BE(picture.length)
  return Buffer.concat([
    ...[Buffer.from([1]), sequence.subarray(1, 4), Buffer.from([0xff, 0xe1]), sequenceLength, sequence],
    ...[Buffer.from([1]), pictureLength, picture],
  ])
}
