// The connection of a person on stage, who sends a microphone, a camera, and a screen, or of an encoder.
import { type Certificate, Connection } from './connection.ts'
import type { MediaPorts } from './ports.ts'
import { emptyReport, readRtcp, transportReport } from './rtcp.ts'
import { type RtpPacket, readRtp } from './rtp.ts'
import { type Codec, extensions, type Offer } from './sdp.ts'
import type { Source, TrackKind } from './source.ts'
import { Track } from './track.ts'
import { ArrivalReporter } from './twcc.ts'

type Stream = { track: Track; source: Source }
export type PublisherOptions = {
  id: string
  ports: MediaPorts
  certificate: Certificate
  offer: Offer
  /** A stream of a track begins, which can be before its first packet. */
  onOpen?(track: Track, source: Source): void
  onClose(): void
}

export class Publisher {
  readonly id: string
  readonly connection: Connection
  readonly #tracks: Track[]
  readonly #onOpen: PublisherOptions['onOpen']
  readonly #bySsrc = new Map<number, Stream>()
  readonly #arrivals = new ArrivalReporter()

  constructor({ id, ports, certificate, offer, onOpen, onClose }: PublisherOptions) {
    this.id = id
    this.#onOpen = onOpen
    const kinds: Record<Codec, TrackKind[]> = {
      opus: ['microphone'],
      vp8: ['camera', 'screen'],
      h264: ['camera', 'screen'],
    }
    this.#tracks = offer.media.flatMap((media) => {
      const kind = media.payloadType === undefined ? undefined : kinds[media.codec].shift()
      return kind ? [new Track(kind, media)] : []
    })
    for (const track of this.#tracks) {
      const { ssrc, layerIds } = track.media
      if (ssrc !== undefined && layerIds.length === 0) this.#open(track, ssrc, '')
    }
    this.connection = new Connection(
      { ports, certificate, remoteFingerprint: offer.fingerprint },
      {
        onConnect: () => {},
        onPacket: (packet) => this.#receive(packet),
        onFeedback: (packet) => this.#relate(packet),
        onClose,
      },
    )
  }

  track(kind: TrackKind): Track | undefined {
    return this.#tracks.find((track) => track.kind === kind && track.media.codec !== 'h264')
  }

  /** A picture for the stream of the room; undefined if the browser cannot send it. */
  streamedPicture(kind: TrackKind): Track | undefined {
    return this.#tracks.find((track) => track.kind === kind && track.media.codec === 'h264')
  }

  isOn(kind: TrackKind): boolean {
    return this.track(kind)?.isOn ?? false
  }

  isBlocked(kind: TrackKind): boolean {
    return this.track(kind)?.isBlocked ?? false
  }

  /** Drops the packets of a track, or lets them through again. */
  block(kind: TrackKind, isBlocked: boolean): void {
    for (const track of this.#tracks) if (track.kind === kind) track.block(isBlocked)
  }

  /** Call this about 20 times a second: reports arrivals, and asks for what is missing. */
  report(): void {
    // A screen that a moderator has stopped can be shared again.
    if (this.isBlocked('screen') && (this.track('screen')?.isSilent ?? true)) this.block('screen', false)
    const packets: Buffer[] = []
    const arrivals = this.#arrivals.take()
    const [ssrc] = this.#bySsrc.keys()
    // Browsers ignore reports about no stream.
    if (arrivals && ssrc !== undefined) packets.push(transportReport(ssrc, arrivals))
    for (const track of this.#tracks) packets.push(...track.takeRequests())
    if (packets.length > 0) this.connection.sendFeedback([emptyReport(), ...packets])
  }

  #receive(bytes: Buffer): void {
    const packet = readRtp(bytes)
    const stream = packet && (this.#bySsrc.get(packet.ssrc) ?? this.#begin(packet))
    if (!stream) return
    const { track, source } = stream
    if (packet.payloadType !== track.media.payloadType) return
    const arrival = extensionOf(track, packet, extensions.arrivals)
    if (arrival?.length === 2) this.#arrivals.add(arrival.readUInt16BE(0), performance.now() * 1000)
    // Padding, with which browsers probe the bandwidth.
    if (packet.payload.length === 0 && track.kind === 'microphone') return
    track.receive(source, packet, extensionOf(track, packet, extensions.level))
  }

  /** The packets of a stream that the offer does not name have the names of its section and layer. */
  #begin(packet: RtpPacket): Stream | undefined {
    const track = this.#tracks.find(
      (one) =>
        nameIn(one, packet, extensions.mid) === one.media.mid && packet.payloadType === one.media.payloadType,
    )
    return track && this.#open(track, packet.ssrc, nameIn(track, packet, extensions.layer) ?? '')
  }

  #open(track: Track, ssrc: number, layerId: string): Stream | undefined {
    const source = track.open(ssrc, layerId)
    if (!source) return undefined
    const stream = { track, source }
    this.#bySsrc.set(ssrc, stream)
    this.#onOpen?.(track, source)
    return stream
  }

  /** Passes the clock of the speaker on to all who receive a track. */
  #relate(compound: Buffer): void {
    for (const message of readRtcp(compound)) {
      if (message.kind !== 'report') continue
      const source = this.#bySsrc.get(message.ssrc)?.source
      for (const outlet of source?.outlets ?? []) outlet.relate(message.ntp, message.timestamp)
    }
  }
}

const nameIn = (track: Track, packet: RtpPacket, uri: string): string | undefined =>
  extensionOf(track, packet, uri)?.toString('latin1')

function extensionOf({ media }: Track, packet: RtpPacket, uri: string): Buffer | undefined {
  const id = media.extensionIds.get(uri)
  return id === undefined ? undefined : packet.extensions.get(id)
}
