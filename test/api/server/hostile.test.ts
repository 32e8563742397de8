// No input gives a 500, what is refused changes nothing, and both stores answer and keep the same.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { Statement } from '../../../src/store/sql/statements.ts'
import { createUserWithRole } from '../../support/accounts.ts'
import { type Answer, type SendOptions, startApi, type TestApi } from '../../support/api.ts'
import { attendee, person, sponsor, talk } from '../../support/bodies.ts'
import {
  anyJson,
  HOSTILE_BODIES,
  HOSTILE_IDS,
  HOSTILE_TEXTS,
  hostileId,
  hostileQuery,
  mutated,
} from '../../support/hostile.ts'
import type { Tenant } from '../../support/scenarios.ts'

const STATUSES = [200, 201, 400, 404, 405, 409, 413, 414, 422]
// More of them find more: FUZZ_RUNS=2000 for a night.
const RUNS = Number(process.env.FUZZ_RUNS ?? 25)

/** The same installation on every store that is there; where PostgreSQL is, on both. */
let worlds: Tenant[]
beforeAll(async () => {
  const stores = inject('store') === 'postgres' ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const)
  worlds = []
  for (const store of stores) worlds.push(await populated(await startApi({ store, isKeptAlive: true })))
})
afterAll(async () => {
  for (const { api } of worlds) await api[Symbol.asyncDispose]()
})

async function populated(api: TestApi): Promise<Tenant> {
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

/** Sends the same to every store; what comes back is no 5xx, the same, and of a refusal nothing is left behind. */
async function attack(method: string, path: string, sending: SendOptions = {}): Promise<Answer> {
  const answers = await Promise.all(
    worlds.map(async (tenant) => {
      const before = await sizeOf(tenant)
      const answer = await tenant.send(method, path, sending)
      expect(STATUSES, answer.text).toContain(answer.status)
      if (answer.status >= 400) expect(await sizeOf(tenant)).toEqual(before)
      return answer
    }),
  )
  const [first, ...others] = answers
  if (!first) throw new Error('there is no store')
  for (const other of others) expect(outcomeOf(other)).toEqual(outcomeOf(first))
  return first
}

/** How many events and tags there are: every change has left one of the first. */
const sizeOf = ({ api }: Tenant) =>
  api.installation.store.read({ statement: sizes, values: {}, decode: ([row]) => [row?.events, row?.tags] })

const sizes = new Statement('test.sizes', ({ db }) =>
  db.selectNoFrom(({ selectFrom, fn }) => [
    selectFrom('events').select(fn.countAll<number>().as('count')).as('events'),
    selectFrom('tags').select(fn.countAll<number>().as('count')).as('tags'),
  ]),
)

/** All that is kept, without what is drawn anew in every store. */
async function keptIn(tenant: Tenant): Promise<string[]> {
  const kept: string[] = []
  for (const kind of ['talks', 'sponsors', 'users']) {
    for (let cursor = ''; ; ) {
      const { body } = await tenant.send('GET', `/${kind}?limit=200${cursor}`)
      kept.push(...body.items.map((item: object) => JSON.stringify(item).replace(/"id":"[^"]*"|#\d{4}/g, '')))
      if (body.next === null) break
      cursor = `&cursor=${body.next}`
    }
  }
  return kept.sort()
}

async function expectTheSameKept(): Promise<void> {
  const [first, ...others] = await Promise.all(worlds.map(keptIn))
  for (const other of others) expect(other).toEqual(first)
}

describe.each(operations)('%s %s', (method, path, body) => {
  test('survives a body of any shape', async () => {
    const property = fc.asyncProperty(
      anyJson,
      async (value) => void (await attack(method, path, { body: value })),
    )
    await fc.assert(property, { numRuns: RUNS })
    await expectTheSameKept()
  })

  test('survives a valid body with anything in some of its places', async () => {
    const property = fc.asyncProperty(
      mutated(body),
      async (value) => void (await attack(method, path, { body: value })),
    )
    await fc.assert(property, { numRuns: RUNS })
    await expectTheSameKept()
  })

  test('survives every hostile text in all attributes at once, and in each alone', async () => {
    const names = Object.entries(body).flatMap(([name, value]) => (typeof value === 'string' ? [name] : []))
    for (const [index, text] of HOSTILE_TEXTS.entries()) {
      await attack(method, path, {
        body: { ...body, ...Object.fromEntries(names.map((name) => [name, text])) },
      })
      // A creation has the same attributes as an update, and costs more: there one of them in turn is enough.
      const alone = method === 'PUT' ? names : names.slice(index % names.length).slice(0, 1)
      for (const name of alone) await attack(method, path, { body: { ...body, [name]: text } })
    }
    await expectTheSameKept()
  })

  test('refuses what is not JSON to all readers alike', async () => {
    for (const raw of HOSTILE_BODIES) {
      const { status } = await attack(method, path, { raw })
      expect([status, raw]).toEqual([400, raw])
    }
  })
})

describe.each([
  ['talks', talk({ speakers: [person('ada')] })],
  ['sponsors', sponsor()],
  ['users', { city: 'Lyon' }],
] as const)('/%s/:id', (kind, body) => {
  const all = async (id: string) => {
    await attack('GET', `/${kind}/${id}`)
    await attack('PUT', `/${kind}/${id}`, { body })
    await attack('DELETE', `/${kind}/${id}`)
  }

  test('survives every hostile identifier', async () => {
    for (const id of HOSTILE_IDS) await all(id)
    await expectTheSameKept()
  })

  test('survives any identifier', async () => {
    await fc.assert(fc.asyncProperty(hostileId, all), { numRuns: RUNS })
    await expectTheSameKept()
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
  test('survives any query', async () => {
    const property = fc.asyncProperty(
      hostileQuery(names),
      async (query) => void (await attack('GET', `${path}?${query}`)),
    )
    await fc.assert(property, { numRuns: 3 * RUNS })
  })
})
