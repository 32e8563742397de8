// Session descriptions: reads the offer of a browser, and answers it (RFC 8829; RFC 9725 for the exchange).
import type { Address } from './stun.ts'

/** Viewers get one codec for each kind, which every browser has. H.264 is for the stream of a room, because HLS has no VP8. */
const CODECS = { opus: 'opus/48000/2', vp8: 'VP8/90000', h264: 'H264/90000' } as const
export type Codec = keyof typeof CODECS

const OF_KIND = { audio: ['opus'], video: ['vp8', 'h264'] } as const
/** What all encoders can do: packets of parts of pictures, and the baseline profile. */
const isH264Format = (format: string): boolean =>
  /packetization-mode=1/i.test(format) && /profile-level-id=42/i.test(format)

export const extensions = {
  mid: 'urn:ietf:params:rtp-hdrext:sdes:mid',
  layer: 'urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id',
  level: 'urn:ietf:params:rtp-hdrext:ssrc-audio-level',
  arrivals: 'http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01',
} as const

const MAX_SECTIONS = 16
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

/** Reads an offer; undefined if it is none that a room can answer. */
export function readOffer(sdp: string): Offer | undefined {
  const [session = '', ...sections] = sdp.replaceAll('\r\n', '\n').split(/^(?=m=)/m)
  const [fingerprint] = valuesOf(sdp, 'fingerprint:sha-256')
  if (fingerprint === undefined || sections.length === 0 || sections.length > MAX_SECTIONS) return undefined
  const media = sections.map((section) => readMedia(section, session))
  if (!media.every((one) => one !== undefined)) return undefined
  return { media, fingerprint: fingerprint.toUpperCase() }
}

function readMedia(section: string, session: string): OfferedMedia | undefined {
  const [, kind] = /^m=(audio|video) /.exec(section) ?? []
  const [mid] = valuesOf(section, 'mid')
  const [, direction] = /^a=(sendonly|recvonly)$/m.exec(section) ?? []
  if (kind !== 'audio' && kind !== 'video') return undefined
  if (direction !== 'sendonly' && direction !== 'recvonly') return undefined
  if (mid === undefined || !/^[\w-]{1,16}$/.test(mid)) return undefined
  const [ssrc] = valuesOf(section, 'ssrc')
  const extensionIds = extensionIdsOf(session + section)
  const codec = OF_KIND[kind].find((one) => payloadTypeOf(section, one) !== undefined) ?? OF_KIND[kind][0]
  return {
    kind,
    mid,
    direction,
    codec,
    payloadType: codec === 'h264' && direction !== 'sendonly' ? undefined : payloadTypeOf(section, codec),
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

function payloadTypeOf(section: string, codec: Codec): number | undefined {
  const formats = valuesOf(section, 'fmtp').slice(0, MAX_FORMATS)
  const [number] = valuesOf(section, 'rtpmap')
    .slice(0, MAX_FORMATS)
    .flatMap((value) => {
      const [, type = '', name = ''] = /^(\d{1,3}) (.*)$/.exec(value) ?? []
      if (name.toLowerCase() !== CODECS[codec].toLowerCase()) return []
      const isRight =
        codec !== 'h264' || formats.some((one) => one.startsWith(`${type} `) && isH264Format(one))
      return isRight ? [type] : []
    })
  // The number has seven bits in a packet (RFC 3550, section 5.1).
  return number === undefined || Number(number) > 127 ? undefined : Number(number)
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
    ...(FORMATS[codec] ? [`a=fmtp:${payloadType} ${FORMATS[codec]}`] : []),
    ...feedbackOf(media).map((name) => `a=rtcp-fb:${payloadType} ${name}`),
    ...acceptedExtensions(media),
    ...acceptedLayers(media),
    ...(ssrc === undefined ? [] : [`a=msid:- ${mid}`, `a=ssrc:${ssrc} cname:lectern`]),
    ...candidatesOf(options.addresses),
    'a=end-of-candidates',
  ]
}

const FORMATS: Partial<Record<Codec, string>> = {
  opus: 'minptime=10;useinbandfec=1',
  h264: 'level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f',
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
