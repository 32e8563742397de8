// Talks on site: a talk without a type has no video, and everything else.
import { expect, test } from 'vitest'
import { talk } from '../../../test/support/bodies.ts'
import { readEvents } from '../../../test/support/rows.ts'
import { get, problemsOf, put, type Tenant, testScenarios, useApi } from '../../../test/support/scenarios.ts'

const server = useApi({ settings: { roomAddress: null } })
const T = '/talks/ext:t'
const VIDEO = 'https://video.example.org/watch?v=1'
const NEEDS_TYPE = [['/type', 'required', 'is required']]

const expectVideo = (type: string | null, video: string | null) => async (tenant: Tenant) =>
  expect(await get(tenant, T)).toMatchObject({ type, video })
const createRecording = (tenant: Tenant) => put(tenant, T, talk({ type: 'replay', video: VIDEO }))

testScenarios(server, [
  {
    name: 'a talk without a type takes place on site, without a warning',
    request: ['PUT', T, talk()],
    status: 201,
    lacks: ['warnings'],
    after: expectVideo(null, null),
  },
  {
    name: 'null is accepted for the type of a new talk',
    request: ['POST', '/talks', talk({ externalId: 't', type: null, video: null })],
    status: 201,
    lacks: ['warnings'],
    after: expectVideo(null, null),
  },
  {
    name: 'null clears the type together with the video',
    before: createRecording,
    request: ['PUT', T, { type: null }],
    status: 200,
    lacks: ['warnings'],
    after: expectVideo(null, null),
  },
  {
    name: 'a talk on site gets a type and a video with one request',
    before: (tenant) => put(tenant, T, talk()),
    request: ['PUT', T, { type: 'replay', video: VIDEO }],
    status: 200,
    after: expectVideo('replay', VIDEO),
  },
  {
    name: 'null is accepted for the video of a talk on site, and changes nothing',
    before: (tenant) => put(tenant, T, talk()),
    request: ['PUT', T, { video: null }],
    status: 200,
    has: { message: 'Nothing to change: the talk already matches the request.' },
  },
  {
    name: 'upcoming talks include those on site',
    before: (tenant) => put(tenant, T, talk()),
    request: ['GET', '/talk/upcoming'],
    status: 200,
    has: { items: [{ externalId: 't', type: null, video: null }] },
  },
])

test.each<[string, object | null, object]>([
  ['of a new talk', null, talk({ video: VIDEO })],
  ['of a new talk whose type is null', null, talk({ type: null, video: VIDEO })],
  ['of a talk on site', talk(), { video: VIDEO }],
  ['of a talk whose type is cleared', talk({ type: 'replay', video: VIDEO }), { type: null, video: VIDEO }],
  ['that is no URL', talk(), { video: '' }],
])('a video %s is refused at the type', async (_case, before, body) => {
  const tenant = await server.createTenant()
  if (before) await put(tenant, T, before)
  const answer = await tenant.send('PUT', T, { body })
  expect([answer.status, problemsOf(answer)]).toEqual([422, NEEDS_TYPE])
})

test('the problem of a video without a type is reported with all others', async () => {
  const tenant = await server.createTenant()
  const answer = await tenant.send('PUT', T, { body: { title: '', type: null, video: VIDEO } })
  expect(problemsOf(answer)).toEqual([['/title', 'minLength', 'must not be empty'], ...NEEDS_TYPE])
})

test('an unknown type is refused with the known ones', async () => {
  const tenant = await server.createTenant()
  for (const type of ['zoom', '', 5]) {
    const answer = await tenant.send('PUT', T, { body: talk({ type }) })
    expect([answer.status, problemsOf(answer)]).toEqual([
      422,
      [
        type === 5
          ? ['/type', 'type', 'must be a string or null']
          : ['/type', 'enum', 'must be one of "embedded", "rtmp", "youtube", "external", "replay", null'],
      ],
    ])
  }
})

test('the filter type=none lists the talks without a type, and others those of a type', async () => {
  const tenant = await server.createTenant()
  for (const [name, type] of Object.entries({ a: null, b: 'embedded', c: 'replay', d: null }))
    await put(tenant, `/talks/ext:${name}`, talk({ type }))
  const named = async (type: string) => {
    const { items } = await get(tenant, `/talks?type=${type}`)
    return items.map(({ externalId }: { externalId: string }) => externalId).sort()
  }
  expect(await named('none')).toEqual(['a', 'd'])
  expect(await named('embedded')).toEqual(['b'])
  expect(await named('replay')).toEqual(['c'])
  expect((await tenant.send('GET', '/talks?type=null')).status).toBe(422)
})

test('events and the dry run show a type that is set and cleared', async () => {
  const tenant = await server.createTenant()
  await put(tenant, T, talk())
  await put(tenant, T, { type: 'replay', video: VIDEO })
  const dryRun = await tenant.send('PUT', `${T}?dryRun=true`, { body: { type: null } })
  const cleared = [
    { pointer: '/type', before: 'replay', after: null },
    { pointer: '/video', before: VIDEO, after: null },
  ]
  expect(dryRun.body.changes).toEqual(cleared)
  await put(tenant, T, { type: null })
  const events = await readEvents(tenant)
  expect(events.flatMap(({ type, changes }) => (type === 'talk.updated' ? [changes] : []))).toEqual([
    [
      { pointer: '/type', before: null, after: 'replay' },
      { pointer: '/video', before: null, after: VIDEO },
    ],
    cleared,
  ])
})

test('the document keeps the types one enum, as an alternative to null', async () => {
  const tenant = await server.createTenant()
  const { components } = (await tenant.send('GET', '/openapi.json')).body
  const types = { enum: ['embedded', 'rtmp', 'youtube', 'external', 'replay'], type: 'string' }
  for (const name of ['TalkUpdate', 'TalkCreate', 'Talk', 'UpcomingTalk'])
    expect([name, components.schemas[name].properties.type.anyOf]).toEqual([
      name,
      [expect.objectContaining(types), { type: 'null' }],
    ])
  expect(components.schemas.Talk.required).toContain('type')
})
