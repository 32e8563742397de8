// Reads RTP packets (RFC 3550, section 5.1) and their header extensions (RFC 8285).

export type RtpPacket = {
  payloadType: number
  isMarked: boolean
  sequenceNumber: number
  timestamp: number
  ssrc: number
  /** Values of header extensions by their ids. */
  extensions: ReadonlyMap<number, Buffer>
  payload: Buffer
}

/** The parts of a packet other than its payload: the headers of IP, UDP, and RTP, and the tag of SRTP. */
export const PACKET_OVERHEAD_BYTES = 58

const FIXED_BYTES = 12
const ONE_BYTE_EXTENSIONS = 0xbede

/** Where the header ends; undefined if the packet is malformed. */
export function headerLengthOf(packet: Buffer): number | undefined {
  const first = packet[0] ?? 0
  let length = FIXED_BYTES + 4 * (first & 0x0f)
  if (first >> 6 !== 2 || packet.length < length) return undefined
  if ((first & 0x10) === 0) return length
  if (packet.length < length + 4) return undefined
  length += 4 + 4 * packet.readUInt16BE(length + 2)
  return packet.length < length ? undefined : length
}

/** Reads a decrypted packet; undefined if it is malformed. */
export function readRtp(packet: Buffer): RtpPacket | undefined {
  const headerLength = headerLengthOf(packet)
  if (headerLength === undefined) return undefined
  const first = packet.readUInt8(0)
  const second = packet.readUInt8(1)
  const padding = (first & 0x20) === 0 ? 0 : packet.readUInt8(packet.length - 1)
  if (headerLength + padding > packet.length) return undefined
  return {
    payloadType: second & 0x7f,
    isMarked: second >> 7 === 1,
    sequenceNumber: packet.readUInt16BE(2),
    timestamp: packet.readUInt32BE(4),
    ssrc: packet.readUInt32BE(8),
    extensions: readExtensions(packet.subarray(FIXED_BYTES + 4 * (first & 0x0f), headerLength)),
    payload: packet.subarray(headerLength, packet.length - padding),
  }
}

function readExtensions(block: Buffer): Map<number, Buffer> {
  const values = new Map<number, Buffer>()
  if (block.length < 4 || block.readUInt16BE(0) !== ONE_BYTE_EXTENSIONS) return values
  for (let at = 4; at < block.length; ) {
    const head = block.readUInt8(at)
    at += 1
    // A padding byte.
    if (head === 0) continue
    const id = head >> 4
    const end = at + (head & 0x0f) + 1
    if (id === 15 || end > block.length) break
    values.set(id, block.subarray(at, end))
    at = end
  }
  return values
}

/** The difference between two numbers that wrap at 2^16, from -32,768 to 32,767. */
export const distance16 = (from: number, to: number): number => (((to - from) & 0xffff) << 16) >> 16

const HEADER = Buffer.alloc(FIXED_BYTES + 8)

type Header = Pick<RtpPacket, 'payloadType' | 'isMarked' | 'sequenceNumber' | 'timestamp' | 'ssrc'> & {
  /** One with a value of 16 bits. */
  extension: { id: number; value: number } | undefined
}

/** A header, which is valid until the next one is written. */
export function writeHeader(header: Header): Buffer {
  const { extension } = header
  HEADER.writeUInt8(extension ? 0x90 : 0x80, 0)
  HEADER.writeUInt8((header.isMarked ? 0x80 : 0) | header.payloadType, 1)
  HEADER.writeUInt16BE(header.sequenceNumber, 2)
  HEADER.writeUInt32BE(header.timestamp, 4)
  HEADER.writeUInt32BE(header.ssrc, 8)
  if (!extension) return HEADER.subarray(0, FIXED_BYTES)
  HEADER.writeUInt16BE(ONE_BYTE_EXTENSIONS, 12)
  HEADER.writeUInt16BE(1, 14)
  HEADER.writeUInt8((extension.id << 4) | 1, 16)
  HEADER.writeUInt16BE(extension.value, 17)
  return HEADER
}
