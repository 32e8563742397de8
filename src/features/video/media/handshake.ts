// What werift does not check of a handshake: that the browser has the key of its certificate, and that nobody has changed
// a message on the way. The messages are those of RFC 5246 with the headers of RFC 6347.
import { createHash, createHmac, timingSafeEqual, verify, X509Certificate } from 'node:crypto'

const CERTIFICATE = 11
const CERTIFICATE_VERIFY = 15
const CLIENT_KEY_EXCHANGE = 16
const FINISHED = 20
/** RSA and ECDSA with SHA-256, which the server offers (section 7.4.1.4.1). */
const SIGNATURE_ALGORITHMS = [0x0401, 0x0403]
const VERIFY_DATA_BYTES = 12

export type Handshake = {
  /** All up to the one with which the browser finishes, in the order of the protocol. */
  messages: readonly { type: number; body: Buffer; bytes: Buffer }[]
  /** The public key of the browser from which the secret was made. */
  publicKey: Buffer
  masterSecret: Buffer
}

/** The certificate whose key the browser has proven to have; undefined if it has not. Throws for malformed messages. */
export function provenCertificate({ messages, publicKey, masterSecret }: Handshake): Buffer | undefined {
  // The server's certificate comes before the browser's.
  const bodyOf = (type: number) => messages.findLast((one) => one.type === type)?.body ?? Buffer.alloc(0)
  const before = (type: number) =>
    Buffer.concat(
      messages
        .slice(
          0,
          messages.findIndex((one) => one.type === type),
        )
        .map(({ bytes }) => bytes),
    )
  if (!bodyOf(CLIENT_KEY_EXCHANGE).subarray(1).equals(publicKey)) return undefined

  const certificate = readCertificate(bodyOf(CERTIFICATE))
  const proof = bodyOf(CERTIFICATE_VERIFY)
  if (!SIGNATURE_ALGORITHMS.includes(proof.readUInt16BE(0))) return undefined
  const { publicKey: key } = new X509Certificate(certificate)
  // Section 7.4.8: a signature of all messages before it.
  if (!verify('sha256', before(CERTIFICATE_VERIFY), key, proof.subarray(4, 4 + proof.readUInt16BE(2))))
    return undefined

  const expected = verifyData(masterSecret, before(FINISHED))
  const finished = bodyOf(FINISHED)
  return finished.length === expected.length && timingSafeEqual(finished, expected) ? certificate : undefined
}

/** The first certificate of the list (section 7.4.2). */
const readCertificate = (body: Buffer): Buffer => body.subarray(6, 6 + body.readUIntBE(3, 3))

/** What the browser finishes with (section 7.4.9), made with the function of section 5. */
function verifyData(masterSecret: Buffer, messages: Buffer): Buffer {
  const hmac = (data: Buffer) => createHmac('sha256', masterSecret).update(data).digest()
  const seed = Buffer.concat([Buffer.from('client finished'), createHash('sha256').update(messages).digest()])
  return hmac(Buffer.concat([hmac(seed), seed])).subarray(0, VERIFY_DATA_BYTES)
}
