// Secrets for cookies and links, and the hashes that the store keeps of them.
import { randomBytes } from 'node:crypto'
import { keyedHash } from './api-key-format.ts'

const TOKEN_BYTES = 32

/** A secret for a cookie or a link, and its hash. The store keeps only the hash. */
export function newToken(secret: Buffer): { token: string; hash: string } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  return { token, hash: keyedHash(secret, token) }
}
