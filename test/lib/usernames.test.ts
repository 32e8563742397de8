import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalUsername, usernameBase, usernameCandidates } from '../../src/lib/text/usernames.ts'

const email = 'local.part+1@example.org'

describe('names to usernames', () => {
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
  ])('%j %j is %s', (firstName, lastName, expected) => {
    const person = {
      email,
      ...(firstName === undefined ? {} : { firstName }),
      ...(lastName === undefined ? {} : { lastName }),
    }
    expect(usernameBase(person)).toBe(expected)
  })

  test('with nothing left of the e-mail either, user', () => {
    expect(
      ['_-_@example.org', '@example.org', ''].map((address) => usernameBase({ email: address })),
    ).toEqual(['user', 'user', 'user'])
  })

  const name = fc.option(fc.string({ unit: 'binary', maxLength: 100 }))
  const person = fc.record({ firstName: name, lastName: name, email: fc.emailAddress() })

  test('whatever the name, a username is ASCII, of one or two parts, with four digits, and 255 long at most', () => {
    fc.assert(
      fc.property(person, (someone) => {
        const [username = ''] = usernameCandidates(usernameBase(someone), 1)
        expect(username).toMatch(/^[a-z0-9]+(\.[a-z0-9]+)?#\d{4}$/)
        expect(username.length).toBeLessThanOrEqual(255)
        expect(canonicalUsername(username)).toBe(username)
      }),
    )
  })

  test('transliteration that makes a name longer does not make the username too long', () => {
    const long = '👩‍💻'.repeat(33)
    const [both = '', one = ''] = [
      usernameBase({ firstName: long, lastName: long, email }),
      usernameBase({ firstName: long, email }),
    ]
    expect([both.length, one.length]).toEqual([249, 250])
  })

  test('both Unicode spellings of a name give the same username', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (lastName) => {
        const base = usernameBase({ lastName: lastName.normalize('NFC'), email })
        expect(usernameBase({ lastName: lastName.normalize('NFD'), email })).toBe(base)
      }),
    )
  })
})

describe('candidates', () => {
  test('are distinct and as many as asked for, up to all there are', () => {
    fc.assert(
      fc.property(fc.nat(50), (count) => {
        expect(new Set(usernameCandidates('a.b', count)).size).toBe(count)
      }),
    )
    expect(new Set(usernameCandidates('a.b', 20_000)).size).toBe(10_000)
  })

  test('take the next number where one comes twice', () => {
    expect(usernameCandidates('a.b', 3, () => 9999)).toEqual(['a.b#9999', 'a.b#0000', 'a.b#0001'])
  })
})

describe('which usernames are the same', () => {
  test.each([
    [' Lovelace.Ada#0001 ', 'lovelace.ada#0001'],
    ['ZOE\u0308', 'zo\u00eb'],
    ['J\u030c', '\u01f0'],
  ])('%j is matched as %j', (sent, canonical) => {
    expect(canonicalUsername(sent)).toBe(canonical)
  })

  test('a canonical username is its own canonical form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (s) => {
        expect(canonicalUsername(canonicalUsername(s))).toBe(canonicalUsername(s))
      }),
    )
  })
})
