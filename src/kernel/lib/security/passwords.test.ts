import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  generatePassword,
  hashGeneratedPassword,
  hashPassword,
  newDecoy,
  type PasswordRule,
  satisfiesRule,
  verifyPassword,
  workOf,
} from './passwords.ts'

const rule: fc.Arbitrary<PasswordRule> = fc.record({
  minLength: fc.integer({ min: 8, max: 128 }),
  digits: fc.boolean(),
  symbols: fc.boolean(),
})

describe('generated passwords', () => {
  test('satisfy their rule, have at least 20 characters, and contain no ambiguous characters', () => {
    fc.assert(
      fc.property(rule, (requested) => {
        const password = generatePassword(requested)
        expect(satisfiesRule(password, requested)).toBe(true)
        expect(password.length).toBe(Math.max(20, requested.minLength))
        expect(password).toMatch(requested.symbols ? /^[A-Za-z2-9!#%*+=?@_-]+$/ : /^[A-Za-z2-9]+$/)
        expect(password).not.toMatch(/[0Oo1lI]/)
      }),
      { numRuns: 500 },
    )
  })

  test('are distinct, with every character occurring at every position', () => {
    const all = Array.from({ length: 3000 }, () =>
      generatePassword({ minLength: 8, digits: true, symbols: true }),
    )
    expect(new Set(all).size).toBe(all.length)
    const seen = Array.from(
      { length: 20 },
      (_, position) => new Set(all.map((password) => password[position])).size,
    )
    expect(seen).toEqual(Array.from({ length: 20 }, () => 66))
  })
})

describe('the entropy of generated passwords', () => {
  const isIn = (kind: RegExp) => (character: string) => kind.test(character)
  /** How many texts of this length have a character of each kind, by inclusion and exclusion. */
  const count = (alphabet: readonly string[], length: number, [kind, ...others]: RegExp[]): number => {
    if (!kind) return alphabet.length ** length
    const without = alphabet.filter((character) => !isIn(kind)(character))
    return count(alphabet, length, others) - count(without, length, others)
  }

  test.each([
    [false, false],
    [true, false],
    [false, true],
    [true, true],
  ])(
    'is at least 112 bits with digits: %s and symbols: %s, at any length that a platform can set',
    (digits, symbols) => {
      for (const minLength of [8, 15, 16, 20, 128]) {
        const rule = { minLength, digits, symbols }
        const all = Array.from({ length: 500 }, () => generatePassword(rule))
        const alphabet = [...new Set(all.join(''))]
        expect(alphabet.length).toBe(symbols ? 66 : 56)
        const required = [/[a-z]/, /[A-Z]/, ...(digits ? [/\d/] : []), ...(symbols ? [/[^A-Za-z\d]/] : [])]
        const shortest = Math.min(...all.map(({ length }) => length))
        expect(Math.log2(count(alphabet, shortest, required))).toBeGreaterThan(112)
      }
    },
  )
})

describe('password rules', () => {
  const plain = { minLength: 8, digits: false, symbols: false }
  const full = { minLength: 8, digits: true, symbols: true }
  test.each<[string, PasswordRule, boolean]>([
    ['Abcdefgh', plain, true],
    ['Abcdefg', plain, false],
    ['abcdefgh', plain, false],
    ['ABCDEFGH', plain, false],
    ['Äöüäöüäö', plain, true],
    ['Abc🎤🎤🎤🎤🎤', plain, true],
    ['Ab🎤🎤', plain, false],
    ['Abcdef1!', full, true],
    ['Abcdefg1', full, false],
    ['Abcdefg!', full, false],
    ['Abcdef1 ', full, false],
  ])('%j under %j → %j', (password, requested, expected) => {
    expect(satisfiesRule(password, requested)).toBe(expected)
  })
})

describe('hashes', () => {
  test('are PHC strings with unique salts and match only their own password', async () => {
    const [one, two] = await Promise.all([hashPassword('Correct horse'), hashPassword('Correct horse')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(one).not.toBe(two)
    expect(await verifyPassword('Correct horse', one)).toBe(true)
    expect(await verifyPassword('correct horse', one)).toBe(false)
    expect(await verifyPassword('', one)).toBe(false)
  })

  test('have the lowest cost for generated passwords, and match only these', async () => {
    const password = generatePassword({ minLength: 8, digits: false, symbols: false })
    const hash = hashGeneratedPassword(password)
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(hashGeneratedPassword(password)).not.toBe(hash)
    expect([await verifyPassword(password, hash), await verifyPassword(`${password}x`, hash)]).toEqual([
      true,
      false,
    ])
  })

  test('are as much work as a decoy if the password was chosen, and less if it was generated or the hash is invalid', async () => {
    const decoy = newDecoy()
    expect(await verifyPassword('', decoy)).toBe(false)
    expect(workOf(await hashPassword('Correct horse'))).toBe(workOf(decoy))
    const password = generatePassword({ minLength: 8, digits: false, symbols: false })
    expect(workOf(hashGeneratedPassword(password))).toBeLessThan(workOf(decoy) / 1_000)
    expect(workOf('')).toBe(0)
  })

  test('match both Unicode spellings', async () => {
    expect(await verifyPassword('Zoe\u0308', await hashPassword('Zo\u00eb'))).toBe(true)
  })

  const salt = 'AAAAAAAAAAAAAAAAAAAAAA'
  const tag = 'A'.repeat(43)
  test.each([
    '',
    'Correct horse',
    `$argon2i$v=19$m=19456,t=2,p=1$${salt}$${tag}`,
    `$argon2id$v=16$m=19456,t=2,p=1$${salt}$${tag}`,
    `$argon2id$v=19$m=9999999,t=2,p=1$${salt}$${tag}`,
    `$argon2id$v=19$m=19456,t=999,p=1$${salt}$${tag}`,
    `$argon2id$v=19$m=19456,t=0,p=1$${salt}$${tag}`,
    `$argon2id$v=19$m=19456,t=2,p=0$${salt}$${tag}`,
    `$argon2id$v=19$m=63,t=2,p=8$${salt}$${tag}`,
    `$argon2id$v=19$m=19456,t=2,p=1$A$${tag}`,
    `$argon2id$v=19$m=19456,t=2,p=1$${salt}$A`,
    `$argon2id$v=19$m=19456,t=2,p=1$${salt}$${tag}\n`,
  ])('%j matches nothing and costs no computation', async (phc) => {
    expect(await verifyPassword('Correct horse', phc)).toBe(false)
  })

  test('match also when another program made them with other costs', async () => {
    // From the test vectors of the reference implementation.
    const phc = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
    expect([await verifyPassword('password', phc), await verifyPassword('Password', phc)]).toEqual([
      true,
      false,
    ])
  })
})
