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
    'GET /talks/:id': [171, 172],
    'GET /talks?limit=50': [4575, 4575],
    'GET /talk/upcoming': [7311, 7311],
    'GET /talks?updatedSince=': [41, 41],
    'GET /talks?tag=': [2671, 17590],
    'GET /talks?speaker=': [304, 304],
    // With up to 300 featured talks, of which the large programme has 1,000.
    '/': [9712, 72403],
    // These include the options of the filters, which are those of the shown days, and the colors of the tracks.
    '/agenda?day=': [53296, 63118],
    '/agenda?tag=': [101669, 259017],
    '/agenda?q=': [100012, 199544],
    '/agenda?q=, a common word': [388597, 327714],
    '/agenda?q=, two letters': [99847, 199379],
    '/agenda?q=, misspelled': [436312, 564724],
    '/talks/:id': [3576, 3600],
    '/speakers': [86793, 124741],
    '/speakers?q=': [42501, 428049],
    '/speakers/:id': [3268, 3269],
    '/schedule.json': [44041, 44041],
    '/backoffice': [526494, 542491],
    '/backoffice/talks': [25508, 32085],
    '/backoffice/talks?sort=title': [24022, 26049],
    '/backoffice/talks?needs=': [421309, 437307],
    '/backoffice/talks?q=': [5009, 5007],
    '/backoffice/search?q=': [505, 505],
    '/backoffice/speakers': [38104, 60081],
    '/backoffice/speakers?profile=': [38104, 60081],
  },
  postgres: {
    'GET /talks/:id': [9, 9],
    'GET /talks?limit=50': [251, 251],
    'GET /talk/upcoming': [501, 501],
    'GET /talks?updatedSince=': [0, 0],
    'GET /talks?tag=': [1127, 2258],
    'GET /talks?speaker=': [13, 13],
    '/': [1434, 2235],
    '/agenda?day=': [4633, 2253],
    '/agenda?tag=': [4230, 48085],
    '/agenda?q=': [10166, 2513],
    '/agenda?q=, a common word': [17510, 12570],
    '/agenda?q=, two letters': [12178, 1002550],
    // Portions of 100 talks, so that reading them keeps nobody waiting. Each portion reads the names of its speakers again.
    '/agenda?q=, misspelled': [37560, 37570],
    '/talks/:id': [1070, 71],
    '/speakers': [6190, 9187],
    '/speakers?q=': [8733, 216796],
    '/speakers/:id': [1073, 75],
    '/schedule.json': [2502, 2500],
    '/backoffice': [11740, 11598],
    '/backoffice/talks': [3861, 2239],
    '/backoffice/talks?sort=title': [3855, 1953],
    '/backoffice/talks?needs=': [4065, 4058],
    '/backoffice/talks?q=': [5086, 129],
    '/backoffice/search?q=': [4024, 10],
    '/backoffice/speakers': [2157, 3155],
    '/backoffice/speakers?profile=': [2157, 3155],
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
    const readPortion = () => readSchedule(api.installation, api.platform.caller.platform, ids)
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
