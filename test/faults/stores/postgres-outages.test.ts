// PostgreSQL is frozen, gone, full, slow, or replaced by its standby: quick answers, and no acknowledged write is lost.
import pg from 'pg'
import { describe, expect, inject, test } from 'vitest'
import { openStore } from '../../../src/domain/open-store.ts'
import { startApi, type TestApi } from '../../support/api.ts'
import { sponsor, talk } from '../../support/bodies.ts'
import { hasPrivatePostgres, startPrivatePostgres } from '../../support/private-postgres.ts'
import { queryStore } from '../../support/process.ts'
import { sized } from '../../support/sizes.ts'
import { createTestStore } from '../../support/stores.ts'
import { startTcpProxy } from '../../support/tcp-proxy.ts'
import { waitUntil } from '../../support/until.ts'

const ROUNDS = sized({ small: 1, full: 5 })
const FAILOVERS = sized({ small: 2, full: 20 })
const MAX_ANSWER_MS = sized({ small: 6_000, full: 2_000 })
const REQUESTS = 30

const isOnPostgres = inject('store') === 'postgres'

/** Sends reads and writes at once, and returns their statuses and the time of the slowest. */
async function sendMany(api: TestApi, count = REQUESTS) {
  const startedMs = performance.now()
  const times: number[] = []
  const statuses = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const { status } = await (index % 2 === 0
        ? api.send('GET', '/talks?limit=1')
        : api.send('PUT', `/talks/ext:t${index}`, { body: talk() }))
      times.push(performance.now() - startedMs)
      return status
    }),
  )
  return { statuses: [...new Set(statuses)].sort(), slowestMs: Math.max(...times) }
}

const untilServed = (api: TestApi) =>
  waitUntil(
    async () => (await api.send('GET', '/talks')).status,
    (status) => status === 200,
    20_000,
  )

const readiness = async (api: TestApi) => (await api.sendTo('GET', '/ready', { key: null })).status

describe.runIf(isOnPostgres)('PostgreSQL', () => {
  test(`that is frozen or gone gives 503 within two seconds, in ${ROUNDS} rounds`, async ({ task }) => {
    await using store = await createTestStore('postgres')
    if (store.location.dialect !== 'postgres') throw new Error('The test store is not PostgreSQL.')
    await using network = await startTcpProxy(store.location.url)
    await using api = await startApi({ sharedStore: store, env: { LECTERN_DATABASE_URL: network.url } })
    const slowest = { frozen: 0, gone: 0, ready: 0 }
    for (let round = 0; round < ROUNDS; round++) {
      await sendMany(api)
      network.stall()
      const frozen = await sendMany(api)
      const askedMs = performance.now()
      expect(await readiness(api)).toBe(503)
      slowest.ready = Math.max(slowest.ready, performance.now() - askedMs)
      await network.cut()
      const gone = await sendMany(api)
      expect([frozen.statuses, gone.statuses]).toEqual([[503], [503]])
      slowest.frozen = Math.max(slowest.frozen, frozen.slowestMs)
      slowest.gone = Math.max(slowest.gone, gone.slowestMs)
      await network.restore()
      await untilServed(api)
      expect(await readiness(api)).toBe(200)
    }
    expect(Math.max(...Object.values(slowest))).toBeLessThan(MAX_ANSWER_MS)
    const [frozen, gone, ready] = Object.values(slowest).map((ms) => (ms / 1000).toFixed(2))
    task.meta.fault = {
      fault: 'PostgreSQL frozen or gone',
      rounds: `${ROUNDS} × ${REQUESTS} requests each`,
      measured: `503 within ${frozen} s (frozen) and ${gone} s (gone); /ready within ${ready} s`,
    }
  })

  test('with locked rows and more requests than connections gives 503 after a few seconds, and serves others', async ({
    task,
  }) => {
    await using store = await createTestStore('postgres')
    await using api = await startApi({ sharedStore: store, env: { LECTERN_DATABASE_CONNECTIONS: '2' } })
    await api.send('PUT', '/talks/ext:locked', { body: talk() })
    const locking = new pg.Client({
      connectionString: store.location.dialect === 'postgres' ? store.location.url : '',
    })
    await locking.connect()
    await locking.query('begin')
    await locking.query("select id from talks where external_id = 'locked' for update")
    const startedMs = performance.now()
    const responses = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const { status } = await api.send('PUT', '/talks/ext:locked', { body: { track: 'A' } })
        return { status, ms: performance.now() - startedMs }
      }),
    )
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([503]))
    const slowestMs = Math.max(...responses.map(({ ms }) => ms))
    expect(slowestMs).toBeLessThan(sized({ small: 8_000, full: 5_000 }))
    expect((await api.send('GET', '/talks')).status).toBe(200)
    await locking.end()
    expect((await api.send('PUT', '/talks/ext:locked', { body: { track: 'A' } })).status).toBe(200)
    task.meta.fault = {
      fault: 'more requests for locked rows than connections',
      rounds: '20 requests, 2 connections',
      measured: `503 within ${(slowestMs / 1000).toFixed(1)} s`,
    }
  })

  test('that does not sync commits to its disk is refused', async () => {
    await using store = await createTestStore('postgres', { isDurable: true })
    const name = new URL(store.location.dialect === 'postgres' ? store.location.url : '').pathname.slice(1)
    await queryStore(store.location, `alter database ${name} set synchronous_commit = off`)
    await expect(openStore(store.location)).rejects.toThrow(
      'PostgreSQL could lose acknowledged changes: synchronous_commit is off; turn it on.',
    )
  })
})

describe.runIf(isOnPostgres && hasPrivatePostgres)('A PostgreSQL server of its own', () => {
  test('that is full lets requests share the connections that there are', async ({ task }) => {
    await using server = await startPrivatePostgres({ max_connections: '9' })
    const env = { LECTERN_DATABASE_URL: server.url, LECTERN_DATABASE_CONNECTIONS: '20' }
    await using api = await startApi({ store: 'sqlite', env })
    const outcomes = []
    for (let round = 0; round < sized({ small: 2, full: 20 }); round++) outcomes.push(await sendMany(api, 60))
    const statuses = new Set(outcomes.flatMap((outcome) => outcome.statuses))
    expect([...statuses].sort()).toEqual([200, 201])
    expect(await readiness(api)).toBe(200)
    task.meta.fault = {
      fault: 'PostgreSQL has no connections left',
      rounds: `${outcomes.length * 60} requests, pool of 20, 9 on the server`,
      measured: '0 requests failed',
    }
  })

  test(`whose standby takes over ${FAILOVERS} times loses no acknowledged write`, {
    timeout: 900_000,
  }, async ({ task }) => {
    let primary = await startPrivatePostgres({ synchronous_standby_names: '' })
    await using cleanUp = new AsyncDisposableStack()
    cleanUp.use(primary)
    let acknowledged = 0
    const pauses: number[] = []
    for (let round = 0; round < FAILOVERS; round++) {
      const standby = cleanUp.use(await startPrivatePostgres({}, primary))
      const hosts = `127.0.0.1:${primary.port},127.0.0.1:${standby.port}`
      const url = `postgres://root@${hosts}/postgres?target_session_attrs=read-write`
      await using api = await startApi({ store: 'sqlite', env: { LECTERN_DATABASE_URL: url } })
      const names: string[] = []
      const write = async (name: string) => {
        const body = sponsor({ name, externalId: name })
        const { status } = await api.send('PUT', `/sponsors/ext:${name}`, { body })
        if (status === 201) names.push(name)
        return status
      }
      const before = Array.from({ length: 20 }, (_, index) => write(`${round}-a${index}`))
      await Promise.all(before)
      await waitUntil(
        () => queryStore({ dialect: 'postgres', url: primary.url }, REPLICATED),
        ([row]) => row?.done === true,
      )
      primary.stop()
      const lostAt = performance.now()
      standby.promote()
      await waitUntil(
        () => write(`${round}-b`),
        (status) => status === 201 || status === 200,
        30_000,
      )
      pauses.push(performance.now() - lostAt)
      for (const name of names) expect((await api.send('GET', `/sponsors/ext:${name}`)).status).toBe(200)
      acknowledged += names.length
      primary = standby
    }
    task.meta.fault = {
      fault: 'the standby of PostgreSQL takes over',
      rounds: `${FAILOVERS} failovers`,
      measured: `0 of ${acknowledged} acknowledged writes lost; writes again after ${(Math.max(...pauses) / 1000).toFixed(1)} s at most`,
    }
  })
})

const REPLICATED =
  'select coalesce(bool_and(replay_lsn >= pg_current_wal_lsn()), false) as done from pg_stat_replication'
