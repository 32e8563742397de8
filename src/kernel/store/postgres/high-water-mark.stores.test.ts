// The high-water mark: it covers committed events at once and never passes a number that can still appear.
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { hashCheaply } from '../../../../test/support/cheap-hash.ts'
import { createTestStore, type TestStore } from '../../../../test/support/stores.ts'
import { waitUntil } from '../../../../test/support/until.ts'
import { openStore } from '../../../app/open-store.ts'
import { createApiKey } from '../../../features/api-keys/api-keys.ts'
import { createPlatform } from '../../../features/platforms/platforms.ts'
import { readSecret } from '../../../features/platforms/secret.ts'
import type { Caller, Services } from '../../changes/services.ts'
import { systemCaller } from '../../changes/services.ts'
import { HashQueue } from '../../lib/security/hash-queue.ts'
import { systemClock } from '../../lib/time/clock.ts'

let testStore: TestStore
let services: Services & { secret: Buffer }
let caller: Caller
const write = () => createApiKey(services, caller, { name: 'one', level: 'standard' })
beforeAll(async () => {
  testStore = await createTestStore(inject('store'))
  const hashes = new HashQueue({ concurrency: 1, maxWaitMs: 1_000, hash: hashCheaply, clock: systemClock })
  const store = await openStore(testStore.location)
  services = { store, clock: systemClock, hashes, secret: await readSecret(store, undefined) }
  caller = systemCaller(await createPlatform(services, { slug: 'own', name: 'Own' }))
})
afterAll(async () => {
  await services.store.close()
  await testStore[Symbol.asyncDispose]()
})

test('the high-water mark covers every answered change for any number of concurrent readers', async () => {
  const before = await services.store.highWaterMark()
  await write()
  const marks = await Promise.all(Array.from({ length: 20 }, () => services.store.highWaterMark()))
  expect(new Set(marks)).toEqual(new Set([before + 1]))
  const changes = await Promise.all(
    Array.from({ length: 20 }, async () => {
      await write()
      return services.store.highWaterMark()
    }),
  )
  expect(Math.max(...changes)).toBe(before + 21)
  expect(await services.store.highWaterMark()).toBe(before + 21)
})

describe.runIf(inject('store') === 'postgres')('on PostgreSQL', () => {
  const opened: pg.Client[] = []
  const connect = async () => {
    if (testStore.location.dialect !== 'postgres') throw new Error('The test store is not PostgreSQL.')
    const client = new pg.Client({ connectionString: testStore.location.url })
    await client.connect()
    opened.push(client)
    return client
  }
  let slow: pg.Client
  beforeEach(async () => {
    slow = await connect()
  })
  afterAll(() => Promise.all(opened.map((client) => client.end())))

  /** Waits until a reader of the mark has looked for open transactions, and has looked again. */
  const untilLookedTwice = async () => {
    const { rows: starts } = await slow.query<{ at: string }>('select now()::text as at')
    // Within the transaction, activity would look the same forever.
    const watcher = await connect()
    const looks = new Set<string>()
    await waitUntil(
      async () => {
        const { rows } = await watcher.query<{ at: string }>(
          `select query_start::text as at from pg_stat_activity
           where query like '%from pg_locks%' and pid <> pg_backend_pid() and query_start > $1::timestamptz`,
          [starts[0]?.at],
        )
        for (const { at } of rows) looks.add(at)
        return looks.size
      },
      (count) => count >= 2,
    )
  }

  const insert = async (client: pg.Client) => {
    const { rows } = await client.query<{ seq: string }>(
      `insert into events (id, platform_id, at, actor_kind, type, object_kind, object_id, version, changes)
       values (gen_random_uuid(), $1, 0, 'system', 'talk.updated', 'talk', 'x', 1, '[]') returning seq`,
      [caller.platform.id],
    )
    return Number(rows[0]?.seq)
  }

  test('an open transaction with a number holds back later numbers until it ends', async () => {
    const { store } = services
    const before = await store.highWaterMark()
    await slow.query('begin')
    const number = await insert(slow)
    await write()
    expect([number, await store.highWaterMark()]).toEqual([before + 1, before])
    await slow.query('commit')
    expect(await store.highWaterMark()).toBe(before + 2)
  })

  test('a number that is rolled back does not hold back later ones', async () => {
    const { store } = services
    const before = await store.highWaterMark()
    await slow.query('begin')
    const number = await insert(slow)
    await slow.query('rollback')
    await write()
    expect([number, await store.highWaterMark()]).toEqual([before + 1, before + 2])
  })

  test('an open transaction that inserts no event does not hold back the mark, in this or another database', async () => {
    await using other = await createTestStore('postgres', { isEmpty: true })
    if (other.location.dialect !== 'postgres') throw new Error('The test store is not PostgreSQL.')
    const otherClient = new pg.Client({ connectionString: other.location.url })
    await otherClient.connect()
    await otherClient.query('begin; create table events (seq bigint); insert into events values (1)')
    await slow.query('begin; create table other (id bigint); select pg_current_xact_id()')
    const before = await services.store.highWaterMark()
    await write()
    expect(await services.store.highWaterMark()).toBe(before + 1)
    await slow.query('rollback')
    await otherClient.end()
  })

  test('a reader that waits for an open transaction gets its event as soon as the transaction ends', async () => {
    const { store } = services
    const before = await store.highWaterMark()
    await slow.query('begin')
    await insert(slow)
    await write()
    const waiting = store.highWaterMark()
    await untilLookedTwice()
    await slow.query('commit')
    expect(await waiting).toBe(before + 2)
  })
})
