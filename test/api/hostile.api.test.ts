// Hostile input: no request gets a 500, refused requests change nothing, and both stores behave the same.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { Statement } from '../../src/kernel/store/sql/statements.ts'
import { createUserWithRole } from '../support/accounts.ts'
import { type Answer, type SendOptions, startApi, type TestApi } from '../support/api.ts'
import { attendee, person, sponsor, talk } from '../support/bodies.ts'
import {
  anyJson,
  HOSTILE_BODIES,
  HOSTILE_IDS,
  HOSTILE_TEXTS,
  hostileId,
  hostileQuery,
  mutated,
} from '../support/hostile.ts'
import type { Tenant } from '../support/scenarios.ts'

const STATUSES = [200, 201, 400, 404, 405, 409, 413, 414, 422]
// More runs find more problems, for example FUZZ_RUNS=2000 overnight.
const RUNS = Number(process.env.FUZZ_RUNS ?? 25)

/** The same installation on each store: on SQLite, and in the PostgreSQL suite on both. */
let tenants: Tenant[]
beforeAll(async () => {
  const stores = inject('store') === 'postgres' ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const)
  tenants = []
  for (const store of stores) tenants.push(await createObjects(await startApi({ store, isKeptAlive: true })))
})
afterAll(async () => {
  for (const { api } of tenants) await api[Symbol.asyncDispose]()
})

async function createObjects(api: TestApi): Promise<Tenant> {
  const tenant: Tenant = {
    ...api.platform,
    api,
    send: (method, path, sending) => api.send(method, path, { key: api.platform.privileged, ...sending }),
  }
  await tenant.send('PUT', '/talks/ext:t', { body: talk() })
  await tenant.send('PUT', '/sponsors/ext:s', { body: sponsor({ speakers: [person('ada')] }) })
  await tenant.send('PUT', '/users/ext:u', { body: attendee('eve') })
  await createUserWithRole(tenant, 'admin', attendee('root'))
  return tenant
}

const full = {
  talk: talk({
    externalId: 't',
    moderators: [person('eve')],
    timezone: 'Europe/Paris',
    duration: 45,
    type: 'youtube',
    video: 'https://www.youtube.com/watch?v=abcdefghijk',
    image: 'https://example.org/i.png',
    links: [{ label: 'Slides', url: 'https://example.org/s' }],
    track: 'A',
    tags: ['Web'],
    hiddenTags: ['Hidden'],
    featured: true,
    features: { chat: false, freeLive: true },
  }),
  sponsor: sponsor({
    externalId: 's',
    hasPage: true,
    pageContent: '<p>Hello</p>',
    website: 'https://example.org/',
    speakers: [{ email: 'ada@example.org' }],
    icon: 'https://example.org/i.png',
    color: '#0a7d55',
    options: { displayInLobby: true, highlight: true },
  }),
  user: attendee('eve', {
    externalId: 'u',
    username: 'eve',
    avatar: 'https://example.org/a.png',
    description: 'Listens.',
    job: 'Engineer',
    company: 'Example Ltd',
    tags: ['Web'],
    timezone: 'UTC',
    country: 'France',
    city: 'Lyon',
    status: 'Student',
    website: 'https://example.org/',
    socials: { facebook: 'https://example.org/f', youtube: null },
    options: { highlight: true, endRegistration: true },
  }),
}
const owner: object = { ...full.user, type: undefined, options: undefined }

const operations: [method: string, path: string, body: object][] = [
  ['PUT', '/talks/ext:t', full.talk],
  ['POST', '/talks', full.talk],
  ['PUT', '/sponsors/ext:s', full.sponsor],
  ['POST', '/sponsors', full.sponsor],
  ['PUT', '/users/ext:u', full.user],
  ['POST', '/users', full.user],
  ['POST', '/users/owner', owner],
]

const outcomeOf = ({ status, body }: Answer) => ({
  status,
  code: body?.code,
  message: body?.message,
  problems: body?.errors?.map(({ pointer, parameter, code }: Record<string, string>) => [
    pointer ?? parameter,
    code,
  ]),
  warnings: body?.warnings,
})

/** Sends a request to every store, and expects the same response, no 5xx, and no change after a refusal. */
async function sendToAll(method: string, path: string, sending: SendOptions = {}): Promise<Answer> {
  const answers = await Promise.all(
    tenants.map(async (tenant) => {
      const before = await readSizes(tenant)
      const answer = await tenant.send(method, path, sending)
      expect(STATUSES, answer.text).toContain(answer.status)
      if (answer.status >= 400) expect(await readSizes(tenant)).toEqual(before)
      return answer
    }),
  )
  const [first, ...others] = answers
  if (!first) throw new Error('there is no store')
  for (const other of others) expect(outcomeOf(other)).toEqual(outcomeOf(first))
  return first
}

/** The numbers of events and tags; every change writes an event. */
const readSizes = ({ api }: Tenant) =>
  api.installation.store.read({ statement: sizes, values: {}, decode: ([row]) => [row?.events, row?.tags] })

const sizes = new Statement('test.sizes', ({ db }) =>
  db.selectNoFrom(({ selectFrom, fn }) => [
    selectFrom('events').select(fn.countAll<number>().as('count')).as('events'),
    selectFrom('tags').select(fn.countAll<number>().as('count')).as('tags'),
  ]),
)

/** All objects, without the values that each store generates. */
async function readObjects(tenant: Tenant): Promise<string[]> {
  const objects: string[] = []
  for (const kind of ['talks', 'sponsors', 'users']) {
    for (let cursor = ''; ; ) {
      const { body } = await tenant.send('GET', `/${kind}?limit=200${cursor}`)
      objects.push(
        ...body.items.map((item: object) => JSON.stringify(item).replace(/"id":"[^"]*"|#\d{4}/g, '')),
      )
      if (body.next === null) break
      cursor = `&cursor=${body.next}`
    }
  }
  return objects.sort()
}

async function expectSameObjects(): Promise<void> {
  const [first, ...others] = await Promise.all(tenants.map(readObjects))
  for (const other of others) expect(other).toEqual(first)
}

describe.each(operations)('%s %s', (method, path, body) => {
  test('handles a body of any shape', async () => {
    const property = fc.asyncProperty(
      anyJson,
      async (value) => void (await sendToAll(method, path, { body: value })),
    )
    await fc.assert(property, { numRuns: RUNS })
    await expectSameObjects()
  })

  test('handles a valid body with any values in some places', async () => {
    const property = fc.asyncProperty(
      mutated(body),
      async (value) => void (await sendToAll(method, path, { body: value })),
    )
    await fc.assert(property, { numRuns: RUNS })
    await expectSameObjects()
  })

  test('handles every hostile text in all attributes at once and in each attribute', async () => {
    const names = Object.entries(body).flatMap(([name, value]) => (typeof value === 'string' ? [name] : []))
    for (const [index, text] of HOSTILE_TEXTS.entries()) {
      await sendToAll(method, path, {
        body: { ...body, ...Object.fromEntries(names.map((name) => [name, text])) },
      })
      // A creation has the same attributes as an update but takes longer, so one attribute per text is enough.
      const selected = method === 'PUT' ? names : names.slice(index % names.length).slice(0, 1)
      for (const name of selected) await sendToAll(method, path, { body: { ...body, [name]: text } })
    }
    await expectSameObjects()
  })

  test('refuses bodies that are not valid JSON or are ambiguous', async () => {
    for (const raw of HOSTILE_BODIES) {
      const { status } = await sendToAll(method, path, { raw })
      expect([status, raw]).toEqual([400, raw])
    }
  })
})

describe.each([
  ['talks', talk({ speakers: [person('ada')] })],
  ['sponsors', sponsor()],
  ['users', { city: 'Lyon' }],
] as const)('/%s/:id', (kind, body) => {
  const sendAllMethods = async (id: string) => {
    await sendToAll('GET', `/${kind}/${id}`)
    await sendToAll('PUT', `/${kind}/${id}`, { body })
    await sendToAll('DELETE', `/${kind}/${id}`)
  }

  test('handles every hostile identifier', async () => {
    for (const id of HOSTILE_IDS) await sendAllMethods(id)
    await expectSameObjects()
  })

  test('handles any identifier', async () => {
    await fc.assert(fc.asyncProperty(hostileId, sendAllMethods), { numRuns: RUNS })
    await expectSameObjects()
  })
})

describe.each([
  [
    '/talks',
    ['limit', 'cursor', 'updatedSince', 'externalId', 'track', 'tag', 'type', 'speaker', 'featured'],
  ],
  ['/talk/upcoming', ['limit', 'cursor']],
  ['/sponsors', ['limit', 'cursor', 'updatedSince', 'externalId', 'level']],
  ['/users', ['limit', 'cursor', 'updatedSince', 'externalId', 'email', 'role', 'registrationStatus', 'tag']],
] as const)('GET %s', (path, names) => {
  test('handles any query', async () => {
    const property = fc.asyncProperty(
      hostileQuery(names),
      async (query) => void (await sendToAll('GET', `${path}?${query}`)),
    )
    await fc.assert(property, { numRuns: 3 * RUNS })
  })
})
