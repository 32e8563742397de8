// Favorites through the API: adding and removing talks for a person, lists, counts, and limits.
import { expect, test } from 'vitest'
import { createUser } from '../../../test/support/accounts.ts'
import { get, put, type Tenant, testScenarios, useApi } from '../../../test/support/scenarios.ts'
import { defaultSettings } from '../platforms/default-settings-schema.ts'
import { changeSettings } from '../platforms/platforms.ts'
import { applyRetention } from '../platforms/retention-job.ts'

const server = useApi()
const ADA = {
  externalId: 'ada',
  email: 'ada@example.org',
  type: 'Attendee',
  firstName: 'Ada',
  lastName: 'Sample',
}
const LIST = '/users/ext:ada/favorites'
const NOW = '2027-03-01T12:00:00.000Z'

const talk = (title: string, more: object = {}) => ({
  title,
  description: '',
  start: '2027-03-02T12:00:00Z',
  speakers: [{ email: 'speaker@example.org', firstName: 'Grace', lastName: 'Example' }],
  ...more,
})

async function prepare(tenant: Tenant) {
  const userId = await createUser(tenant, ADA)
  const { id: talkId } = await put(tenant, '/talks/ext:keynote', talk('Keynote'))
  return { userId, talkId }
}

async function createTenant() {
  const tenant = await server.createTenant()
  const ids = await prepare(tenant)
  const star = (path: string) => tenant.send('PUT', path)
  const titles = async (path = LIST) =>
    (await get(tenant, path)).items.map(({ title }: { title: string }) => title)
  return { tenant, ...ids, star, titles }
}

test('a talk becomes a favorite under every identifier of the person and the talk, and once', async () => {
  const { tenant, userId, talkId, star, titles } = await createTenant()
  const added = await star(`${LIST}/ext:keynote`)
  expect([added.status, added.body]).toEqual([201, { code: 'ok', message: 'Favorite added.', id: talkId }])
  expect(added.headers.location).toBe(`/api/external/v1/users/ext%3Aada/favorites/${talkId}`)
  const favorite = {
    talk: talkId,
    externalId: 'keynote',
    title: 'Keynote',
    start: '2027-03-02T12:00:00.000Z',
    createdAt: NOW,
  }
  expect(await get(tenant, LIST)).toEqual({ code: 'ok', items: [favorite], next: null })
  for (const person of [userId, 'ada@example.org', 'ext:ada'])
    for (const id of [talkId, 'ext:keynote']) {
      const again = await star(`/users/${person}/favorites/${id}`)
      expect([again.status, again.body.message]).toEqual([200, expect.stringContaining('Nothing to change')])
      expect(await get(tenant, `/users/${person}/favorites/${id}`)).toEqual(favorite)
    }
  const removed = await tenant.send('DELETE', `/users/${userId}/favorites/ext:keynote`)
  expect([removed.status, removed.body]).toEqual([
    200,
    { code: 'ok', message: 'Favorite removed.', id: talkId },
  ])
  expect(await titles()).toEqual([])
})

test('favorites are listed page by page, counted for each talk, and are not in the change feed', async () => {
  const { tenant, star, titles, talkId } = await createTenant()
  await createUser(tenant, { ...ADA, externalId: 'bo', email: 'bo@example.org' })
  await put(tenant, '/talks/ext:other', talk('Other'))
  await put(tenant, '/talks/ext:unloved', talk('Unloved'))
  const before = (await get(tenant, '/events?limit=200')).items.length
  for (const path of [`${LIST}/ext:keynote`, `${LIST}/ext:other`, '/users/ext:bo/favorites/ext:keynote'])
    expect((await star(path)).status).toBe(201)
  expect((await titles()).sort()).toEqual(['Keynote', 'Other'])
  const { items, next } = await get(tenant, `${LIST}?limit=1`)
  const rest = await get(tenant, `${LIST}?limit=1&cursor=${next}`)
  expect([...items, ...rest.items].map(({ title }) => title).sort()).toEqual(['Keynote', 'Other'])
  expect(rest.next).toBeNull()
  const counts = ['keynote', 'other', 'unloved'].map((id) => get(tenant, `/talks/ext:${id}/favorites`))
  expect((await Promise.all(counts)).map(({ favorites }) => favorites)).toEqual([2, 1, 0])
  expect(await get(tenant, '/talks/ext:keynote/favorites')).toEqual({ code: 'ok', id: talkId, favorites: 2 })
  expect((await get(tenant, '/events?limit=200')).items).toHaveLength(before)
})

test('dry runs, idempotency keys, preconditions, and batches work as for other writes', async () => {
  const { tenant, star, titles } = await createTenant()
  const dry = await star(`${LIST}/ext:keynote?dryRun=true`)
  expect(dry.body).toMatchObject({ dryRun: true, status: 201, changes: [] })
  expect(await titles()).toEqual([])
  const send = (method: string, headers: Record<string, string>) =>
    tenant.send(method, `${LIST}/ext:keynote`, { headers })
  expect((await send('PUT', { 'if-match': '*' })).status).toBe(412)
  const [first, second] = [
    await send('PUT', { 'idempotency-key': 'star-1' }),
    await send('PUT', { 'idempotency-key': 'star-1' }),
  ]
  expect([first.status, second.status, second.headers['idempotent-replayed']]).toEqual([201, 201, 'true'])
  expect((await send('PUT', { 'if-none-match': '*' })).status).toBe(412)
  const operations = [
    { method: 'PUT', path: '/talks/ext:new', body: talk('New') },
    { method: 'PUT', path: `${LIST}/ext:new` },
    { method: 'DELETE', path: `${LIST}/ext:keynote` },
    { method: 'DELETE', path: `${LIST}/ext:keynote` },
  ]
  const { body } = await tenant.send('POST', '/batch', { body: { operations } })
  expect(body.results.map(({ status }: { status: number }) => status)).toEqual([201, 201, 200, 404])
  expect(await titles()).toEqual(['New'])
})

testScenarios(server, [
  ...(['PUT', 'DELETE', 'GET'] as const).flatMap((method) => [
    {
      name: `${method} of a favorite of an unknown user is refused`,
      before: prepare,
      request: [method, '/users/ext:none/favorites/ext:keynote'] as [string, string],
      status: 404,
      has: { code: 'user_not_found' },
    },
    {
      name: `${method} of a favorite with an unknown talk is refused`,
      before: prepare,
      request: [method, `${LIST}/ext:none`] as [string, string],
      status: 404,
      has: { code: 'talk_not_found' },
    },
  ]),
  ...(['DELETE', 'GET'] as const).map((method) => ({
    name: `${method} of a talk that is no favorite is refused`,
    before: prepare,
    request: [method, `${LIST}/ext:keynote`] as [string, string],
    status: 404,
    has: { code: 'favorite_not_found', message: 'The person has not starred this talk.' },
  })),
])

test('a talk of another platform cannot be starred or counted', async () => {
  const [{ tenant }, other] = [await createTenant(), await createTenant()]
  const talkId = other.talkId
  expect((await tenant.send('PUT', `${LIST}/${talkId}`)).body.code).toBe('talk_not_found')
  expect((await tenant.send('GET', `/talks/${talkId}/favorites`)).body.code).toBe('talk_not_found')
  expect((await tenant.send('GET', `/users/${other.userId}/favorites`)).body.code).toBe('user_not_found')
})

test('a person has at most 1,000 favorites, even if many are added at once', async () => {
  const { tenant, star, titles } = await createTenant()
  const ids = Array.from({ length: 1_010 }, (_, number) => `t${number}`)
  const talks = ids.map((externalId) => ({ externalId, ...talk(externalId) }))
  await put(tenant, '/programme', { source: 'test', talks })
  const [stored, others] = [ids.slice(0, 990), ids.slice(990)]
  for (let from = 0; from < stored.length; from += 100) {
    const some = stored.slice(from, from + 100)
    const operations = some.map((id) => ({ method: 'PUT', path: `${LIST}/ext:${id}` }))
    await tenant.send('POST', '/batch', { body: { operations } })
  }
  const answers = await Promise.all(others.map((id) => star(`${LIST}/ext:${id}`)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
  const refused = answers.filter(({ status }) => status !== 201)
  expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['too_many_favorites']))
  expect(await titles(`${LIST}?limit=200`)).toHaveLength(200)
})

test('favorites go with their talk and with their account, and as long after the talk as the platform keeps them', async () => {
  const { tenant, star, titles } = await createTenant()
  const { installation, clock } = tenant.api
  await createUser(tenant, { ...ADA, externalId: 'bo', email: 'bo@example.org' })
  await put(tenant, '/talks/ext:later', talk('Later', { start: '2027-03-20T12:00:00Z' }))
  await put(tenant, '/talks/ext:gone', talk('Gone'))
  for (const person of ['ada', 'bo'])
    for (const id of ['keynote', 'later', 'gone']) await star(`/users/ext:${person}/favorites/ext:${id}`)
  await tenant.send('DELETE', '/talks/ext:gone')
  expect((await titles()).sort()).toEqual(['Keynote', 'Later'])
  await tenant.send('DELETE', '/users/ext:bo')
  expect((await get(tenant, '/talks/ext:keynote/favorites')).favorites).toBe(1)
  clock.pass(10 * 24 * 3_600_000)
  await applyRetention(installation)
  expect((await titles()).sort()).toEqual(['Keynote', 'Later'])
  await changeSettings(installation, tenant.caller, {
    retention: { ...defaultSettings.retention, favorites: 7 },
  })
  await applyRetention(installation)
  expect(await titles()).toEqual(['Later'])
})
