// Query counts: lists, reads, and writes use the same number of statements for one row and for many.
import { expect, test } from 'vitest'
import { attendee, person, sponsor, talk } from '../support/bodies.ts'
import { recordReads, recordTransactions } from '../support/reads.ts'
import { get, put, type Tenant, useApi } from '../support/scenarios.ts'
import { waitUntil } from '../support/until.ts'

const server = useApi({ isJobless: true })

/** The names of the statements that a call reads with, except those for the API key and its platform, which are cached. */
const recordReadsOf = async ({ api }: Tenant, call: () => Promise<unknown>): Promise<string[]> =>
  (await recordReads(api.installation.store, call)).filter((name) => !/^(api_keys|platforms)\b/.test(name))

const manyPeople = (n: number) => Array.from({ length: n }, (_, i) => person(`p${i}`, { tags: [`tag ${i}`] }))

/** Imports this many talks, sponsors, and users; each talk and sponsor has as many people, up to the maximum. */
async function importRows(tenant: Tenant, rows: number) {
  const people = manyPeople(Math.min(rows, 50))
  const named = Array.from({ length: rows }, (_none, i) => ({ externalId: String(i) }))
  const { body } = await tenant.send('PUT', '/programme', {
    body: {
      source: 'test',
      talks: named.map((name) => ({
        ...talk({ speakers: people, moderators: people, tags: ['a'] }),
        ...name,
      })),
      sponsors: named.map((name) => ({ ...sponsor({ speakers: people }), ...name })),
      people: named.map((name, i) => ({ ...attendee(`u${i}`), ...name })),
    },
  })
  expect(body).toMatchObject({ created: { talks: rows, sponsors: rows, people: rows }, refused: [] })
}

/** What a cached read asks first: whether the platform has changed. */
const VERSION = 'events.after'
const paths: [path: string, statements: string[]][] = [
  ['/talks?limit=200', [VERSION, 'talks.list', 'talk_people.of_talks']],
  ['/talks?limit=2', [VERSION, 'talks.list', 'talk_people.of_talks']],
  ['/talks?tag=a&speaker=p0@example.org', [VERSION, 'talks.list.tag.speaker', 'talk_people.of_talks']],
  ['/talk/upcoming?limit=200', ['talks.upcoming', 'talk_people.of_talks']],
  ['/talks/ext:0', [VERSION, 'talks.by_external_id', 'talk_people.of_talks']],
  ['/sponsors?limit=200', [VERSION, 'sponsors.list', 'sponsor_people.of_sponsors']],
  ['/sponsors/ext:0', [VERSION, 'sponsors.by_external_id', 'sponsor_people.of_sponsors']],
  ['/users?limit=200', [VERSION, 'users.list']],
  ['/users/ext:0', [VERSION, 'users.by_external_id']],
  ['/events', ['events.last_taken_number', 'events.between']],
]
test('lists and reads use the same statements for 0, 1, and 200 rows, and one for what is in memory', async () => {
  for (const rows of [0, 1, 200]) {
    const tenant = await server.createTenant()
    await importRows(tenant, rows)
    const readFromMemory = () => recordReadsOf(tenant, () => get(tenant, '/talks'))
    await waitUntil(readFromMemory, ([first, ...more]) => first === VERSION && more.length === 0)
    for (const [path, statements] of paths) {
      if (rows === 0 && path.includes('ext:0')) continue
      const readPath = () => recordReadsOf(tenant, () => get(tenant, path))
      expect([rows, path, await readPath()]).toEqual([rows, path, statements])
      const again = statements[0] === VERSION ? [VERSION] : statements
      expect([rows, path, await readPath()]).toEqual([rows, path, again])
    }
  }
})

test.each([
  ['/talks', 'saveTalk', talk],
  ['/sponsors', 'saveSponsor', sponsor],
] as const)(
  'PUT %s makes one trip to the store, for any number of people, known and new',
  async (path, operation, body) => {
    for (const count of [1, 20]) {
      const tenant = await server.createTenant()
      const creation = () => put(tenant, `${path}/ext:x`, body({ speakers: manyPeople(count) }))
      const update = () =>
        put(tenant, `${path}/ext:x`, { speakers: manyPeople(count).reverse(), externalId: 'x' })
      expect(await recordTrips(tenant, creation)).toEqual({ reads: [], transactions: [operation] })
      expect(await recordTrips(tenant, update)).toEqual({ reads: [], transactions: [operation] })
    }
  },
)

test('POST /users makes one trip to the store, for a new e-mail and a taken one', async () => {
  const tenant = await server.createTenant()
  const create = () => tenant.send('POST', '/users', { body: attendee('ada') })
  expect(await recordTrips(tenant, create)).toEqual({ reads: [], transactions: ['saveUser'] })
  expect(await recordTrips(tenant, create)).toEqual({ reads: [], transactions: ['saveUser'] })
})

async function recordTrips(tenant: Tenant, call: () => Promise<unknown>) {
  let reads: string[] = []
  const transactions = await recordTransactions(tenant.api.installation.store, async () => {
    reads = await recordReadsOf(tenant, call)
  })
  return { reads, transactions }
}
