import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalUsername, numberedUsername, usernameBase } from './usernames.ts'

const email = 'local.part+1@example.org'

describe('usernames made from names', () => {
  test.each([
    ['Ada', 'Lovelace', 'lovelace.ada'],
    ['Łukasz', 'Żółć', 'zolc.lukasz'],
    ['Zoë Mae', "O'Example-Sæther", 'oexamplesaether.zoemae'],
    ['Дмитрий', 'Иванов', 'ivanov.dmitriy'],
    ['小龍', '李', 'li.xiaolong'],
    ['Age\u0301', '\u0438\u0306', 'y.age'],
    ['Ada', null, 'ada'],
    [undefined, 'Lovelace', 'lovelace'],
    ['', 'R2D2', 'r2d2'],
    ['—', 'Lovelace', 'lovelace'],
    [' ', '…', 'localpart1'],
    [null, undefined, 'localpart1'],
  ])('%j %j becomes %s', (firstName, lastName, expected) => {
    const person = {
      email,
      ...(firstName === undefined ? {} : { firstName }),
      ...(lastName === undefined ? {} : { lastName }),
    }
    expect(usernameBase(person)).toBe(expected)
  })

  test('fall back to “user” when the e-mail has no usable characters either', () => {
    expect(
      ['_-_@example.org', '@example.org', ''].map((address) => usernameBase({ email: address })),
    ).toEqual(['user', 'user', 'user'])
  })

  const name = fc.option(fc.string({ unit: 'binary', maxLength: 100 }))
  const person = fc.record({ firstName: name, lastName: name, email: fc.emailAddress() })

  test('have one or two ASCII parts, four digits, and at most 255 characters, whatever the name', () => {
    fc.assert(
      fc.property(person, (names) => {
        const username = numberedUsername(usernameBase(names), 7)
        expect(username).toMatch(/^[a-z0-9]+(\.[a-z0-9]+)?#\d{4}$/)
        expect(username.length).toBeLessThanOrEqual(255)
        expect(canonicalUsername(username)).toBe(username)
      }),
    )
  })

  test('stay short enough when transliteration makes a name longer', () => {
    const long = '👩‍💻'.repeat(33)
    const [both = '', one = ''] = [
      usernameBase({ firstName: long, lastName: long, email }),
      usernameBase({ firstName: long, email }),
    ]
    expect([both.length, one.length]).toEqual([249, 250])
  })

  test('are the same for both Unicode spellings of a name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (lastName) => {
        const base = usernameBase({ lastName: lastName.normalize('NFC'), email })
        expect(usernameBase({ lastName: lastName.normalize('NFD'), email })).toBe(base)
      }),
    )
  })
})

test('numbered usernames have four digits and continue from 0', () => {
  expect([0, 42, 9_999, 10_000].map((number) => numberedUsername('a.b', number))).toEqual([
    'a.b#0000',
    'a.b#0042',
    'a.b#9999',
    'a.b#0000',
  ])
})

describe('canonical usernames', () => {
  test.each([
    [' Lovelace.Ada#0001 ', 'lovelace.ada#0001'],
    ['ZOE\u0308', 'zo\u00eb'],
    ['J\u030c', '\u01f0'],
  ])('match %j as %j', (sent, canonical) => {
    expect(canonicalUsername(sent)).toBe(canonical)
  })

  test('are their own canonical form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (s) => {
        expect(canonicalUsername(canonicalUsername(s))).toBe(canonicalUsername(s))
      }),
    )
  })
})
