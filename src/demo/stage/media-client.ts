// A participant of a video room without a browser: ICE, DTLS, and SRTP over UDP on this machine.
import { createSocket, type Socket } from 'node:dgram'
import { DtlsClient } from 'werift'
import type { Certificate } from '../../features/video/media/connection.ts'
import { extensions } from '../../features/video/media/sdp.ts'
import { SrtpReceiver, SrtpSender } from '../../features/video/media/srtp.ts'
import { bindingRequest } from '../../features/video/media/stun.ts'

const HOST = '127.0.0.1'
/** A request or its answer can be lost. */
const REPEAT_MS = 500
const CONNECT_MS = 10_000
const SIGNATURE = { hash: 4, signature: 3 } as const
const AES128_CM_HMAC_SHA1_80 = 1

export const ARRIVALS_ID = 3
export const formats = {
  sound: { type: 111, codec: 'opus/48000/2', clockRate: 48_000 },
  picture: { type: 96, codec: 'VP8/90000', clockRate: 90_000 },
} as const

/** An offer to send or to receive one microphone and one camera. The streams that it sends are named like their types. */
export function offerOf({ fingerprint }: Certificate, direction: 'sendonly' | 'recvonly'): string {
  const sections = Object.values(formats).flatMap(({ type, codec }, mid) => [
    `m=${mid === 0 ? 'audio' : 'video'} 9 UDP/TLS/RTP/SAVPF ${type}`,
    ...[`a=mid:${mid}`, `a=${direction}`, `a=rtpmap:${type} ${codec}`],
    `a=extmap:${ARRIVALS_ID} ${extensions.arrivals}`,
    ...(direction === 'sendonly' ? [`a=ssrc:${type} cname:client`] : []),
  ])
  return ['v=0', `a=fingerprint:sha-256 ${fingerprint}`, ...sections, ''].join('\r\n')
}

/** What an answer says about where to connect. */
export function readPlace(answer: string): Place {
  const [ufrag, password] = ['ice-ufrag', 'ice-pwd'].map((name) =>
    new RegExp(`^a=${name}:(.*)$`, 'm').exec(answer)?.[1]?.trim(),
  )
  const [, port] = /^a=candidate:\d+ 1 udp \d+ \S+ (\d+) /m.exec(answer) ?? []
  if (!ufrag || !password || !port) throw new Error(`Not an answer of a room:\n${answer}`)
  return { ufrag, password, port: Number(port) }
}
export type Place = { ufrag: string; password: string; port: number }

export class MediaClient {
  readonly dtls: DtlsClient
  /** Called with each packet of RTP. */
  onPacket: (packet: Buffer) => void = () => {}
  /** When the last message of any kind came. */
  arrivedMs = Number.NEGATIVE_INFINITY
  readonly #socket: Socket
  readonly #decrypts: boolean
  #isClosed = false
  #asking: NodeJS.Timeout | undefined
  #place: Place | undefined
  #sender: SrtpSender | undefined
  #receiver: SrtpReceiver | undefined

  /** `decrypts: false` leaves out the work that a count of packets does not need. */
  constructor({ certPem, keyPem }: Certificate, { decrypts = true } = {}) {
    this.#decrypts = decrypts
    this.#socket = createSocket({ type: 'udp4', recvBufferSize: 1024 * 1024 })
    this.dtls = new DtlsClient({
      cert: certPem,
      key: keyPem,
      signatureHash: SIGNATURE,
      srtpProfiles: [AES128_CM_HMAC_SHA1_80],
      extendedMasterSecret: true,
      transport: {
        ...{ type: 'udp', address: { address: '', family: '', port: 0 }, closed: false },
        onData: () => {},
        send: async (data) => this.#send(data),
        close: async () => {},
      },
    })
    // Nothing from other machines, and nothing malformed, may end the process.
    this.#socket.bind(0, HOST)
    this.#socket.on('error', () => {})
    this.#socket.on('message', (data) => {
      try {
        this.#receive(data)
      } catch {}
    })
  }

  /** Resolves when packets can be sent and received. Rejects after ten seconds. */
  async connect(place: Place): Promise<void> {
    const { promise: late, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new Error('The room does not answer.')), CONNECT_MS)
    try {
      await Promise.race([this.#connect(place), late])
    } finally {
      clearTimeout(timer)
    }
  }

  async #connect(place: Place): Promise<void> {
    this.#place = place
    const answered = new Promise((resolve) => this.#socket.once('message', resolve))
    this.#asking = setInterval(() => this.keepAlive(), REPEAT_MS)
    this.keepAlive()
    await answered
    clearInterval(this.#asking)
    // Its errors also tell of messages that came twice.
    const connected = new Promise<void>((resolve) => this.dtls.onConnect.subscribe(resolve))
    await this.dtls.connect()
    await connected
    const { localKey, localSalt, remoteKey, remoteSalt } = this.dtls.extractSessionKeys(16, 14)
    this.#sender = new SrtpSender({ key: localKey, salt: localSalt })
    this.#receiver = new SrtpReceiver({ key: remoteKey, salt: remoteSalt })
  }

  /** Says that the path still works, as browsers do every few seconds. */
  keepAlive(): void {
    if (this.#place) this.#send(bindingRequest(this.#place))
  }

  sendPacket(header: Buffer, payload: Buffer, index: number): void {
    if (this.#sender) this.#send(this.#sender.protect(header, payload, index))
  }

  sendFeedback(packet: Buffer): void {
    if (this.#sender) this.#send(this.#sender.protectRtcp(packet))
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    clearInterval(this.#asking)
    this.#place = undefined
    this.#socket.close()
  }

  #send(data: Buffer): void {
    if (this.#place) this.#socket.send(data, this.#place.port, HOST)
  }

  #receive(data: Buffer): void {
    this.arrivedMs = performance.now()
    const first = data[0] ?? 0
    if (first >= 20 && first < 64) this.dtls.transport.socket.onData(data, ['', 0])
    const isRtp = first >> 6 === 2 && (data.readUInt8(1) < 192 || data.readUInt8(1) > 223)
    const packet = isRtp && this.#decrypts ? this.#receiver?.unprotect(data) : data
    if (isRtp && packet) this.onPacket(packet)
  }
}
