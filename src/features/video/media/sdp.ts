// Session descriptions: reads the offer of a browser or an encoder, and answers it (RFC 8829; RFC 9725 for the exchange).
import type { Address } from './stun.ts'

/** Viewers get one codec for each kind, which every browser has. H.264 is for the stream of a room, because HLS has no VP8. */
const CODECS = { opus: 'opus/48000/2', vp8: 'VP8/90000', h264: 'H264/90000' } as const
export type Codec = keyof typeof CODECS

/** The codecs of pictures, by preference, and the profiles of H.264 with their level. */
type Wanted = { video: readonly Codec[]; profile: RegExp }
/** All browsers have the baseline profile. */
const OF_BROWSER: Wanted = { video: ['vp8', 'h264'], profile: /profile-level-id=(42[\da-f]{4})/i }
/** Players have all profiles. */
const OF_ENCODER: Wanted = { video: ['h264'], profile: /profile-level-id=([\da-f]{6})/i }
/** Packets of parts of pictures. */
const IN_PARTS = /packetization-mode=1/i

export const extensions = {
  mid: 'urn:ietf:params:rtp-hdrext:sdes:mid',
  layer: 'urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id',
  level: 'urn:ietf:params:rtp-hdrext:ssrc-audio-level',
  arrivals: 'http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01',
} as const

/** A page that watches has 18: ten pictures, and eight sounds. */
const MAX_SECTIONS = 20
/** Of formats in a section. Browsers offer fewer than 50. */
const MAX_FORMATS = 100
const MAX_LAYERS = 3

export type MediaKind = 'audio' | 'video'
export type OfferedMedia = {
  kind: MediaKind
  mid: string
  /** Whether the browser sends or receives it. */
  direction: 'sendonly' | 'recvonly'
  codec: Codec
  /** Undefined if the browser does not have the codec. */
  payloadType: number | undefined
  /** The profile and the level of H.264 (RFC 6184, section 8.1). */
  profile: string | undefined
  /** The ids of the header extensions above, by name. */
  extensionIds: ReadonlyMap<string, number>
  /** The first one that the offer names. */
  ssrc: number | undefined
  /** The names of the layers with simulcast (RFC 8853), from the smallest picture to the largest. */
  layerIds: string[]
}
export type Offer = {
  media: OfferedMedia[]
  /** The digest of the browser's certificate with SHA-256, in upper case with colons. */
  fingerprint: string
}

/** Reads the offer of a browser; undefined if it is none that a room can answer. */
export const readOffer = (sdp: string): Offer | undefined => readWanted(sdp, OF_BROWSER)

/**
 * Reads the offer of an encoder; undefined if it is malformed. Only its first sound and its first picture are used, in one
 * layer. It may say that it would also receive (RFC 9725, section 4.2), and must not wait for a handshake from here.
 */
export function readPushOffer(sdp: string): Offer | undefined {
  const lines = sdp.split(/\r?\n/).filter((line) => !line.endsWith(extensions.layer))
  if (lines.includes('a=setup:passive')) return undefined
  const sent = lines.map((line) => (line === 'a=sendrecv' ? 'a=sendonly' : line))
  const offer = readWanted(sent.join('\n'), OF_ENCODER)
  if (!offer) return undefined
  const usable = offer.media.filter(({ payloadType }) => payloadType !== undefined)
  const media = offer.media.map((one) =>
    one === usable.find(({ kind }) => kind === one.kind) ? one : { ...one, payloadType: undefined },
  )
  return { ...offer, media }
}

function readWanted(sdp: string, wanted: Wanted): Offer | undefined {
  const [session = '', ...sections] = sdp.replaceAll('\r\n', '\n').split(/^(?=m=)/m)
  const [fingerprint] = valuesOf(sdp, 'fingerprint:sha-256')
  if (fingerprint === undefined || sections.length === 0 || sections.length > MAX_SECTIONS) return undefined
  const media = sections.map((section) => readMedia(section, session, wanted))
  if (!media.every((one) => one !== undefined)) return undefined
  return { media, fingerprint: fingerprint.toUpperCase() }
}

function readMedia(section: string, session: string, wanted: Wanted): OfferedMedia | undefined {
  const [, kind] = /^m=(audio|video) /.exec(section) ?? []
  const [mid] = valuesOf(section, 'mid')
  const [, direction] = /^a=(sendonly|recvonly)$/m.exec(section) ?? []
  if (kind !== 'audio' && kind !== 'video') return undefined
  if (direction !== 'sendonly' && direction !== 'recvonly') return undefined
  if (mid === undefined || !/^[\w-]{1,16}$/.test(mid)) return undefined
  const [ssrc] = valuesOf(section, 'ssrc')
  const extensionIds = extensionIdsOf(session + section)
  const codecs: readonly Codec[] = kind === 'audio' ? ['opus'] : wanted.video
  const [format] = codecs.flatMap((codec) => formatOf(section, codec, wanted) ?? [])
  return {
    kind,
    mid,
    direction,
    codec: format?.codec ?? (kind === 'audio' ? 'opus' : 'vp8'),
    payloadType: format?.codec === 'h264' && direction !== 'sendonly' ? undefined : format?.payloadType,
    profile: format?.profile,
    extensionIds,
    ssrc: ssrc === undefined ? undefined : Number.parseInt(ssrc, 10),
    layerIds: extensionIds.has(extensions.layer) ? layerIdsOf(section) : [],
  }
}

/** The values of `a=<name>:<value>` and `a=<name> <value>`. */
const valuesOf = (text: string, name: string): string[] =>
  text.split('\n').flatMap((line) => {
    const isOf = line.startsWith(`a=${name}:`) || line.startsWith(`a=${name} `)
    return isOf ? [line.slice(name.length + 3).trim()] : []
  })

type Format = Pick<OfferedMedia, 'codec' | 'profile'> & { payloadType: number }

/** The first format of a codec; undefined if the section has none. */
function formatOf(section: string, codec: Codec, wanted: Wanted): Format | undefined {
  const parameters = valuesOf(section, 'fmtp').slice(0, MAX_FORMATS)
  const [format] = valuesOf(section, 'rtpmap')
    .slice(0, MAX_FORMATS)
    .flatMap((value): Format[] => {
      const [, type = '', name = ''] = /^(\d{1,3}) (.*)$/.exec(value) ?? []
      if (name.toLowerCase() !== CODECS[codec].toLowerCase()) return []
      const payloadType = Number(type)
      if (codec !== 'h264') return [{ codec, payloadType, profile: undefined }]
      const of = parameters.filter((one) => one.startsWith(`${type} `) && IN_PARTS.test(one))
      const [profile] = of.flatMap((one) => wanted.profile.exec(one)?.[1] ?? [])
      return profile === undefined ? [] : [{ codec, payloadType, profile }]
    })
  // The number has seven bits in a packet (RFC 3550, section 5.1).
  return format && format.payloadType <= 127 ? format : undefined
}

/** Only those that fit into one byte, as packets have them (RFC 8285, section 4.2). */
const extensionIdsOf = (text: string): Map<string, number> =>
  new Map(
    valuesOf(text, 'extmap').flatMap((value) => {
      const [id = '', uri = ''] = value.split(' ')
      const number = Number.parseInt(id, 10)
      return number >= 1 && number <= 14 ? [[uri, number] as const] : []
    }),
  )

/** Of alternatives, the first (RFC 8853, section 5.1). Pages name the layer with the smallest picture first. */
function layerIdsOf(section: string): string[] {
  const [, sent = ''] = /(?:^| )send ([^ ]+)/.exec(valuesOf(section, 'simulcast')[0] ?? '') ?? []
  const ids = sent.split(';').map((layer) => layer.split(',')[0]?.replace('~', '') ?? '')
  return [...new Set(ids)].filter((id) => /^[\w-]{1,16}$/.test(id)).slice(0, MAX_LAYERS)
}

export type AnswerOptions = {
  ufrag: string
  password: string
  fingerprint: string
  addresses: readonly Address[]
  /** The streams that the browser receives, by mid. */
  ssrcs: ReadonlyMap<string, number>
}

export function writeAnswer({ media }: Offer, options: AnswerOptions): string {
  const used = media.filter(({ payloadType }) => payloadType !== undefined)
  return [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    `a=group:BUNDLE ${used.map(({ mid }) => mid).join(' ')}`,
    'a=ice-lite',
    'a=msid-semantic: WMS *',
    ...media.flatMap((one) => writeMedia(one, options)),
    '',
  ].join('\r\n')
}

function writeMedia(media: OfferedMedia, options: AnswerOptions): string[] {
  const { kind, mid, direction, codec, payloadType } = media
  if (payloadType === undefined)
    return [`m=${kind} 0 UDP/TLS/RTP/SAVPF 0`, 'c=IN IP4 0.0.0.0', `a=mid:${mid}`, 'a=inactive']
  const ssrc = options.ssrcs.get(mid)
  const isSent = direction === 'sendonly'
  const parameters = parametersOf(media)
  return [
    `m=${kind} 9 UDP/TLS/RTP/SAVPF ${payloadType}`,
    'c=IN IP4 0.0.0.0',
    `a=mid:${mid}`,
    `a=ice-ufrag:${options.ufrag}`,
    `a=ice-pwd:${options.password}`,
    `a=fingerprint:sha-256 ${options.fingerprint}`,
    'a=setup:passive',
    'a=rtcp-mux',
    'a=rtcp-rsize',
    `a=${isSent ? 'recvonly' : 'sendonly'}`,
    `a=rtpmap:${payloadType} ${CODECS[codec]}`,
    ...(parameters === undefined ? [] : [`a=fmtp:${payloadType} ${parameters}`]),
    ...feedbackOf(media).map((name) => `a=rtcp-fb:${payloadType} ${name}`),
    ...acceptedExtensions(media),
    ...acceptedLayers(media),
    ...(ssrc === undefined ? [] : [`a=msid:- ${mid}`, `a=ssrc:${ssrc} cname:lectern`]),
    ...candidatesOf(options.addresses),
    'a=end-of-candidates',
  ]
}

function parametersOf({ codec, profile }: OfferedMedia): string | undefined {
  if (codec === 'opus') return 'minptime=10;useinbandfec=1'
  return codec === 'h264'
    ? `level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=${profile}`
    : undefined
}

const feedbackOf = ({ kind }: OfferedMedia): string[] => [
  ...(kind === 'video' ? ['nack', 'nack pli', 'ccm fir'] : []),
  'transport-cc',
]

/** Those that a browser sends, and the one that it receives. */
const acceptedExtensions = ({ direction, extensionIds }: OfferedMedia): string[] =>
  (direction === 'sendonly' ? Object.values(extensions) : [extensions.arrivals]).flatMap((uri) => {
    const id = extensionIds.get(uri)
    return id === undefined ? [] : [`a=extmap:${id} ${uri}`]
  })

const acceptedLayers = ({ direction, layerIds }: OfferedMedia): string[] =>
  direction === 'sendonly' && layerIds.length > 0
    ? [...layerIds.map((id) => `a=rid:${id} recv`), `a=simulcast:recv ${layerIds.join(';')}`]
    : []

/** UDP first. Earlier addresses are tried first. */
const candidatesOf = (addresses: readonly Address[]): string[] =>
  addresses.flatMap(({ address, port }, index) => [
    `a=candidate:${2 * index + 1} 1 udp ${2130706431 - index} ${address} ${port} typ host`,
    `a=candidate:${2 * index + 2} 1 tcp ${1671430143 - index} ${address} ${port} typ host tcptype passive`,
  ])
