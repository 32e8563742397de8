import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeCursor, encodeCursor } from './cursors.ts'

const raw = (text: string) => Buffer.from(text).toString('base64url')

test('round-trips a position through a cursor that needs no escaping in a URL', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 100 }).filter((s) => !s.includes('\u0000'))
  fc.assert(
    fc.property(text, fc.maxSafeInteger(), text, (a, b, c) => {
      const cursor = encodeCursor([a, b, c])
      expect(cursor).toMatch(/^[\w-]+$/)
      expect(decodeCursor(cursor, ['string', 'number', 'string'])).toEqual([a, b, c])
    }),
  )
})

test.each([
  ['', 'nothing'],
  ['!!!', 'not base64url'],
  [`${raw('[1,"a"]')}=`, 'padded'],
  [`${raw('[1,"a"]')}\n`, 'followed by a line feed'],
  [raw('[1, "a"]'), 'with a space'],
  [raw('{"0":1,"1":"a","length":2}'), 'not an array'],
  [raw('[1]'), 'too short'],
  [raw('[1,"a",2]'), 'too long'],
  [raw('["1","a"]'), 'a string for a number'],
  [raw('[1,2]'), 'a number for a string'],
  [raw('[null,"a"]'), 'null'],
  [raw('[1e999,"a"]'), 'not a finite number'],
  [raw('[1.5,"a"]'), 'a fraction'],
  [raw('[9007199254740992,"a"]'), 'an integer beyond the safe range'],
  [raw('[1,"a\\u0000"]'), 'U+0000'],
  [raw('[1,"\\ud83c"]'), 'a lone surrogate'],
  [raw('[1,"a"'), 'unfinished'],
])('rejects %j: %s', (cursor) => {
  expect(decodeCursor(cursor, ['number', 'string'])).toBeUndefined()
})

test('never throws, whatever the input', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => decodeCursor(text, ['number']) === undefined),
  )
  expect(decodeCursor(raw(`[1,"${'a'.repeat(3000)}"]`), ['number', 'string'])).toBeUndefined()
})
