// The duty to deliver: one of several processes on a store has it, and when that one is gone another has it at once.
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { dutyOf } from '../../../src/store/leader-election.ts'
import { createOwnStore } from '../../support/stores.ts'

const kind = inject('store')

test('one has it, until it gives it back', async () => {
  await using own = await createOwnStore(kind)
  const open = dutyOf(own.location)
  const [first, second, third] = [open(), open(), open()]
  expect([await first.take(), await second.take(), await third.take()]).toEqual([true, false, false])
  expect([await first.take(), await second.take()]).toEqual([true, false])
  await second.release()
  expect(await third.take()).toBe(false)
  await first.release()
  expect([await third.take(), await first.take()]).toEqual([true, false])
  await third.release()
})

test.runIf(kind === 'postgres')('one whose connection breaks has lost it, and another has it', async () => {
  await using own = await createOwnStore(kind)
  const open = dutyOf(own.location)
  const [first, second] = [open(), open()]
  expect([await first.take(), await second.take()]).toEqual([true, false])
  const client = new pg.Client({
    connectionString: own.location.dialect === 'postgres' ? own.location.url : '',
  })
  await client.connect()
  await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lectern duty' and datname = current_database()",
  )
  await client.end()
  expect(await second.take()).toBe(true)
  expect([await first.take(), await first.take()]).toEqual([false, false])
  await second.release()
})

test.runIf(kind === 'postgres')('where the store cannot be reached, nobody has it', async () => {
  const duty = dutyOf({ dialect: 'postgres', url: 'postgres://127.0.0.1:1/none' })()
  expect(await duty.take()).toBe(false)
})
