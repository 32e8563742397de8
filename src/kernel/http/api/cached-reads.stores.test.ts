// Reads from memory: whatever changes, every response is byte for byte what a first read returns.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import type { Send } from '../../../../test/support/api.ts'
import { attendee, person, sponsor, talk } from '../../../../test/support/bodies.ts'
import { insertEvents } from '../../../../test/support/many-events.ts'
import { openReadCounter } from '../../../../test/support/read-counter.ts'
import { recordQueries, recordReads } from '../../../../test/support/reads.ts'
import { get, put, type Tenant, useApi } from '../../../../test/support/scenarios.ts'
import { startPlatform } from '../../../../test/support/shared-servers.ts'
import { waitUntil } from '../../../../test/support/until.ts'
import { readDeletedObject, restore } from '../../../features/deleted-objects/deleted-objects.ts'
import { reviewRegistration } from '../../../features/people/registrations/registrations.ts'
import { changeRole } from '../../../features/people/roles.ts'
import { saveTalkCommand } from '../../../features/talks/talks.ts'
import { executeCommand } from '../../changes/commands.ts'

const server = useApi({ isJobless: true })
const PATHS = [
  '/talks?limit=50',
  '/talks?speaker=ada%40example.org',
  '/talks/ext:t',
  '/sponsors?limit=50',
  '/sponsors/ext:s',
  '/users?limit=50',
  '/users?tag=guest',
  '/users/ada@example.org',
  '/users/ext:u',
]
const AVATAR = 'https://static.example.org/ada.png'

async function fill(tenant: Tenant): Promise<void> {
  await put(tenant, '/talks/ext:t', talk({ moderators: [person('mo')] }))
  await put(tenant, '/talks/ext:other', talk({ title: 'Über Ⅻ 𝔸', speakers: [person('ada'), person('bo')] }))
  await put(tenant, '/sponsors/ext:s', sponsor({ speakers: [person('ada')] }))
  await put(tenant, '/users/ext:u', attendee('uma'))
}

/** The same resource at a URL that was never read: some of its letters are percent-encoded. */
function neverRead(path: string, number: number): string {
  const [start = '', rest = ''] = path.split(/(?<=^\/\w+[/?])/)
  const letters = [...rest].map((letter, place) =>
    /[a-z]/.test(letter) && (number >> place) & 1 ? `%${letter.charCodeAt(0).toString(16)}` : letter,
  )
  return start + letters.join('')
}

type Read = { path: string; status: number; etag: string | undefined; text: string }
const readAll = (send: Send, key: string, urlOf = (path: string) => path): Promise<Read[]> =>
  Promise.all(
    PATHS.map(async (path) => {
      const { status, headers, text } = await send('GET', urlOf(path), { key })
      // Problems contain the path and the id of the request.
      return { path, status, etag: headers.etag, text: status === 200 ? text : '' }
    }),
  )

let reads = 0
/** The paths whose response has changed since the last call. Every response must be that of a first read. */
async function changedPaths(tenant: Tenant, before: Read[]): Promise<{ changed: string[]; now: Read[] }> {
  const now = await readAll(tenant.send, tenant.standard)
  reads += 1
  expect(now).toEqual(await readAll(tenant.send, tenant.standard, (path) => neverRead(path, reads)))
  expect(await readAll(tenant.send, tenant.standard)).toEqual(now)
  return {
    changed: now.filter((read, place) => read.text !== before[place]?.text).map(({ path }) => path),
    now,
  }
}

const adaIsIn = PATHS.filter((path) => !['/users?tag=guest', '/users/ext:u'].includes(path))
const talkPaths = PATHS.filter((path) => path.startsWith('/talks'))
const idOf = async (tenant: Tenant, path: string): Promise<string> => (await get(tenant, path)).id

const changes: [name: string, change: (tenant: Tenant) => Promise<unknown>, changed: string[]][] = [
  ['a person is renamed', (tenant) => put(tenant, '/users/ada@example.org', { lastName: 'Neu' }), adaIsIn],
  ['an avatar is set', (tenant) => put(tenant, '/users/ada@example.org', { avatar: AVATAR }), adaIsIn],
  [
    'an e-mail is changed',
    (tenant) => put(tenant, '/users/ada@example.org', { email: 'ada2@example.org' }),
    adaIsIn,
  ],
  [
    'a role is changed',
    async (tenant) =>
      changeRole(tenant.api.installation, tenant.caller, {
        id: await idOf(tenant, '/users/ada@example.org'),
        role: 'admin',
      }),
    adaIsIn,
  ],
  [
    'a registration is accepted',
    async (tenant) =>
      reviewRegistration(tenant.api.installation, tenant.caller, {
        id: await idOf(tenant, '/users/ext:u'),
        status: 'accepted',
      }),
    ['/users?limit=50', '/users/ext:u'],
  ],
  [
    'a tag makes an account match a filter',
    (tenant) => put(tenant, '/users/ext:u', { tags: ['guest'] }),
    ['/users?limit=50', '/users?tag=guest', '/users/ext:u'],
  ],
  ['a talk is renamed', (tenant) => put(tenant, '/talks/ext:t', { title: 'Neu' }), talkPaths],
  [
    'a speaker is replaced by a new person',
    (tenant) => put(tenant, '/talks/ext:t', { speakers: [person('cy')] }),
    [...talkPaths, '/users?limit=50'],
  ],
  [
    'a person is deleted',
    async (tenant) => {
      await put(tenant, '/talks/ext:t', { speakers: [person('ada'), person('mo')] })
      return tenant.send('DELETE', '/users/mo@example.org')
    },
    [...talkPaths, '/users?limit=50'],
  ],
  ['a talk is deleted', (tenant) => tenant.send('DELETE', '/talks/ext:t'), talkPaths],
  [
    'a deleted talk is restored',
    async (tenant) => {
      const id = await idOf(tenant, '/talks/ext:t')
      await tenant.send('DELETE', '/talks/ext:t')
      await readAll(tenant.send, tenant.standard)
      const { installation } = tenant.api
      await restore(installation, tenant.caller, await readDeletedObject(installation, tenant.caller, id))
    },
    talkPaths,
  ],
  [
    'a sponsor is changed',
    (tenant) => put(tenant, '/sponsors/ext:s', { level: 1 }),
    ['/sponsors?limit=50', '/sponsors/ext:s'],
  ],
  [
    'a batch changes several objects',
    (tenant) =>
      tenant.send('POST', '/batch', {
        body: {
          operations: [
            { method: 'PUT', path: '/talks/ext:t', body: { title: 'Batch' } },
            { method: 'PUT', path: '/users/ext:u', body: { lastName: 'Batch' } },
          ],
        },
      }),
    [...talkPaths, '/users?limit=50', '/users/ext:u'],
  ],
  [
    'a command of the Back Office changes a talk',
    (tenant) =>
      executeCommand(
        tenant.api.installation,
        tenant.caller,
        saveTalkCommand({ reference: 'ext:t', body: { room: 'Hall' } }),
      ),
    talkPaths,
  ],
  ['another platform changes', (tenant) => tenant.api.addPlatform(`beside-${reads}`), []],
]

test.each(changes)('every response is current after %s', async (_name, change, expected) => {
  const tenant = await server.createTenant()
  await fill(tenant)
  const before = await readAll(tenant.send, tenant.standard)
  tenant.api.clock.pass(60_000)
  await change(tenant)
  const { changed } = await changedPaths(tenant, before)
  expect(changed).toEqual(PATHS.filter((path) => expected.includes(path)))
})

test('every response is current after any sequence of changes', async () => {
  const tenant = await server.createTenant()
  await fill(tenant)
  let state = 7
  const random = (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
  // A change may be refused: then it changes nothing.
  const change = (path: string, body: unknown) => tenant.send('PUT', path, { body })
  const steps = [
    (value: number) => change('/talks/ext:t', { title: `Title ${value}` }),
    (value: number) => change('/users/bo@example.org', { job: `Job ${value}` }),
    (value: number) => change('/talks/ext:t', { speakers: [person(`guest${value % 4}`), person('bo')] }),
    (value: number) => change('/talks/ext:other', { moderators: [person(`guest${value % 4}`)] }),
    (value: number) => tenant.send('DELETE', `/users/guest${value % 4}@example.org`),
    (value: number) => change('/sponsors/ext:s', { speakers: [person(`guest${value % 4}`)] }),
    () => tenant.send('DELETE', '/talks/ext:t'),
    () => change('/talks/ext:t', talk()),
  ]
  let before: Read[] = []
  for (let step = 0; step < 60; step += 1) {
    await steps[random(steps.length)]?.(random(1_000))
    before = (await changedPaths(tenant, before)).now
  }
})

test('a response that nothing has changed is read from memory, with one statement', async () => {
  const tenant = await server.createTenant()
  await fill(tenant)
  const { store } = tenant.api.installation
  const first = await recordReads(store, () => tenant.send('GET', '/talks?limit=50'))
  const second = await recordReads(store, () => tenant.send('GET', '/talks?limit=50'))
  expect(first).toEqual(expect.arrayContaining(['talks.list', 'talk_people.of_talks']))
  expect(second).toEqual(['events.after'])
})

test.runIf(inject('store') === 'sqlite')(
  'a response from memory needs no statement while nothing is committed',
  async () => {
    const tenant = await server.createTenant()
    await fill(tenant)
    const readAgain = () =>
      recordReads(tenant.api.installation.store, () => tenant.send('GET', '/talks?limit=50'), {
        marksCommits: true,
      })
    // Jobs may still commit something.
    await waitUntil(readAgain, (names) => names.length === 0)
  },
)

test('a response from memory reads the same after 1,000 and 100,000 events, while others write', async () => {
  const [tenant, writer] = [await server.createTenant(), await server.createTenant()]
  await fill(tenant)
  await using counter = await openReadCounter(tenant.api.location, 'pages')
  const readOnce = async () => {
    await put(writer, '/sponsors/ext:s', sponsor({ name: `Sponsor ${randomUUID()}` }))
    const queries = await recordQueries(
      tenant.api.installation.store,
      () => tenant.send('GET', '/talks?limit=50'),
      { marksCommits: true },
    )
    let read = 0
    for (const query of queries) read += await counter.count(query)
    return { names: queries.map(({ statement }) => statement.name), read }
  }
  for (const events of [1_000, 99_000]) {
    await insertEvents(tenant, events)
    // New events are counted until the next floor has been read, and an API key is looked up twice a second.
    await waitUntil(readOnce, ({ names, read }) => `${names}` === 'events.after' && read <= FEW, 5_000)
  }
})
/** Steps on SQLite, which takes about 20 without any row, and pages on PostgreSQL. */
const FEW = 40

test('HEAD has the headers of GET', async () => {
  const tenant = await server.createTenant()
  await fill(tenant)
  for (const path of PATHS) {
    const [full, head] = [await tenant.send('GET', path), await tenant.send('HEAD', path)]
    const shown = ({ headers }: typeof full) => [
      headers.etag,
      headers['content-type'],
      headers['content-length'],
    ]
    expect([head.status, head.text, ...shown(head)]).toEqual([200, '', ...shown(full)])
    expect(headersOf(full)).toEqual(['application/json; charset=utf-8', String(full.bytes.length)])
  }
})
const headersOf = ({ headers }: { headers: Record<string, string> }) => [
  headers['content-type'],
  headers['content-length'],
]

test('a platform never gets the response of another', async () => {
  const [ours, theirs] = [await server.createTenant(), await server.createTenant()]
  await put(ours, '/talks/ext:t', talk({ title: 'Ours' }))
  expect((await get(ours, '/talks?limit=50')).items).toHaveLength(1)
  expect((await get(theirs, '/talks?limit=50')).items).toEqual([])
  expect((await theirs.send('GET', '/talks/ext:t')).status).toBe(404)
})

test('a change of another node is in the next response', async () => {
  const api = await startPlatform()
  await using other = await api.addNode()
  for (const title of ['First title', 'Second title']) {
    await other.send('PUT', '/talks/ext:t', { body: talk({ title }) })
    expect((await api.send('GET', '/talks')).body.items[0].title).toBe(title)
    await other.send('PUT', '/users/ada@example.org', { body: { job: title } })
    expect((await api.send('GET', '/talks')).body.items[0].speakers[0].job).toBe(title)
  }
})

test.runIf(inject('store') === 'postgres')(
  'a change is in the response even if an event with a higher number was committed first',
  async () => {
    const api = await startPlatform()
    if (api.location.dialect !== 'postgres') throw new Error('This test needs PostgreSQL.')
    const titles = async () =>
      (await api.send('GET', '/talks')).body.items.map(({ title }: { title: string }) => title).sort()
    await api.send('PUT', '/talks/ext:slow', { body: talk({ title: 'Slow' }) })
    const client = new pg.Client({ connectionString: api.location.url })
    await client.connect()
    try {
      await client.query('begin')
      await client.query(
        `insert into events (id, platform_id, at, actor_kind, type, object_kind, object_id, version, changes)
         select gen_random_uuid(), platform_id, at, actor_kind, 'talk.updated', object_kind, object_id, 2, '[]'
         from events where type = 'talk.created' and platform_id = $1 limit 1`,
        [api.platform.caller.platform.id],
      )
      await client.query(
        `update talks set title = 'Slow, changed', version = 2 where title = 'Slow' and platform_id = $1`,
        [api.platform.caller.platform.id],
      )
      await api.send('PUT', '/talks/ext:fast', { body: talk({ title: 'Fast' }) })
      expect(await titles()).toEqual(['Fast', 'Slow'])
      await client.query('commit')
    } finally {
      await client.end()
    }
    expect(await titles()).toEqual(['Fast', 'Slow, changed'])
  },
)
