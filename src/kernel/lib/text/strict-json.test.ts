import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseJson } from './strict-json.ts'

const parse = (text: string) => parseJson(new TextEncoder().encode(text))
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

describe('rejected bodies, with a message that repeats nothing of them', () => {
  const twice = 'The body has two members with the same name in one object.'
  const name = 'The body has a member named __proto__, constructor, or prototype.'
  const escaped = 'The body has a member name with a quotation mark, a backslash, or a control character.'
  const zero = 'The body has a string with the character U+0000.'
  const lone = 'The body has a string with a lone surrogate.'
  const integer = 'The body has an integer outside the range from -(2^53 - 1) to 2^53 - 1.'
  test.each([
    ['', 'The body is empty.'],
    ['\ufeff{}', 'The body starts with a byte order mark.'],
    ['{"a": secret}', 'The body is not valid JSON.'],
    [`{"a": ${' '.repeat(60)}x}`, 'The body is not valid JSON.'],
    ['{"a"', 'The body is not valid JSON at line 1, column 5.'],
    ['{"a": "unfinished', 'The body is not valid JSON at line 1, column 18.'],
    ['{"a":1} {"b":2}', 'The body is not valid JSON at line 1, column 9.'],
    ['{"a":1,"a":1}', twice],
    ['{"a":1,"\\u0061":2}', twice],
    ['[{"b":{"a:":1,"a:":2}}]', twice],
    ['{"__proto__":1}', name],
    ['{"a":[{"constructor":1}]}', name],
    ['{"a":{"proto\\u0074ype":1}}', name],
    ['{"a\\"b":1}', escaped],
    ['{"\\\\":1}', escaped],
    ['[{"a\\n" :1}]', escaped],
    ['{"\\u0061": 1 2}', 'The body is not valid JSON at line 1, column 14.'],
    ['{"\\x":1}', 'The body is not valid JSON at line 1, column 4.'],
    ['"a\\u0000"', zero],
    ['{"a\\u0000":1}', zero],
    ['["\\ud83c"]', lone],
    ['{"\\udfa4\\ud83c":1}', lone],
    ['1e999', 'The body has a number that is too large.'],
    ['[-1e999]', 'The body has a number that is too large.'],
    ['9007199254740992', integer],
    ['{"a":-9007199254740993}', integer],
    ['1e300', integer],
  ])('%j', (text, problem) => {
    expect(parse(text)).toEqual({ ok: false, problem })
  })

  test('rejects nesting deeper than 32 levels before it can exhaust the parser', () => {
    const problem = 'The body is nested deeper than 32 levels.'
    const deep = [nested(33), '{"a":'.repeat(33), nested(100_000)]
    expect(deep.map(parse)).toEqual(deep.map(() => ({ ok: false, problem })))
    expect(parse(nested(32))).toEqual({ ok: true, value: JSON.parse(nested(32)) })
  })

  test('rejects bytes that are not UTF-8', () => {
    const problem = 'The body is not valid UTF-8.'
    const notUtf8 = [
      [0x22, 0xff, 0x22],
      [0x22, 0xc3, 0x22],
      [0x22, 0xed, 0xa0, 0x80, 0x22],
      [0x22, 0xc0, 0x80, 0x22],
    ]
    expect(notUtf8.map((bytes) => parseJson(Uint8Array.from(bytes)))).toEqual(
      notUtf8.map(() => ({ ok: false, problem })),
    )
  })
})

test('reads escaped names right after V8 has read a name that begins with a backslash', () => {
  // nodejs/node#63785
  JSON.parse('{"first":1,"\\\\":2}')
  expect(parse('{"first":1,"\\u0062":2}')).toEqual({ ok: true, value: { first: 1, b: 2 } })
})

describe('accepted bodies', () => {
  test.each([
    ['null', null],
    [' {"a" : [1, -2.5, true], "b":{"a":"x"}} ', { a: [1, -2.5, true], b: { a: 'x' } }],
    ['{"a":":::","bc:":"\\\\","d":"\\\\\\":"}', { a: ':::', 'bc:': '\\', d: '\\":' }],
    ['{"\\u0061":"\\u0062:\\"", "c" : {"\\u0064" :1}}', { a: 'b:"', c: { d: 1 } }],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
    ['"\\ud83c\\udfa4"', '🎤'],
    ['"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["', '['.repeat(33)],
    ['{"toString":1,"hasOwnProperty":2}', { toString: 1, hasOwnProperty: 2 }],
  ])('%j', (text, value) => {
    expect(parse(text)).toEqual({ ok: true, value })
  })
})

// Names and texts full of the characters that the scanner treats specially.
const awkward = fc.string({
  unit: fc.constantFrom('"', '\\', ':', '{', '}', '[', ',', 'a', 'é', '🎤'),
  maxLength: 6,
})
const plainName = awkward.filter((name) => JSON.stringify(name) === `"${name}"`)
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5 },
    fc.maxSafeInteger(),
    fc.boolean(),
    fc.constant(null),
    awkward,
    tie('list'),
    tie('object'),
  ),
  list: fc.array(tie('tree'), { maxLength: 4 }),
  object: fc.dictionary(plainName, tie('tree'), { maxKeys: 4, noNullPrototype: true }),
}))

test('parses everything that JSON.stringify writes', () => {
  fc.assert(
    fc.property(tree, fc.constantFrom(0, 2), (value, indent) => {
      expect(parse(JSON.stringify(value, null, indent))).toEqual({
        ok: true,
        value: JSON.parse(JSON.stringify(value)),
      })
    }),
    { numRuns: 1000 },
  )
})

test('rejects a duplicate member at any depth and in any spelling', () => {
  fc.assert(
    fc.property(plainName, tree, tree, fc.boolean(), fc.nat(5), (name, first, second, isEscaped, depth) => {
      const other = isEscaped ? escapeAll(name) : JSON.stringify(name)
      const object = `{${JSON.stringify(name)}:${JSON.stringify(first)},"b":1,${other}:${JSON.stringify(second)}}`
      const text = '{"x":['.repeat(depth) + object + ']}'.repeat(depth)
      expect(parse(text)).toEqual({
        ok: false,
        problem: 'The body has two members with the same name in one object.',
      })
    }),
    { numRuns: 1000 },
  )
})

test('never throws, whatever the bytes', () => {
  fc.assert(fc.property(fc.uint8Array(), (bytes) => void parseJson(bytes)))
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'{}[]":,\\u0d8e1-') }), (text) => void parse(text)),
  )
})

function escapeAll(text: string): string {
  const units = Array.from({ length: text.length }, (_, i) =>
    text.charCodeAt(i).toString(16).padStart(4, '0'),
  )
  return `"${units.map((unit) => `\\u${unit}`).join('')}"`
}
