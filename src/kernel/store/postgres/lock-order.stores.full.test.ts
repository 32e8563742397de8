// Changes of one talk that meet lock rows in the same order. Otherwise, PostgreSQL finds a deadlock after a second, and
// keeps a connection busy until then.
import { expect, inject, test } from 'vitest'
import { createUser } from '../../../../test/support/accounts.ts'
import { attendee, person, survey, talk } from '../../../../test/support/bodies.ts'
import { readRaw } from '../../../../test/support/raw-store.ts'
import { put, type Tenant, useApi } from '../../../../test/support/scenarios.ts'
import { changeSettings } from '../../../features/platforms/platforms.ts'

const server = useApi()
const ROUNDS = 6
const TALK = '/talks/ext:met'
const LIVE = { start: '2027-03-01T11:50:00Z', duration: 60 }

/** Each changes the talk, what happens in it, or what belongs to it. `n` makes values differ. */
const changes: Record<string, (tenant: Tenant, n: number) => Promise<{ status: number }>> = {
  title: ({ send }, n) => send('PUT', TALK, { body: { title: `Title ${n}` } }),
  people: ({ send }, n) =>
    send('PUT', TALK, { body: { speakers: [person(`p${n % 3}`)], moderators: [person(`p${(n + 1) % 3}`)] } }),
  deletion: async ({ send }) => {
    const deleted = await send('DELETE', TALK)
    await send('PUT', TALK, { body: talk(LIVE) })
    return deleted
  },
  message: ({ send }, n) => send('POST', `${TALK}/messages`, { body: { text: `Hello ${n}`, label: 'Desk' } }),
  question: ({ send }, n) =>
    send('POST', `${TALK}/questions`, { body: { text: `Why ${n}?`, label: 'Desk' } }),
  survey: ({ send }, n) => send('PUT', `/surveys/ext:s${n % 2}`, { body: survey({ talk: 'ext:met' }) }),
  opening: ({ send }, n) => send('POST', `/surveys/ext:s${n % 2}/open`),
  closing: ({ send }, n) => send('POST', `/surveys/ext:s${n % 2}/close`),
  credits: ({ send }) =>
    send('POST', '/users/ext:ada/credits', { body: { kind: 'debit', talk: 'ext:met', mode: 'live' } }),
  favorite: ({ send }) => send('PUT', '/users/ext:ada/favorites/ext:met'),
  person: ({ send }, n) => send('PUT', '/users/ext:ada', { body: { job: `Job ${n}` } }),
  batch: ({ send }, n) =>
    send('POST', '/batch', {
      body: {
        operations: [
          { operation: 'putUser', id: 'ext:ada', body: { city: `City ${n}` } },
          { operation: 'putTalk', id: 'ext:met', body: { title: `Batch ${n}` } },
        ],
      },
    }),
}

const names = Object.keys(changes)
const pairs = names.flatMap((one, i) => names.slice(i).map((other) => [one, other] as const))

test('pairs of changes of one talk never deadlock, and none is answered with 5xx', async () => {
  const tenant = await server.createTenant()
  const { installation } = tenant.api
  await changeSettings(installation, tenant.caller, { credits: { isOn: true, price: 0 } })
  await createUser(tenant, attendee('ada', { externalId: 'ada' }))
  await put(tenant, TALK, talk(LIVE))
  const before = await deadlocks(tenant)
  const failed: string[] = []
  for (const [one, other] of pairs) {
    const sent = Array.from({ length: ROUNDS }, (_, n) =>
      [one, other].map((name) => changes[name]?.(tenant, n)),
    )
    for (const answer of await Promise.all(sent.flat()))
      if (answer === undefined || answer.status >= 500) failed.push(`${one} and ${other}: ${answer?.status}`)
  }
  expect(failed).toEqual([])
  expect(await deadlocks(tenant)).toBe(before)
})

/** The deadlocks that the server has found in this database. SQLite has a single writer. */
async function deadlocks({ api }: Tenant): Promise<number> {
  if (inject('store') === 'sqlite') return 0
  const count =
    'select pg_stat_force_next_flush(), deadlocks from pg_stat_database where datname = current_database()'
  const [row] = await readRaw(api.installation.store, 'test.deadlocks', { sqlite: count, postgres: count })
  return Number(row?.deadlocks)
}
