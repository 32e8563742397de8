import { expect, test } from 'vitest'
import { isId, newId } from './ids.ts'

test('creates an id with the given time in its first 48 bits', () => {
  const now = Date.UTC(2026, 2, 1, 10)
  const id = newId(now)
  expect(isId(id)).toBe(true)
  expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(now)
})

test('creates distinct ids that sort in the order of creation', () => {
  const ids = Array.from({ length: 1000 }, () => newId())
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(1000)
})

test('creates distinct ids within a millisecond', () => {
  const now = Date.UTC(2026, 2, 1, 10)
  expect(new Set(Array.from({ length: 1000 }, () => newId(now))).size).toBe(1000)
})

test.each([
  ['0195d0a1-7b3c-7def-8123-456789abcdef', true],
  ['0195D0A1-7B3C-7DEF-B123-456789ABCDEF', true],
  ['0195d0a1-7b3c-4def-8123-456789abcdef', false],
  ['0195d0a1-7b3c-7def-7123-456789abcdef', false],
  ['0195d0a17b3c7def8123456789abcdef', false],
  ['{0195d0a1-7b3c-7def-8123-456789abcdef}', false],
  ['0195d0a1-7b3c-7def-8123-456789abcdef\n', false],
  ['', false],
])('isId(%j) is %j', (text, expected) => {
  expect(isId(text)).toBe(expected)
})
