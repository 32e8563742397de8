// The data of the benchmark: 200 talks with three speakers each, and requests that all differ.

import pg from 'pg'
import { type Installation, openInstallation } from '../src/app/context.ts'
import { readConfig } from '../src/config.ts'
import { createApiKey } from '../src/features/api-keys/api-keys.ts'
import { changeSettings, ensurePlatform } from '../src/features/platforms/platforms.ts'
import type { TalkBody } from '../src/features/talks/schema.ts'
import { saveTalk, saveTalkOperation } from '../src/features/talks/talks.ts'
import { type Caller, systemCaller, writeContext } from '../src/kernel/changes/services.ts'
import type { TestStore } from '../test/support/stores.ts'
import type { Template } from './load.ts'
import { type Recorded, recordTransaction } from './transaction.ts'

export const TALKS = 200
export const PEOPLE = 60
const SPEAKERS = 3
/** The placeholder for the number of a request. */
const NUMBER = '\u{1f51f}'

export type Programme = {
  key: string
  /** PUT /talks/:id with three speakers and a different title each time. */
  updates: Template[]
  creations: Template[]
  list: Template[]
  /** GET /talks/:id. */
  reads: Template[]
  /** The transactions of these updates, two per talk. */
  transactions: Recorded[]
}

/** The settings of a server on this store. */
export const settingsOf = ({ folder, location }: TestStore): Record<string, string> => ({
  LECTERN_PORT: '0',
  LECTERN_HOST: '127.0.0.1',
  LECTERN_DATA_DIR: folder,
  ...(location.dialect === 'postgres' ? { LECTERN_DATABASE_URL: location.url } : {}),
})

/** Fills an empty store. The rate limit is set to its maximum, so that requests are counted but never refused. */
export async function fill(testStore: TestStore): Promise<Programme> {
  const { config, secrets } = readConfig(settingsOf(testStore))
  await using installation = await openInstallation(config, secrets)
  const platform = await ensurePlatform(installation, { slug: 'default', name: 'Bench' })
  const caller = systemCaller(
    await changeSettings(installation, systemCaller(platform), { requestsPerMinute: 1_000_000 }),
  )
  const { key } = await createApiKey(installation, caller, { name: 'bench', level: 'standard' })
  const talkIds: string[] = []
  for (let talk = 0; talk < TALKS; talk += 1) {
    const { response } = await saveTalk(installation, caller, null, talkBody(talk, 'as it was'))
    talkIds.push(response.id)
  }
  if (testStore.location.dialect === 'postgres') await analyze(testStore.location.url)
  return {
    key,
    updates: talkIds.map((id, talk) => template('PUT', `/talks/${id}`, talkBody(talk, NUMBER))),
    creations: [template('POST', '/users', userBody)],
    list: [template('GET', '/talks?limit=50')],
    reads: talkIds.map((id) => template('GET', `/talks/${id}`)),
    transactions: await transactionsOf(installation, caller, testStore.location.dialect, talkIds),
  }
}

/** As autovacuum does within a minute. Without statistics, PostgreSQL finds a talk among all those of its platform. */
async function analyze(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('ANALYZE')
  await client.end()
}

async function transactionsOf(
  installation: Installation,
  caller: Caller,
  dialect: 'sqlite' | 'postgres',
  talkIds: readonly string[],
): Promise<Recorded[]> {
  const transactions: Recorded[] = []
  for (const title of ['first', 'second']) {
    for (const [talk, value] of talkIds.entries()) {
      const ctx = writeContext(installation.clock, caller)
      const input = { reference: { by: 'id' as const, value }, body: talkBody(talk, title) }
      transactions.push(await recordTransaction(installation.store, dialect, saveTalkOperation, ctx, input))
    }
  }
  return transactions
}

const talkBody = (talk: number, title: string): TalkBody => ({
  ...talkFields(talk, title),
  speakers: speakersOf(talk).map(personBody),
})

/** A talk without its speakers. Without a title, each request has a different one. */
export const talkFields = (talk: number, title = NUMBER) => ({
  title: `Talk ${talk} ${title}`,
  description: 'A typical description of a talk: a few sentences about its audience. '.repeat(3),
  start: new Date(Date.UTC(2030, 4, 1 + (talk % 3), 9 + (talk % 8))).toISOString(),
  duration: 45,
  track: `Track ${talk % 4}`,
})

/** The numbers of its speakers, from 0 to `PEOPLE` − 1. */
export const speakersOf = (talk: number): number[] =>
  Array.from({ length: SPEAKERS }, (_none, place) => (talk * SPEAKERS + place) % PEOPLE)

export const personBody = (number: number) => ({
  email: `speaker-${number}@example.org`,
  firstName: 'Speaker',
  lastName: `Number${number}`,
  job: 'Engineer',
  company: 'Example',
})

/** Differs in each request. */
export const userBody = {
  email: `user-${NUMBER}@example.org`,
  type: 'Attendee',
  firstName: 'User',
  lastName: NUMBER,
}

const template = (method: string, path: string, body?: object): Template =>
  templateOf(method, `/api/external/v1${path}`, body)

export const templateOf = (method: string, path: string, body?: object): Template => ({
  method,
  path,
  bodyAroundNumber: body === undefined ? [] : JSON.stringify(body).split(NUMBER),
})
