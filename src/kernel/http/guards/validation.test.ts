// Validation: the message, pointer, and order of each problem.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hostileTalks } from '../../../../test/support/hostile-talks.ts'
import { SponsorPerson, TalkPerson } from '../../../features/people/attached/attached-people-schema.ts'
import { UserCreate } from '../../../features/people/schema.ts'
import { SponsorUpdate } from '../../../features/sponsors/schema.ts'
import { TalkListQuery, TalkUpdate } from '../../../features/talks/schema.ts'
import { Refusal } from '../../changes/errors.ts'
import { createCompiler } from './validation.ts'

const compile = createCompiler([TalkPerson, SponsorPerson])
const checkTalk = compile({ schema: TalkUpdate, httpPart: 'body' })
const checkSponsor = compile({ schema: SponsorUpdate, httpPart: 'body' })
const checkUser = compile({ schema: UserCreate, httpPart: 'body' })
const checkQuery = compile({ schema: TalkListQuery, httpPart: 'querystring' })

function problemsOf(result: ReturnType<typeof checkTalk>): unknown {
  return 'error' in result ? result.error.detail.errors : 'valid'
}

const person = (email: unknown) => ({ email, firstName: 'Ada', lastName: 'Lindqvist' })

describe('a problem in a body', () => {
  const cases: [string, unknown, string, string, string][] = [
    ['a body that is an array', [], '', 'type', 'must be an object'],
    ['a body that is null', null, '', 'type', 'must be an object, not null'],
    ['a body that is a string', 'x', '', 'type', 'must be an object'],
    [
      'an unknown attribute',
      { titel: 'x' },
      '/titel',
      'unknown',
      'is not a known attribute; did you mean "title"?',
    ],
    [
      'an unknown attribute with no similar name',
      { 'a/b~c': 1 },
      '/a~1b~0c',
      'unknown',
      'is not a known attribute',
    ],
    [
      'an unknown nested attribute',
      { features: { chatt: true } },
      '/features/chatt',
      'unknown',
      'is not a known attribute; did you mean "chat"?',
    ],
    ['a number for a string', { title: 5 }, '/title', 'type', 'must be a string'],
    ['a string for a number', { duration: '5' }, '/duration', 'type', 'must be a number'],
    ['a string for a boolean', { featured: 'true' }, '/featured', 'type', 'must be true or false'],
    [
      'null for an attribute that cannot be cleared',
      { title: null },
      '/title',
      'type',
      'must be a string, not null',
    ],
    [
      'a number for an attribute that can be cleared',
      { track: 5 },
      '/track',
      'type',
      'must be a string or null',
    ],
    [
      'a value outside the enum',
      { type: 'live' },
      '/type',
      'enum',
      'must be one of "embedded", "rtmp", "youtube", "external", "replay", null',
    ],
    ['an empty string', { title: '' }, '/title', 'minLength', 'must not be empty'],
    ['a string of white space', { title: ' \t' }, '/title', 'pattern', 'must not be blank'],
    [
      'a string that is too long',
      { title: 'x'.repeat(141) },
      '/title',
      'maxLength',
      'must have at most 140 characters',
    ],
    ['a number that is too small', { duration: 0 }, '/duration', 'minimum', 'must be at least 1'],
    ['a number that is too large', { duration: 1441 }, '/duration', 'maximum', 'must be at most 1440'],
    ['too many tags', { tags: Array(51).fill('x') }, '/tags', 'maxItems', 'must have at most 50 items'],
    ['a missing attribute', { links: [{ label: 'x' }] }, '/links/0/url', 'required', 'is required'],
    [
      'an invalid e-mail',
      { speakers: [person('ada@')] },
      '/speakers/0/email',
      'format',
      'must be an e-mail address',
    ],
    [
      'a URL that is not public',
      { image: 'http://example.org' },
      '/image',
      'format',
      'must be an https URL of a public host, without user info or a port, or the path of an uploaded picture',
    ],
    [
      'a time without an offset',
      { start: '2027-05-20T09:30:00' },
      '/start',
      'format',
      'must be an ISO 8601 date and time with an offset or Z',
    ],
    [
      'an unknown time zone',
      { timezone: 'Europe/Atlantis' },
      '/timezone',
      'format',
      'must be an IANA time zone',
    ],
  ]
  test.each(cases)('is reported for %s', (_name, body, pointer, code, message) => {
    expect(problemsOf(checkTalk(body))).toEqual([{ pointer, code, message }])
  })

  test('is reported for a fraction where a whole number is required', () => {
    expect(problemsOf(checkSponsor({ level: 1.5 }))).toEqual([
      { pointer: '/level', code: 'type', message: 'must be a whole number' },
    ])
  })

  test('is reported for an e-mail that appears twice in a list, in any case', () => {
    const speakers = [person('Ada@Example.org'), person('bo@example.org'), person(' ada@EXAMPLE.org')]
    expect(problemsOf(checkTalk({ speakers, moderators: speakers.slice(0, 2) }))).toEqual([
      {
        pointer: '/speakers/2/email',
        code: 'duplicate',
        message: 'is already the e-mail address of an earlier person in the list',
      },
    ])
  })

  test('is not reported for 140 characters outside the BMP, because lengths count code points', () => {
    expect(problemsOf(checkTalk({ title: '𝒳'.repeat(140) }))).toBe('valid')
  })
})

describe('several problems', () => {
  test('are all reported in the order of the body, with missing attributes last', () => {
    const body = { zip: 1, email: 'x', type: 'attendee', socials: { twitter: 5, myspace: '' }, firstName: '' }
    expect(problemsOf(checkUser(body))).toEqual([
      { pointer: '/zip', code: 'unknown', message: 'is not a known attribute' },
      { pointer: '/email', code: 'format', message: 'must be an e-mail address' },
      { pointer: '/type', code: 'enum', message: 'must be one of "Attendee", "Speaker"' },
      { pointer: '/socials/twitter', code: 'type', message: 'must be a string or null' },
      { pointer: '/socials/myspace', code: 'unknown', message: 'is not a known attribute' },
      { pointer: '/firstName', code: 'minLength', message: 'must not be empty' },
      { pointer: '/lastName', code: 'required', message: 'is required' },
    ])
  })

  test('of one value are reported as one', () => {
    expect(problemsOf(checkUser({ email: 5, type: 5, firstName: 'x', lastName: 'y' }))).toEqual([
      { pointer: '/email', code: 'type', message: 'must be a string' },
      { pointer: '/type', code: 'type', message: 'must be a string' },
    ])
  })

  test('are reported up to fifty', () => {
    const body = Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`unknown${index}`, 1]))
    const problems = problemsOf(checkTalk(body)) as { pointer: string }[]
    expect(problems.map(({ pointer }) => pointer)).toEqual(
      Array.from({ length: 50 }, (_, index) => `/unknown${index}`),
    )
  })

  test('never repeat a value from the request, and each pointer has only one', () => {
    const secret = 'verysecretvalue'
    const anyValue = fc.oneof(
      fc.constant(secret),
      fc.constant(secret.repeat(60)),
      fc.integer(),
      fc.constant(null),
      fc.constant([secret]),
    )
    const body = fc.record(
      Object.fromEntries(Object.keys(TalkUpdate.properties).map((name) => [name, anyValue])),
    )
    fc.assert(
      fc.property(body, (value) => {
        const problems = problemsOf(checkTalk(value))
        if (problems === 'valid') return
        expect(JSON.stringify(problems)).not.toContain(secret)
        const pointers = (problems as { pointer: string }[]).map(({ pointer }) => pointer)
        expect(new Set(pointers).size).toBe(pointers.length)
      }),
      { numRuns: 200 },
    )
  })
})

describe('a query string', () => {
  test('is converted to numbers and booleans, with defaults', () => {
    expect(checkQuery({ limit: '20', featured: 'true' })).toEqual({ value: { limit: 20, featured: true } })
    expect(checkQuery({})).toEqual({ value: { limit: 50 } })
  })

  test.each([
    [{ limit: 'many' }, 'limit', 'type', 'must be a whole number'],
    [{ limit: '' }, 'limit', 'type', 'must be a whole number'],
    [{ limit: '201' }, 'limit', 'maximum', 'must be at most 200'],
    [{ limit: ['1', '2'] }, 'limit', 'type', 'must be a whole number'],
    [{ featured: '1' }, 'featured', 'type', 'must be true or false'],
    [{ limt: '1' }, 'limt', 'unknown', 'is not a known parameter; did you mean "limit"?'],
    [
      { type: 'live' },
      'type',
      'enum',
      'must be one of "embedded", "rtmp", "youtube", "external", "replay", "none"',
    ],
    [{ tag: 'a\u0000b' }, 'tag', 'characters', 'contains characters that cannot be stored'],
    [
      { updatedSince: 'yesterday' },
      'updatedSince',
      'format',
      'must be an ISO 8601 date and time with an offset or Z',
    ],
  ])('is rejected if invalid: %o', (query, parameter, code, message) => {
    expect(problemsOf(checkQuery(query))).toEqual([{ parameter, code, message }])
  })
})

test('returns not_found for a path that does not match its schema', () => {
  const check = compile({
    schema: { type: 'object', properties: { id: { type: 'string', maxLength: 4 } } },
    httpPart: 'params',
  })
  expect([check({ id: 'abcd' }), check({ id: 'abcde' }), check({ id: 'a\u0000' })]).toEqual([
    { value: { id: 'abcd' } },
    { error: new Refusal('not_found') },
    { error: new Refusal('not_found') },
  ])
})

test('lists at most 50 problems of a hostile body of 256 KiB', () => {
  for (const body of hostileTalks()) {
    expect((problemsOf(checkTalk(body)) as unknown[]).length).toBeLessThanOrEqual(50)
  }
})
