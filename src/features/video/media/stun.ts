// STUN as an ICE-lite agent needs it (RFC 8489; RFC 8445, section 2.5): it answers binding requests. Only clients that are
// no browsers send them from here.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { isIPv4 } from 'node:net'
import { crc32 } from 'node:zlib'

const HEADER_BYTES = 20
const MAGIC_COOKIE = 0x2112a442
const BINDING_REQUEST = 0x0001
const BINDING_RESPONSE = 0x0101
const USERNAME = 0x0006
const MESSAGE_INTEGRITY = 0x0008
const XOR_MAPPED_ADDRESS = 0x0020
const USE_CANDIDATE = 0x0025
const FINGERPRINT = 0x8028
const FINGERPRINT_MASK = 0x5354554e
const HMAC_BYTES = 20

export type Address = { address: string; port: number }

export type BindingRequest = {
  message: Buffer
  /** The name under which the connection is known here. */
  localUfrag: string
  /** The offset of the integrity in the message. */
  integrityAt: number
  /** Whether the client chooses this path. */
  isNominating: boolean
}

/** First bytes tell STUN, DTLS, and RTP apart (RFC 7983). */
export const isStun = (data: Buffer): boolean =>
  data.length >= HEADER_BYTES && (data[0] ?? 255) < 4 && data.readUInt32BE(4) === MAGIC_COOKIE

/** The binding request in a message; undefined for other messages and malformed ones. */
export function readBindingRequest(message: Buffer): BindingRequest | undefined {
  if (message.readUInt16BE(0) !== BINDING_REQUEST) return undefined
  if (HEADER_BYTES + message.readUInt16BE(2) !== message.length) return undefined
  let localUfrag: string | undefined
  let isNominating = false
  for (let at = HEADER_BYTES; at + 4 <= message.length; ) {
    const type = message.readUInt16BE(at)
    const length = message.readUInt16BE(at + 2)
    if (at + 4 + length > message.length) return undefined
    // Attributes after the integrity are not protected.
    if (type === MESSAGE_INTEGRITY)
      return localUfrag === undefined || length !== HMAC_BYTES
        ? undefined
        : { message, localUfrag, integrityAt: at, isNominating }
    if (type === USERNAME) localUfrag = message.toString('latin1', at + 4, at + 4 + length).split(':')[0]
    if (type === USE_CANDIDATE) isNominating = true
    at += 4 + ((length + 3) & ~3)
  }
  return undefined
}

/** Whether the sender of a request knows the password. */
export function hasIntegrity({ message, integrityAt }: BindingRequest, password: string): boolean {
  const start = integrityAt + 4
  const expected = integrityOf(message.subarray(0, integrityAt), password)
  return timingSafeEqual(expected, message.subarray(start, start + HMAC_BYTES))
}

/** A request that chooses this path (RFC 8445, section 7.1.2). The name and password are those of its receiver. */
export function bindingRequest({ ufrag, password }: { ufrag: string; password: string }): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt16BE(BINDING_REQUEST, 0)
  header.writeUInt32BE(MAGIC_COOKIE, 4)
  randomBytes(12).copy(header, 8)
  const username = attribute(USERNAME, Buffer.from(`${ufrag}:client`))
  const unprotected = Buffer.concat([header, username, attribute(USE_CANDIDATE, Buffer.alloc(0))])
  writeLength(unprotected, unprotected.length + 4 + HMAC_BYTES)
  return Buffer.concat([unprotected, attribute(MESSAGE_INTEGRITY, integrityOf(unprotected, password))])
}

/** The answer to a request that came from an address. */
export function bindingResponse({ message }: BindingRequest, password: string, from: Address): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt16BE(BINDING_RESPONSE, 0)
  message.copy(header, 4, 4, HEADER_BYTES)
  const mapped = attribute(XOR_MAPPED_ADDRESS, xorAddress(from, header.subarray(4)))
  const unprotected = Buffer.concat([header, mapped])
  const integrity = attribute(MESSAGE_INTEGRITY, integrityOf(unprotected, password))
  const protectedPart = Buffer.concat([unprotected, integrity])
  writeLength(protectedPart, protectedPart.length + 8)
  const check = Buffer.alloc(4)
  check.writeUInt32BE((crc32(protectedPart) ^ FINGERPRINT_MASK) >>> 0)
  return Buffer.concat([protectedPart, attribute(FINGERPRINT, check)])
}

/** The hash of what comes before the integrity. The length in the header includes the integrity (section 14.5). */
function integrityOf(before: Buffer, password: string): Buffer {
  const covered = Buffer.from(before)
  writeLength(covered, before.length + 4 + HMAC_BYTES)
  return createHmac('sha1', password).update(covered).digest()
}

const writeLength = (message: Buffer, total: number) => message.writeUInt16BE(total - HEADER_BYTES, 2)

/** Padded to whole words (section 14). */
function attribute(type: number, value: Buffer): Buffer {
  const header = Buffer.alloc(4)
  header.writeUInt16BE(type, 0)
  header.writeUInt16BE(value.length, 2)
  return Buffer.concat([header, value, Buffer.alloc(-value.length & 3)])
}

/** `mask` is the magic cookie followed by the transaction id (section 14.2). */
function xorAddress({ address: given, port }: Address, mask: Buffer): Buffer {
  // A socket for both families names IPv4 addresses like this.
  const address = given.replace(/^::ffff:(?=[\d.]+$)/i, '')
  const bytes = isIPv4(address) ? Buffer.from(address.split('.').map(Number)) : ipv6Bytes(address)
  const value = Buffer.alloc(4 + bytes.length)
  value.writeUInt8(bytes.length === 4 ? 1 : 2, 1)
  value.writeUInt16BE(port ^ (MAGIC_COOKIE >>> 16), 2)
  for (const [index, byte] of bytes.entries()) value.writeUInt8(byte ^ (mask[index] ?? 0), 4 + index)
  return value
}

function ipv6Bytes(address: string): Buffer {
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const groups = (text: string | undefined) => (text ? text.split(':') : [])
  const [first, last] = [groups(head), groups(tail)]
  const zeros = Array<string>(8 - first.length - last.length).fill('0')
  const bytes = Buffer.alloc(16)
  for (const [index, group] of [...first, ...zeros, ...last].entries())
    bytes.writeUInt16BE(Number.parseInt(group, 16), 2 * index)
  return bytes
}
