// The import of a large programme within the rate limit of one key, while other requests are served.
import { createHash } from 'node:crypto'
import { loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openInstallation } from '../../src/app/context.ts'
import { readConfig } from '../../src/config.ts'
import { createApiKey } from '../../src/features/api-keys/api-keys.ts'
import { changeSettings, createPlatform, ensurePlatform } from '../../src/features/platforms/platforms.ts'
import { systemCaller } from '../../src/kernel/changes/services.ts'
import type { Send } from '../support/api.ts'
import { sponsor } from '../support/bodies.ts'
import { largeProgramme } from '../support/large-programme.ts'
import { createTestInstallation, queryStore, startServer, type TestInstallation } from '../support/process.ts'
import { expectWithin, sized } from '../support/sizes.ts'

const SIZE = sized({ small: { talks: 200, people: 300 }, full: { talks: 2_000, people: 3_000 } })
const MAX_FIRST_SECONDS = 3
const MAX_AGAIN_SECONDS = 3
/** The objects that a changed programme omits. */
const LEFT_OUT = { talks: SIZE.talks / 20, people: SIZE.people / 60 }
const none = { talks: 0, sponsors: 0, people: 0, surveys: 0 }
const all = { ...none, ...SIZE }

test(`${SIZE.talks} talks and ${SIZE.people} people are imported within ${MAX_FIRST_SECONDS} seconds, again within ${MAX_AGAIN_SECONDS}, and a dry run changes nothing`, {
  timeout: 600_000,
}, async () => {
  await using installation = await createTestInstallation('sqlite', { isDurable: true })
  const keys = await createKeys(installation)
  await using server = await startServer(installation)
  const programme = largeProgramme(SIZE)
  const push = (body: object, query = '') =>
    server.client(keys.pushing)('PUT', `/programme${query}`, { body })

  const others = workBeside(server.client(keys.working))
  const first = await timed(() => push(programme))
  const waits = await others.end()
  expect(first.answer.body).toMatchObject({ code: 'ok', created: all, refused: [] })
  expect(first.answer.body.accounts.length).toBe(SIZE.people)

  const again = await timed(() => push(programme))
  expect(again.answer.body).toMatchObject({ created: none, updated: none, unchanged: all, accounts: [] })

  const changed = {
    ...programme,
    talks: programme.talks
      .slice(LEFT_OUT.talks)
      .map((talk, i) => (i % 3 === 0 ? { ...talk, title: `${talk.title}, updated` } : talk)),
    people: [
      ...programme.people.slice(0, -LEFT_OUT.people),
      { ...programme.people[0], externalId: 'new', email: 'new@example.org' },
    ],
    prune: true,
  }
  const before = await contentOf(installation)
  const dry = await timed(() => push(changed, '?dryRun=true'))
  expect(dry.answer.body).toMatchObject({
    dryRun: true,
    created: { ...none, people: 1 },
    updated: { ...none, talks: Math.ceil((SIZE.talks - LEFT_OUT.talks) / 3) },
    removed: { talks: LEFT_OUT.talks },
  })
  expect(await contentOf(installation)).toEqual(before)
  const othersAgain = workBeside(server.client(keys.working))
  await push(changed, '?dryRun=true')
  const dryWaits = await othersAgain.end()

  const figures = [
    `first ${first.seconds.toFixed(1)} s`,
    `again ${again.seconds.toFixed(1)} s`,
    `dry run ${dry.seconds.toFixed(1)} s`,
    `beside it ${waits.length} PUT, median ${quantile(waits, 0.5)} ms, slowest ${quantile(waits, 1)} ms`,
    `beside a dry run ${dryWaits.length} PUT, slowest ${quantile(dryWaits, 1)} ms`,
    `load ${loadavg()[0]?.toFixed(1)}`,
  ]
  process.stdout.write(`${figures.join('; ')}\n`)
  expectWithin(first.seconds, MAX_FIRST_SECONDS)
  expectWithin(again.seconds, MAX_AGAIN_SECONDS)
  expectWithin(quantile(waits, 0.5), 100)
  expectWithin(quantile(waits, 1), 2_000)
  expectWithin(quantile(dryWaits, 1), 2_000)
})

/** A key at its limit of 100 requests a minute, and a key of another platform. */
async function createKeys({ env }: TestInstallation): Promise<{ pushing: string; working: string }> {
  const { config, secrets } = readConfig(env)
  await using installation = await openInstallation(config, secrets)
  const own = systemCaller(await ensurePlatform(installation, { slug: 'default', name: 'Lectern' }))
  const other = systemCaller(await createPlatform(installation, { slug: 'other', name: 'Other' }))
  await changeSettings(installation, other, { requestsPerMinute: 1_000_000 })
  const key = async (caller: typeof own) =>
    (await createApiKey(installation, caller, { name: 'Test', level: 'standard' })).key
  return { pushing: await key(own), working: await key(other) }
}

/** Sends a PUT every 100 ms without waiting for responses. Returns the milliseconds that each took. */
function workBeside(send: Send): { end(): Promise<number[]> } {
  const ending = new AbortController()
  const answers: Promise<number>[] = []
  const put = async (i: number) => {
    const { seconds, answer } = await timed(() =>
      send('PUT', '/sponsors/ext:beside', { body: sponsor({ name: `Name ${i}` }) }),
    )
    expect(answer.body).toMatchObject({ code: 'ok' })
    return Math.round(seconds * 1000)
  }
  const working = (async () => {
    for (let i = 0; !ending.signal.aborted; i++) {
      answers.push(put(i))
      await delay(100)
    }
  })()
  return {
    end: async () => {
      ending.abort()
      await working
      return Promise.all(answers)
    },
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ seconds: number; answer: T }> {
  const started = performance.now()
  const answer = await work()
  return { seconds: (performance.now() - started) / 1000, answer }
}

const quantile = (values: readonly number[], q: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(q * (values.length - 1))] ?? Number.NaN

/** A digest of every table, except those that record requests and the use of keys. */
async function contentOf({ location }: TestInstallation): Promise<Record<string, string>> {
  const tables = await queryStore(
    location,
    location.dialect === 'sqlite'
      ? "select name from sqlite_schema where type = 'table'"
      : "select tablename as name from pg_tables where schemaname = 'public'",
  )
  const digests: Record<string, string> = {}
  for (const { name } of tables) {
    if (['request_log', 'request_counts', 'api_keys'].includes(String(name))) continue
    const rows = await queryStore(location, `select * from "${String(name)}"`)
    // The request log has a sequence, too.
    const kept = rows.filter((row) => name !== 'sqlite_sequence' || row.name === 'events')
    const lines = kept.map((row) => JSON.stringify(row)).sort()
    digests[String(name)] = createHash('sha256').update(lines.join('\n')).digest('hex')
  }
  return digests
}
