// One stream of a speaker as it arrives: what to ask for again, what can be sent again, and who gets it.
import { distance16, PACKET_OVERHEAD_BYTES, type RtpPacket } from './rtp.ts'
import { startsKeyFrame, widthOfKeyFrame } from './vp8.ts'

export const trackKinds = ['microphone', 'camera', 'screen'] as const
export type TrackKind = (typeof trackKinds)[number]

/** About two seconds of video. */
const KEPT_PACKETS = 512
const MAX_GAP = 100
const MAX_REQUESTS = 8
const REQUEST_MS = 60
/** A track without packets for this long is off. A screen that does not change is sent about once a second. */
const OFF_MS = { microphone: 1_000, camera: 1_500, screen: 4_000 }
/** A level from -127 dBov; silence is about 0 here. */
const MAX_LEVEL = 127
const LEVEL_WEIGHT = 0.1
/** The bit rate is the highest of this many parts of the last seconds, because key frames and movement need more. */
const RATE_PARTS = 4
const RATE_PART_MS = 1_000

/** What gets the packets of a source: for a viewer, or for the stream of the room. */
export type Sink = {
  /** The first packet, with which it can begin. */
  begin(source: Source, first: RtpPacket): void
  forward(packet: RtpPacket): void
  /** Which time of the speaker’s clock a time stamp has. */
  relate(ntp: Buffer, timestamp: number): void
}

export class Source {
  readonly kind: TrackKind
  readonly ssrc: number
  /** Packets are dropped, because a moderator has muted or stopped the track. */
  isBlocked = false
  /** A moving average of the volume, from 0 to 127. */
  level = 0
  /** Of the picture, in pixels. */
  width: number | undefined
  /** Those that get every packet, and those that wait for a key frame to begin with. */
  readonly outlets = new Set<Sink>()
  readonly waiting = new Set<Sink>()
  readonly #kept: (RtpPacket | undefined)[] = Array(KEPT_PACKETS)
  readonly #missing = new Map<number, { requests: number; lastMs: number }>()
  #newest: number | undefined
  #lastMs = Number.NEGATIVE_INFINITY
  #rates: number[] = []
  #part = { sinceMs: performance.now(), bits: 0 }

  constructor(kind: TrackKind, ssrc: number) {
    this.kind = kind
    this.ssrc = ssrc
  }

  get isSilent(): boolean {
    return performance.now() - this.#lastMs >= OFF_MS[this.kind]
  }

  /** Bits per second; 0 until they are measured. */
  get rate(): number {
    return Math.max(0, ...this.#rates)
  }

  receive(packet: RtpPacket, level: Buffer | undefined): void {
    if (packet.payload.length > 0) this.#lastMs = performance.now()
    this.#measure(packet)
    if (this.isBlocked) return
    if (level) this.level += (MAX_LEVEL - (level.readUInt8(0) & 0x7f) - this.level) * LEVEL_WEIGHT
    if (this.kind !== 'microphone') {
      this.#note(packet.sequenceNumber)
      this.#kept[packet.sequenceNumber % KEPT_PACKETS] = packet
    }
    const isStart = this.kind === 'microphone' || startsKeyFrame(packet.payload)
    if (isStart && this.kind !== 'microphone') this.width = widthOfKeyFrame(packet.payload) ?? this.width
    if (isStart && this.waiting.size > 0) this.#begin(packet)
    for (const outlet of this.outlets) outlet.forward(packet)
  }

  /** A packet that an outlet lost. */
  kept(sequenceNumber: number): RtpPacket | undefined {
    const packet = this.#kept[sequenceNumber % KEPT_PACKETS]
    return packet?.sequenceNumber === sequenceNumber ? packet : undefined
  }

  /** The packets to ask for again now. */
  takeMissing(): number[] {
    // A layer that nobody watches needs none.
    if (this.outlets.size + this.waiting.size === 0) this.#missing.clear()
    const now = performance.now()
    const due: number[] = []
    for (const [number, one] of this.#missing) {
      if (due.length === MAX_GAP) break
      if (one.requests === MAX_REQUESTS) this.#missing.delete(number)
      else if (now - one.lastMs >= REQUEST_MS) {
        one.requests += 1
        one.lastMs = now
        due.push(number)
      }
    }
    return due
  }

  #begin(packet: RtpPacket): void {
    for (const outlet of this.waiting) {
      outlet.begin(this, packet)
      this.outlets.add(outlet)
    }
    this.waiting.clear()
  }

  #measure({ payload }: RtpPacket): void {
    const now = performance.now()
    const elapsed = now - this.#part.sinceMs
    if (elapsed >= RATE_PART_MS) {
      this.#rates = [...this.#rates, (this.#part.bits * 1000) / elapsed].slice(-RATE_PARTS)
      this.#part = { sinceMs: now, bits: 0 }
    }
    this.#part.bits += 8 * (payload.length + PACKET_OVERHEAD_BYTES)
  }

  #note(sequenceNumber: number): void {
    this.#missing.delete(sequenceNumber)
    const ahead = this.#newest === undefined ? 1 : distance16(this.#newest, sequenceNumber)
    if (ahead <= 0) return
    if (ahead > MAX_GAP) this.#missing.clear()
    else
      for (let gap = 1; gap < ahead; gap++)
        this.#missing.set((sequenceNumber - gap) & 0xffff, { requests: 0, lastMs: 0 })
    this.#newest = sequenceNumber
  }
}
