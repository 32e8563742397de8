// Sealed secrets: read again with the same key and for the same purpose only.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seal, unseal } from '../../src/lib/security/encryption.ts'

const secret = Buffer.from('a secret of an installation, of tests')

test('what is sealed is read again', () => {
  fc.assert(fc.property(fc.string(), (text) => unseal(secret, 'test', seal(secret, 'test', text)) === text))
})

test('twice sealed is twice different, and shows nothing of the text', () => {
  const [first, second] = [seal(secret, 'test', 'KEYKEYKEY'), seal(secret, 'test', 'KEYKEYKEY')]
  expect(first).not.toBe(second)
  expect(Buffer.from(first, 'base64url').toString('latin1')).not.toContain('KEY')
})

test('another secret, another purpose and damage give nothing', () => {
  const sealed = seal(secret, 'test', 'text')
  expect(unseal(Buffer.from('another secret'), 'test', sealed)).toBeUndefined()
  expect(unseal(secret, 'other', sealed)).toBeUndefined()
  expect(unseal(secret, 'test', '')).toBeUndefined()
  expect(unseal(secret, 'test', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP')).toBeUndefined()
  const bytes = Buffer.from(sealed, 'base64url')
  for (let i = 0; i < bytes.length; i++) {
    const damaged = Buffer.from(bytes)
    damaged[i] = (damaged[i] ?? 0) ^ 1
    expect(unseal(secret, 'test', damaged.toString('base64url'))).toBeUndefined()
  }
})
