// Talks: null values, and problems in a body.
import { describe, expect } from 'vitest'
import { person, talk } from '../../../test/support/bodies.ts'
import { minimalTalk } from '../../../test/support/minimal-talk.ts'
import { readEvents, readRows, readTags } from '../../../test/support/rows.ts'
import {
  get,
  problemsOf,
  put,
  type Scenario,
  type Tenant,
  testScenarios,
  useApi,
} from '../../../test/support/scenarios.ts'

const T = '/talks/ext:t'
const invalid = { code: 'invalid_data', status: 422 }
const createTalk = (tenant: Tenant) => put(tenant, T, talk())
const expectUntouched = async (tenant: Tenant) => expect(await get(tenant, T)).toEqual(minimalTalk)
const expectNothing = async (tenant: Tenant) => {
  expect(await readRows(tenant, 'talks')).toEqual([])
  expect(await readRows(tenant, 'users')).toEqual([])
  expect(await readTags(tenant)).toEqual([])
  expect(await readEvents(tenant)).toEqual([])
}

const server = useApi()

describe('null', () => {
  const full = {
    details: 'Bring a laptop.',
    timezone: 'Europe/Paris',
    image: 'https://static.example.org/a.png',
    track: 'Engineering',
    type: 'external',
    video: 'https://video.example.org/1',
  }
  const required =
    'title description speakers moderators start duration links tags hiddenTags featured recommended keynote available features'
  testScenarios(server, [
    ...Object.keys(full).map(
      (attribute): Scenario => ({
        name: `clears ${attribute}`,
        before: (tenant) => put(tenant, T, talk(full)),
        request: ['PUT', T, { [attribute]: null }],
        status: 200,
        after: async (tenant) => expect((await get(tenant, T))[attribute]).toBeNull(),
      }),
    ),
    {
      name: 'clears externalId',
      before: createTalk,
      request: ['PUT', T, { externalId: null }],
      status: 200,
      after: async (tenant, { body }) => {
        expect((await get(tenant, `/talks/${body.id}`)).externalId).toBeNull()
        expect((await tenant.send('GET', T)).status).toBe(404)
      },
    },
    ...required.split(' ').map(
      (attribute): Scenario => ({
        name: `is refused for ${attribute}`,
        before: createTalk,
        request: ['PUT', T, { [attribute]: null }],
        status: 422,
        has: { errors: [{ pointer: `/${attribute}`, code: 'type' }] },
        after: expectUntouched,
      }),
    ),
  ])
})

describe('problems in a body', () => {
  testScenarios(server, [
    {
      name: 'are reported all at once, with pointers and without the values sent',
      before: createTalk,
      request: [
        'PUT',
        T,
        {
          titel: 'submitted-1',
          duration: 'submitted-2',
          speakers: [
            person('ada'),
            { email: 'submitted-3', firstName: 'Bo', lastName: 'Sample', twitter: 'x' },
          ],
          links: [{ label: 'ok', url: 'submitted-4' }],
          features: { chat: 'submitted-5' },
        },
      ],
      status: 422,
      has: { ...invalid, message: 'The data is not valid: 6 problems.' },
      lacks: ['submitted'],
      after: async (tenant, answer) => {
        expect(problemsOf(answer)).toEqual([
          ['/titel', 'unknown', 'is not a known attribute; did you mean "title"?'],
          ['/duration', 'type', 'must be a number'],
          ['/speakers/1/email', 'format', 'must be an e-mail address'],
          ['/speakers/1/twitter', 'unknown', 'is not a known attribute'],
          ['/links/0/url', 'format', 'must be an https URL of a public host, without user info or a port'],
          ['/features/chat', 'type', 'must be true or false'],
        ])
        await expectUntouched(tenant)
      },
    },
    {
      name: 'include a video that does not fit the type',
      before: createTalk,
      request: ['PUT', T, { type: 'youtube', video: 'https://example.org/submitted', title: '' }],
      status: 422,
      lacks: ['submitted'],
      after: async (tenant, answer) => {
        expect(problemsOf(answer)).toEqual([
          ['/video', 'video', 'must be the URL of a YouTube video for a talk of type youtube'],
          ['/title', 'minLength', 'must not be empty'],
        ])
        await expectUntouched(tenant)
      },
    },
    {
      name: 'are reported up to 50',
      before: createTalk,
      request: ['PUT', T, Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`wrong${i}`, i]))],
      status: 422,
      has: { message: 'The data is not valid: 50 problems.' },
      after: async (tenant, { body }) => {
        expect(body.errors.length).toBe(50)
        await expectUntouched(tenant)
      },
    },
    {
      name: 'prevent every change: one invalid speaker of twenty means no talk, account, tag, or event',
      request: [
        'PUT',
        T,
        talk({
          tags: ['Web'],
          speakers: Array.from({ length: 20 }, (_, i) =>
            person(`p${i}`, i === 19 ? { avatar: 'nowhere' } : {}),
          ),
        }),
      ],
      status: 422,
      has: { errors: [{ pointer: '/speakers/19/avatar', code: 'format' }] },
      after: expectNothing,
    },
    {
      name: 'prevent every change also if a rule beyond the schema finds them',
      request: ['PUT', T, talk({ type: 'youtube', video: 'https://example.org/1', tags: ['Web'] })],
      status: 422,
      has: { errors: [{ pointer: '/video', code: 'video' }] },
      after: expectNothing,
    },
    {
      name: 'include an unknown attribute with the value null',
      before: createTalk,
      request: ['PUT', T, { password: null }],
      status: 422,
      has: { errors: [{ pointer: '/password', code: 'unknown' }] },
      after: expectUntouched,
    },
    {
      name: 'include the id and version of a talk, which are read-only',
      before: createTalk,
      request: ['PUT', T, { id: 'x', version: 7 }],
      status: 422,
      has: { errors: [{ pointer: '/id' }, { pointer: '/version' }] },
      after: expectUntouched,
    },
  ])
})
