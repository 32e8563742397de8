// Statistics of tables that have grown, from which both stores choose indexes.
import { expect, inject, test } from 'vitest'
import { startApi } from '../../../test/support/api.ts'
import { talk } from '../../../test/support/bodies.ts'
import { queryStore } from '../../../test/support/process.ts'
import { createTestStore } from '../../../test/support/stores.ts'
import { waitUntil } from '../../../test/support/until.ts'

const KNOWN_ROWS = {
  sqlite: "select max(cast(stat as integer)) as rows from sqlite_stat1 where tbl = 'tags'",
  postgres: "select reltuples::int as rows from pg_class where relname = 'tags'",
}
const MANY = {
  sqlite: (rows: number, from: number) =>
    `with recursive n(n) as (select ${from} union all select n + 1 from n where n < ${from + rows - 1})
     insert into tags (platform_id, name) select id, n from platforms, n`,
  postgres: (rows: number, from: number) =>
    `insert into tags (platform_id, name) select id, n from platforms, generate_series(${from}, ${from + rows - 1}) as n`,
}

test('statistics are renewed when a table has grown, and running connections use them', async () => {
  const kind = inject('store')
  await using store = await createTestStore(kind)
  await using api = await startApi({ sharedStore: store })
  const run = (sql: string) => queryStore(store.location, sql)
  if (kind === 'postgres') await run('alter table tags set (autovacuum_enabled = false)')
  const knownRows = async () => Number((await run(KNOWN_ROWS[kind]))[0]?.rows)
  const grow = async (rows: number, from: number) => {
    await run(MANY[kind](rows, from))
    // PostgreSQL counts changes when a session ends, at the latest.
    return waitUntil(
      async () => {
        await api.installation.store.renewStatistics()
        return knownRows().catch(() => 0)
      },
      (known) => known >= from + rows - 1,
    )
  }
  expect(await grow(2_000, 1)).toBe(2_000)
  expect(await grow(6_000, 2_001)).toBe(8_000)
  const { status } = await api.send('PUT', '/talks/ext:after', { body: talk({ tags: ['1'] }) })
  expect(status).toBe(201)
})
