// The connection of somebody who watches. It has fixed tracks, whose sources change: the large picture, the small one
// inside it, and the cameras and microphones of the people on stage, by their places. Pictures come in the layers that its
// path carries.
import { type Certificate, Connection } from './connection.ts'
import { chooseLayers } from './layers.ts'
import { Outlet } from './outlet.ts'
import { Path } from './path.ts'
import type { MediaPorts } from './ports.ts'
import { readRtcp } from './rtcp.ts'
import { extensions, type Offer } from './sdp.ts'
import type { Track } from './track.ts'
import { countLost } from './traffic.ts'

/** A connection that loses more than this in a second is better off with the next key frame. */
const REPEATS_PER_SECOND = 300
/** Browsers send about 20 reports a second, and requests for what is lost. */
const MESSAGES_PER_SECOND = 200

export type Pictures = {
  /** The large picture, and the one that viewers without tiles see inside it. */
  main: Track | undefined
  inset: Track | undefined
  /** Those that can be tiles, with the places of their people. The first ones are sent if not all can be. */
  cameras: readonly { place: number; track: Track }[]
}
/** The widths of pictures on the page of a viewer, in pixels: of the large one, 0 if it shows none, and of a tile. */
export type Shown = { width: number; tiles: number; tileWidth: number }
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
  readonly #path = new Path()
  #shown: Shown = { width: Number.POSITIVE_INFINITY, tiles: 0, tileWidth: 0 }
  #repeats = { sinceMs: 0, count: 0 }
  #messages = { sinceMs: 0, count: 0 }
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
    const { connection } = this
    for (const { kind, mid, payloadType, extensionIds } of offer.media) {
      if (payloadType === undefined) continue
      const arrivalsId = extensionIds.get(extensions.arrivals)
      const outlet = new Outlet({ connection, path: this.#path, kind, payloadType, arrivalsId })
      this.ssrcs.set(mid, outlet.ssrc)
      const outlets = kind === 'video' ? this.#pictures : this.#sounds
      outlets.push(outlet)
    }
  }

  resize(shown: Shown): void {
    this.#shown = shown
  }

  show(pictures: Pictures, sounds: readonly (Track | undefined)[]): void {
    if (!this.connection.isConnected) return
    const heard = sounds.map((track) => track?.layers[0])
    for (const [index, outlet] of this.#sounds.entries()) outlet.show(heard[index])
    this.#path.check()
    const forSound = heard.reduce((sum, source) => sum + (source?.isSilent === false ? source.rate : 0), 0)
    const [large, ...others] = this.#pictures
    const { width, tileWidth } = this.#shown
    const main = width > 0 ? pictures.main : undefined
    const small = this.#smallOf({ ...pictures, main })
    const layersOf = (track: Track | undefined, outlet: Outlet | undefined) => ({
      layers: (!this.#path.isBlocked && track?.activeLayers) || [],
      current: outlet?.source,
    })
    const chosen = chooseLayers(
      {
        main: layersOf(main, large),
        small: small.map(({ track, index }) => layersOf(track, others[index])),
      },
      {
        budget: this.#path.budget - forSound,
        mayRise: this.#path.mayRise,
        ...{ width, smallWidth: tileWidth },
      },
    )
    large?.show(chosen.main)
    for (const [index, outlet] of others.entries())
      outlet.show(chosen.small[small.findIndex((one) => one.index === index)])
  }

  /** The small pictures, with their places behind the large one: the inset, or tiles. */
  #smallOf({ main, inset, cameras }: Pictures): { track: Track | undefined; index: number }[] {
    const { tiles } = this.#shown
    if (tiles === 0) return [{ track: inset, index: 0 }]
    return cameras
      .filter(({ track }) => track !== main)
      .slice(0, tiles)
      .map(({ track, place }) => ({ track, index: 1 + place }))
  }

  #answer(compound: Buffer): void {
    const now = performance.now()
    if (now - this.#messages.sinceMs > 1000) this.#messages = { sinceMs: now, count: 0 }
    for (const message of readRtcp(compound, MESSAGES_PER_SECOND - this.#messages.count)) {
      this.#messages.count += 1
      if (message.kind === 'arrivals') {
        this.#path.read(message.report)
        continue
      }
      const outlet = this.#pictures.find(({ ssrc }) => ssrc === message.ssrc)
      if (message.kind === 'lost') {
        countLost({ toViewer: message.sequenceNumbers.length })
        outlet?.repeat(this.#takeRepeats(message.sequenceNumbers))
      }
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
