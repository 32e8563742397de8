// External ids: wherever a path takes an id, it also takes ext:<externalId>.
import { describe, expect, test } from 'vitest'
import { assignEmails } from '../../src/features/import/file/emails.ts'
import { planTalks } from '../../src/features/import/file/plan.ts'
import { readProgramme } from '../../src/features/import/push/read-programme.ts'
import { astral, attendee, person, sponsor, talk } from '../support/bodies.ts'
import { findSharedExport } from '../support/import/samples.ts'
import { readEmails, readEvents, readRows } from '../support/rows.ts'
import { get, put, type Scenario, type Tenant, testScenarios, useApi } from '../support/scenarios.ts'

const server = useApi()
const id = expect.any(String)
const invalidMismatch = {
  pointer: '/externalId',
  code: 'mismatch',
  message: 'must match the identifier in the path, or be absent',
}
const ext = (text = '') => `ext:${encodeURIComponent(text)}`

type Kind = {
  kind: string
  path: '/talks' | '/sponsors' | '/users'
  /** A body for a creation; bodies with different names never collide. */
  createBody: (name: string, more?: Record<string, unknown>) => Record<string, unknown>
  required: string[]
  /** An update. */
  change: Record<string, unknown>
}
const kinds: Kind[] = [
  {
    kind: 'talk',
    path: '/talks',
    createBody: (name, more) => talk({ speakers: [person(name)], ...more }),
    required: ['title', 'description', 'start', 'speakers'],
    change: { title: 'Renamed' },
  },
  {
    kind: 'sponsor',
    path: '/sponsors',
    createBody: (name, more) => sponsor({ speakers: [person(name)], ...more }),
    required: ['name', 'logo', 'level'],
    change: { name: 'Renamed' },
  },
  {
    kind: 'user',
    path: '/users',
    createBody: (name, more) => attendee(name, more),
    required: ['email', 'firstName', 'lastName', 'type'],
    change: { job: 'Renamed' },
  },
]

describe('an account with the same e-mail and no externalId', () => {
  const adopted = [
    {
      code: 'account_adopted',
      message: 'An existing account with this e-mail and no externalId is used for this person.',
    },
  ]
  const body = attendee('ada', { type: 'Speaker', job: 'New' })
  const attach = async (tenant: Tenant): Promise<string> =>
    (await put(tenant, '/talks/ext:t', talk({ speakers: [person('ada')] }))).speakers[0].id

  test('is adopted by PUT, keeps its role, and is found by the externalId from then on', async () => {
    const tenant = await server.createTenant()
    const own = await attach(tenant)
    const dryRun = await tenant.send('PUT', '/users/ext:a%20b?dryRun=true', { body })
    expect(dryRun.body).toMatchObject({ status: 200, id: own, errors: adopted })
    const { status, body: saved } = await tenant.send('PUT', '/users/ext:a%20b', { body })
    expect({ status, ...saved }).toMatchObject({
      status: 200,
      id: own,
      message: 'User updated.',
      errors: adopted,
    })
    const user = await get(tenant, '/users/ext:a%20b')
    expect(user).toMatchObject({ id: own, externalId: 'a b', job: 'New', role: 'speaker' })
    expect((await readEvents(tenant)).at(-1)).toMatchObject({ type: 'user.updated', objectId: own })
    expect((await tenant.send('PUT', '/users/ext:a%20b', { body })).body.errors).toBeUndefined()
  })

  test('is adopted in a batch', async () => {
    const tenant = await server.createTenant()
    const own = await attach(tenant)
    const operations = [{ method: 'PUT', path: '/users/ext:a', body }]
    const { body: answer } = await tenant.send('POST', '/batch', { body: { operations } })
    expect(answer.results).toMatchObject([{ status: 200, body: { id: own, errors: adopted } }])
    expect((await get(tenant, '/users/ext:a')).id).toBe(own)
  })

  test('is not adopted by POST, with a precondition, under two identifiers, or with another externalId', async () => {
    const tenant = await server.createTenant()
    await attach(tenant)
    const before = await readRows(tenant, 'users')
    const send = (method: string, path: string, more: object = {}, headers: Record<string, string> = {}) =>
      tenant.send(method, path, { body: { ...body, ...more }, headers })
    const answers = [
      await send('POST', '/users', { externalId: 'a' }),
      await send('PUT', '/users/ext:a', {}, { 'if-none-match': '*' }),
      await send('PUT', '/users/ext:a', {}, { 'if-match': '*' }),
      await send('PUT', '/users/ext:a', { externalId: 'b' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([409, 412, 412, 422])
    expect(await readRows(tenant, 'users')).toEqual(before)
    expect((await send('PUT', '/users/ext:a')).status).toBe(200)
    expect((await send('PUT', '/users/ext:b')).body.code).toBe('email_taken')
  })
})

describe.each(kinds)('$kind', ({ kind, path, createBody, required, change }) => {
  const X = `${path}/ext:x`
  const createOne = (tenant: Tenant) => put(tenant, X, createBody('ada'))
  const expectNothing = async (tenant: Tenant) => {
    expect(
      await readRows(tenant, path === '/talks' ? 'talks' : path === '/sponsors' ? 'sponsors' : 'users'),
    ).toEqual([])
    expect(await readEmails(tenant)).toEqual([])
    expect(await readEvents(tenant)).toEqual([])
  }
  const expectOnlyOne = async (tenant: Tenant) => {
    expect((await get(tenant, path)).items.length).toBe(1)
    expect(await readEmails(tenant)).toEqual(['ada@example.org'])
  }
  const missing = { code: `${kind}_not_found` }

  testScenarios(server, [
    {
      name: 'PUT to an unknown external id creates the object under it, with 201 and Location',
      request: ['PUT', X, createBody('ada')],
      status: 201,
      has: { code: 'ok', id },
      after: async (tenant, { headers: { location }, body }) => {
        expect(location).toBe(`/api/external/v1${path}/${body.id}`)
        expect(await get(tenant, `${path}/${body.id}`)).toMatchObject({ id: body.id, externalId: 'x' })
      },
    },
    {
      name: 'the same PUT again returns 200 with the same id and creates nothing',
      before: createOne,
      request: ['PUT', X, createBody('ada')],
      status: 200,
      lacks: ['password'],
      after: async (tenant, { body, headers: { location } }) => {
        expect(location).toBeUndefined()
        expect(await get(tenant, X)).toMatchObject({ id: body.id, version: 1 })
        await expectOnlyOne(tenant)
      },
    },
    {
      name: 'PUT to a known external id changes only the attributes in the body',
      before: createOne,
      request: ['PUT', X, change],
      status: 200,
      after: async (tenant) =>
        expect(await get(tenant, X)).toMatchObject({ ...change, externalId: 'x', version: 2 }),
    },
    {
      name: 'PUT to an unknown external id requires the attributes of a creation',
      request: ['PUT', X, change],
      status: 422,
      has: {
        errors: required
          .filter((name) => !(name in change))
          .map((name) => ({ pointer: `/${name}`, code: 'required', message: 'is required' })),
      },
      after: expectNothing,
    },
    {
      name: 'PUT accepts the same external id in the body',
      request: ['PUT', X, createBody('ada', { externalId: 'x' })],
      status: 201,
    },
    ...['y', null].map(
      (externalId): Scenario => ({
        name: `PUT refuses a different external id in the body of a creation: ${externalId}`,
        request: ['PUT', X, createBody('ada', { externalId })],
        status: 422,
        has: { errors: [invalidMismatch] },
        after: expectNothing,
      }),
    ),
    {
      name: 'POST accepts an external id in the body',
      request: ['POST', path, createBody('ada', { externalId: 'x' })],
      status: 201,
      after: async (tenant, { body }) => expect((await get(tenant, X)).id).toBe(body.id),
    },
    {
      name: 'POST with a taken external id returns 409 and creates no object or account',
      before: createOne,
      request: ['POST', path, createBody('bo', { externalId: 'x' })],
      status: 409,
      has: {
        code: 'external_id_taken',
        message: 'Another object of this kind already has this externalId.',
        errors: [{ pointer: '/externalId', code: 'external_id_taken' }],
      },
      after: expectOnlyOne,
    },
    {
      name: 'an update to a taken external id returns 409 and changes nothing',
      before: async (tenant) => {
        await createOne(tenant)
        await put(tenant, `${path}/ext:y`, createBody('bo'))
      },
      request: ['PUT', `${path}/ext:y`, { ...change, externalId: 'x' }],
      status: 409,
      has: { code: 'external_id_taken' },
      after: async (tenant) => {
        expect(await get(tenant, `${path}/ext:y`)).toMatchObject({ version: 1 })
        expect(await get(tenant, X)).toMatchObject({ version: 1 })
      },
    },
    {
      name: 'an update can change the external id, and the object is then found under the new one',
      before: createOne,
      request: ['PUT', X, { externalId: 'y' }],
      status: 200,
      after: async (tenant, { body }) => {
        expect((await get(tenant, `${path}/ext:y`)).id).toBe(body.id)
        expect(await tenant.send('GET', X)).toMatchObject({ status: 404, body: missing })
      },
    },
    {
      name: 'an update to the same external id changes nothing',
      before: createOne,
      request: ['PUT', X, { externalId: 'x' }],
      status: 200,
      after: async (tenant) => expect((await get(tenant, X)).version).toBe(1),
    },
    {
      name: 'an external id is available again after its object is deleted',
      before: async (tenant) => {
        await createOne(tenant)
        expect((await tenant.send('DELETE', X)).status).toBe(200)
      },
      request: ['PUT', X, createBody('bo')],
      status: 201,
    },
    {
      name: 'external ids are case-sensitive',
      before: createOne,
      request: ['GET', `${path}/ext:X`],
      status: 404,
      has: missing,
    },
    {
      name: 'other kinds of objects and other platforms may use the same external id',
      before: async (tenant) => {
        for (const other of kinds)
          if (other.kind !== kind) await put(tenant, `${other.path}/ext:x`, other.createBody(other.kind))
        await put(await server.createTenant(), X, createBody('ada'))
      },
      request: ['PUT', X, createBody('ada')],
      status: 201,
    },
    {
      name: 'the filter by external id matches exactly',
      before: async (tenant) => {
        const [one, two, three] = ['ada', 'bo', 'cy']
        for (const [name, text] of [
          [one, 'x'],
          [two, 'xx'],
          [three, 'X'],
        ] as const) {
          await put(tenant, `${path}/${ext(text)}`, createBody(name))
        }
      },
      request: ['GET', `${path}?externalId=x`],
      status: 200,
      has: { items: [{ externalId: 'x' }], next: null },
    },
    {
      name: 'the filter never matches objects without an external id',
      before: (tenant) => tenant.send('POST', path, { body: createBody('ada') }),
      request: ['GET', `${path}?externalId=null`],
      status: 200,
      body: { code: 'ok', items: [], next: null },
    },
  ])

  const accepted = [
    ['a slash', 'a/b'],
    ['the delimiters of a query string', 'a?b#c&d=e'],
    ['a percent sign', '100%'],
    ['significant spaces around it', ' x '],
    ['the prefix itself', 'ext:x'],
    ['any script', 'ünï-😀'],
    ['an e-mail', 'ada@example.org'],
    ['text that looks like an id', '01980b5c-7a40-7c3e-9f21-6d2f5b1f0a11'],
    ['quotes', `'; drop table talks; --"`],
    ['dots', '..'],
    ['200 code points', astral(200)],
  ]
  test.each(accepted)('an external id may contain %s', async (_what, text) => {
    const tenant = await server.createTenant()
    const { id: createdId } = await put(tenant, `${path}/${ext(text)}`, createBody('ada'))
    expect(await get(tenant, `${path}/${ext(text)}`)).toMatchObject({ id: createdId, externalId: text })
    expect((await get(tenant, `${path}?externalId=${encodeURIComponent(text)}`)).items.length).toBe(1)
    expect((await tenant.send('DELETE', `${path}/${ext(text)}`)).status).toBe(200)
  })
  const rejected = [
    ['empty', ''],
    ['longer than 200 code points', astral(201)],
    ['more than one line', 'a\nb'],
    ['text with U+0000', 'a\u0000b'],
  ]
  test.each(rejected)('PUT returns 404 and creates nothing if the external id is %s', async (_what, text) => {
    const tenant = await server.createTenant()
    const { status } = await tenant.send('PUT', `${path}/${ext(text)}`, { body: createBody('ada') })
    expect(status).toBe(404)
    await expectNothing(tenant)
  })
})

const programme = findSharedExport('pretalx-rc3.json')
if (programme === undefined) process.stderr.write('\nNo real programme found: its import is SKIPPED.\n')

test.skipIf(programme === undefined)(
  'a real programme is imported under its external ids, and a second import changes nothing',
  async () => {
    const tenant = await server.createTenant()
    const { events, baseUrl, timeZone } = await readProgramme(programme ?? '')
    const emails = assignEmails(events, '{slug}@speakers.example.org')
    const settings = { baseUrl, timeZone, truncate: true, emails }
    const plans = planTalks(events, settings).flatMap((plan) => ('body' in plan ? [plan] : []))
    expect(plans.length).toBe(48)
    const push = () =>
      Promise.all(
        plans.map(async ({ event, body }) => {
          const answer = await tenant.send('PUT', `/talks/${ext(event.externalId)}`, { body })
          return answer.status
        }),
      )
    expect(new Set(await push())).toEqual(new Set([201]))
    const first = await readRows(tenant, 'talks')
    const written = (await readEvents(tenant)).length
    expect(new Set(await push())).toEqual(new Set([200]))
    expect(await readRows(tenant, 'talks')).toEqual(first)
    expect((await readEvents(tenant)).length).toBe(written)
  },
)
