// The connection of a person on stage, who sends a microphone, a camera, and a screen.
import { type Certificate, Connection } from './connection.ts'
import type { MediaPorts } from './ports.ts'
import { emptyReport, keyFrameRequest, readRtcp, resendRequest, transportReport } from './rtcp.ts'
import { type RtpPacket, readRtp } from './rtp.ts'
import { extensions, type Offer, type OfferedMedia } from './sdp.ts'
import { Source, type TrackKind } from './source.ts'
import { ArrivalReporter } from './twcc.ts'

type Track = { media: OfferedMedia; kind: TrackKind; source: Source | undefined }
type Options = { id: string; ports: MediaPorts; certificate: Certificate; offer: Offer; onClose(): void }

export class Publisher {
  readonly id: string
  readonly connection: Connection
  readonly #tracks: Track[]
  readonly #bySsrc = new Map<number, Track>()
  readonly #blocked = new Set<TrackKind>()
  readonly #arrivals = new ArrivalReporter()

  constructor({ id, ports, certificate, offer, onClose }: Options) {
    this.id = id
    const kinds: Record<'audio' | 'video', TrackKind[]> = {
      audio: ['microphone'],
      video: ['camera', 'screen'],
    }
    this.#tracks = offer.media.flatMap((media) => {
      const kind = media.payloadType === undefined ? undefined : kinds[media.kind].shift()
      return kind ? [{ media, kind, source: undefined }] : []
    })
    for (const track of this.#tracks)
      if (track.media.ssrc !== undefined) this.#bySsrc.set(track.media.ssrc, track)
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

  source(kind: TrackKind): Source | undefined {
    return this.#tracks.find((track) => track.kind === kind)?.source
  }

  isOn(kind: TrackKind): boolean {
    return this.source(kind)?.isOn ?? false
  }

  isBlocked(kind: TrackKind): boolean {
    return this.#blocked.has(kind)
  }

  /** Drops the packets of a track, or lets them through again. */
  block(kind: TrackKind, isBlocked: boolean): void {
    if (isBlocked) this.#blocked.add(kind)
    else this.#blocked.delete(kind)
    const source = this.source(kind)
    if (source) source.isBlocked = isBlocked
  }

  /** Call this about 20 times a second: reports arrivals, and asks for what is missing. */
  report(): void {
    // A screen that a moderator has stopped can be shared again.
    if (this.isBlocked('screen') && (this.source('screen')?.isSilent ?? true)) this.block('screen', false)
    const packets: Buffer[] = []
    const arrivals = this.#arrivals.take()
    const sources = this.#tracks.flatMap(({ source }) => source ?? [])
    // Browsers ignore reports about no stream.
    if (arrivals && sources[0]) packets.push(transportReport(sources[0].ssrc, arrivals))
    for (const source of sources) {
      const missing = source.takeMissing()
      if (missing.length > 0) packets.push(resendRequest(source.ssrc, missing))
      if (source.takeKeyFrameRequest()) packets.push(keyFrameRequest(source.ssrc))
    }
    if (packets.length > 0) this.connection.sendFeedback([emptyReport(), ...packets])
  }

  #receive(bytes: Buffer): void {
    const packet = readRtp(bytes)
    const track = packet && (this.#bySsrc.get(packet.ssrc) ?? this.#trackOf(packet))
    if (!track || packet.payloadType !== track.media.payloadType) return
    const arrival = extensionOf(track, packet, extensions.arrivals)
    if (arrival?.length === 2) this.#arrivals.add(arrival.readUInt16BE(0), performance.now() * 1000)
    track.source ??= this.#open(track, packet.ssrc)
    // Padding, with which browsers probe the bandwidth.
    if (packet.payload.length === 0 && track.kind === 'microphone') return
    track.source.receive(packet, extensionOf(track, packet, extensions.level))
  }

  /** The first packets of a track whose stream the offer does not name have the name of its section. */
  #trackOf(packet: RtpPacket): Track | undefined {
    const track = this.#tracks.find(
      (one) => extensionOf(one, packet, extensions.mid)?.toString('latin1') === one.media.mid,
    )
    if (track && !track.source) this.#bySsrc.set(packet.ssrc, track)
    return track
  }

  #open({ kind }: Track, ssrc: number): Source {
    const source = new Source(kind, ssrc)
    source.isBlocked = this.#blocked.has(kind)
    return source
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

function extensionOf({ media }: Track, packet: RtpPacket, uri: string): Buffer | undefined {
  const id = media.extensionIds.get(uri)
  return id === undefined ? undefined : packet.extensions.get(id)
}
