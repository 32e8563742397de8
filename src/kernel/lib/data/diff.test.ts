import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changesBetween, type ValueChange } from './diff.ts'

test('reports scalars and arrays as a whole and objects member by member, sorted by pointer', () => {
  const before = {
    title: 'Old',
    tags: ['a', 'b'],
    features: { chat: true, questions: true },
    links: [{ label: 'Site', url: 'https://example.org/' }],
    track: null,
  }
  const after = {
    title: 'New',
    tags: ['b', 'a'],
    features: { chat: false, questions: true },
    links: [{ url: 'https://example.org/', label: 'Site' }],
    image: 'https://example.org/i.png',
  }
  expect(changesBetween(before, after)).toEqual([
    { pointer: '/features/chat', before: true, after: false },
    { pointer: '/image', before: null, after: 'https://example.org/i.png' },
    { pointer: '/tags', before: ['a', 'b'], after: ['b', 'a'] },
    { pointer: '/title', before: 'Old', after: 'New' },
  ])
})

test('leaves out ignored members, also if only one of the objects has them', () => {
  const ignored = new Set(['id', 'version', 'createdAt'])
  expect(changesBetween({ id: 'a', version: 1, title: 'Old' }, { id: 'b', createdAt: 2 }, ignored)).toEqual([
    { pointer: '/title', before: 'Old', after: null },
  ])
})

test('treats absent, undefined, and null as equal, and reports an object that was null as a whole', () => {
  expect(changesBetween({ a: null, b: undefined, c: { d: null } }, { c: {}, e: null })).toEqual([])
  expect(changesBetween({ socials: null }, { socials: { youtube: 'x' } })).toEqual([
    { pointer: '/socials', before: null, after: { youtube: 'x' } },
  ])
})

test('escapes names as in RFC 6901, section 3, and never reads them from the prototype', () => {
  expect(changesBetween({ 'a/b': 1, 'm~n': 1, '~1': 1 }, { toString: 1 })).toEqual([
    { pointer: '/a~1b', before: 1, after: null },
    { pointer: '/m~0n', before: 1, after: null },
    { pointer: '/toString', before: null, after: 1 },
    { pointer: '/~01', before: 1, after: null },
  ])
})

const scalar = fc.oneof(fc.integer({ min: 0, max: 2 }), fc.boolean(), fc.constantFrom('', 'x'))
const name = fc.oneof(fc.constantFrom('a', 'b', 'a/b', '~', '~1', ''), fc.string({ maxLength: 3 }))
const member = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 3 }),
  fc.dictionary(name, scalar, { maxKeys: 3 }),
)
const state = fc.dictionary(name, member, { maxKeys: 4 })

test('reports nothing for equal states; otherwise the changes turn one state into the other', () => {
  fc.assert(
    fc.property(state, state, (before, after) => {
      expect(changesBetween(before, structuredClone(before))).toEqual([])
      const changes = changesBetween(before, after)
      expect(changesBetween(apply(before, changes), after)).toEqual([])
      expect(changesBetween(after, before)).toEqual(
        changes.map((change) => ({ pointer: change.pointer, before: change.after, after: change.before })),
      )
      const pointers = changes.map((change) => change.pointer)
      expect(pointers).toEqual([...new Set(pointers)].sort())
    }),
    { numRuns: 1000 },
  )
})

function apply(before: Record<string, unknown>, changes: ValueChange[]): Record<string, unknown> {
  const state = structuredClone(before)
  for (const { pointer, after } of changes) {
    const [first = '', second] = pointer
      .slice(1)
      .split('/')
      .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    const target = second === undefined ? state : (state[first] as Record<string, unknown>)
    target[second ?? first] = after
  }
  return state
}
