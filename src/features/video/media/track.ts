// One track of a speaker: its layers, which show the same picture in several sizes.
import { keyFrameRequest, resendRequest } from './rtcp.ts'
import type { RtpPacket } from './rtp.ts'
import type { OfferedMedia } from './sdp.ts'
import { Source, type TrackKind } from './source.ts'
import { countLost } from './traffic.ts'

const KEY_FRAME_MS = 300
/** A layer is off if others have been sent for this long without it. */
const LAYER_OFF_MS = 700
/** A connection that stalls for longer stops this clock, because its layers do not continue at the same moment. */
const MAX_STEP_MS = 200
/** The layer of a track without simulcast. */
const ONLY = ['']

export class Track {
  readonly kind: TrackKind
  readonly media: OfferedMedia
  /** By their ids in the offer. */
  readonly #layers = new Map<string, Source>()
  /** For how long packets with content have come, and at what time of this clock the last one of each layer. */
  #sentMs = 0
  readonly #lastSentMs = new Map<Source, number>()
  #lastMs = Number.NEGATIVE_INFINITY
  #isBlocked = false
  #keyFrameMs = Number.NEGATIVE_INFINITY
  #isKeyFrameRequested = false

  constructor(kind: TrackKind, media: OfferedMedia) {
    this.kind = kind
    this.media = media
  }

  /** Those that have been sent, from the smallest to the largest. */
  get layers(): Source[] {
    return this.#ids.flatMap((id) => this.#layers.get(id) ?? [])
  }

  /** Those that are sent now. */
  get activeLayers(): Source[] {
    return this.layers.filter(
      (layer) => this.#sentMs - (this.#lastSentMs.get(layer) ?? Number.NEGATIVE_INFINITY) < LAYER_OFF_MS,
    )
  }

  get isOn(): boolean {
    return !this.#isBlocked && !this.isSilent
  }

  /** Whether the speaker has turned the track off, whatever a moderator has done. */
  get isSilent(): boolean {
    return this.layers.every(({ isSilent }) => isSilent)
  }

  get level(): number {
    return this.layers[0]?.level ?? 0
  }

  get isBlocked(): boolean {
    return this.#isBlocked
  }

  /** Drops its packets, because a moderator has muted or stopped it, or lets them through again. */
  block(isBlocked: boolean): void {
    this.#isBlocked = isBlocked
    for (const layer of this.layers) layer.isBlocked = isBlocked
  }

  /** The layer with this id; undefined if the offer has none, or if it has begun with another stream. */
  open(ssrc: number, id: string): Source | undefined {
    if (!this.#ids.includes(id) || this.#layers.has(id)) return undefined
    const layer = new Source(this.kind, ssrc)
    layer.isBlocked = this.#isBlocked
    this.#layers.set(id, layer)
    return layer
  }

  receive(layer: Source, packet: RtpPacket, level: Buffer | undefined): void {
    // Browsers probe the bandwidth with packets of padding, also on layers that are off.
    if (packet.payload.length > 0) {
      const now = performance.now()
      this.#sentMs += Math.min(now - this.#lastMs, MAX_STEP_MS)
      this.#lastMs = now
      this.#lastSentMs.set(layer, this.#sentMs)
    }
    layer.receive(packet, level)
  }

  /** Asks for a key frame as soon as the speaker can be asked again. */
  requestKeyFrame(): void {
    this.#isKeyFrameRequested = true
  }

  /** The requests to send to the speaker now, for lost packets and for a key frame. */
  takeRequests(): Buffer[] {
    const lost = this.layers.flatMap((layer) => {
      const missing = layer.takeMissing()
      countLost({ fromSpeaker: missing.length })
      return missing.length > 0 ? [resendRequest(layer.ssrc, missing)] : []
    })
    return [...lost, ...this.#takeKeyFrameRequests()]
  }

  /** Few enough for the speaker, however many viewers join or change layers: a browser makes all layers a key frame. */
  #takeKeyFrameRequests(): Buffer[] {
    const now = performance.now()
    if (this.kind === 'microphone' || now - this.#keyFrameMs < KEY_FRAME_MS) return []
    const awaited = this.activeLayers.filter(
      ({ waiting, isSilent }) => (this.#isKeyFrameRequested || waiting.size > 0) && !isSilent,
    )
    if (awaited.length > 0) this.#keyFrameMs = now
    this.#isKeyFrameRequested = false
    return awaited.map(({ ssrc }) => keyFrameRequest(ssrc))
  }

  get #ids(): readonly string[] {
    return this.media.layerIds.length > 0 ? this.media.layerIds : ONLY
  }
}
