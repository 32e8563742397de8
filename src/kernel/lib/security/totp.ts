// Time-based one-time passwords (TOTP, RFC 6238) of authenticator apps.
import { Secret, TOTP } from 'otpauth'

const PERIOD_MS = 30_000
const options = { algorithm: 'SHA1', digits: 6, period: PERIOD_MS / 1000 } as const

/** A new secret of 160 bits (RFC 4226, section 4), in base32. */
export const generateTotpSecret = (): string => new Secret({ size: 20 }).base32

/** Whether the text has the format of such a secret. */
export const isTotpSecret = (text: string): boolean => /^[A-Z2-7]{32}$/.test(text)

/** The otpauth: URI that an authenticator app reads from a QR code. */
export const totpUri = (secret: string, issuer: string, label: string): string =>
  new TOTP({ ...options, secret: Secret.fromBase32(secret), issuer, label }).toString()

/**
 * The start (epoch milliseconds) of the time step of the code, which may be the current, previous, or next one;
 * undefined if the code is wrong. Each step must be accepted only once (RFC 6238, section 5.2).
 */
export function totpStepOf(secret: string, code: string, now: number): number | undefined {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const totp = new TOTP({ ...options, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token, timestamp: now, window: 1 })
  return delta === null ? undefined : (Math.floor(now / PERIOD_MS) + delta) * PERIOD_MS
}
