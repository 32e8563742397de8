import fc from 'fast-check'
import { expect, test } from 'vitest'
import { generateApiKey, keyedHash, parseApiKey } from './api-key-format.ts'

// All zeros plus a valid CRC-32, so that secret scanners do not take it for a real key.
const BODY = '0'.repeat(56)

test.each(['standard', 'privileged'] as const)(
  'parses a new %s key into its level, prefix, and last four characters',
  (level) => {
    const key = generateApiKey(level)
    expect(key).toMatch(level === 'standard' ? /^lecs_[0-9a-f]{64}$/ : /^lecp_[0-9a-f]{64}$/)
    expect(parseApiKey(key)).toEqual({ level, prefix: key.slice(0, 13), last4: key.slice(-4) })
  },
)

test('uses the CRC-32 of everything before it as the checksum', () => {
  expect(parseApiKey(`lecs_${BODY}d8235217`)).toEqual({
    level: 'standard',
    prefix: 'lecs_00000000',
    last4: '5217',
  })
})

test('rejects a key with any single character changed', () => {
  const position = fc.nat(68)
  const character = fc.oneof(
    fc.constantFrom(...'0123456789abcdefABCDEFps_'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  )
  fc.assert(
    fc.property(
      fc.constantFrom('standard' as const, 'privileged' as const),
      position,
      character,
      (level, at, other) => {
        const key = generateApiKey(level)
        fc.pre(key[at] !== other)
        expect(parseApiKey(key.slice(0, at) + other + key.slice(at + 1))).toBeUndefined()
      },
    ),
    { numRuns: 2000 },
  )
})

test('rejects a key with added or missing characters or in upper case', () => {
  const key = generateApiKey('standard')
  const wrong = ['', key.slice(1), key.slice(0, -1), `${key}0`, `${key}\n`, ` ${key}`, key.toUpperCase()]
  expect(wrong.map(parseApiKey)).toEqual(wrong.map(() => undefined))
})

test('computes the keyed hash as HMAC-SHA-256 (RFC 4231, test case 2)', () => {
  expect(keyedHash(Buffer.from('Jefe'), 'what do ya want for nothing?')).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  )
})
