// Outages: the store cannot be reached, or the password queue is full.

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Answer, startApi, type TestApi } from '../../../test/support/api.ts'
import { attendee, person, sponsor, talk } from '../../../test/support/bodies.ts'
import { createTestStore, type TestStore } from '../../../test/support/stores.ts'
import { startTcpProxy, type TcpProxy } from '../../../test/support/tcp-proxy.ts'
import { waitUntil } from '../../../test/support/until.ts'
import { Visitor } from '../../../test/support/visitors.ts'
import { HashQueue } from '../lib/security/hash-queue.ts'
import { hashPassword } from '../lib/security/passwords.ts'
import { systemClock } from '../lib/time/clock.ts'

const requests: [method: string, path: string, body?: object][] = [
  ['GET', '/talks'],
  ['GET', '/talk/upcoming'],
  ['GET', '/users/ext:u'],
  ['PUT', '/talks/ext:t', { track: 'lost' }],
  ['POST', '/talks', talk({ speakers: [person('lost')] })],
  ['POST', '/sponsors', sponsor({ name: 'lost' })],
  ['POST', '/users', attendee('lost')],
  ['DELETE', '/users/ext:u'],
]

function expectUnavailable(answer: Answer): void {
  expect(answer).toMatchObject({
    status: 503,
    headers: { 'retry-after': '2', 'content-type': 'application/problem+json' },
    body: { code: 'unavailable', message: 'The service cannot reach its store right now.' },
  })
}

const statusAt = async (api: TestApi, path: string) => (await api.sendTo('GET', path, { key: null })).status
const namesIn = ({ body }: Answer) =>
  body.items.map((item: { email: string }) => item.email.split('@')[0]).sort()

describe.runIf(inject('store') === 'postgres')('an outage of PostgreSQL', () => {
  let testStore: TestStore
  let proxy: TcpProxy
  let api: TestApi
  beforeAll(async () => {
    testStore = await createTestStore('postgres')
    if (testStore.location.dialect !== 'postgres') throw new Error('The test store is not PostgreSQL.')
    proxy = await startTcpProxy(testStore.location.url)
    // The environment setting overrides the SQLite store of startApi.
    api = await startApi({ store: 'sqlite', env: { LECTERN_DATABASE_URL: proxy.url } })
    await api.send('PUT', '/talks/ext:t', { body: talk() })
    await api.send('PUT', '/users/ext:u', { body: attendee('eve') })
  })
  afterAll(async () => {
    await api[Symbol.asyncDispose]()
    await proxy[Symbol.asyncDispose]()
    await testStore[Symbol.asyncDispose]()
  })

  const recover = async () => {
    await proxy.restore()
    await waitUntil(
      () => api.send('GET', '/talks').then(({ status }) => status),
      (status) => status === 200,
    )
  }
  /** Sponsors that the test of writes in the middle of an outage creates. */
  const MIDWAY = /^midway-/
  const expectNothingLost = async () => {
    expect(namesIn(await api.send('GET', '/users'))).toEqual(['ada', 'eve'])
    expect((await api.send('GET', '/talks')).body.items).toMatchObject([{ externalId: 't', track: null }])
    const stored = (await api.send('GET', '/sponsors?limit=200')).body.items
    expect(stored.filter(({ externalId }: { externalId: string }) => !MIDWAY.test(externalId))).toEqual([])
  }

  test('gives every request a 503 with Retry-After and loses nothing when PostgreSQL is back', async () => {
    await proxy.cut()
    for (const [method, path, body] of requests) expectUnavailable(await api.send(method, path, { body }))
    expect([await statusAt(api, '/live'), await statusAt(api, '/ready')]).toEqual([200, 503])
    await recover()
    expect(await statusAt(api, '/ready')).toBe(200)
    await expectNothingLost()
  })

  test('shows visitors a page in their language, with a link that tries again', async () => {
    await proxy.cut()
    const headers = { accept: 'text/html', 'accept-language': 'de' }
    const page = await api.sendTo('GET', '/agenda?day=2027-05-20', { key: null, headers })
    expect(page).toMatchObject({
      status: 503,
      headers: {
        'retry-after': '2',
        'content-type': 'text/html; charset=utf-8',
        'content-language': 'de',
        'cache-control': 'no-store',
      },
    })
    expect(page.text).toContain('<html lang="de"')
    expect(page.text).toContain('Vorübergehend nicht verfügbar')
    expect(page.text).toContain('href="?day=2027-05-20">Erneut versuchen</a>')
    const [, sheet = ''] = /rel="stylesheet" href="([^"]+)"/.exec(page.text) ?? []
    expect(await statusAt(api, sheet)).toBe(200)
    await recover()
  })

  test('leaves no broken connections behind, even several times in a row', async () => {
    for (let round = 0; round < 3; round++) {
      await proxy.cut()
      expectUnavailable(await api.send('GET', '/talks'))
      await recover()
      // As many as there are connections.
      const answers = await Promise.all(Array.from({ length: 10 }, () => api.send('GET', '/users')))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    }
  })

  test('without closed connections gives requests a 503 after a timeout and loses nothing', async () => {
    proxy.stall()
    const answers = await Promise.all(
      requests.map(([method, path, body]) => api.send(method, path, { body })),
    )
    for (const answer of answers) expectUnavailable(answer)
    await proxy.cut()
    await recover()
    await expectNothingLost()
  })

  test('during writes gives each of them a response and loses no acknowledged write', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `midway-${index}`)
    const sent = names.map((name) =>
      api.send('POST', '/sponsors', { body: sponsor({ name, externalId: name }) }),
    )
    await Promise.race(sent)
    await proxy.cut()
    const statuses = (await Promise.all(sent)).map(({ status }) => status)
    expect(statuses.filter((status) => status !== 201 && status !== 503)).toEqual([])
    await recover()
    const stored = (await api.send('GET', '/sponsors?limit=200')).body.items.map(
      (item: { externalId: string }) => item.externalId,
    )
    const acknowledged = names.filter((_name, index) => statuses[index] === 201)
    expect(acknowledged.filter((name) => !stored.includes(name))).toEqual([])
    expect(api.logged.join('')).not.toContain('"status":500')
  })
})

describe.runIf(inject('store') === 'sqlite')('a SQLite file that another process locks', () => {
  test('gives writes a 503 with Retry-After and does not affect reads, and writes succeed once it is unlocked', async () => {
    await using api = await startApi()
    await api.send('PUT', '/talks/ext:t', { body: talk() })
    const other = new DatabaseSync(join(api.dataDir, 'lectern.db'))
    other.exec('BEGIN IMMEDIATE')
    const write = api.send('PUT', '/talks/ext:t', { body: { track: 'A' } })
    expect((await api.send('GET', '/talks/ext:t')).body.track).toBeNull()
    expectUnavailable(await write)
    other.exec('ROLLBACK')
    other.close()
    expect((await api.send('PUT', '/talks/ext:t', { body: { track: 'B' } })).status).toBe(200)
    expect((await api.send('GET', '/talks/ext:t')).body.track).toBe('B')
  })
})

describe('a full password queue', () => {
  const start = () =>
    startApi({
      hashes: new HashQueue({ concurrency: 1, maxWaitMs: 0, hash: hashPassword, clock: systemClock }),
    })

  test('refuses a sign-in with 429 and Retry-After', async () => {
    await using api = await start()
    const { status, headers } = await new Visitor(api).signIn('ada@example.org')
    expect({ status, retryAfter: headers['retry-after'] }).toEqual({ status: 429, retryAfter: '1' })
  })

  test('does not delay the API, whose new accounts need none of it', async () => {
    await using api = await start()
    const speakers = Array.from({ length: 50 }, (_, index) => person(`new${index}`))
    expect((await api.send('PUT', '/talks/ext:t', { body: talk({ speakers }) })).status).toBe(201)
    expect((await api.send('POST', '/users', { body: attendee('ada') })).status).toBe(201)
  })
})
