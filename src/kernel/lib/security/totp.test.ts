// Codes of authenticator apps (TOTP, RFC 6238).
import { expect, test } from 'vitest'
import { generateTotpSecret, isTotpSecret, totpStepOf, totpUri } from './totp.ts'

// The secret of RFC 6238, appendix B, in base32. Its codes have eight digits; ours are the last six of them.
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
])('at %d seconds the code is %s', (seconds, code) => {
  const step = Math.floor(seconds / 30) * 30_000
  expect(totpStepOf(secret, code, seconds * 1000)).toBe(step)
  expect(totpStepOf(secret, `${code.slice(0, 3)} ${code.slice(3)}`, seconds * 1000)).toBe(step)
})

test('accepts a code in its own 30-second step and in the steps before and after, always as its own step', () => {
  const at = (ms: number) => totpStepOf(secret, '050471', ms)
  const step = Math.floor(1_111_111_111 / 30) * 30_000
  expect([at(step - 30_000), at(step), at(step + 29_999), at(step + 59_999)]).toEqual(Array(4).fill(step))
  expect([at(step - 30_001), at(step + 60_000)]).toEqual([undefined, undefined])
})

test.each(['', '05047', '0504711', '05047a', '٠٥٠٤٧١'])('rejects %j', (code) => {
  expect(totpStepOf(secret, code, 1_111_111_111_000)).toBeUndefined()
})

test('generates a secret of 160 bits', () => {
  const made = [generateTotpSecret(), generateTotpSecret()]
  expect(made.map(isTotpSecret)).toEqual([true, true])
  expect(made[0]).not.toBe(made[1])
})

test('builds a URL from which apps read the platform and the account', () => {
  const url = new URL(totpUri(secret, 'Northern Lights: 2027', 'ada@example.org'))
  expect(url.protocol).toBe('otpauth:')
  expect(decodeURIComponent(url.href)).toContain('ada@example.org')
  expect(url.searchParams.get('secret')).toBe(secret)
})
