// Encryption: a text can be decrypted only with the same secret and for the same purpose.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decrypt, encrypt } from './encryption.ts'

const secret = Buffer.from('the secret of a test installation')

test('decrypts what was encrypted', () => {
  fc.assert(
    fc.property(fc.string(), (text) => decrypt(secret, 'test', encrypt(secret, 'test', text)) === text),
  )
})

test('gives a different result each time and reveals nothing of the text', () => {
  const [first, second] = [encrypt(secret, 'test', 'KEYKEYKEY'), encrypt(secret, 'test', 'KEYKEYKEY')]
  expect(first).not.toBe(second)
  expect(Buffer.from(first, 'base64url').toString('latin1')).not.toContain('KEY')
})

test('returns undefined for another secret, another purpose, or damaged data', () => {
  const encrypted = encrypt(secret, 'test', 'text')
  expect(decrypt(Buffer.from('another secret'), 'test', encrypted)).toBeUndefined()
  expect(decrypt(secret, 'other', encrypted)).toBeUndefined()
  expect(decrypt(secret, 'test', '')).toBeUndefined()
  expect(decrypt(secret, 'test', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP')).toBeUndefined()
  const bytes = Buffer.from(encrypted, 'base64url')
  for (let i = 0; i < bytes.length; i++) {
    const damaged = Buffer.from(bytes)
    damaged[i] = (damaged[i] ?? 0) ^ 1
    expect(decrypt(secret, 'test', damaged.toString('base64url'))).toBeUndefined()
  }
})
