// Directus: talks, people, and a junction table between them, made through its API.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { PEOPLE, personBody, speakersOf, TALKS, talkFields, templateOf, userBody } from '../programme.ts'
import { freePort, install, type Peer, run, runtimeOf, sendJson, serve } from './peer.ts'

const VERSION = '12.4.0'
const KEY = 'benchmark-token-of-directus'
const PASSWORD = 'benchmark-password'

type Target = { port: number; key: string }
type Made = { data: { id: number } }
type MadeTalk = { data: { id: number; speakers: number[] } }

/** Installs, starts, and fills Directus. `stack` ends it. */
export async function startDirectus(stack: AsyncDisposableStack): Promise<Peer> {
  const folder = await install('directus', { directus: VERSION, sqlite3: '5.1.7' })
  const port = await freePort()
  rmSync(join(folder, 'data.db'), { force: true })
  const env = {
    HOST: '127.0.0.1',
    PORT: String(port),
    SECRET: 'benchmark-secret-benchmark-secret',
    DB_CLIENT: 'sqlite3',
    DB_FILENAME: join(folder, 'data.db'),
    ADMIN_EMAIL: 'admin@example.org',
    ADMIN_PASSWORD: PASSWORD,
    ADMIN_TOKEN: KEY,
    TELEMETRY: 'false',
    LOG_LEVEL: 'error',
    RATE_LIMITER_ENABLED: 'false',
    PRESSURE_LIMITER_ENABLED: 'false',
    QUERY_LIMIT_MAX: '1000',
  }
  const cli = join(folder, 'node_modules/directus/cli.js')
  await run(runtimeOf(folder), [cli, 'bootstrap'], { folder, env })
  await serve(stack, [cli, 'start'], { folder, env, port })
  const target = { port, key: KEY }
  await makeCollections(target)
  return {
    name: `Directus ${VERSION}`,
    port,
    work: {
      key: KEY,
      updates: await makeTalks(target),
      list: [templateOf('GET', '/items/talks?limit=50&fields=*,speakers.people_id.*')],
      creations: [templateOf('POST', '/users', { ...userNames(), password: PASSWORD })],
    },
  }
}

/** People have no role, because the license limits the number of people with access to its app. */
const userNames = () => ({
  email: userBody.email,
  first_name: userBody.firstName,
  last_name: userBody.lastName,
})

async function makeCollections(target: Target): Promise<void> {
  const text = (field: string, type = 'string') => ({ field, type })
  const id = { field: 'id', type: 'integer', schema: { is_primary_key: true, has_auto_increment: true } }
  const make = (collection: string, fields: object[]) =>
    sendJson(target, 'POST', '/collections', {
      collection,
      schema: {},
      meta: {},
      fields: [id, ...fields].map((field) => ({ ...field, meta: {} })),
    })
  await make('talks', [
    text('title'),
    text('description', 'text'),
    text('start', 'timestamp'),
    { field: 'duration', type: 'integer' },
    text('track'),
  ])
  await make(
    'people',
    ['email', 'first_name', 'last_name', 'job', 'company'].map((name) => text(name)),
  )
  await make('talks_people', [
    { field: 'talks_id', type: 'integer' },
    { field: 'people_id', type: 'integer' },
  ])
  await sendJson(target, 'POST', '/fields/talks', {
    field: 'speakers',
    type: 'alias',
    meta: { special: ['m2m'] },
  })
  const relate = (field: string, related: string, meta: object) =>
    sendJson(target, 'POST', '/relations', {
      collection: 'talks_people',
      field,
      related_collection: related,
      meta,
      schema: { on_delete: 'CASCADE' },
    })
  await relate('talks_id', 'talks', { one_field: 'speakers', junction_field: 'people_id' })
  await relate('people_id', 'people', { junction_field: 'talks_id' })
}

const personOf = (number: number) => {
  const { email, firstName, lastName, job, company } = personBody(number)
  return { email, first_name: firstName, last_name: lastName, job, company }
}

async function makeTalks(target: Target) {
  const people: number[] = []
  for (let number = 0; number < PEOPLE; number += 1)
    people.push((await sendJson<Made>(target, 'POST', '/items/people', personOf(number))).data.id)
  const updates = []
  for (let talk = 0; talk < TALKS; talk += 1) {
    const numbers = speakersOf(talk)
    const { data } = await sendJson<MadeTalk>(target, 'POST', '/items/talks', {
      ...talkFields(talk, 'as it was'),
      speakers: numbers.map((number) => ({ people_id: people[number] })),
    })
    // The ids are known, which saves Directus the search for people by e-mail.
    const speakers = numbers.map((number, place) => ({
      id: data.speakers[place],
      people_id: { id: people[number], ...personOf(number) },
    }))
    updates.push(templateOf('PATCH', `/items/talks/${data.id}`, { ...talkFields(talk), speakers }))
  }
  return updates
}
