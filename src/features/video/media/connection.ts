// One connection to a browser: ICE-lite, DTLS, and SRTP. This is the only file that knows werift, of which it uses DTLS.
import { createHash, randomBytes, X509Certificate } from 'node:crypto'
import { CipherContext, DtlsServer } from 'werift'
import { provenCertificate } from './handshake.ts'
import type { MediaPorts, Receiver, Remote } from './ports.ts'
import { SrtpReceiver, SrtpSender } from './srtp.ts'
import { countIn, countOut } from './traffic.ts'

const KEY_BYTES = 16
const SALT_BYTES = 14
const AES128_CM_HMAC_SHA1_80 = 1
const SIGNATURE = { hash: 4, signature: 3 } as const
/** The time in which a browser has to connect. */
const CONNECT_MS = 20_000
/** Browsers ask about every three seconds whether the path still works. */
const SILENT_MS = 15_000
/** Far more than a handshake takes, with all its repetitions. */
const MAX_HANDSHAKE_DATAGRAMS = 200
const MAX_HANDSHAKE_MESSAGE = 16_384

export type Certificate = { certPem: string; keyPem: string; fingerprint: string }

/** The certificate of this process. Browsers compare its digest with the one in the answer. */
export async function createCertificate(): Promise<Certificate> {
  const { certPem, keyPem } = await CipherContext.createSelfSignedCertificateWithKey(SIGNATURE)
  return { certPem, keyPem, fingerprint: new X509Certificate(certPem).fingerprint256 }
}

export type ConnectionEvents = {
  onConnect(): void
  /** A decrypted RTP packet. */
  onPacket(packet: Buffer): void
  /** A decrypted compound RTCP packet. */
  onFeedback(packet: Buffer): void
  onClose(): void
}
type Options = { ports: MediaPorts; certificate: Certificate; remoteFingerprint: string }

export class Connection implements Receiver {
  readonly ufrag = randomBytes(6).toString('hex')
  readonly password = randomBytes(16).toString('hex')
  readonly #options: Options
  readonly #events: ConnectionEvents
  readonly #dtls: DtlsServer
  #remote: Remote | undefined
  #sender: SrtpSender | undefined
  #receiver: SrtpReceiver | undefined
  #isClosed = false
  #handshakeDatagrams = 0
  #deadline = performance.now() + CONNECT_MS

  constructor(options: Options, events: ConnectionEvents) {
    this.#options = options
    this.#events = events
    const { certPem, keyPem } = options.certificate
    this.#dtls = new DtlsServer({
      cert: certPem,
      key: keyPem,
      signatureHash: SIGNATURE,
      srtpProfiles: [AES128_CM_HMAC_SHA1_80],
      certificateRequest: true,
      extendedMasterSecret: true,
      transport: this.#transport(),
    })
    this.#dtls.onConnect.subscribe(() => this.#secure())
    this.#dtls.onClose.subscribe(() => this.close())
    this.#dtls.onError.subscribe(() => this.close())
    options.ports.add(this.ufrag, this)
  }

  get isConnected(): boolean {
    return this.#sender !== undefined
  }

  onPath(remote: Remote, isNominated: boolean): void {
    this.#remote = isNominated || !this.#remote ? remote : this.#remote
    if (this.isConnected) this.#deadline = performance.now() + SILENT_MS
  }

  onData(data: Buffer): void {
    const first = data[0] ?? 0
    try {
      if (first >= 20 && first < 64) this.#handshake(data)
      if (first >> 6 === 2 && data.length >= 12) this.#decrypt(data)
    } catch {
      // What one connection sends must not end those of all others.
      this.close()
    }
  }

  #decrypt(data: Buffer): void {
    const type = data.readUInt8(1)
    const isRtcp = type >= 192 && type <= 223
    const plain = isRtcp ? this.#receiver?.unprotectRtcp(data) : this.#receiver?.unprotect(data)
    if (!plain) return
    // Some encoders do not ask whether the path still works.
    this.#deadline = performance.now() + SILENT_MS
    if (isRtcp) this.#events.onFeedback(plain)
    else {
      countIn(data.length)
      this.#events.onPacket(plain)
    }
  }

  /** Sends a packet. `index` is its sequence number with those that it has wrapped. */
  send(header: Buffer, payload: Buffer, index: number): void {
    if (!this.#sender || !this.#remote) return
    const packet = this.#sender.protect(header, payload, index)
    countOut(packet.length)
    this.#remote.send(packet)
  }

  sendFeedback(packets: readonly Buffer[]): void {
    if (this.#sender) this.#remote?.send(this.#sender.protectRtcp(Buffer.concat(packets)))
  }

  /** Call this regularly. Closes a connection whose browser does not answer any more. */
  check(): void {
    if (performance.now() > this.#deadline) this.close()
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#sender = undefined
    this.#receiver = undefined
    this.#options.ports.remove(this.ufrag)
    this.#dtls.close()
    this.#events.onClose()
  }

  #transport(): ConstructorParameters<typeof DtlsServer>[0]['transport'] {
    return {
      type: 'udp',
      address: { address: '', family: '', port: 0 },
      closed: false,
      onData: () => {},
      send: async (data) => {
        if (!this.#isClosed) this.#remote?.send(data)
      },
      close: async () => {},
    }
  }

  #handshake(data: Buffer): void {
    this.#handshakeDatagrams += 1
    if (this.#handshakeDatagrams > MAX_HANDSHAKE_DATAGRAMS) {
      this.close()
      return
    }
    try {
      const records = dtlsRecords(data).filter((record) => this.#isAccepted(record))
      if (records.length > 0) this.#dtls.transport.socket.onData(Buffer.concat(records), ['', 0])
    } catch {
      // A malformed message, which a lost one can also lead to.
    }
  }

  /** Messages without protection could end a connection that is open, and long ones would fill the memory. */
  #isAccepted(record: Buffer): boolean {
    const isProtected = record.readUInt16BE(3) > 0
    if (isProtected || this.isConnected) return isProtected
    const isMessage = record.readUInt8(0) === DTLS_HANDSHAKE && record.length >= DTLS_HEADER_BYTES + 4
    return !isMessage || record.readUIntBE(DTLS_HEADER_BYTES + 1, 3) <= MAX_HANDSHAKE_MESSAGE
  }

  /** Whether the browser has the key of the certificate that its offer names. */
  #isProven(): boolean {
    const { cipher, dtls } = this.#dtls
    const messages = dtls.sortedHandshakeCache
      .filter((one) => !dtls.handshakeCache[FLIGHT_OF_FINISH]?.data.includes(one))
      .map((one) => ({ type: one.msg_type, body: one.fragment, bytes: one.serialize() }))
    const { masterSecret, remoteKeyPair } = cipher
    const { publicKey } = remoteKeyPair
    const certificate = publicKey && provenCertificate({ messages, publicKey, masterSecret })
    return certificate !== undefined && fingerprintOf(certificate) === this.#options.remoteFingerprint
  }

  #secure(): void {
    if (!this.#isProven()) {
      this.close()
      return
    }
    const { localKey, localSalt, remoteKey, remoteSalt } = this.#dtls.extractSessionKeys(
      KEY_BYTES,
      SALT_BYTES,
    )
    this.#sender = new SrtpSender({ key: localKey, salt: localSalt })
    this.#receiver = new SrtpReceiver({ key: remoteKey, salt: remoteSalt })
    this.#deadline = performance.now() + SILENT_MS
    this.#events.onConnect()
  }
}

/** The number that werift gives to the last messages of the server. */
const FLIGHT_OF_FINISH = 6
const DTLS_HANDSHAKE = 22
const DTLS_HEADER_BYTES = 13

/** The records of a datagram (RFC 6347, section 4.1). */
function dtlsRecords(datagram: Buffer): Buffer[] {
  const records: Buffer[] = []
  for (let at = 0; at + DTLS_HEADER_BYTES <= datagram.length; ) {
    const end = at + DTLS_HEADER_BYTES + datagram.readUInt16BE(at + DTLS_HEADER_BYTES - 2)
    records.push(datagram.subarray(at, end))
    at = end
  }
  return records
}

const fingerprintOf = (certificate: Buffer): string =>
  createHash('sha256')
    .update(certificate)
    .digest('hex')
    .toUpperCase()
    .replace(/..(?!$)/g, '$&:')
