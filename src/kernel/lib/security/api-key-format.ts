// The format of API keys: generating and parsing a key, its checksum, and the hash that the store keeps.
import { createHmac, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

export type KeyLevel = 'standard' | 'privileged'

/** The parts of a key that can be shown and logged: its level, first 13 characters, and last 4. */
export type ParsedApiKey = { level: KeyLevel; prefix: string; last4: string }

const FORMAT = /^lec[sp]_[0-9a-f]{64}$/
const RANDOM_BYTES = 28
const CHECKSUM_DIGITS = 8
const PREFIX_LENGTH = 'lecs_'.length + 8

/** A new key: `lecs_` or `lecp_`, 56 random hex digits, and 8 hex digits with the CRC-32 of everything before them. */
export function generateApiKey(level: KeyLevel): string {
  const body = `${level === 'privileged' ? 'lecp_' : 'lecs_'}${randomBytes(RANDOM_BYTES).toString('hex')}`
  return body + checksum(body)
}

/** The parts of a key; undefined if the format or checksum is wrong, which saves a lookup in the store. */
export function parseApiKey(text: string): ParsedApiKey | undefined {
  if (!FORMAT.test(text)) return undefined
  if (checksum(text.slice(0, -CHECKSUM_DIGITS)) !== text.slice(-CHECKSUM_DIGITS)) return undefined
  return {
    level: text.startsWith('lecp_') ? 'privileged' : 'standard',
    prefix: text.slice(0, PREFIX_LENGTH),
    last4: text.slice(-4),
  }
}

/** HMAC-SHA-256 (RFC 2104) as 64 hex digits. A fast hash is enough, because a key has 224 random bits. */
export function keyedHash(secret: Buffer, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex')
}

function checksum(body: string): string {
  return crc32(body).toString(16).padStart(CHECKSUM_DIGITS, '0')
}
