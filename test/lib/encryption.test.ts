// Sealed secrets: read again with the same key and for the same purpose only.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decrypt, encrypt } from '../../src/lib/security/encryption.ts'

const secret = Buffer.from('a secret of an installation, of tests')

test('what is encrypted is read again', () => {
  fc.assert(
    fc.property(fc.string(), (text) => decrypt(secret, 'test', encrypt(secret, 'test', text)) === text),
  )
})

test('twice encrypted is twice different, and shows nothing of the text', () => {
  const [first, second] = [encrypt(secret, 'test', 'KEYKEYKEY'), encrypt(secret, 'test', 'KEYKEYKEY')]
  expect(first).not.toBe(second)
  expect(Buffer.from(first, 'base64url').toString('latin1')).not.toContain('KEY')
})

test('another secret, another purpose and damage give nothing', () => {
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
