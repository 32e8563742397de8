// The text of an API key: its form, its checksum, and the keyed hash under which it is stored.
import { createHmac, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

export type KeyLevel = 'standard' | 'privileged'

/** What of a key may be shown and logged: its level, its first 13 and its last 4 characters. */
export type ParsedApiKey = { level: KeyLevel; prefix: string; last4: string }

const FORM = /^lec[sp]_[0-9a-f]{64}$/
const RANDOM_BYTES = 28
const CHECKSUM_DIGITS = 8
const PREFIX_LENGTH = 'lecs_'.length + 8

/** A new key: `lecs_` or `lecp_`, 56 random hex digits, and 8 of the CRC-32 of all that precedes them. */
export function generateApiKey(level: KeyLevel): string {
  const body = `${level === 'privileged' ? 'lecp_' : 'lecs_'}${randomBytes(RANDOM_BYTES).toString('hex')}`
  return body + checksum(body)
}

/** The parts of a key that may be shown; undefined where form or checksum is wrong, so that no look-up is needed. */
export function parseApiKey(text: string): ParsedApiKey | undefined {
  if (!FORM.test(text)) return undefined
  if (checksum(text.slice(0, -CHECKSUM_DIGITS)) !== text.slice(-CHECKSUM_DIGITS)) return undefined
  return {
    level: text.startsWith('lecp_') ? 'privileged' : 'standard',
    prefix: text.slice(0, PREFIX_LENGTH),
    last4: text.slice(-4),
  }
}

/** HMAC-SHA-256 (RFC 2104) as 64 hex digits. A fast hash is enough: a key holds 224 random bits. */
export function keyedHash(secret: Buffer, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex')
}

function checksum(body: string): string {
  return crc32(body).toString(16).padStart(CHECKSUM_DIGITS, '0')
}
