import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseLargeJson } from './large-json.ts'
import { parseJson } from './strict-json.ts'

const limits = { items: 1_000, members: 5_000, itemBytes: 30_000 }
const encode = (text: string) => new TextEncoder().encode(text)
const parse = (text: string) => parseLargeJson(encode(text), limits)
const excess = (pointer: string, code: string, message: string) => ({
  ok: false,
  excess: { pointer, code, message },
})
const repeated = (text: string, count: number) => Array(count).fill(text).join(',')

/** Names that need an escape are refused. */
const hasPlainNames = (value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  Object.entries(value).every(([name, one]) => JSON.stringify(name) === `"${name}"` && hasPlainNames(one))

describe('a large body', () => {
  test('has the same value as one that is read at once', async () => {
    const value = fc.dictionary(fc.string(), fc.oneof(fc.array(fc.jsonValue()), fc.jsonValue()), {
      maxKeys: 50,
    })
    const asText = fc
      .tuple(value.filter(hasPlainNames), fc.constantFrom(0, 1, '\t'))
      .map(([one, indent]) => JSON.stringify(one, null, indent))
    await fc.assert(
      fc.asyncProperty(asText, async (text) => {
        expect(await parse(text)).toEqual(parseJson(encode(text)))
      }),
    )
  })

  test('is rejected at the same place as one that is read at once', async () => {
    const value = fc.dictionary(fc.string(), fc.oneof(fc.array(fc.jsonValue()), fc.jsonValue()), {
      maxKeys: 5,
    })
    const damaged = fc
      .tuple(value, fc.nat(), fc.constantFrom('', ',', '}', ']', '"', ':', '{', '[', '\\', 'é', '\n', '1'))
      .map(([one, place, piece]) => {
        const text = JSON.stringify(one)
        const at = place % text.length
        return `${text.slice(0, at)}${piece}${text.slice(at + 1)}`
      })
    await fc.assert(
      fc.asyncProperty(damaged, async (text) => {
        const [large, whole] = [await parse(text), parseJson(encode(text))]
        // A value that is not an object is refused as such.
        fc.pre(text.startsWith('{'))
        expect(large.ok).toBe(whole.ok)
      }),
    )
  })

  test.each([
    ['{"talks":[{"a":1},\n{"é":1 2}]}', 'The body is not valid JSON at line 2, column 8.'],
    ['{"a":"é","talks":[{"b":1 2}]}', 'The body is not valid JSON at line 1, column 26.'],
    ['{"talks":[{"b":\n1 2}]}', 'The body is not valid JSON at line 2, column 3.'],
    ['{"talks":[tru]}', 'The body is not valid JSON.'],
    ['{"talks":[1 2]}', 'The body is not valid JSON at line 1, column 13.'],
    ['{"talks":[1,]}', 'The body is not valid JSON at line 1, column 13.'],
    ['{"talks":[1', 'The body is not valid JSON at line 1, column 12.'],
    ['{"talks"', 'The body is not valid JSON at line 1, column 9.'],
    ['{talks:1}', 'The body is not valid JSON at line 1, column 2.'],
    ['{"a":1}{', 'The body is not valid JSON at line 1, column 8.'],
    ['\ufeff{}', 'The body starts with a byte order mark.'],
    ['{"a":1,"a":[]}', 'The body has two members with the same name in one object.'],
    ['{"__proto__":[]}', 'The body has a member named __proto__, constructor, or prototype.'],
    ['{"a":[{"b":"\\ud800"}]}', 'The body has a string with a lone surrogate.'],
  ])('%j is rejected', async (text, problem) => {
    expect(await parse(text)).toEqual({ ok: false, problem })
  })

  test('is refused before it is parsed if a list, an item, or the whole has too much', async () => {
    expect(await parse(`{"talks":[${repeated('{}', 1_000)}]}`)).toMatchObject({ ok: true })
    expect(await parse(`{"talks":[${repeated('{}', 1_001)}`)).toEqual(
      excess('/talks', 'maxItems', 'must have at most 1000 items'),
    )
    const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`${i}`, 1])))
    expect(await parse(`{"talks":[{},${wide.replaceAll('1,', '{"a":1,"b":1},')}]}`)).toEqual(
      excess('/talks/1', 'maxProperties', 'must have at most 2000 members in total'),
    )
    expect(await parse(`{"talks":[${repeated(wide, 6)}]}`)).toEqual(
      excess('', 'maxProperties', 'must have at most 5000 members in total'),
    )
    expect(await parse(`{"talks":["${'x'.repeat(30_000)}"]}`)).toEqual({ ok: false, oversized: true })
    const different = Array.from({ length: 1_001 }, (_, i) => `{"${i}":1}`)
    expect(await parse(`{"a":[${different.slice(1)}],"b":[${different}]}`)).toEqual(
      excess('', 'maxProperties', 'must have at most 1000 different names of members'),
    )
    const names = Array.from({ length: 101 }, (_, i) => `"${i}":1`)
    expect(await parse(`{${names.join(',')}}`)).toEqual(
      excess('', 'maxProperties', 'must have at most 100 members'),
    )
  })

  test.each(['[{}]', '"text"', '1', 'true', 'null'])('%s is not an object', async (text) => {
    expect(await parse(text)).toEqual(excess('', 'type', 'must be an object'))
  })

  test('lets other work run while it is read', async () => {
    const text = `{"talks":[${repeated(JSON.stringify({ title: 'x'.repeat(500) }), 20_000)}]}`
    let turns = 0
    const timer = setInterval(() => turns++, 1)
    const reading = parseLargeJson(encode(text), { ...limits, items: 20_000, members: 30_000 })
    expect(await reading).toMatchObject({ ok: true })
    clearInterval(timer)
    expect(turns).toBeGreaterThan(2)
  })
})
