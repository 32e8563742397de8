// Search keys: both sides folded alike, names first, nothing too long for an index.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { searchKey, searchWords } from '../../src/lib/text/search-keys.ts'

test('a key is its lines in lower-case ASCII, parts without a letter or digit left out', () => {
  expect(searchKey(['Ølund', 'Zoë'], ['zoe@example.org'], [null])).toBe('olund zoe\nzoe@example.org')
  expect(searchKey(['·', 'Kasa'], ['kasa#1234'])).toBe('kasa\nkasa#1234')
  expect(searchKey(['Юлия'], ['東京'])).toBe('yuliya\ndongjing')
  expect(searchKey([null], ['—'])).toBe('')
})

test('a query is at most five words, each once, folded as the keys are', () => {
  expect(searchWords('  Zoë   ÖLUND zoe ')).toEqual(['zoe', 'olund'])
  expect(searchWords('a b c d e f')).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(searchWords(' \u0000\t')).toEqual([])
})

test('every word of a text finds it, and no key is longer than 1,000 characters', () => {
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
