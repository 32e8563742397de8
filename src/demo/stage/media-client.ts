// A participant of a video room without a browser: ICE, DTLS, and SRTP over UDP on this machine.
import { createHmac, randomBytes, X509Certificate } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { CipherContext, DtlsClient } from 'werift'
import { SrtpReceiver, SrtpSender } from '../../features/video/media/srtp.ts'

const HOST = '127.0.0.1'
/** A request or its answer can be lost. */
const REPEAT_MS = 500
const CONNECT_MS = 10_000
const SIGNATURE = { hash: 4, signature: 3 } as const
const AES128_CM_HMAC_SHA1_80 = 1

/** Takes some milliseconds, so that many clients share one. */
export const createIdentity = async () => {
  const { certPem, keyPem } = await CipherContext.createSelfSignedCertificateWithKey(SIGNATURE)
  return { certPem, keyPem, fingerprint: new X509Certificate(certPem).fingerprint256 }
}
export type Identity = Awaited<ReturnType<typeof createIdentity>>

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
  readonly #socket: Socket
  readonly #decrypts: boolean
  #isClosed = false
  #asking: NodeJS.Timeout | undefined
  #place: Place | undefined
  #sender: SrtpSender | undefined
  #receiver: SrtpReceiver | undefined

  /** `decrypts: false` leaves out the work that a count of packets does not need. */
  constructor({ certPem, keyPem }: Identity, { decrypts = true } = {}) {
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
    const first = data[0] ?? 0
    if (first >= 20 && first < 64) this.dtls.transport.socket.onData(data, ['', 0])
    const isRtp = first >> 6 === 2 && (data.readUInt8(1) < 192 || data.readUInt8(1) > 223)
    const packet = isRtp && this.#decrypts ? this.#receiver?.unprotect(data) : data
    if (isRtp && packet) this.onPacket(packet)
  }
}

/** A request that chooses this path (RFC 8489; RFC 8445, section 7.1.2). */
export function bindingRequest({ ufrag, password }: Place): Buffer {
  const name = Buffer.from(`${ufrag}:client`)
  const header = Buffer.alloc(20)
  header.writeUInt16BE(0x0001, 0)
  header.writeUInt32BE(0x2112a442, 4)
  randomBytes(12).copy(header, 8)
  const username = attribute(0x0006, name, Buffer.alloc((4 - (name.length % 4)) % 4))
  const before = Buffer.concat([header, username, attribute(0x0025, Buffer.alloc(0))])
  // The length includes the integrity.
  before.writeUInt16BE(before.length - 20 + 24, 2)
  return Buffer.concat([before, attribute(0x0008, createHmac('sha1', password).update(before).digest())])
}

function attribute(type: number, value: Buffer, padding: Buffer = Buffer.alloc(0)): Buffer {
  const header = Buffer.alloc(4)
  header.writeUInt16BE(type, 0)
  header.writeUInt16BE(value.length, 2)
  return Buffer.concat([header, value, padding])
}
