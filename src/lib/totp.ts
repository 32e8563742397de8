// Second factors: time-based one-time passwords (RFC 6238), as authenticator apps make them.
import { Secret, TOTP } from 'otpauth'

const options = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/** A new secret of 160 bits (RFC 4226, section 4), in base32. */
export const generateTotpSecret = (): string => new Secret({ size: 20 }).base32

/** The otpauth: address that an authenticator app reads from a picture. */
export const totpAddress = (secret: string, issuer: string, label: string): string =>
  new TOTP({ ...options, secret: Secret.fromBase32(secret), issuer, label }).toString()

/** Whether the code is of this moment (epoch milliseconds), or of the 30 seconds before or after. */
export const verifyTotp = (secret: string, code: string, now: number): boolean => {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return false
  return (
    new TOTP({ ...options, secret: Secret.fromBase32(secret) }).validate({
      token,
      timestamp: now,
      window: 1,
    }) !== null
  )
}
