// Tables that grow without new statistics: lookups and writes read as many rows as before.
import { expect, inject, test } from 'vitest'
import { startApi, type TestApi } from '../../support/api.ts'
import { attendee, person, sponsor, talk } from '../../support/bodies.ts'
import { queryStore } from '../../support/process.ts'
import { sized } from '../../support/sizes.ts'
import { createTestStore } from '../../support/stores.ts'

const ROWS = sized({ small: 20_000, full: 1_000_000 })
/** PostgreSQL caches a plan at the sixth execution. */
const WARM_UP = 8
const ROUNDS = 10
const REQUESTS = 12
const MAX_ROWS_READ = 150

test.runIf(inject('store') === 'postgres')(
  `lookups and writes read a few rows each when empty tables have grown to ${ROWS} rows without ANALYZE`,
  { timeout: 600_000 },
  async ({ task }) => {
    await using store = await createTestStore('postgres')
    const run = (sql: string) => queryStore(store.location, sql)
    {
      await using api = await startApi({ sharedStore: store })
      for (const table of TABLES) await run(`alter table ${table} set (autovacuum_enabled = false)`)
      await run('analyze')
      await api.send('PUT', '/talks/ext:first', { body: talk() })
      for (let round = 0; round < WARM_UP; round++) await sendAll(api, `warm${round}`)
      // Reads from memory count the events of their own platform since a mark, which moves only after a read.
      const { caller } = await api.addPlatform('grown')
      await grow(run, caller.platform.id)
      await run('select pg_stat_reset()')
      const startedMs = performance.now()
      for (let round = 0; round < ROUNDS; round++) await sendAll(api, `new${round}`)
      const requestMs = (performance.now() - startedMs) / (ROUNDS * REQUESTS)
      task.meta.fault = {
        fault: 'tables that grow without ANALYZE',
        rounds: `${ROWS} rows`,
        measured: `${requestMs.toFixed(1)} ms per request`,
      }
    }
    // A session reports what it has read when it ends, at the latest.
    const read = await run(
      `select relname, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_user_tables
       where relname in (${TABLES.map((name) => `'${name}'`)})`,
    )
    expect(read.length).toBe(TABLES.length)
    const perRequest = read.map(({ relname, rows }) => [relname, Number(rows) / (ROUNDS * REQUESTS)])
    expect(perRequest.filter(([, rows]) => Number(rows) > MAX_ROWS_READ)).toEqual([])
  },
)

const TABLES = ['users', 'talks', 'sponsors', 'talk_people', 'sponsor_people', 'tags', 'events']

/** One lookup or write of each kind: `REQUESTS` of them. */
async function sendAll({ send, platform }: TestApi, name: string): Promise<void> {
  const options = { key: platform.privileged }
  const statuses: number[] = []
  const ids: string[] = []
  const expectOk = async (method: string, path: string, body?: object) => {
    const answer = await send(method, path, { ...options, body })
    statuses.push(answer.status)
    ids.push(answer.body?.id)
  }
  await expectOk('PUT', `/sponsors/ext:${name}`, sponsor({ name }))
  await expectOk('GET', `/sponsors/ext:${name}`)
  await expectOk('GET', `/sponsors/${ids[0]}`)
  await expectOk('PUT', `/talks/ext:${name}`, talk({ speakers: [person(name)], tags: [name] }))
  await expectOk('GET', `/talks/ext:${name}`)
  await expectOk('PUT', `/talks/ext:${name}`, { track: 'A', speakers: [person(name), person(`${name}b`)] })
  await expectOk('POST', '/users', attendee(`user-${name}`, { externalId: name }))
  await expectOk('GET', `/users/user-${name}@example.org`)
  await expectOk('GET', `/users/ext:${name}`)
  await expectOk('PUT', `/users/ext:${name}`, { lastName: 'Sample' })
  await expectOk('DELETE', `/users/ext:${name}`)
  await expectOk('DELETE', `/talks/ext:${name}`)
  expect(statuses).toEqual([201, 200, 200, 201, 200, 200, 201, 200, 200, 200, 200, 200])
}

/** Copies one row of each kind. Identifying columns get a number, and events the platform. */
async function grow(
  run: (sql: string) => Promise<Record<string, unknown>[]>,
  platformId: string,
): Promise<void> {
  for (const [table, numbered] of Object.entries(GROWN)) {
    const columns = await run(
      `select column_name as name from information_schema.columns
       where table_name = '${table}' and is_identity = 'NO' order by ordinal_position`,
    )
    const names = columns.map(({ name }) => String(name))
    const values = names.map((name) => {
      if (numbered.includes(name)) return `'c' || n`
      return table === 'events' && name === 'platform_id' ? `'${platformId}'` : name
    })
    await run(
      `insert into ${table} (${names}) select ${values}
       from (select * from ${table} limit 1) one, generate_series(1, ${ROWS}) n`,
    )
  }
  await run(
    `insert into talk_people (talk_id, user_id, kind, position)
     select 'c' || n, 'c' || n, 'speaker', 0 from generate_series(1, ${ROWS}) n`,
  )
}
const GROWN = {
  users: ['id', 'external_id', 'email', 'email_key', 'username', 'username_key'],
  talks: ['id', 'external_id'],
  sponsors: ['id', 'external_id'],
  tags: ['name'],
  events: ['id', 'object_id'],
}
