// Talks: creating, updating, and deleting them.
import { describe, expect } from 'vitest'
import { person, talk } from '../../../test/support/bodies.ts'
import { ada, id, minimalTalk } from '../../../test/support/minimal-talk.ts'
import { readEmails, readEvents, readRows, readTags } from '../../../test/support/rows.ts'
import { ETAG, get, put, type Tenant, testScenarios, useApi } from '../../../test/support/scenarios.ts'

const T = '/talks/ext:t'
const password = expect.stringMatching(/^\S{20}$/)
const peopleRemoved = {
  code: 'people_removed',
  message: 'A break has no speakers and moderators. 2 people were removed from it.',
  pointer: '/kind',
}
const invalid = { code: 'invalid_data', status: 422 }
const missing = (name: string) => ({ pointer: `/${name}`, code: 'required', message: 'is required' })
const createTalk = (tenant: Tenant) => put(tenant, T, talk())
const expectUntouched = async (tenant: Tenant) => expect(await get(tenant, T)).toEqual(minimalTalk)
const expectNothing = async (tenant: Tenant) => {
  expect(await readRows(tenant, 'talks')).toEqual([])
  expect(await readRows(tenant, 'users')).toEqual([])
  expect(await readTags(tenant)).toEqual([])
  expect(await readEvents(tenant)).toEqual([])
}

const server = useApi()

describe('creating a talk', () => {
  const created = {
    code: 'ok',
    message: 'Talk created.',
    etag: ETAG,
    id,
    speakers: [{ id, email: 'ada@example.org', password }],
    moderators: [],
  }
  testScenarios(server, [
    {
      name: 'by POST returns 201 with Location, the id, and the passwords of new accounts',
      request: ['POST', '/talks', talk()],
      status: 201,
      body: created,
      after: async (_tenant, { headers: { location }, body }) =>
        expect(location).toBe(`/api/external/v1/talks/${body.id}`),
    },
    {
      name: 'sets every other attribute to its default',
      before: createTalk,
      request: ['GET', T],
      status: 200,
      body: minimalTalk,
    },
    {
      name: 'by POST requires title, description, start, and speakers',
      request: ['POST', '/talks', {}],
      status: 422,
      has: { ...invalid, errors: ['title', 'description', 'start', 'speakers'].map(missing) },
      after: expectNothing,
    },
    {
      name: 'by PUT to an external id requires the same',
      request: ['PUT', T, {}],
      status: 422,
      has: { ...invalid, errors: ['title', 'description', 'start', 'speakers'].map(missing) },
      after: expectNothing,
    },
    {
      name: 'requires only the e-mail and names of a speaker',
      request: ['POST', '/talks', talk({ speakers: [{}] })],
      status: 422,
      has: {
        ...invalid,
        errors: ['email', 'firstName', 'lastName'].map((name) => missing(`speakers/0/${name}`)),
      },
      after: expectNothing,
    },
    {
      name: 'refuses null for the names of a speaker',
      request: ['POST', '/talks', talk({ speakers: [person('ada', { firstName: null, lastName: null })] })],
      status: 422,
      has: { errors: [{ pointer: '/speakers/0/firstName' }, { pointer: '/speakers/0/lastName' }] },
      after: expectNothing,
    },
    {
      name: 'requires at least one speaker',
      request: ['POST', '/talks', talk({ speakers: [] })],
      status: 422,
      has: {
        errors: [{ pointer: '/speakers', code: 'minItems', message: 'must have at least 1 item' }],
      },
      after: expectNothing,
    },
    {
      name: 'by POST needs no speakers for a break',
      request: ['POST', '/talks', { ...talk({ kind: 'break', title: 'Lunch' }), speakers: undefined }],
      status: 201,
      has: { speakers: [], moderators: [] },
      after: async (tenant, { body }) =>
        expect(await get(tenant, `/talks/${body.id}`)).toMatchObject({ kind: 'break', speakers: [] }),
    },
    {
      name: 'by PUT leaves out the speakers of a break, whose list cannot be empty either',
      request: ['PUT', T, talk({ kind: 'break', speakers: [] })],
      status: 422,
      has: {
        ...invalid,
        errors: [{ pointer: '/speakers', code: 'minItems', message: 'must have at least 1 item' }],
      },
      after: expectNothing,
    },
    {
      name: 'by POST requires the speakers of an explicit talk',
      request: ['POST', '/talks', { ...talk({ kind: 'talk' }), speakers: undefined }],
      status: 422,
      has: { ...invalid, errors: [missing('speakers')] },
      after: expectNothing,
    },
    {
      name: 'creates its tags, its hidden tags, and the tags of new people',
      request: [
        'POST',
        '/talks',
        talk({ tags: ['Web'], hiddenTags: ['budget'], speakers: [person('ada', { tags: ['Rust', 'Web'] })] }),
      ],
      status: 201,
      after: async (tenant) => expect(await readTags(tenant)).toEqual(['Rust', 'Web', 'budget']),
    },
    {
      name: 'stores the flags and features in the body',
      before: (tenant) =>
        put(
          tenant,
          T,
          talk({
            featured: true,
            recommended: true,
            keynote: true,
            available: true,
            features: { chat: false, freeReplay: true },
          }),
        ),
      request: ['GET', T],
      status: 200,
      body: {
        ...minimalTalk,
        featured: true,
        recommended: true,
        keynote: true,
        available: true,
        features: { ...minimalTalk.features, chat: false, freeReplay: true },
      },
    },
  ])
})

describe('updating a talk', () => {
  const updated = { code: 'ok', message: 'Talk updated.', etag: ETAG, id, speakers: [], moderators: [] }
  const unchanged = { ...updated, message: 'Nothing to change: the talk already matches the request.' }
  testScenarios(server, [
    {
      name: 'changes only the attributes in the body and returns no people if none were sent',
      before: async (tenant) => {
        await createTalk(tenant)
        tenant.api.clock.pass(1000)
      },
      request: ['PUT', T, { title: 'Renamed' }],
      status: 200,
      body: updated,
      after: async (tenant, { headers: { location } }) => {
        expect(location).toBeUndefined()
        const now = await get(tenant, T)
        expect(now).toEqual({
          ...minimalTalk,
          title: 'Renamed',
          version: 2,
          createdAt: now.createdAt,
          updatedAt: new Date(tenant.api.clock.now()).toISOString(),
        })
        expect(Date.parse(now.updatedAt) - Date.parse(now.createdAt)).toBe(1000)
      },
    },
    {
      name: 'with an empty body changes nothing',
      before: createTalk,
      request: ['PUT', T, {}],
      status: 200,
      body: unchanged,
    },
    {
      name: 'without a body changes nothing',
      before: createTalk,
      request: ['PUT', T],
      status: 200,
      body: unchanged,
    },
    {
      name: 'with its current values writes nothing: version, times, and change events stay',
      before: createTalk,
      request: ['PUT', T, talk({ features: { chat: true }, tags: [], track: null })],
      status: 200,
      has: { message: unchanged.message, speakers: [{ id, email: 'ada@example.org' }] },
      lacks: ['password'],
      after: async (tenant) => {
        expect((await get(tenant, T)).version).toBe(1)
        expect((await readEvents(tenant)).map((event) => event.type)).toEqual([
          'user.created',
          'talk.created',
        ])
      },
    },
    {
      name: 'replaces lists and can empty those that may be empty',
      before: (tenant) =>
        put(tenant, T, talk({ moderators: [person('mo')], tags: ['a', 'b'], hiddenTags: ['c'], links: [] })),
      request: [
        'PUT',
        T,
        { speakers: [person('bo'), person('cy')], moderators: [], tags: ['b'], hiddenTags: [] },
      ],
      status: 200,
      has: { speakers: [{ email: 'bo@example.org' }, { email: 'cy@example.org' }], moderators: [] },
      after: async (tenant) => {
        const { speakers, moderators, tags, hiddenTags } = await get(tenant, T)
        const emails = speakers.map((speaker: { email: string }) => speaker.email)
        expect({ emails, moderators, tags, hiddenTags }).toEqual({
          emails: ['bo@example.org', 'cy@example.org'],
          moderators: [],
          tags: ['b'],
          hiddenTags: [],
        })
      },
    },
    {
      name: 'keeps at least one speaker',
      before: createTalk,
      request: ['PUT', T, { speakers: [] }],
      status: 422,
      has: { errors: [{ pointer: '/speakers', code: 'minItems' }] },
      after: expectUntouched,
    },
    {
      name: 'makes a break of a talk, which keeps no people, and says how many it had',
      before: async (tenant) => {
        await put(tenant, T, talk({ speakers: [person('ada'), person('bo')], moderators: [person('bo')] }))
        const { body } = await tenant.send('PUT', `${T}?dryRun=true`, { body: { kind: 'break' } })
        const ids = [expect.any(String), expect.any(String)]
        expect(body).toMatchObject({ warnings: [peopleRemoved] })
        expect(body.changes).toEqual([
          { pointer: '/kind', before: 'talk', after: 'break' },
          { pointer: '/moderators', before: ids.slice(1), after: [] },
          { pointer: '/speakers', before: ids, after: [] },
        ])
      },
      request: ['PUT', T, { kind: 'break' }],
      status: 200,
      has: { warnings: [peopleRemoved] },
      after: async (tenant) => {
        expect(await get(tenant, T)).toMatchObject({ kind: 'break', speakers: [], moderators: [] })
        const event = (await readEvents(tenant)).at(-1)
        expect(event?.changes.map(({ pointer }) => pointer)).toEqual(['/kind', '/moderators', '/speakers'])
        const again = await tenant.send('PUT', T, { body: { kind: 'break' } })
        expect(again.body).not.toHaveProperty('warnings')
        expect((await get(tenant, '/users/ada@example.org')).role).toBe('speaker')
      },
    },
    {
      name: 'keeps the people that are sent with a break',
      before: createTalk,
      request: ['PUT', T, { kind: 'break', speakers: [person('bo')] }],
      status: 200,
      after: async (tenant) =>
        expect((await get(tenant, T)).speakers).toMatchObject([{ email: 'bo@example.org' }]),
    },
    {
      name: 'makes a talk of a break only with speakers',
      before: (tenant) => put(tenant, T, { ...talk({ kind: 'break' }), speakers: undefined }),
      request: ['PUT', T, { kind: 'talk' }],
      status: 422,
      has: { errors: [missing('speakers')] },
      after: async (tenant) => expect(await get(tenant, T)).toMatchObject({ kind: 'break', version: 1 }),
    },
    {
      name: 'makes a talk of a break that has speakers',
      before: (tenant) => put(tenant, T, { ...talk({ kind: 'break' }), speakers: undefined }),
      request: ['PUT', T, { kind: 'talk', speakers: [person('bo')] }],
      status: 200,
      after: async (tenant) => expect(await get(tenant, T)).toMatchObject({ kind: 'talk', speakers: [{}] }),
    },
    {
      name: 'returns all people of a list in the order of the request, new or known',
      before: createTalk,
      request: ['PUT', T, { speakers: [person('bo'), person('ada')] }],
      status: 200,
      body: {
        ...updated,
        speakers: [
          { id, email: 'bo@example.org', password },
          { id, email: 'ada@example.org' },
        ],
      },
    },
    {
      name: 'with an unknown id returns 404 even if the body would be enough for a creation',
      request: ['PUT', '/talks/01980b5c-7a40-7c3e-9f21-6d2f5b1f0a11', talk()],
      status: 404,
      has: { code: 'talk_not_found', message: 'No talk has this identifier.' },
      after: expectNothing,
    },
    {
      name: 'with an invalid identifier returns the same 404',
      request: ['PUT', '/talks/counting', talk()],
      status: 404,
      has: { code: 'talk_not_found' },
      after: expectNothing,
    },
  ])
})

describe('deleting a talk', () => {
  testScenarios(server, [
    {
      name: 'returns its id, and the talk no longer exists',
      before: createTalk,
      request: ['DELETE', T],
      status: 200,
      body: { code: 'ok', message: 'Talk deleted.', id },
      after: async (tenant, { body }) => {
        expect((await tenant.send('GET', T)).status).toBe(404)
        expect((await tenant.send('GET', `/talks/${body.id}`)).status).toBe(404)
      },
    },
    {
      name: 'keeps the accounts of its people and all other talks',
      before: async (tenant) => {
        await put(tenant, T, talk({ moderators: [person('mo')] }))
        await put(tenant, '/talks/ext:other', talk())
      },
      request: ['DELETE', T],
      status: 200,
      after: async (tenant) => {
        expect(await readEmails(tenant)).toEqual(['ada@example.org', 'mo@example.org'])
        expect((await get(tenant, '/talks/ext:other')).speakers).toEqual([ada])
      },
    },
    {
      name: 'returns 404 the second time',
      before: async (tenant) => {
        await createTalk(tenant)
        await tenant.send('DELETE', T)
      },
      request: ['DELETE', T],
      status: 404,
      has: { code: 'talk_not_found' },
    },
  ])
})
