// Speakers and viewers of video rooms without browsers: a speaker sends packets of the sizes and rates of a camera at
// 1.1 Mbit/s and a microphone, and viewers count what arrives.
import { ARRIVALS_ID, formats, type MediaClient } from '../../src/demo/stage/media-client.ts'
import { emptyReport, transportReport } from '../../src/features/video/media/rtcp.ts'
import { readRtp, writeHeader } from '../../src/features/video/media/rtp.ts'
import { ArrivalReporter } from '../../src/features/video/media/twcc.ts'

const [AUDIO, VIDEO] = [formats.sound.type, formats.picture.type]
const REPORT_MS = 100
const FRAMES_PER_SECOND = 30
const PACKETS_OF_FRAME = 4
const VIDEO_BYTES = 1_100
const SOUND_BYTES = 80
const SOUND_MS = 20
/** The descriptor and the first byte of a key frame of VP8 (RFC 7741, sections 4.2 and 4.3), and of what follows. */
const [FIRST, NEXT] = [Buffer.from([0x10, 0x00]), Buffer.from([0x00, 0x01])]

/** Sends until the function that it returns is called. */
export function speak(client: MediaClient): () => void {
  const startMs = performance.now()
  const tracks = [
    { type: AUDIO, index: 0, perSecond: 1000 / SOUND_MS, clockRate: formats.sound.clockRate },
    { type: VIDEO, index: 0, perSecond: FRAMES_PER_SECOND, clockRate: formats.picture.clockRate },
  ]
  const sent = tracks.map(() => 0)
  const timer = setInterval(() => {
    const seconds = (performance.now() - startMs) / 1000
    for (const [which, track] of tracks.entries()) {
      for (; (sent[which] ?? 0) < seconds * track.perSecond; sent[which] = (sent[which] ?? 0) + 1) {
        const timestamp = ((sent[which] ?? 0) * track.clockRate) / track.perSecond
        const count = track.type === VIDEO ? PACKETS_OF_FRAME : 1
        for (let part = 0; part < count; part += 1) {
          const header = writeHeader({
            ...{ payloadType: track.type, ssrc: track.type, isMarked: part === count - 1 },
            ...{ sequenceNumber: track.index & 0xffff, timestamp: Math.round(timestamp) >>> 0 },
            extension: undefined,
          })
          client.sendPacket(header, payloadOf(track.type, part), track.index)
          track.index += 1
        }
      }
    }
  }, 5)
  return () => clearInterval(timer)
}

/** The time at which it was sent is at the end. */
function payloadOf(type: number, part: number): Buffer {
  const payload = Buffer.alloc(type === VIDEO ? VIDEO_BYTES : SOUND_BYTES)
  if (type === VIDEO) (part === 0 ? FIRST : NEXT).copy(payload)
  payload.writeDoubleBE(performance.now(), payload.length - 8)
  return payload
}

/** What a viewer has received since the last call of `reset`. Times are milliseconds. */
export class Reception {
  /** When something has last come, by what it was. */
  readonly arrivedMs = new Map<'microphone' | 'camera', number>()
  packets = 0
  lost = 0
  longestGapMs = 0
  delaysMs: number[] = []
  readonly #newest = new Map<number, number>()
  readonly #timer: NodeJS.Timeout
  #lastMs: number | undefined

  /**
   * Counts the packets of a client, and reports their arrival as browsers do. `isRead` says that it decrypts them, so that
   * their delay is known.
   */
  constructor(client: MediaClient, isRead: boolean) {
    const arrivals = new ArrivalReporter()
    let ssrc = 0
    this.#timer = setInterval(() => {
      const report = arrivals.take()
      if (report) client.sendFeedback(Buffer.concat([emptyReport(), transportReport(ssrc, report)]))
    }, REPORT_MS)
    client.onPacket = (bytes) => {
      const packet = readRtp(bytes)
      if (!packet) return
      const now = performance.now()
      ssrc = packet.ssrc
      const number = packet.extensions.get(ARRIVALS_ID)
      if (number) arrivals.add(number.readUInt16BE(0), now * 1000)
      if (this.#lastMs !== undefined) this.longestGapMs = Math.max(this.longestGapMs, now - this.#lastMs)
      this.#lastMs = now
      this.packets += 1
      this.arrivedMs.set(packet.payloadType === VIDEO ? 'camera' : 'microphone', now)
      const newest = this.#newest.get(packet.ssrc)
      const ahead = newest === undefined ? 1 : ((packet.sequenceNumber - newest + 0x8000) & 0xffff) - 0x8000
      if (ahead > 0) this.#newest.set(packet.ssrc, packet.sequenceNumber)
      // A late packet was counted as lost before.
      this.lost += ahead > 0 ? ahead - 1 : -1
      if (isRead) this.delaysMs.push(now - packet.payload.readDoubleBE(packet.payload.length - 8))
    }
  }

  close(): void {
    clearInterval(this.#timer)
  }

  reset(): void {
    Object.assign(this, { packets: 0, lost: 0, longestGapMs: 0, delaysMs: [] })
    this.#lastMs = undefined
  }
}
