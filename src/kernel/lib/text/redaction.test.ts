// Redaction: which parts of a request are masked before it is logged.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskQuery, maskText, redactedJson } from './redaction.ts'

const LIMIT = 4096

test('keeps the first letter and the domain of an e-mail', () => {
  expect(maskText('ada.lovelace@example.org')).toBe('a•••@example.org')
  expect(maskText('write to ada@example.org, or b@example.org.')).toBe(
    'write to a•••@example.org, or b•••@example.org.',
  )
  expect(maskText('/users/ada@example.org')).toBe('/users/a•••@example.org')
})

test('keeps only the level of an API key', () => {
  expect(maskText(`Bearer lecp_${'0a'.repeat(32)}!`)).toBe('Bearer lecp_•••!')
})

test('masks personal values everywhere and keeps everything else', () => {
  const body = {
    title: 'Bread',
    duration: 45,
    keynote: true,
    video: null,
    speakers: [
      { email: 'ada@example.org', firstName: 'Ada', lastName: 'L', username: 'ada#1', job: 'Baker' },
    ],
    password: 'hunter2',
    description: 'Ask ada@example.org',
    tags: [],
    features: {},
  }
  expect(JSON.parse(redactedJson(body, LIMIT))).toEqual({
    title: 'Bread',
    duration: 45,
    keynote: true,
    video: null,
    speakers: [
      { email: 'a•••@example.org', firstName: '•••', lastName: '•••', username: '•••', job: 'Baker' },
    ],
    password: '•••',
    description: 'Ask a•••@example.org',
    tags: [],
    features: {},
  })
})

test('masks a personal value of the wrong type completely', () => {
  expect(redactedJson({ firstName: ['Ada'], email: { of: 'Ada' }, lastName: 7 }, LIMIT)).toBe(
    '{"firstName":"•••","email":"•••","lastName":"•••"}',
  )
  expect(redactedJson({ email: 'Ada Lovelace' }, LIMIT)).toBe('{"email":"•••"}')
})

test('masks member names like values', () => {
  expect(redactedJson({ 'ada@example.org': 1 }, LIMIT)).toBe('{"a•••@example.org":1}')
})

test('cuts text over the limit between characters and marks the cut', () => {
  const cut = redactedJson({ description: '🧀'.repeat(5_000) }, LIMIT)
  expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(LIMIT)
  expect(Buffer.byteLength(cut)).toBeGreaterThan(LIMIT - 8)
  expect(cut.isWellFormed()).toBe(true)
  expect(cut).toMatch(/🧀…$/u)
})

test('masks an e-mail at the cut instead of splitting it', () => {
  for (let padding = LIMIT - 60; padding < LIMIT; padding += 1) {
    expect(redactedJson({ a: `${'x'.repeat(padding)} ada.lovelace@example.org` }, LIMIT)).not.toContain('ada')
  }
})

test('never exceeds the limit and never throws, for any JSON value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), fc.integer({ min: 16, max: 200 }), (value, limit) => {
      const text = redactedJson(value, limit)
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limit)
    }),
  )
})

test('omits values that are nested too deep', () => {
  const deep = JSON.parse(`${'['.repeat(9_000)}${']'.repeat(9_000)}`)
  expect(redactedJson(deep, LIMIT)).toBe(`${'['.repeat(64)}"…"${']'.repeat(64)}`)
})

test.each([
  ['https://a.example/hook', 'https://a.example/hook'],
  ['https://a.example/hook?token=x', 'https://a.example/hook?token=•••'],
  ['https://a.example/hook?token=eA==&b=1&c', 'https://a.example/hook?token=•••&b=•••&•••'],
  ['https://a.example/hook?token=a=b', 'https://a.example/hook?token=•••'],
  ['https://a.example/hook?token=&b#c?d', 'https://a.example/hook?token=&•••#c?d'],
  ['https://a.example/?x', 'https://a.example/?•••'],
])('masks the values of the query in %s', (url, masked) => {
  expect(maskQuery(url)).toBe(masked)
  expect(maskQuery(masked)).toBe(masked)
})
