// Search keys: keys and queries are folded alike, names come first, and no key is too long for an index.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { searchKey, searchWords } from './search-keys.ts'

test('builds a key of lowercase ASCII lines and drops parts without a letter or digit', () => {
  expect(searchKey(['Ølund', 'Zoë'], ['zoe@example.org'], [null])).toBe('olund zoe\nzoe@example.org')
  expect(searchKey(['·', 'Kasa'], ['kasa#1234'])).toBe('kasa\nkasa#1234')
  expect(searchKey(['Юлия'], ['東京'])).toBe('yuliya\ndongjing')
  expect(searchKey([null], ['—'])).toBe('')
})

test('reduces a query to at most five distinct words, folded like the keys', () => {
  expect(searchWords('  Zoë   ÖLUND zoe ')).toEqual(['zoe', 'olund'])
  expect(searchWords('a b c d e f')).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(searchWords(' \u0000\t')).toEqual([])
})

test('finds a text by each of its words and limits a key to 1,000 characters', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 20 }), { maxLength: 4 }), (parts) => {
      const key = searchKey(parts)
      expect(key.length).toBeLessThanOrEqual(1000)
      for (const part of parts.filter((part) => /[\p{L}\p{N}]/u.test(part)))
        for (const word of searchWords(part)) expect(key).toContain(word)
    }),
  )
  expect(searchKey(['東'.repeat(1000)]).length).toBe(1000)
})
