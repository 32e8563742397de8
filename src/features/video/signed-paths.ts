// Signatures in the paths of streams and recordings. They need no cookies, so that a CDN can keep the files.
import { timingSafeEqual } from 'node:crypto'
import type { Services } from '../../kernel/changes/services.ts'
import { keyedHash } from '../../kernel/lib/security/api-key-format.ts'

export type Signing = { secret: Buffer } & Pick<Services, 'clock'>
/** What a path leads to, such as the stream of a talk. A signature works until the end of the next period. */
type Signed = { what: string; periodMs: number }

const SIGNATURE_DIGITS = 32

/** The signature of this period, which is the same for everybody. */
export const signatureOf = (services: Signing, signed: Signed): string =>
  signatureIn(services, signed, periodOf(services, signed))

export function checkSignature(
  services: Signing,
  signed: Signed,
  signature: string,
): 'valid' | 'expired' | 'wrong' {
  const period = Number(/^\d{1,9}(?=-)/.exec(signature)?.[0])
  const [given, expected] = [signature, signatureIn(services, signed, period)].map((text) =>
    Buffer.from(text),
  )
  if (!given || !expected || given.length !== expected.length || !timingSafeEqual(given, expected))
    return 'wrong'
  return period >= periodOf(services, signed) - 1 ? 'valid' : 'expired'
}

const periodOf = ({ clock }: Signing, { periodMs }: Signed): number => Math.floor(clock.now() / periodMs)

const signatureIn = ({ secret }: Signing, { what }: Signed, period: number): string =>
  `${period}-${keyedHash(secret, `${what} ${period}`).slice(0, SIGNATURE_DIGITS)}`
