// Change events: one for each change, with the values before and after, and none if nothing changed.
import { describe, expect, test } from 'vitest'
import { attendee, person, sponsor, talk } from '../../../test/support/bodies.ts'
import { readEvents } from '../../../test/support/rows.ts'
import { get, put, type Tenant, useApi } from '../../../test/support/scenarios.ts'

const server = useApi()
const T = '/talks/ext:t'
const S = '/sponsors/ext:s'
const U = '/users/ext:u'

/** The change events that a call writes. */
async function eventsWrittenBy(tenant: Tenant, call: () => Promise<unknown>) {
  const before = (await readEvents(tenant)).length
  await call()
  return (await readEvents(tenant)).slice(before)
}
const summary = (events: Awaited<ReturnType<typeof readEvents>>) =>
  events.map(({ type, objectKind, objectId, version, changes }) => ({
    type,
    objectKind,
    objectId,
    version,
    changes,
  }))
const change = (pointer: string, before: unknown, after: unknown) => ({ pointer, before, after })
/** The changes of a creation, in the order of the attribute names. */
const creationChanges = (attributes: Record<string, unknown>) =>
  Object.entries(attributes)
    .filter(([, value]) => value !== null)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => change(`/${name}`, null, value))
const idOf = async (tenant: Tenant, email: string): Promise<string> =>
  (await get(tenant, `/users/${email}`)).id

describe('a change event', () => {
  test('names the platform, the time, the API key, and the request', async () => {
    const tenant = await server.createTenant()
    const answer = await tenant.send('PUT', S, { body: sponsor() })
    const [event] = await readEvents(tenant)
    expect(event).toMatchObject({
      platformId: tenant.caller.platform.id,
      at: tenant.api.clock.now(),
      actorKind: 'api_key',
      requestId: answer.headers['x-request-id'],
    })
    expect(event?.actorId).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('of a talk lists each attribute, with features member by member, lists as a whole, and people by id', async () => {
    const tenant = await server.createTenant()
    const { id } = await put(tenant, T, talk({ tags: ['a'], track: 'Web' }))
    const ada = await idOf(tenant, 'ada@example.org')
    const events = await eventsWrittenBy(tenant, () =>
      put(tenant, T, {
        title: 'Renamed',
        description: '',
        start: '2027-05-20T12:00:00+02:00',
        track: null,
        tags: ['b', 'a'],
        features: { chat: false, surveys: true },
        speakers: [person('bo'), person('ada')],
        moderators: [person('ada')],
      }),
    )
    const bo = await idOf(tenant, 'bo@example.org')
    expect(events.map((event) => event.type)).toEqual(['user.created', 'talk.updated'])
    expect(summary(events.slice(1))).toEqual([
      {
        type: 'talk.updated',
        objectKind: 'talk',
        objectId: id,
        version: 2,
        changes: [
          change('/features/chat', true, false),
          change('/moderators', [], [ada]),
          change('/speakers', [ada], [bo, ada]),
          change('/start', '2027-05-20T09:30:00.000Z', '2027-05-20T10:00:00.000Z'),
          change('/tags', ['a'], ['b', 'a']),
          change('/title', 'Counting for everyone', 'Renamed'),
          change('/track', 'Web', null),
        ],
      },
    ])
  })

  test('is written if only the order of speakers changes', async () => {
    const tenant = await server.createTenant()
    await put(tenant, T, talk({ speakers: [person('ada'), person('bo')] }))
    const [ada, bo] = [await idOf(tenant, 'ada@example.org'), await idOf(tenant, 'bo@example.org')]
    const events = await eventsWrittenBy(tenant, () =>
      put(tenant, T, { speakers: [person('bo'), person('ada')] }),
    )
    expect(events.map((event) => event.changes)).toEqual([[change('/speakers', [ada, bo], [bo, ada])]])
  })

  test('of a sponsor or a user lists each attribute', async () => {
    const tenant = await server.createTenant()
    await put(tenant, S, sponsor({ options: { highlight: true } }))
    await put(tenant, U, attendee('uma', { socials: { twitter: 'https://social.example.org/uma' } }))
    const events = await eventsWrittenBy(tenant, async () => {
      await put(tenant, S, { level: 1, options: { displayInLobby: true } })
      await put(tenant, U, { job: 'Engineer', socials: { twitter: null }, email: 'uma2@example.org' })
    })
    expect(events.map(({ type, changes }) => ({ type, changes }))).toEqual([
      {
        type: 'sponsor.updated',
        changes: [change('/level', 3, 1), change('/options/displayInLobby', false, true)],
      },
      {
        type: 'user.updated',
        changes: [
          change('/email', 'uma@example.org', 'uma2@example.org'),
          change('/job', null, 'Engineer'),
          change('/socials/twitter', 'https://social.example.org/uma', null),
        ],
      },
    ])
  })
})

test('a creation writes events for its new accounts first, with the values after the change', async () => {
  const tenant = await server.createTenant()
  const { id, speakers } = await put(tenant, T, talk())
  const [user, createdTalk] = await readEvents(tenant)
  expect([user?.type, user?.objectId, user?.version]).toEqual(['user.created', speakers[0].id, 1])
  const {
    id: _id,
    version: _version,
    createdAt: _createdAt,
    updatedAt: _updatedAt,
    ...attributes
  } = await get(tenant, '/users/ada@example.org')
  expect(user?.changes).toEqual(creationChanges(attributes))
  expect([createdTalk?.type, createdTalk?.objectId, createdTalk?.version]).toEqual(['talk.created', id, 1])
  expect(createdTalk?.changes).toEqual(
    creationChanges({
      available: false,
      description: '',
      duration: 60,
      externalId: 't',
      featured: false,
      features: (await get(tenant, T)).features,
      hiddenTags: [],
      keynote: false,
      kind: 'talk',
      state: 'published',
      links: [],
      files: [],
      moderators: [],
      recommended: false,
      speakers: [speakers[0].id],
      start: '2027-05-20T09:30:00.000Z',
      tags: [],
      title: 'Counting for everyone',
    }),
  )
})

test('a deletion writes an event with the values before the change and the next version', async () => {
  const tenant = await server.createTenant()
  const { id, speakers } = await put(tenant, T, talk())
  await put(tenant, T, { title: 'Renamed' })
  const [event] = await eventsWrittenBy(tenant, () => tenant.send('DELETE', T))
  expect([event?.type, event?.objectId, event?.version]).toEqual(['talk.deleted', id, 3])
  expect(event?.changes).toContainEqual(change('/title', 'Renamed', null))
  expect(event?.changes).toContainEqual(change('/speakers', [speakers[0].id], null))
})

const unchanged: [what: string, method: string, path: string, body?: unknown][] = [
  ['an empty body', 'PUT', T, {}],
  ['the same talk again', 'PUT', T, talk()],
  ['the same instant in another zone', 'PUT', T, { start: '2027-05-20T11:30:00+02:00' }],
  ['the same e-mail in another case', 'PUT', T, { speakers: [person('ADA')] }],
  [
    'other details of a person who has an account',
    'PUT',
    T,
    { speakers: [person('ada', { job: 'x', tags: ['x'] })] },
  ],
  ['the same tags with a duplicate', 'PUT', T, { tags: ['a', 'a'] }],
  ['null for an attribute without a value', 'PUT', T, { image: null }],
  ['the same sponsor again', 'PUT', S, sponsor()],
  ['the same user again', 'PUT', U, attendee('uma')],
  ['a role that is not applied', 'PUT', U, { type: 'Speaker' }],
  ['a refused body', 'PUT', T, { title: '' }],
  ['an object that does not exist', 'DELETE', '/talks/ext:nothing'],
  ['a taken e-mail', 'PUT', U, { email: 'ada@example.org' }],
  ['a list', 'GET', '/talks'],
  ['a read', 'GET', T],
]
test.each(unchanged)(
  'writes no event and changes no version or time: %s',
  async (_what, method, path, body) => {
    const tenant = await server.createTenant()
    await put(tenant, T, talk({ tags: ['a'] }))
    await put(tenant, S, sponsor())
    await put(tenant, U, attendee('uma'))
    const readObjects = () => Promise.all([T, S, U, '/users'].map((one) => get(tenant, one)))
    const before = await readObjects()
    tenant.api.clock.pass(5000)
    expect(await eventsWrittenBy(tenant, () => tenant.send(method, path, { body }))).toEqual([])
    expect(await readObjects()).toEqual(before)
  },
)
