// Changes of existing objects that are requested at the same moment. Both stores group them: each has the outcome that it
// would have on its own.
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import type { Answer } from '../../../../test/support/api.ts'
import { person, sponsor, talk } from '../../../../test/support/bodies.ts'
import { readEmails, readEvents, readRows } from '../../../../test/support/rows.ts'
import { get, put, type Request, type Tenant, useApi } from '../../../../test/support/scenarios.ts'
import { saveTalk } from '../../../features/talks/talks.ts'

const server = useApi()
const MANY = 20
const times = <T>(make: (i: number) => T): T[] => Array.from({ length: MANY }, (_, i) => make(i))
const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status)

const sendAll = (tenant: Tenant, requests: readonly Request[]): Promise<Answer[]> =>
  Promise.all(requests.map(([method, path, body]) => tenant.send(method, path, { body })))

/** A platform with talks `t0` and on that have the same speaker. Returns their ids. */
async function withTalks() {
  const tenant = await server.createTenant()
  for (const [i, title] of times((i) => `Before ${i}`).entries()) {
    await put(tenant, `/talks/ext:t${i}`, talk({ title }))
  }
  const rows = await readRows(tenant, 'talks')
  const ids = new Map(rows.map((row) => [row.external_id, String(row.id)]))
  return { tenant, ids: times((i) => ids.get(`t${i}`) ?? '') }
}

const updates = async (tenant: Tenant) =>
  (await readEvents(tenant)).filter(({ type }) => type.endsWith('.updated'))

test('all have their answer, row, and event', async () => {
  const { tenant, ids } = await withTalks()
  const answers = await sendAll(
    tenant,
    times((i) => ['PUT', `/talks/${ids[i]}`, { title: `After ${i}`, duration: 30.5, tags: ['Web'] }]),
  )
  expect(answers.map(({ status, body }) => [status, body.id, body.message])).toEqual(
    ids.map((id) => [200, id, 'Talk updated.']),
  )
  const rows = new Map((await readRows(tenant, 'talks')).map((row) => [row.id, row]))
  expect(ids.map((id) => [rows.get(id)?.title, rows.get(id)?.version, rows.get(id)?.duration])).toEqual(
    times((i) => [`After ${i}`, 2, 30.5]),
  )
  const events = new Map((await updates(tenant)).map((event) => [event.objectId, event]))
  expect(events.size).toBe(MANY)
  for (const [i, id] of ids.entries()) {
    expect(events.get(id)).toMatchObject({ version: 2, requestId: answers[i]?.headers['x-request-id'] })
    expect(events.get(id)?.changes).toContainEqual({
      pointer: '/title',
      before: `Before ${i}`,
      after: `After ${i}`,
    })
  }
})

test('a refused one changes nothing, and the others are saved', async () => {
  const { tenant, ids } = await withTalks()
  const answers = await Promise.all(
    ids.map((id, i) =>
      tenant.send('PUT', `/talks/${id}`, {
        body:
          i % 4 === 1 ? { image: '/files/00000000-0000-7000-8000-000000000000/a.png' } : { title: 'After' },
        headers: i % 4 === 2 ? { 'if-match': '"other"' } : {},
      }),
    ),
  )
  expect(statuses(answers)).toEqual(times((i) => [200, 422, 412, 200][i % 4]))
  const rows = new Map((await readRows(tenant, 'talks')).map((row) => [row.id, row]))
  expect(ids.map((id) => [rows.get(id)?.title, rows.get(id)?.version])).toEqual(
    times((i) => (i % 4 === 1 || i % 4 === 2 ? [`Before ${i}`, 1] : ['After', 2])),
  )
  expect((await updates(tenant)).length).toBe(MANY / 2)
})

test('one that breaks a unique constraint is refused alone', async () => {
  const { tenant, ids } = await withTalks()
  const answers = await sendAll(
    tenant,
    times((i) => ['PUT', `/talks/${ids[i]}`, i < 2 ? { externalId: 'same' } : { title: 'After' }]),
  )
  expect(statuses(answers).slice(0, 2).sort()).toEqual([200, 409])
  expect(new Set(statuses(answers).slice(2))).toEqual(new Set([200]))
  expect((await updates(tenant)).length).toBe(MANY - 1)
})

test('changes of one talk follow each other, whichever way they name it', async () => {
  const { tenant, ids } = await withTalks()
  const answers = await sendAll(
    tenant,
    times((i) => ['PUT', `/talks/${i % 2 ? ids[0] : 'ext:t0'}`, { title: `After ${i}` }]),
  )
  expect(new Set(statuses(answers))).toEqual(new Set([200]))
  const events = await updates(tenant)
  expect(events.map(({ version }) => version)).toEqual(times((i) => i + 2))
  const titles = events.flatMap(({ changes }) => changes.map(({ before, after }) => [before, after]))
  for (const [i, [before]] of titles.entries()) expect(before).toBe(i ? titles[i - 1]?.[1] : 'Before 0')
  expect((await get(tenant, '/talks/ext:t0')).title).toBe(titles.at(-1)?.[1])
})

test('a new speaker of several talks gets one account and one password', async () => {
  const { tenant, ids } = await withTalks()
  const answers = await sendAll(
    tenant,
    times((i) => ['PUT', `/talks/${ids[i]}`, { speakers: [person('grace'), person('ada')] }]),
  )
  expect(new Set(statuses(answers))).toEqual(new Set([200]))
  expect(await readEmails(tenant)).toEqual(['ada@example.org', 'grace@example.org'])
  expect(answers.flatMap(({ text }) => text.match(/"password":"/g) ?? []).length).toBe(1)
  const { items } = await get(tenant, '/talks?limit=200')
  for (const { speakers } of items)
    expect(speakers.map(({ email }: { email: string }) => email)).toEqual([
      'grace@example.org',
      'ada@example.org',
    ])
})

test('a repeated idempotency key changes its talk once', async () => {
  const { tenant, ids } = await withTalks()
  const send = (i: number) =>
    tenant.send('PUT', `/talks/${ids[i]}`, {
      body: { title: `After ${i}` },
      headers: { 'idempotency-key': `key-${i}` },
    })
  const first = await Promise.all(times(send))
  const again = await Promise.all(times(send))
  expect(again.map(({ status, text }) => [status, text])).toEqual(
    first.map(({ status, text }) => [status, text]),
  )
  expect(new Set(again.map(({ headers }) => headers['idempotent-replayed']))).toEqual(new Set(['true']))
  expect((await updates(tenant)).length).toBe(MANY)
})

test('talks, sponsors, new objects, and those of other platforms are kept apart', async () => {
  const { tenant, ids } = await withTalks()
  const other = (await withTalks()).tenant
  await put(tenant, '/sponsors/ext:t0', sponsor())
  const answers = await Promise.all(
    times((i) => {
      if (i % 4 === 0) return tenant.send('PUT', `/talks/${ids[i]}`, { body: { title: 'After' } })
      if (i % 4 === 1) return other.send('PUT', `/talks/${ids[i]}`, { body: { title: 'After' } })
      if (i % 4 === 2) return other.send('PUT', `/talks/ext:t${i}`, { body: { title: 'Other' } })
      return i === 3
        ? tenant.send('PUT', '/sponsors/ext:t0', { body: { name: 'After' } })
        : tenant.send('PUT', `/talks/ext:new${i}`, { body: talk() })
    }),
  )
  expect(statuses(answers)).toEqual(times((i) => (i === 3 ? 200 : [200, 404, 200, 201][i % 4])))
  const changed = MANY / 4
  expect((await updates(tenant)).map(({ type }) => type).sort()).toEqual([
    'sponsor.updated',
    ...Array(changed).fill('talk.updated'),
  ])
  expect((await updates(other)).length).toBe(changed)
})

test.runIf(inject('store') === 'postgres')('share transactions, and wait for no one else', async () => {
  const { tenant, ids } = await withTalks()
  const { location } = tenant.api
  if (location.dialect !== 'postgres') throw new Error('Not the store that was asked for.')
  const client = new pg.Client(location.url)
  await client.connect()
  try {
    await client.query('begin')
    await client.query('select 1 from talks where id = $1 for update', [ids[0]])
    const waiting = tenant.send('PUT', `/talks/${ids[0]}`, { body: { title: 'After' } })
    const caller = { ...tenant.caller, actor: { kind: 'api_key', id: null, level: 'standard' } as const }
    const saved = ids.slice(1).map((id) => saveTalk(tenant.api.installation, caller, id, { title: 'After' }))
    expect((await Promise.all(saved)).map(({ response }) => response.message)).toEqual(
      saved.map(() => 'Talk updated.'),
    )
    await client.query('rollback')
    expect((await waiting).status).toBe(200)
    const { rows } = await client.query<{ transactions: string }>(
      `select count(distinct xmin::text) as transactions from events where type = 'talk.updated' and platform_id = $1`,
      [tenant.caller.platform.id],
    )
    expect(Number(rows[0]?.transactions)).toBe(2)
  } finally {
    await client.end()
  }
})
