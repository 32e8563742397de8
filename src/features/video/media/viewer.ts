// The connection of somebody who watches. It has fixed tracks, whose sources change: the large picture, the small one,
// and the microphones of the people on stage, by their places.
import { type Certificate, Connection } from './connection.ts'
import { Outlet } from './outlet.ts'
import type { MediaPorts } from './ports.ts'
import { readRtcp } from './rtcp.ts'
import type { Offer } from './sdp.ts'
import type { Source } from './source.ts'

/** A connection that loses more than this in a second is better off with the next key frame. */
const REPEATS_PER_SECOND = 300

const CLOCK_RATES = { audio: 48_000, video: 90_000 }

type Options = {
  ports: MediaPorts
  certificate: Certificate
  offer: Offer
  onConnect(): void
  onClose(): void
}

export class Viewer {
  readonly connection: Connection
  readonly #pictures: Outlet[] = []
  readonly #sounds: Outlet[] = []
  #repeats = { sinceMs: 0, count: 0 }
  /** The streams that the answer names, by section. */
  readonly ssrcs = new Map<string, number>()

  constructor({ ports, certificate, offer, onConnect, onClose }: Options) {
    this.connection = new Connection(
      { ports, certificate, remoteFingerprint: offer.fingerprint },
      {
        onConnect,
        onPacket: () => {},
        onFeedback: (packet) => this.#answer(packet),
        onClose: () => {
          for (const outlet of [...this.#pictures, ...this.#sounds]) outlet.close()
          onClose()
        },
      },
    )
    for (const { kind, mid, payloadType } of offer.media) {
      if (payloadType === undefined) continue
      const { connection } = this
      const outlet = new Outlet({ connection, payloadType, clockRate: CLOCK_RATES[kind] })
      this.ssrcs.set(mid, outlet.ssrc)
      const outlets = kind === 'video' ? this.#pictures : this.#sounds
      outlets.push(outlet)
    }
  }

  show(pictures: readonly (Source | undefined)[], sounds: readonly (Source | undefined)[]): void {
    if (!this.connection.isConnected) return
    for (const [index, outlet] of this.#pictures.entries()) outlet.show(pictures[index])
    for (const [index, outlet] of this.#sounds.entries()) outlet.show(sounds[index])
  }

  #answer(compound: Buffer): void {
    for (const message of readRtcp(compound)) {
      const outlet = this.#pictures.find(({ ssrc }) => ssrc === message.ssrc)
      if (message.kind === 'lost') outlet?.repeat(this.#takeRepeats(message.sequenceNumbers))
      if (message.kind === 'keyFrame') outlet?.restart()
    }
  }

  /** The packets to send again, as far as the viewer has not asked for too many in this second. */
  #takeRepeats(sequenceNumbers: readonly number[]): number[] {
    const now = performance.now()
    if (now - this.#repeats.sinceMs > 1000) this.#repeats = { sinceMs: now, count: 0 }
    const taken = [...new Set(sequenceNumbers)].slice(0, REPEATS_PER_SECOND - this.#repeats.count)
    this.#repeats.count += taken.length
    return taken
  }
}
