// RTCP: reads the reports of browsers, and writes those that are sent to them (RFC 3550, section 6; RFC 4585; RFC 5104).

const SENDER_REPORT = 200
const RECEIVER_REPORT = 201
const TRANSPORT_FEEDBACK = 205
const PAYLOAD_FEEDBACK = 206
const NACK = 1
const TRANSPORT_WIDE = 15
const PICTURE_LOSS = 1
const FULL_INTRA_REQUEST = 4

/** The name of this server in reports. */
const OWN_SSRC = 1

export type RtcpMessage =
  | { kind: 'report'; ssrc: number; ntp: Buffer; timestamp: number }
  | { kind: 'lost'; ssrc: number; sequenceNumbers: number[] }
  | { kind: 'keyFrame'; ssrc: number }
  /** What arrived of the transport, as `twcc.ts` reads it. */
  | { kind: 'arrivals'; report: Buffer }

/** Browsers send fewer in one packet. */
const MAX_MESSAGES = 100

/** The first messages of a compound packet. Malformed and other ones are left out. */
export function readRtcp(compound: Buffer, most = MAX_MESSAGES): RtcpMessage[] {
  const messages: RtcpMessage[] = []
  for (let at = 0; at + 4 <= compound.length && messages.length < most; ) {
    const end = at + 4 + 4 * compound.readUInt16BE(at + 2)
    if (end > compound.length) break
    messages.push(...readMessage(compound.subarray(at, end)))
    at = end
  }
  return messages
}

function readMessage(packet: Buffer): RtcpMessage[] {
  const format = packet.readUInt8(0) & 0x1f
  const type = packet.readUInt8(1)
  if (type === SENDER_REPORT && packet.length >= 28)
    return [
      {
        kind: 'report',
        ssrc: packet.readUInt32BE(4),
        ntp: packet.subarray(8, 16),
        timestamp: packet.readUInt32BE(16),
      },
    ]
  if (packet.length < 12) return []
  const ssrc = packet.readUInt32BE(8)
  if (type === PAYLOAD_FEEDBACK && format === PICTURE_LOSS) return [{ kind: 'keyFrame', ssrc }]
  if (type === PAYLOAD_FEEDBACK && format === FULL_INTRA_REQUEST && packet.length >= 20)
    return [{ kind: 'keyFrame', ssrc: packet.readUInt32BE(12) }]
  if (type === TRANSPORT_FEEDBACK && format === NACK)
    return [{ kind: 'lost', ssrc, sequenceNumbers: readLost(packet.subarray(12)) }]
  if (type === TRANSPORT_FEEDBACK && format === TRANSPORT_WIDE)
    return [{ kind: 'arrivals', report: packet.subarray(12) }]
  return []
}

/** Browsers ask for fewer at once. */
const MAX_LOST_PAIRS = 64

/** Pairs of a first packet and a mask of the 16 after it (RFC 4585, section 6.2.1). */
function readLost(all: Buffer): number[] {
  const pairs = all.subarray(0, 4 * MAX_LOST_PAIRS)
  const lost: number[] = []
  for (let at = 0; at + 4 <= pairs.length; at += 4) {
    const first = pairs.readUInt16BE(at)
    const mask = pairs.readUInt16BE(at + 2)
    lost.push(first)
    for (let bit = 0; bit < 16; bit++) if ((mask >> bit) & 1) lost.push((first + bit + 1) & 0xffff)
  }
  return lost
}

function packetOf(type: number, format: number, body: Buffer): Buffer {
  const packet = Buffer.alloc(8 + body.length)
  packet.writeUInt8(0x80 | format, 0)
  packet.writeUInt8(type, 1)
  packet.writeUInt16BE(packet.length / 4 - 1, 2)
  packet.writeUInt32BE(OWN_SSRC, 4)
  body.copy(packet, 8)
  return packet
}

const words = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, 4 * index)
  return bytes
}

/** An empty report, with which a compound packet begins. */
export const emptyReport = (): Buffer => packetOf(RECEIVER_REPORT, 0, Buffer.alloc(0))

/** Asks a speaker for a key frame. */
export const keyFrameRequest = (ssrc: number): Buffer => packetOf(PAYLOAD_FEEDBACK, PICTURE_LOSS, words(ssrc))

/** Asks a speaker for packets that were lost. */
export const resendRequest = (ssrc: number, sequenceNumbers: readonly number[]): Buffer =>
  packetOf(TRANSPORT_FEEDBACK, NACK, words(ssrc, ...sequenceNumbers.map((number) => number * 2 ** 16)))

/** What arrived of a transport, as `twcc.ts` writes it. */
export const transportReport = (ssrc: number, body: Buffer): Buffer =>
  packetOf(TRANSPORT_FEEDBACK, TRANSPORT_WIDE, Buffer.concat([words(ssrc), body]))

/** Relates the time stamps of a stream to the clock of its speaker, so that sound and picture play together. */
export function senderReport(
  ssrc: number,
  { ntp, timestamp, packets, octets }: { ntp: Buffer; timestamp: number; packets: number; octets: number },
): Buffer {
  const packet = packetOf(SENDER_REPORT, 0, Buffer.concat([ntp, words(timestamp, packets, octets)]))
  packet.writeUInt32BE(ssrc, 4)
  return packet
}
