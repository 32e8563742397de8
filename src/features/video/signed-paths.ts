// Signatures in the paths of streams and recordings. They need no cookies, so that a CDN can keep the files.
import { timingSafeEqual } from 'node:crypto'
import { keyedHash } from '../../kernel/lib/security/api-key-format.ts'

export type WithSecret = { secret: Buffer }

const SIGNATURE_DIGITS = 32

/** The signature of what a path leads to, such as the stream of a talk. */
export const signatureOf = ({ secret }: WithSecret, what: string): string =>
  keyedHash(secret, what).slice(0, SIGNATURE_DIGITS)

export function isSignatureOf(services: WithSecret, what: string, signature: string): boolean {
  const [given, expected] = [Buffer.from(signature), Buffer.from(signatureOf(services, what))]
  return given.length === expected.length && timingSafeEqual(given, expected)
}
