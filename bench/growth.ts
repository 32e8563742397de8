// `npm run bench -- growth`: the duration of requests with 1,000, 10,000, and 100,000 talks, as many speakers, and as
// many attendees, on both stores, over one connection. Other sizes can follow, such as `-- growth 1000 100000`, and
// `--million` adds 1,000,000. The medians go to bench/results.json.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createTestStore, type StoreKind, type TestStore } from '../test/support/stores.ts'
import { type Filled, fillProgramme, type Named, RARE_WORD } from './growth-data.ts'
import { startServer } from './server.ts'

const RESULTS = fileURLToPath(new URL('results.json', import.meta.url))
const SIZES = [1_000, 10_000, 100_000]
const MILLION = 1_000_000
const SAMPLES = 15
/** A slow request is repeated for at most this long. */
const MAX_ROW_MS = 20_000

type Row = {
  name: string
  path(named: Named): string
  /** Set for responses that are sent from memory until something changes. */
  isKept?: boolean
}
/** `test/process/query-costs.stores.full.test.ts` also counts these. */
export const growthRows: Row[] = [
  { name: 'GET /talks/:id', path: ({ talkIds }) => api(`/talks/${talkIds.at(-1)}`), isKept: true },
  { name: 'GET /talks?limit=50', path: () => api('/talks?limit=50'), isKept: true },
  { name: 'GET /talk/upcoming', path: () => api('/talk/upcoming') },
  {
    name: 'GET /talks?updatedSince=',
    path: ({ filledAt }) => api(`/talks?updatedSince=${filledAt}`),
    isKept: true,
  },
  { name: 'GET /talks?tag=', path: ({ tag }) => api(`/talks?tag=${encodeURIComponent(tag)}`), isKept: true },
  {
    name: 'GET /talks?speaker=',
    path: ({ speakerEmail }) => api(`/talks?speaker=${speakerEmail}`),
    isKept: true,
  },
  { name: '/', path: () => '/', isKept: true },
  { name: '/agenda?day=', path: ({ day }) => `/agenda?day=${day}`, isKept: true },
  { name: '/agenda?tag=', path: ({ tag }) => `/agenda?tag=${encodeURIComponent(tag)}`, isKept: true },
  { name: '/agenda?q=', path: () => `/agenda?q=${RARE_WORD}`, isKept: true },
  { name: '/agenda?q=, a common word', path: () => '/agenda?q=programme', isKept: true },
  { name: '/agenda?q=, two letters', path: () => `/agenda?q=${RARE_WORD.slice(0, 2)}`, isKept: true },
  { name: '/agenda?q=, misspelled', path: () => '/agenda?q=programmme', isKept: true },
  { name: '/talks/:id', path: ({ talkIds }) => `/talks/${talkIds.at(-1)}`, isKept: true },
  { name: '/speakers', path: () => '/speakers', isKept: true },
  { name: '/speakers?q=', path: () => '/speakers?q=last77', isKept: true },
  { name: '/speakers/:id', path: ({ speakerId }) => `/speakers/${speakerId}`, isKept: true },
  { name: '/schedule.json', path: () => '/schedule.json', isKept: true },
  { name: '/backoffice', path: () => '/backoffice', isKept: true },
  { name: '/backoffice/talks', path: () => '/backoffice/talks' },
  { name: '/backoffice/talks?sort=title', path: () => '/backoffice/talks?sort=title' },
  { name: '/backoffice/talks?needs=', path: () => '/backoffice/talks?needs=conflict' },
  { name: '/backoffice/talks?q=', path: () => `/backoffice/talks?q=${RARE_WORD}` },
  { name: '/backoffice/search?q=', path: () => `/backoffice/search?q=${RARE_WORD}` },
  { name: '/backoffice/speakers', path: () => '/backoffice/speakers' },
  { name: '/backoffice/speakers?profile=', path: () => '/backoffice/speakers?profile=incomplete' },
]

const api = (path: string) => `/api/external/v1${path}`

/** Medians in milliseconds by store, row, and number of talks. */
type Results = Record<string, Record<string, Record<string, number>>>

export async function measureGrowth(args: readonly string[]): Promise<void> {
  const chosen = args.map(Number).filter((size) => size > 0)
  const million = args.includes('--million') ? [MILLION] : []
  const sizes = [...(chosen.length > 0 ? chosen : SIZES), ...million]
  const results: Results = {}
  for (const store of ['sqlite', 'postgres'] as const) {
    const ofStore: Results[string] = {}
    for (const size of sizes) await measureStore(store, size, ofStore)
    results[store] = ofStore
    process.stdout.write(`\n${store}, p50 in ms\n${tableOf(ofStore, sizes)}\n`)
  }
  const others = existsSync(RESULTS) ? (JSON.parse(readFileSync(RESULTS, 'utf8')) as object) : {}
  writeFileSync(RESULTS, `${JSON.stringify({ ...others, growth: results }, null, 2)}\n`)
}

async function measureStore(kind: StoreKind, size: number, into: Results[string]): Promise<void> {
  process.stderr.write(`Filling ${kind} with ${size} talks …\n`)
  await using testStore = await createTestStore(kind, { isDurable: true })
  const filled = await fillProgramme(testStore, size)
  await using server = await startServer(testStore)
  await waitForIndex(testStore)
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: readFileSync(server.certPath) })
  const send = (method: string, path: string, body?: object) =>
    answer({ agent, port: server.port, method, path, filled, body })
  for (const { name, path, isKept = false } of growthRows) {
    const times: number[] = []
    const endMs = performance.now() + MAX_ROW_MS
    // The first two samples prepare statements and compile code.
    for (let sample = 0; sample < SAMPLES + 2 && (sample < 3 || performance.now() < endMs); sample += 1) {
      if (isKept)
        await send('PUT', api(`/talks/${filled.talkIds[0]}`), { details: `Change ${Math.random()}.` })
      const startedMs = performance.now()
      await send('GET', path(filled))
      if (sample > 1) times.push(performance.now() - startedMs)
    }
    const median = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN
    const ofRow = into[name] ?? {}
    into[name] = { ...ofRow, [size]: Number(median.toPrecision(3)) }
    process.stderr.write(`${kind} ${size} ${name}: ${median.toFixed(1)} ms\n`)
  }
  agent.destroy()
}

/** SQLite adds new texts to the search index in the background. */
async function waitForIndex({ location }: TestStore): Promise<void> {
  if (location.dialect === 'postgres') return
  const db = new DatabaseSync(location.path, { readOnly: true })
  const waiting = db.prepare(
    'select 1 from talk_texts_pending union all select 1 from user_texts_pending limit 1',
  )
  while (waiting.get() !== undefined) await sleep(100)
  db.close()
}

type Sending = {
  agent: Agent
  port: number
  method: string
  path: string
  filled: Filled
  body: object | undefined
}

/** Resolves with the last byte of a response, and rejects if it is not 200. */
function answer({ agent, port, method, path, filled, body }: Sending): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const headers = {
    ...(path.startsWith('/api/') ? { authorization: `Bearer ${filled.key}` } : {}),
    ...(path.startsWith('/backoffice') ? { cookie: filled.cookie } : {}),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  const sent = request({ agent, host: '127.0.0.1', port, method, path, headers }, (response) => {
    response.resume().on('end', () => {
      if (response.statusCode === 200) resolve()
      else reject(new Error(`${method} ${path}: ${response.statusCode}`))
    })
  })
  sent.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body))
  return promise
}

function tableOf(results: Results[string], sizes: readonly number[]): string {
  const lines = Object.entries(results).map(([name, bySize]) =>
    [name.padEnd(28), ...sizes.map((size) => String(bySize[size] ?? '').padStart(9))].join(''),
  )
  return [[''.padEnd(28), ...sizes.map((size) => String(size).padStart(9))].join(''), ...lines].join('\n')
}
