// One track that a viewer receives. Its source can change at any time: the viewer sees one stream without gaps.
import { randomInt } from 'node:crypto'
import type { Connection } from './connection.ts'
import { senderReport } from './rtcp.ts'
import { distance16, type RtpPacket } from './rtp.ts'
import type { Source } from './source.ts'

const HEADER_BYTES = 12

export type OutletOptions = { connection: Connection; payloadType: number; clockRate: number }

export class Outlet {
  readonly ssrc = randomInt(1, 2 ** 31)
  readonly #options: OutletOptions
  readonly #header = Buffer.alloc(HEADER_BYTES)
  #source: Source | undefined
  /** The source that replaces it as soon as it has a key frame. */
  #next: Source | undefined
  /** What to add to the numbers of the source. */
  #sequenceOffset = 0
  #timestampOffset = 0
  /** Newest sent, without wrapping. Starts low, so that the first packets of a browser do not wrap. */
  #newestIndex = randomInt(1, 2 ** 15)
  #newestTimestamp = randomInt(0, 2 ** 31)
  #newestMs = performance.now()
  #packets = 0
  #octets = 0

  constructor(options: OutletOptions) {
    this.#options = options
    this.#header.writeUInt32BE(this.ssrc, 8)
  }

  /** Changes the source: at once for sound, and with the next key frame for pictures. */
  show(source: Source | undefined): void {
    if (source === (this.#next ?? this.#source)) return
    this.#next?.waiting.delete(this)
    this.#next = undefined
    if (source === undefined || source === this.#source) {
      if (source === undefined) this.#leave()
      return
    }
    this.#next = source
    source.waiting.add(this)
  }

  /** Begins with a packet of a new source. The current one, for which `restart` has asked, just continues. */
  begin(source: Source, first: RtpPacket): void {
    if (source === this.#source) return
    this.#leave()
    this.#next = undefined
    this.#source = source
    const elapsed = Math.max(
      1,
      Math.round(((performance.now() - this.#newestMs) / 1000) * this.#options.clockRate),
    )
    this.#sequenceOffset = this.#newestIndex + 1 - first.sequenceNumber
    this.#timestampOffset = this.#newestTimestamp + elapsed - first.timestamp
  }

  forward(packet: RtpPacket): void {
    const index =
      this.#newestIndex + distance16(this.#newestIndex, packet.sequenceNumber + this.#sequenceOffset)
    // A late packet from before the first one.
    if (index < 0) return
    if (index > this.#newestIndex) {
      this.#newestIndex = index
      this.#newestTimestamp = (packet.timestamp + this.#timestampOffset) >>> 0
      this.#newestMs = performance.now()
    }
    this.#send(packet, index)
  }

  /** Sends packets again that the viewer has lost. */
  repeat(sequenceNumbers: readonly number[]): void {
    for (const number of sequenceNumbers) {
      const packet = this.#source?.kept((number - this.#sequenceOffset) & 0xffff)
      const index = this.#newestIndex + distance16(this.#newestIndex, number)
      if (packet && index >= 0) this.#send(packet, index)
    }
  }

  /** The viewer cannot continue without a key frame. */
  restart(): void {
    this.#source?.waiting.add(this)
  }

  /** Tells the viewer which time of the speaker's clock a time stamp of the source has. */
  relate(ntp: Buffer, timestamp: number): void {
    const counts = { packets: this.#packets, octets: this.#octets }
    const report = { ntp, timestamp: timestamp + this.#timestampOffset, ...counts }
    this.#options.connection.sendFeedback([senderReport(this.ssrc, report)])
  }

  close(): void {
    this.show(undefined)
  }

  #leave(): void {
    this.#source?.outlets.delete(this)
    this.#source?.waiting.delete(this)
    this.#source = undefined
  }

  #send({ isMarked, timestamp, payload }: RtpPacket, index: number): void {
    const { connection, payloadType } = this.#options
    this.#header.writeUInt8(0x80, 0)
    this.#header.writeUInt8((isMarked ? 0x80 : 0) | payloadType, 1)
    this.#header.writeUInt16BE(index & 0xffff, 2)
    this.#header.writeUInt32BE((timestamp + this.#timestampOffset) >>> 0, 4)
    this.#packets += 1
    this.#octets += payload.length
    connection.send(this.#header, payload, index)
  }
}
