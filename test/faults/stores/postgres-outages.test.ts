// PostgreSQL is frozen, gone, full, slow, or replaced by its standby: quick answers, and no acknowledged write is lost.
import pg from 'pg'
import { describe, expect, inject, test } from 'vitest'
import { openStore } from '../../../src/app/open-store.ts'
import { ConnectionPool } from '../../../src/kernel/store/postgres/connection-pool.ts'
import { ControlConnection } from '../../../src/kernel/store/postgres/control-connection.ts'
import { Hosts } from '../../../src/kernel/store/postgres/hosts.ts'
import { startApi, type TestApi } from '../../support/api.ts'
import { sponsor, talk } from '../../support/bodies.ts'
import {
  hasPrivatePostgres,
  type PrivatePostgres,
  startPrivatePostgres,
} from '../../support/private-postgres.ts'
import { queryStore } from '../../support/process.ts'
import { expectWithin, sized } from '../../support/sizes.ts'
import { createTestStore } from '../../support/stores.ts'
import { startTcpProxy } from '../../support/tcp-proxy.ts'
import { waitUntil } from '../../support/until.ts'

const ROUNDS = sized({ small: 1, full: 5 })
const FAILOVERS = sized({ small: 2, full: 20 })
const MAX_ANSWER_MS = 2_000
const REQUESTS = 30
const WRITERS = 4

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

/** Everything that this thread would do waits, as it does on a machine that is too busy. */
const blockThread = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

describe.runIf(isOnPostgres)('PostgreSQL', () => {
  test('that paused once serves many requests at once after that', async () => {
    await using database = await createTestStore('postgres')
    const hosts = new Hosts(database.location.dialect === 'postgres' ? database.location.url : '')
    const control = new ControlConnection(hosts)
    const pool = new ConnectionPool({ hosts, control, connections: 10 })
    try {
      const ask = (seconds: number) => pool.query({ text: 'select pg_sleep($1)', values: [seconds] })
      await Promise.all(Array.from({ length: 10 }, () => ask(1)))
      expect(await Promise.all(Array.from({ length: 60 }, () => ask(0)))).toHaveLength(60)
    } finally {
      await pool.end()
      await control.close()
    }
  })

  test('that answered while this process was busy has answered in time', async () => {
    await using database = await createTestStore('postgres')
    const store = await openStore(database.location)
    try {
      const clock = store.readClock()
      // The statement is sent after a few microtasks. The answer waits in the socket.
      for (let turn = 0; turn < 20; turn += 1) await null
      blockThread(2_000)
      expect(await clock).toBeGreaterThan(0)
    } finally {
      await store.close()
    }
  })

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
    expectWithin(Math.max(...Object.values(slowest)), MAX_ANSWER_MS)
    const [frozen, gone, ready] = Object.values(slowest).map((ms) => (ms / 1000).toFixed(2))
    task.meta.fault = {
      fault: 'PostgreSQL frozen or gone',
      rounds: `${ROUNDS} × ${REQUESTS} requests each`,
      measured: `503 within ${frozen} s (frozen) and ${gone} s (gone); /ready within ${ready} s`,
    }
  })

  test('with locked rows and more requests than connections gives 503 within two seconds, and serves others', async ({
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
    // Each of those who wait for the row has to wait for the ones before it.
    expectWithin(slowestMs, 2_000)
    expect((await api.send('GET', '/talks')).status).toBe(200)
    await locking.end()
    expect((await api.send('PUT', '/talks/ext:locked', { body: { track: 'A' } })).status).toBe(200)
    task.meta.fault = {
      fault: 'more requests for locked rows than connections',
      rounds: '20 requests, 2 connections',
      measured: `503 within ${(slowestMs / 1000).toFixed(1)} s`,
    }
  })

  test('whose connections are all busy is ready, and ends a statement that takes too long', async () => {
    await using store = await createTestStore('postgres')
    await using api = await startApi({ sharedStore: store, env: { LECTERN_DATABASE_CONNECTIONS: '1' } })
    await api.send('PUT', '/talks/ext:locked', { body: talk() })
    const locking = new pg.Client({
      connectionString: store.location.dialect === 'postgres' ? store.location.url : '',
    })
    await locking.connect()
    await locking.query('begin')
    await locking.query("select id from talks where external_id = 'locked' for update")
    const waiting = () =>
      queryStore(
        store.location,
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    const change = { method: 'PUT', path: '/talks/ext:locked', body: { track: 'A' } }
    const batch = api.send('POST', '/batch', { body: { operations: [change, change] } })
    await waitUntil(waiting, (rows) => rows.length === 1)
    expect(await readiness(api)).toBe(200)
    expect((await batch).status).toBe(503)
    // A client that only gives up would leave it running.
    expect(await waiting()).toEqual([])
    await locking.end()
  })

  test('that is slow refuses at once what it could not answer in time', async () => {
    await using store = await createTestStore('postgres')
    await using api = await startApi({ sharedStore: store, env: { LECTERN_DATABASE_CONNECTIONS: '1' } })
    await queryStore(
      store.location,
      `create function slow() returns trigger language plpgsql as
       $$ begin perform pg_sleep(0.4); return new; end $$`,
    )
    await queryStore(
      store.location,
      'create trigger slow before insert on sponsors for each row execute function slow()',
    )
    const create = async (name: string) => {
      const startedMs = performance.now()
      const { status } = await api.send('PUT', `/sponsors/ext:${name}`, { body: sponsor({ name }) })
      return { status, ms: performance.now() - startedMs }
    }
    for (let count = 0; count < 20; count++) expect((await create(`before-${count}`)).status).toBe(201)
    const answers = await Promise.all(Array.from({ length: 40 }, (_, count) => create(`burst-${count}`)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 503]))
    // Those who wait in vain are refused after a second and a half.
    const refused = answers.filter(({ status }) => status === 503).map(({ ms }) => ms)
    expectWithin(Math.min(...refused), 1_400)
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

  test(`whose standby takes over ${FAILOVERS} times while clients write loses no acknowledged write`, {
    timeout: 900_000,
  }, async ({ task }) => {
    let primary = await startPrivatePostgres()
    await using cleanUp = new AsyncDisposableStack()
    cleanUp.use(primary)
    const counts = { acknowledged: 0, refused: 0 }
    const pauses: number[] = []
    for (let round = 0; round < FAILOVERS; round++) {
      const standby = cleanUp.use(await startPrivatePostgres({}, primary))
      await requireStandby(primary)
      const hosts = `127.0.0.1:${primary.port},127.0.0.1:${standby.port}`
      const url = `postgres://root@${hosts}/postgres?target_session_attrs=read-write`
      await using api = await startApi({ store: 'sqlite', env: { LECTERN_DATABASE_URL: url } })
      const writers = Array.from({ length: WRITERS }, (_, index) => startWriter(api, `${round}-${index}`))
      await untilEachHas(writers, 5)
      await primary.stop()
      const lostAt = performance.now()
      await standby.promote()
      await untilEachHas(writers, 1)
      pauses.push(performance.now() - lostAt)
      const names = (await Promise.all(writers.map((writer) => writer.stop()))).flat()
      const kept = await queryStore(
        { dialect: 'postgres', url: standby.url },
        'select external_id from sponsors',
      )
      const keptNames = new Set(kept.map((row) => row.external_id))
      expect(names.filter((name) => !keptNames.has(name))).toEqual([])
      counts.acknowledged += names.length
      counts.refused += writers.reduce((sum, writer) => sum + writer.refused, 0)
      primary = standby
    }
    task.meta.fault = {
      fault: 'the standby of PostgreSQL takes over',
      rounds: `${FAILOVERS} failovers, ${WRITERS} clients that write all the time`,
      measured: `0 of ${counts.acknowledged} acknowledged writes lost; ${counts.refused} answered with 503, none otherwise; writes again after ${(Math.max(...pauses) / 1000).toFixed(1)} s at most`,
    }
  })
})

/** From now on, a commit is acknowledged after the standby has it. */
async function requireStandby({ url }: PrivatePostgres): Promise<void> {
  const location = { dialect: 'postgres' as const, url }
  await queryStore(location, "alter system set synchronous_standby_names = '*'")
  await queryStore(location, 'select pg_reload_conf()')
  await waitUntil(
    () => queryStore(location, "select 1 from pg_stat_replication where sync_state = 'sync'"),
    (rows) => rows.length === 1,
  )
}

/** A client that creates one sponsor after the other. It repeats what is answered with 503, and expects nothing worse. */
function startWriter(api: TestApi, prefix: string) {
  const names: string[] = []
  const writer = { acknowledged: 0, refused: 0 }
  let isEnding = false
  const work = async () => {
    while (!isEnding) {
      const name = `${prefix}-${names.length}`
      const { status } = await api.send('PUT', `/sponsors/ext:${name}`, { body: sponsor({ name }) })
      // 200 if a request that was answered with 503 has been committed.
      expect([200, 201, 503]).toContain(status)
      if (status === 503) writer.refused += 1
      else names.push(name)
      writer.acknowledged = names.length
    }
    return names
  }
  const ended = work()
  ended.catch(() => {})
  return Object.assign(writer, {
    stop: () => {
      isEnding = true
      return ended
    },
  })
}

/** Waits until each writer has this many more acknowledged writes. */
async function untilEachHas(writers: readonly { acknowledged: number }[], more: number): Promise<void> {
  const wanted = writers.map(({ acknowledged }) => acknowledged + more)
  await waitUntil(
    async () => writers.map(({ acknowledged }) => acknowledged),
    (counts) => counts.every((count, index) => count >= (wanted[index] ?? 0)),
    30_000,
  )
}
