// Identifiers of the caller's own: wherever a path takes an id, ext:<externalId> does as well.
import { describe, expect, test } from 'vitest'
import { assignEmails } from '../../../src/cli/push/emails.ts'
import { planTalks } from '../../../src/cli/push/plan.ts'
import { readProgramme } from '../../../src/cli/push/readers/read-programme.ts'
import { findSharedExport } from '../../push/samples.ts'
import { astral, attendee, person, sponsor, talk } from '../../support/bodies.ts'
import { readEmails, readEvents, readRows } from '../../support/rows.ts'
import { get, put, type Scenario, type Tenant, testScenarios, useApi } from '../../support/scenarios.ts'

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
  /** What a creation takes; two of different names never collide. */
  make: (name: string, more?: Record<string, unknown>) => Record<string, unknown>
  required: string[]
  /** An update. */
  change: Record<string, unknown>
}
const kinds: Kind[] = [
  {
    kind: 'talk',
    path: '/talks',
    make: (name, more) => talk({ speakers: [person(name)], ...more }),
    required: ['title', 'description', 'speakers', 'start'],
    change: { title: 'Renamed' },
  },
  {
    kind: 'sponsor',
    path: '/sponsors',
    make: (name, more) => sponsor({ speakers: [person(name)], ...more }),
    required: ['name', 'logo', 'level'],
    change: { name: 'Renamed' },
  },
  {
    kind: 'user',
    path: '/users',
    make: (name, more) => attendee(name, more),
    required: ['email', 'firstName', 'lastName', 'type'],
    change: { job: 'Renamed' },
  },
]

describe.each(kinds)('$kind', ({ kind, path, make, required, change }) => {
  const X = `${path}/ext:x`
  const existing = (tenant: Tenant) => put(tenant, X, make('ada'))
  const none = async (tenant: Tenant) => {
    expect(
      await readRows(tenant, path === '/talks' ? 'talks' : path === '/sponsors' ? 'sponsors' : 'users'),
    ).toEqual([])
    expect(await readEmails(tenant)).toEqual([])
    expect(await readEvents(tenant)).toEqual([])
  }
  const isOne = async (tenant: Tenant) => {
    expect((await get(tenant, path)).items.length).toBe(1)
    expect(await readEmails(tenant)).toEqual(['ada@example.org'])
  }
  const missing = { code: `${kind}_not_found` }

  testScenarios(server, [
    {
      name: 'PUT to an identifier of nothing creates: 201, Location, and the identifier is kept',
      request: ['PUT', X, make('ada')],
      status: 201,
      has: { code: 'ok', id },
      after: async (tenant, { headers: { location }, body }) => {
        expect(location).toBe(`/api/external/v1${path}/${body.id}`)
        expect(await get(tenant, `${path}/${body.id}`)).toMatchObject({ id: body.id, externalId: 'x' })
      },
    },
    {
      name: 'the same PUT again answers 200, creates nothing, and has the same id',
      before: existing,
      request: ['PUT', X, make('ada')],
      status: 200,
      lacks: ['password'],
      after: async (tenant, { body, headers: { location } }) => {
        expect(location).toBeUndefined()
        expect(await get(tenant, X)).toMatchObject({ id: body.id, version: 1 })
        await isOne(tenant)
      },
    },
    {
      name: 'PUT to an identifier of something changes what is sent alone',
      before: existing,
      request: ['PUT', X, change],
      status: 200,
      after: async (tenant) =>
        expect(await get(tenant, X)).toMatchObject({ ...change, externalId: 'x', version: 2 }),
    },
    {
      name: 'PUT to an identifier of nothing obeys the rules of creation',
      request: ['PUT', X, change],
      status: 422,
      has: {
        errors: required
          .filter((name) => !(name in change))
          .map((name) => ({ pointer: `/${name}`, code: 'required', message: 'is required' })),
      },
      after: none,
    },
    {
      name: 'the identifier may stand in the body too',
      request: ['PUT', X, make('ada', { externalId: 'x' })],
      status: 201,
    },
    ...['y', null].map(
      (externalId): Scenario => ({
        name: `another in the body of a creation is refused: ${externalId}`,
        request: ['PUT', X, make('ada', { externalId })],
        status: 422,
        has: { errors: [invalidMismatch] },
        after: none,
      }),
    ),
    {
      name: 'POST takes one in the body',
      request: ['POST', path, make('ada', { externalId: 'x' })],
      status: 201,
      after: async (tenant, { body }) => expect((await get(tenant, X)).id).toBe(body.id),
    },
    {
      name: 'POST of one that is taken answers 409, and makes nothing and nobody',
      before: existing,
      request: ['POST', path, make('bo', { externalId: 'x' })],
      status: 409,
      has: { code: 'external_id_taken', message: 'Another object of this kind already has this externalId.' },
      after: isOne,
    },
    {
      name: 'an update to one that is taken answers 409, and changes nothing',
      before: async (tenant) => {
        await existing(tenant)
        await put(tenant, `${path}/ext:y`, make('bo'))
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
      name: 'an update gives another, under which it is found from then on',
      before: existing,
      request: ['PUT', X, { externalId: 'y' }],
      status: 200,
      after: async (tenant, { body }) => {
        expect((await get(tenant, `${path}/ext:y`)).id).toBe(body.id)
        expect(await tenant.send('GET', X)).toMatchObject({ status: 404, body: missing })
      },
    },
    {
      name: 'an update to its own is none',
      before: existing,
      request: ['PUT', X, { externalId: 'x' }],
      status: 200,
      after: async (tenant) => expect((await get(tenant, X)).version).toBe(1),
    },
    {
      name: 'is free again once its object is deleted',
      before: async (tenant) => {
        await existing(tenant)
        expect((await tenant.send('DELETE', X)).status).toBe(200)
      },
      request: ['PUT', X, make('bo')],
      status: 201,
    },
    {
      name: 'differs by case',
      before: existing,
      request: ['GET', `${path}/ext:X`],
      status: 404,
      has: missing,
    },
    {
      name: 'names one object of its kind in its platform: other kinds and platforms may use it too',
      before: async (tenant) => {
        for (const other of kinds)
          if (other.kind !== kind) await put(tenant, `${other.path}/ext:x`, other.make(other.kind))
        await put(await server.createTenant(), X, make('ada'))
      },
      request: ['PUT', X, make('ada')],
      status: 201,
    },
    {
      name: 'filters the list, exactly',
      before: async (tenant) => {
        const [one, two, three] = ['ada', 'bo', 'cy']
        for (const [name, text] of [
          [one, 'x'],
          [two, 'xx'],
          [three, 'X'],
        ] as const) {
          await put(tenant, `${path}/${ext(text)}`, make(name))
        }
      },
      request: ['GET', `${path}?externalId=x`],
      status: 200,
      has: { items: [{ externalId: 'x' }], next: null },
    },
    {
      name: 'is never null by filter',
      before: (tenant) => tenant.send('POST', path, { body: make('ada') }),
      request: ['GET', `${path}?externalId=null`],
      status: 200,
      body: { code: 'ok', items: [], next: null },
    },
  ])

  const odd = [
    ['a slash', 'a/b'],
    ['the signs of a query', 'a?b#c&d=e'],
    ['a percent sign', '100%'],
    ['spaces around it, which count', ' x '],
    ['the prefix itself', 'ext:x'],
    ['any script', 'ünï-😀'],
    ['an e-mail', 'ada@example.org'],
    ['what looks like an id', '01980b5c-7a40-7c3e-9f21-6d2f5b1f0a11'],
    ['quotes', `'; drop table talks; --"`],
    ['dots', '..'],
    ['200 code points', astral(200)],
  ]
  test.each(odd)('may hold %s', async (_what, text) => {
    const tenant = await server.createTenant()
    const { id: made } = await put(tenant, `${path}/${ext(text)}`, make('ada'))
    expect(await get(tenant, `${path}/${ext(text)}`)).toMatchObject({ id: made, externalId: text })
    expect((await get(tenant, `${path}?externalId=${encodeURIComponent(text)}`)).items.length).toBe(1)
    expect((await tenant.send('DELETE', `${path}/${ext(text)}`)).status).toBe(200)
  })
  const never = [
    ['empty', ''],
    ['longer than 200 code points', astral(201)],
    ['of more than one line', 'a\nb'],
    ['with U+0000', 'a\u0000b'],
  ]
  test.each(never)('is never %s: 404, and nothing is made', async (_what, text) => {
    const tenant = await server.createTenant()
    const { status } = await tenant.send('PUT', `${path}/${ext(text)}`, { body: make('ada') })
    expect(status).toBe(404)
    await none(tenant)
  })
})

const programme = findSharedExport('pretalx-rc3.json')
if (programme === undefined) process.stderr.write('\nNo real programme at hand: its push is SKIPPED.\n')

test.skipIf(programme === undefined)(
  'a real programme goes in by its own identifiers, and again without a change',
  async () => {
    const tenant = await server.createTenant()
    const { events, baseUrl, timeZone } = await readProgramme(programme ?? '')
    const emails = assignEmails(events, '{slug}@speakers.example.org')
    const settings = { baseUrl, timeZone, truncate: true, emails }
    const plans = planTalks(events, settings).flatMap((plan) => ('body' in plan ? [plan] : []))
    expect(plans.length).toBe(47)
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
