// Attached people: the values that each attribute accepts and rejects. Lengths are counted in code points.
import { describe, expect, test } from 'vitest'
import { astral, NOT_A_PICTURE, person, sponsor, talk } from '../../../../test/support/bodies.ts'
import { readEmails } from '../../../../test/support/rows.ts'
import { get, put, type RejectedValue, useApi } from '../../../../test/support/scenarios.ts'

const T = '/talks/ext:t'
const S = '/sponsors/ext:s'
const server = useApi()

describe('the values of an attached person', () => {
  const speaker = (more: Record<string, unknown>) => ({ speakers: [person('ada', more)] })
  const at = (attribute: string) => `/speakers/0/${attribute}`
  const rejected: [string, RejectedValue][] = [
    ['an invalid e-mail', [{ email: 'ada' }, at('email'), 'must be an e-mail address']],
    [
      'an e-mail without a top-level domain',
      [{ email: 'ada@host' }, at('email'), 'must be an e-mail address'],
    ],
    [
      'an e-mail of more than 254 characters',
      [{ email: `ada@${'a.'.repeat(124)}org` }, at('email'), 'must have at most 254 characters'],
    ],
    ['an e-mail that is null', [{ email: null }, at('email'), 'must be a string, not null']],
    ['an empty name', [{ firstName: '' }, at('firstName'), 'must not be empty']],
    ['a blank name', [{ lastName: ' ' }, at('lastName'), 'must not be blank']],
    [
      'a name of 101 characters',
      [{ firstName: astral(101) }, at('firstName'), 'must have at most 100 characters'],
    ],
    ['an avatar over http', [{ avatar: 'http://a.example.org' }, at('avatar'), NOT_A_PICTURE]],
    [
      'a description of 801 characters',
      [{ description: astral(801) }, at('description'), 'must have at most 800 characters'],
    ],
    ['a job of 256 characters', [{ job: astral(256) }, at('job'), 'must have at most 255 characters']],
    [
      'a company of 256 characters',
      [{ company: astral(256) }, at('company'), 'must have at most 255 characters'],
    ],
    [
      'a username of 256 characters',
      [{ username: astral(256) }, at('username'), 'must have at most 255 characters'],
    ],
    ['an unknown time zone', [{ timezone: 'Paris' }, at('timezone'), 'must be an IANA time zone']],
    ['51 tags', [{ tags: Array(51).fill('x') }, at('tags'), 'must have at most 50 items']],
    [
      'a tag of 61 characters',
      [{ tags: [astral(61)] }, `${at('tags')}/0`, 'must have at most 60 characters'],
    ],
    ['null for tags', [{ tags: null }, at('tags'), 'must be a list, not null']],
    ['null for highlighted', [{ highlighted: null }, at('highlighted'), 'must be true or false, not null']],
    [
      'an unknown attribute',
      [{ emial: 'x' }, at('emial'), 'is not a known attribute; did you mean "email"?'],
    ],
    ['a role', [{ role: 'owner' }, at('role'), 'is not a known attribute']],
    ['a password', [{ password: 'x' }, at('password'), 'is not a known attribute']],
  ]
  test.each(rejected)('are rejected in talks and sponsors: %s', async (_name, [value, pointer, message]) => {
    const more = value as Record<string, unknown>
    const tenant = await server.createTenant()
    for (const [path, body] of [
      [T, talk(speaker(more))],
      [S, sponsor(speaker(more))],
    ] as const) {
      const answer = await tenant.send('PUT', path, { body })
      expect(answer.status, answer.text).toBe(422)
      expect(answer.body.errors).toEqual([{ pointer, code: expect.any(String), message }])
    }
    expect(await readEmails(tenant)).toEqual([])
  })

  const longest = {
    email: `ada@${'a.'.repeat(118)}example.org`,
    firstName: astral(100),
    lastName: astral(100),
    username: astral(255),
    description: astral(800),
    job: astral(255),
    company: astral(255),
    tags: [astral(60)],
  }
  test('are stored at their maximum length, counted in code points', async () => {
    const tenant = await server.createTenant()
    expect(longest.email.length).toBe(251)
    await put(tenant, T, talk({ speakers: [longest] }))
    expect((await get(tenant, T)).speakers).toMatchObject([longest])
  })
  test('include an empty description', async () => {
    const tenant = await server.createTenant()
    await put(tenant, T, talk(speaker({ description: '' })))
    expect((await get(tenant, T)).speakers).toMatchObject([{ description: '' }])
  })
})
