// One track of a speaker as it arrives: what to ask for again, what can be sent again, and who gets it.
import type { Outlet } from './outlet.ts'
import { distance16, type RtpPacket, startsVp8KeyFrame } from './rtp.ts'

export const trackKinds = ['microphone', 'camera', 'screen'] as const
export type TrackKind = (typeof trackKinds)[number]

/** About two seconds of video. */
const KEPT_PACKETS = 512
const MAX_GAP = 100
const MAX_REQUESTS = 8
const REQUEST_MS = 60
const KEY_FRAME_MS = 300
/** A track without packets for this long is off. A screen that does not change is sent about once a second. */
const OFF_MS = { microphone: 1_000, camera: 1_500, screen: 4_000 }
/** A level from -127 dBov; silence is about 0 here. */
const MAX_LEVEL = 127
const LEVEL_WEIGHT = 0.1

export class Source {
  readonly kind: TrackKind
  readonly ssrc: number
  /** Packets are dropped, because a moderator has muted or stopped the track. */
  isBlocked = false
  /** A moving average of the volume, from 0 to 127. */
  level = 0
  /** Those that get every packet, and those that wait for a key frame to begin with. */
  readonly outlets = new Set<Outlet>()
  readonly waiting = new Set<Outlet>()
  readonly #kept: (RtpPacket | undefined)[] = Array(KEPT_PACKETS)
  readonly #missing = new Map<number, { requests: number; lastMs: number }>()
  #newest: number | undefined
  #lastMs = Number.NEGATIVE_INFINITY
  #keyFrameMs = Number.NEGATIVE_INFINITY

  constructor(kind: TrackKind, ssrc: number) {
    this.kind = kind
    this.ssrc = ssrc
  }

  get isOn(): boolean {
    return !this.isBlocked && !this.isSilent
  }

  /** Whether the speaker has turned the track off, whatever a moderator has done. */
  get isSilent(): boolean {
    return performance.now() - this.#lastMs >= OFF_MS[this.kind]
  }

  receive(packet: RtpPacket, level: Buffer | undefined): void {
    this.#lastMs = performance.now()
    if (this.isBlocked) return
    if (level) this.level += (MAX_LEVEL - (level.readUInt8(0) & 0x7f) - this.level) * LEVEL_WEIGHT
    if (this.kind !== 'microphone') {
      this.#note(packet.sequenceNumber)
      this.#kept[packet.sequenceNumber % KEPT_PACKETS] = packet
    }
    if (this.waiting.size > 0 && (this.kind === 'microphone' || startsVp8KeyFrame(packet.payload)))
      this.#begin(packet)
    for (const outlet of this.outlets) outlet.forward(packet)
  }

  /** A packet that an outlet lost. */
  kept(sequenceNumber: number): RtpPacket | undefined {
    const packet = this.#kept[sequenceNumber % KEPT_PACKETS]
    return packet?.sequenceNumber === sequenceNumber ? packet : undefined
  }

  /** The packets to ask for again now. */
  takeMissing(): number[] {
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

  /** Whether to ask for a key frame now. Few enough for the speaker, however many viewers join. */
  takeKeyFrameRequest(): boolean {
    const now = performance.now()
    if (this.waiting.size === 0 || this.kind === 'microphone' || now - this.#keyFrameMs < KEY_FRAME_MS)
      return false
    this.#keyFrameMs = now
    return true
  }

  #begin(packet: RtpPacket): void {
    for (const outlet of this.waiting) {
      outlet.begin(this, packet)
      this.outlets.add(outlet)
    }
    this.waiting.clear()
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
