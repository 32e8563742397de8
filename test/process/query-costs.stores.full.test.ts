// Counts what queries read in small and large programmes, in units that do not depend on the machine: rows on PostgreSQL, and
// steps of its virtual machine on SQLite. A rise of 10 % fails, like in `costs.api.test.ts`.
import { expect, inject, test } from 'vitest'
import { growthRows } from '../../bench/growth.ts'
import { type Named, RARE_WORD } from '../../bench/growth-data.ts'
import { readSchedule } from '../../src/features/agenda/feeds/feeds.ts'
import { startApi } from '../support/api.ts'
import { person, talk } from '../support/bodies.ts'
import { copyId, growProgramme } from '../support/grown-tables.ts'
import { openReadCounter } from '../support/read-counter.ts'
import { recordQueries } from '../support/reads.ts'
import { createTestStore, type StoreKind, type TestStore } from '../support/stores.ts'
import { signInAs } from '../support/visitors.ts'

const SIZES = [1_000, 100_000] as const
const MAX_RATIO = 1.1
/** Also allowed, because the plan of a query that reads little depends on samples. */
const MORE = { sqlite: 100, postgres: 10 }

/** Read by each request: with 1,000 talks and as many people, and with 100,000. */
type Costs = Record<string, number[]>
const RECORDED: Record<StoreKind, Costs> = {
  sqlite: {
    'GET /talks/:id': [170, 171],
    'GET /talks?limit=50': [4524, 4583],
    'GET /talk/upcoming': [7319, 7260],
    'GET /talks?updatedSince=': [41, 41],
    'GET /talks?tag=': [2646, 17539],
    'GET /talks?speaker=': [302, 302],
    // With up to 300 featured talks, of which the large programme has 1,000.
    '/': [9653, 70583],
    '/agenda?day=': [24181, 24181],
    '/agenda?tag=': [64146, 2172814],
    '/agenda?q=': [32412, 58350],
    '/agenda?q=, a common word': [286863, 149457],
    '/agenda?q=, two letters': [32153, 58188],
    '/agenda?q=, misspelled': [334130, 385019],
    '/talks/:id': [3316, 3331],
    '/speakers': [75740, 113701],
    '/speakers?q=': [42245, 410633],
    '/speakers/:id': [3214, 3214],
    '/schedule.json': [44041, 44041],
    '/backoffice': [497014, 513360],
    '/backoffice/talks': [14484, 14484],
    '/backoffice/talks?sort=title': [15927, 17952],
    '/backoffice/talks?needs=': [419300, 435298],
    '/backoffice/talks?q=': [3141, 3139],
    '/backoffice/search?q=': [485, 485],
    '/backoffice/speakers': [4442, 4442],
    '/backoffice/speakers?profile=': [4442, 4442],
  },
  postgres: {
    'GET /talks/:id': [9, 9],
    'GET /talks?limit=50': [251, 251],
    'GET /talk/upcoming': [506, 501],
    'GET /talks?updatedSince=': [0, 5],
    'GET /talks?tag=': [1127, 2258],
    'GET /talks?speaker=': [13, 13],
    '/': [1434, 2235],
    '/agenda?day=': [3506, 1250],
    '/agenda?tag=': [6183, 95511],
    '/agenda?q=': [10166, 2135],
    '/agenda?q=, a common word': [16810, 10092],
    '/agenda?q=, two letters': [12178, 1002173],
    // Portions of 100 talks, so that reading them keeps nobody waiting. Each portion reads the names of its speakers again.
    '/agenda?q=, misspelled': [36860, 35092],
    '/talks/:id': [1065, 65],
    '/speakers': [6190, 9187],
    '/speakers?q=': [8733, 216796],
    '/speakers/:id': [1071, 73],
    '/schedule.json': [2502, 2500],
    '/backoffice': [9708, 9568],
    '/backoffice/talks': [2861, 959],
    '/backoffice/talks?sort=title': [2855, 953],
    '/backoffice/talks?needs=': [4065, 4058],
    '/backoffice/talks?q=': [4079, 72],
    '/backoffice/search?q=': [4024, 10],
    '/backoffice/speakers': [155, 155],
    '/backoffice/speakers?profile=': [155, 155],
  },
}
/** One portion of a feed is counted, because all of them cost the same. */
const FEED = '/schedule.json'
const PORTION = 500
const store = inject('store')

test('requests to small and large programmes read no more than recorded', { timeout: 400_000 }, async () => {
  const measured: Costs = {}
  const failures: string[] = []
  for (const [position, rows] of SIZES.entries())
    for (const { name, queries } of await measure(rows)) {
      const total = queries.reduce((sum, [, count]) => sum + count, 0)
      measured[name] = [...(measured[name] ?? []), total]
      const recorded = RECORDED[store][name]?.[position] ?? 0
      if (total > recorded * MAX_RATIO + MORE[store])
        failures.push(`${name} at ${rows}: ${total} instead of ${recorded} (${queries.join(', ')})`)
    }
  process.stdout.write(`${store}: ${JSON.stringify(measured)}\n`)
  expect(failures).toEqual([])
})

type Count = { name: string; queries: [name: string, count: number][] }

async function measure(rows: number): Promise<Count[]> {
  await using testStore = await createTestStore(store)
  const { location } = testStore
  const model = await createModel(testStore)
  await growProgramme(location, { ...model, rows })
  await using api = await startApi({ sharedStore: testStore })
  const owner = await signInAs(api, 'owner')
  const named = namedIn(model, rows)
  await using counter = await openReadCounter(location)
  const counts: Count[] = []
  for (const { name, path } of growthRows) {
    const send = async () => {
      const isApi = path(named).startsWith('/api/')
      const answer = await (isApi ? api.sendTo('GET', path(named)) : owner.get(path(named)))
      expect(answer.status, `${name}: ${answer.text}`).toBe(200)
    }
    const ids = Array.from({ length: PORTION }, (_none, index) => copyId(index + 1))
    const readPortion = () => readSchedule(api.installation, api.platform.caller.platform, ids).next()
    const recorded = await recordQueries(api.installation.store, name === FEED ? readPortion : send)
    const queries: Count['queries'] = []
    // Jobs decide how many events it counts.
    const counted = recorded.filter(({ statement }) => statement.name !== 'events.after')
    for (const query of counted) queries.push([query.statement.name, await counter.count(query)])
    counts.push({ name, queries })
  }
  return counts
}

/** One talk and one account, of which the others are copies, and a talk that has a word of its own. */
type Model = { talkId: string; userId: string; now: number }

async function createModel(testStore: TestStore): Promise<Model> {
  await using api = await startApi({ sharedStore: testStore })
  const put = async (name: string, body: object) =>
    (await api.send('PUT', `/talks/ext:${name}`, { body })).body
  const speakers = [person('model')]
  await put('rare', talk({ title: `Talk about ${RARE_WORD}`, speakers }))
  const model = await put('model', talk({ speakers, tags: ['Topic'], room: 'Room', track: 'Track' }))
  return { talkId: model.id, userId: model.speakers[0].id, now: api.clock.now() }
}

const namedIn = ({ talkId, now }: Model, rows: number): Named => ({
  talkIds: [talkId],
  filledAt: new Date(now + 1).toISOString(),
  speakerId: copyId(rows / 2),
  speakerEmail: `copy-${rows / 2}@example.org`,
  tag: 'Topic 7',
  day: new Date(now).toISOString().slice(0, 10),
})
