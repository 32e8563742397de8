import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalEmail, isEmail } from './email.ts'

const domainOf = (length: number) =>
  `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.`
    .padEnd(length - 4, 'd')
    .slice(0, length - 4)
    .concat('.org')

describe('valid e-mails', () => {
  test.each([
    'ada@example.org',
    '  ada@example.org\n',
    "o'brien+talks@example.org",
    '{slug}.x!#$%&*/=?^_`|~-@sub.example.co.uk',
    'josé@exämple.org',
    '用户@例え.jp',
    'a@xn--exmple-cua.org',
    'a@b-c.d1',
    `${'a'.repeat(64)}@example.org`,
    `${'é'.repeat(32)}@example.org`,
    `a@${'b'.repeat(63)}.org`,
    `${'a'.repeat(64)}@${domainOf(189)}`,
  ])('accepts %j', (address) => {
    expect(isEmail(address)).toBe(true)
  })
})

describe('invalid e-mails', () => {
  test.each([
    '',
    '@',
    'ada',
    'ada@',
    '@example.org',
    'ada@localhost',
    'ada@example',
    'ada@example.',
    'ada@example.org.',
    'ada@.example.org',
    'ada@example..org',
    'ada@-example.org',
    'ada@example-.org',
    'ada@exa_mple.org',
    'ada@example.123',
    'ada@1.2.3.4',
    'ada@0x7f.1',
    'ada@[127.0.0.1]',
    'ada@[IPv6:::1]',
    '"ada"@example.org',
    'a b@example.org',
    'ada@exa mple.org',
    'ada@exa%6dple.org',
    'ada@example.org/path',
    'ada@example.org:25',
    'ada@xn--a.org',
    '.ada@example.org',
    'ada.@example.org',
    'a..da@example.org',
    'ada@lovelace@example.org',
    'Ada <ada@example.org>',
    'a,b@example.org',
    'a\u0000b@example.org',
    'a\nb@example.org',
    'a\u200bb@example.org',
    'a\u00a0b@example.org',
    'a\ud83cb@example.org',
    `${'a'.repeat(65)}@example.org`,
    `${'é'.repeat(33)}@example.org`,
    `a@${'b'.repeat(64)}.org`,
    `${'a'.repeat(64)}@${domainOf(190)}`,
  ])('rejects %j', (address) => {
    expect(isEmail(address)).toBe(false)
  })
})

describe('canonical form', () => {
  test.each([
    [' Ada@Example.ORG ', 'ada@example.org'],
    ['ada@EXÄMPLE.org', 'ada@xn--exmple-cua.org'],
    ['ada@例え。jp', 'ada@xn--r8jz45g.jp'],
    ['JOSÉ@example.org', 'josÉ@example.org'],
    ['\u212aate@example.org', '\u212aate@example.org'],
    ['jose\u0301@example.org', 'jose\u0301@example.org'],
    ['a@0x7f.1', 'a@0x7f.1'],
    ['Not An Address', 'not an address'],
  ])('matches %j as %j', (sent, canonical) => {
    expect(canonicalEmail(sent)).toBe(canonical)
  })

  const local = fc.stringMatching(/^[A-Za-z0-9ÉéıİK+_-]{1,20}$/)
  const label = fc.stringMatching(/^[a-zäöß0-9]{1,10}$/)
  const domain = fc
    .tuple(label, fc.constantFrom('org', 'example', 'co.uk', 'jp'))
    .map((parts) => parts.join('.'))
  const foldAscii = (s: string) => s.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

  // Upper-casing 'ß' gives two letters, and so another domain.
  const foldUp = (s: string) => s.replace(/[^ß]/g, (letter) => letter.toUpperCase())

  test('is the same for two addresses exactly if their local parts differ only in ASCII case and their domains are the same', () => {
    const two = local.chain((one) =>
      fc.tuple(
        fc.constant(one),
        fc.oneof(local, fc.constantFrom(one.toUpperCase(), one.toLowerCase(), foldAscii(one))),
      ),
    )
    fc.assert(
      fc.property(two, domain, fc.boolean(), ([one, other], at, isUpper) => {
        const otherAt = isUpper ? foldUp(at) : at
        const isSame = canonicalEmail(`${one}@${at}`) === canonicalEmail(`${other}@${otherAt}`)
        expect(isSame).toBe(foldAscii(one) === foldAscii(other))
      }),
    )
  })

  test('is a valid address and its own canonical form', () => {
    fc.assert(
      fc.property(local, domain, (before, at) => {
        const canonical = canonicalEmail(` ${before}@${at}`)
        expect([isEmail(canonical), canonicalEmail(canonical)]).toEqual([true, canonical])
      }),
    )
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (s) => {
        expect(canonicalEmail(canonicalEmail(s))).toBe(canonicalEmail(s))
      }),
    )
  })
})
