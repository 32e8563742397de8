// Leader election: one process on a store leads, and another takes over as soon as that one is gone.
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { openElection } from '../../../src/store/leader-election.ts'
import { createTestStore } from '../../support/stores.ts'

const kind = inject('store')

test('one candidate leads until it resigns', async () => {
  await using testStore = await createTestStore(kind)
  const open = openElection(testStore.location)
  const [first, second, third] = [open(), open(), open()]
  expect([await first.campaign(), await second.campaign(), await third.campaign()]).toEqual([
    true,
    false,
    false,
  ])
  expect([await first.campaign(), await second.campaign()]).toEqual([true, false])
  await second.resign()
  expect(await third.campaign()).toBe(false)
  await first.resign()
  expect([await third.campaign(), await first.campaign()]).toEqual([true, false])
  await third.resign()
})

test.runIf(kind === 'postgres')(
  'a leader whose connection breaks is replaced by another candidate',
  async () => {
    await using testStore = await createTestStore(kind)
    const open = openElection(testStore.location)
    const [first, second] = [open(), open()]
    expect([await first.campaign(), await second.campaign()]).toEqual([true, false])
    const client = new pg.Client({
      connectionString: testStore.location.dialect === 'postgres' ? testStore.location.url : '',
    })
    await client.connect()
    await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lectern leader election' and datname = current_database()",
    )
    await client.end()
    expect(await second.campaign()).toBe(true)
    expect([await first.campaign(), await first.campaign()]).toEqual([false, false])
    await second.resign()
  },
)

test.runIf(kind === 'postgres')('nobody leads while the store cannot be reached', async () => {
  const candidate = openElection({ dialect: 'postgres', url: 'postgres://127.0.0.1:1/none' })()
  expect(await candidate.campaign()).toBe(false)
})
