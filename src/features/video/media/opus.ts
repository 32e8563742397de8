// Packets of Opus sound (RFC 6716, section 3.1).

/** As browsers send them. */
export const PACKET_MS = 20
export const SILENCE = Buffer.from([0xf8, 0xff, 0xfe])

/** Whether a packet has one frame of 20 ms. */
export function lastsPacketMs(packet: Buffer): boolean {
  const first = packet[0]
  if (first === undefined || (first & 3) !== 0) return false
  const configuration = first >> 3
  // The speech codec has 10, 20, 40, and 60 ms, the hybrid one 10 and 20 ms, and the other 2.5 to 20 ms.
  if (configuration < 12) return configuration % 4 === 1
  return configuration < 16 ? configuration % 2 === 1 : configuration % 4 === 3
}
