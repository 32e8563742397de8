// Hostile input: texts, JSON values, damaged bodies, paths, and query strings.
import fc from 'fast-check'

export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udc00b',
  '\udfff\ud800',
  '\ufeff',
  '\ufffe\uffff',
  '\u{10ffff}',
  '\u202egnp.exe',
  '\u2066\u2069\u200f',
  '👩‍👩‍👧‍👦🏳️‍🌈',
  `e${'\u0301'.repeat(300)}`,
  'Ａｄａ',
  'İıſK',
  '𝔸'.repeat(255),
  'ß'.repeat(800),
  'x'.repeat(70_000),
  '%',
  '%00',
  '\\',
  '\\u0000',
  '"',
  "'; drop table users; --",
  "' or '1'='1",
  '$1',
  '#{1+1}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  '../../etc/passwd',
  'ext:',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '-0',
  '1e999',
  'true',
  '\r\nSet-Cookie: a=b',
  '\u001b[31m',
  '\u2028\u2029',
  '\u007f\u0080',
]

const unit = fc.nat(0xffff).map((code) => String.fromCharCode(code))

const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 100 }),
  fc.string({ unit, maxLength: 20 }),
  fc
    .tuple(fc.constantFrom('https://', 'ada@', 'rtmp://', '2027-05-', 'Europe/', '#'), fc.string())
    .map(([a, b]) => a + b),
)

/** Any JSON value. */
export const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }),
  fc.constantFrom(null, true, 0, -1, 0.5, 1e21, 2 ** 53, Number.MIN_VALUE, [], {}, [[]], [{}], [null]),
)

type Place = readonly (string | number)[]
const GONE = Symbol('gone')

/** The body with one to three of its values replaced, removed, or added. */
export const mutated = (body: object): fc.Arbitrary<unknown> =>
  fc
    .array(fc.tuple(fc.nat(), fc.oneof(anyJson, fc.constant(GONE)), fc.boolean()), {
      minLength: 1,
      maxLength: 3,
    })
    .map((changes) =>
      changes.reduce<unknown>((value, [choice, replacement, isAddition]) => {
        const places = placesOf(value)
        const place = places[choice % places.length] ?? []
        if (isAddition) return replaced(value, [...place, 'unknown'], replacement)
        return replaced(value, place, replacement)
      }, body),
    )

function placesOf(value: unknown, at: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [at]
  return [at, ...Object.entries(value).flatMap(([name, member]) => placesOf(member, [...at, name]))]
}

function replaced(value: unknown, [name, ...rest]: Place, replacement: unknown): unknown {
  if (name === undefined) return replacement === GONE ? null : replacement
  if (typeof value !== 'object' || value === null) return value
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [...value] : { ...value }
  const members = copy as Record<string, unknown>
  if (rest.length === 0 && replacement === GONE) delete members[name]
  else members[name] = replaced(members[name], rest, replacement)
  return copy
}

/** Bodies that are not a JSON value, or that parsers interpret differently. */
export const HOSTILE_BODIES: readonly (string | Buffer)[] = [
  '{',
  '}',
  '{"title":',
  '{"title":"a" "b"}',
  "{'title':'a'}",
  '{"title":"a",}',
  '// note\n{}',
  '{}{}',
  '\ufeff{}',
  '{"title":"a","title":"b"}',
  '{"__proto__":{"title":"a"}}',
  '{"constructor":{"prototype":{}}}',
  '{"duration":1e400}',
  '{"duration":9007199254740993}',
  '{"duration":-9007199254740993}',
  '{"duration":01}',
  '{"duration":NaN}',
  '{"title":"\\u0000"}',
  '{"title":"\\ud800"}',
  '{"\\u0000":1}',
  '{"title":"\t"}',
  `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
  `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
  Buffer.from([0x22, 0xff, 0x22]),
  Buffer.from([0x22, 0xc0, 0x80, 0x22]),
  Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]),
  Buffer.from('{"title":"a"}', 'utf16le'),
  Buffer.from([0]),
]

/** Values in place of an identifier in a path, as they are sent. */
export const HOSTILE_IDS: readonly string[] = [
  ...['', '.', '..', '%2e%2e', '%2e%2e%2f', '..%2f..%2fusers', 'a/b', '/', '//', ';', 'a;b=c', '*', '~'],
  ...['%', '%zz', '%f', '%ff', '%c0%af', '%ED%A0%80', '%F4%90%80%80', '%00', '%0d%0aa:b', '%e2%80%ae', '%20'],
  ...[
    'null',
    'undefined',
    '0',
    '-1',
    'NaN',
    '__proto__',
    'constructor',
    'toString',
    'owner%20',
    'upcoming%20',
  ],
  ...[
    'ext:',
    'ext',
    'EXT:t',
    'ext:%00',
    'ext:%0a',
    'ext:%7f',
    'ext:%20',
    'ext:a/b',
    'ext:a%2fb',
    'ext:..',
    'ext:ext:t',
  ],
  ...[
    "ext:'",
    'ext:%25',
    'ext:%22',
    'ext:%F0%9F%A6%84',
    'ext:$1',
    'ext:__proto__',
    'ext:%ED%A0%80',
    'ext:e%CC%81',
  ],
  ...[
    `ext:${'x'.repeat(200)}`,
    `ext:${'x'.repeat(201)}`,
    `ext:${'%F0%9F%A6%84'.repeat(200)}`,
    'x'.repeat(4096),
    'x'.repeat(9000),
  ],
  ...[
    '01980b5c-7a40-7c3e-9f21-6d2f5b1f0a11',
    '01980B5C-7A40-7C3E-9F21-6D2F5B1F0A11',
    '01980b5c7a407c3e9f216d2f5b1f0a11',
  ],
  ...[
    '00000000-0000-0000-0000-000000000000',
    '{01980b5c-7a40-7c3e-9f21-6d2f5b1f0a11}',
    '01980b5c-7a40-4c3e-9f21-6d2f5b1f0a11',
  ],
  ...[
    'ada@example.org',
    'ADA@EXAMPLE.ORG',
    'ada%40example.org%00',
    '@',
    'a@b',
    '%40example.org',
    `${'a'.repeat(300)}@example.org`,
  ],
]

// The parser refuses longer ones together with other headers that are too large.
const encodable = hostileText.filter((text) => text.isWellFormed() && text.length < 1000)

/** Identifiers of a path, encoded or not, in printable ASCII. */
export const hostileId: fc.Arbitrary<string> = fc.oneof(
  encodable.map((text) => `ext:${encodeURIComponent(text)}`),
  encodable.map(encodeURIComponent),
  fc.string({
    unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
    maxLength: 30,
  }),
)

/** Query strings, without the question mark. */
export const hostileQuery = (names: readonly string[]): fc.Arbitrary<string> => {
  const value = fc.oneof(
    fc.constantFrom(
      '',
      '0',
      '-1',
      '1',
      '50',
      '1e3',
      '0x10',
      '٣',
      'true',
      'null',
      '[]',
      '%',
      '%00',
      '%ff',
      '+',
      'WzFd',
      'WyJhIl0',
      'WyJcdTAwMDAiXQ',
      'Wy0xXQ',
      '2027-03-01T12:00:00Z',
      '9999-12-31T23:59:60Z',
    ),
    encodable.map(encodeURIComponent),
  )
  const name = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...names) },
    fc.constantFrom('__proto__', 'constructor', 'limit[]', 'limit[0]', 'a.b', '', '%00', 'Limit'),
  )
  return fc
    .array(fc.tuple(name, value, fc.constantFrom('=', '=', '=', '')), { maxLength: 4 })
    .map((pairs) => pairs.map((pair) => encodeURI(pair[0]) + pair[2] + pair[1]).join('&'))
    .map((query) => query.replace(/[^\x21-\x7e]/g, encodeURIComponent))
}
