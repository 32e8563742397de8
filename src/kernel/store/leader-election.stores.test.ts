// Leader election: one process on a store leads, and another takes over as soon as that one is gone.
import { expect, inject, test, vi } from 'vitest'
import { queryStore } from '../../../test/support/process.ts'
import { createTestStore } from '../../../test/support/stores.ts'
import { openStore } from '../../app/open-store.ts'
import type { Candidate } from './leader-election.ts'
import type { StoreLocation } from './migrations/migrate.ts'
import type { Store } from './store.ts'

const kind = inject('store')

type Process = { store: Store; candidate: Candidate; [Symbol.asyncDispose](): Promise<void> }

async function startProcess(location: StoreLocation): Promise<Process> {
  const store = await openStore(location)
  return {
    store,
    candidate: store.openCandidate('webhook delivery'),
    [Symbol.asyncDispose]: () => store.close(),
  }
}

const isLeader = async (candidate: Candidate) => (await candidate.campaign())?.isCurrent() ?? false

test('one candidate leads until it resigns', async () => {
  await using testStore = await createTestStore(kind)
  await using process = await startProcess(testStore.location)
  const { store, candidate: first } = process
  const [second, third] = [store.openCandidate('webhook delivery'), store.openCandidate('webhook delivery')]
  expect([await isLeader(first), await isLeader(second), await isLeader(third)]).toEqual([true, false, false])
  expect([await isLeader(first), await isLeader(second)]).toEqual([true, false])
  await second.resign()
  expect(await isLeader(third)).toBe(false)
  const lease = await first.campaign()
  await first.resign()
  expect([await isLeader(third), await isLeader(first)]).toEqual([true, false])
  expect(lease?.token).toBe(kind === 'postgres' ? 1 : null)
  expect((await third.campaign())?.token).toBe(kind === 'postgres' ? 2 : null)
  await third.resign()
})

test.runIf(kind === 'postgres')('a leader whose connection ends is replaced at once', async () => {
  await using testStore = await createTestStore('postgres')
  await using first = await startProcess(testStore.location)
  await using second = await startProcess(testStore.location)
  const lease = await first.candidate.campaign()
  expect([lease?.isCurrent(), await isLeader(second.candidate)]).toEqual([true, false])
  await queryStore(
    testStore.location,
    'select pg_terminate_backend(session::int, 10000) from leases where expires_at > 0',
  )
  expect(await isLeader(second.candidate)).toBe(true)
  expect([lease?.isCurrent(), await isLeader(first.candidate)]).toEqual([false, false])
})

test.runIf(kind === 'postgres')(
  'a leader that was suspended does not lead until its lease is renewed',
  async () => {
    await using testStore = await createTestStore('postgres')
    await using process = await startProcess(testStore.location)
    const lease = await process.candidate.campaign()
    expect(lease?.isCurrent()).toBe(true)
    const { now } = performance
    using _later = vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + 5_000)
    expect(lease?.isCurrent()).toBe(false)
    expect(await isLeader(process.candidate)).toBe(true)
  },
)

test.runIf(kind === 'postgres')('nobody leads while the store cannot be reached', async () => {
  await using testStore = await createTestStore('postgres')
  const { store, candidate } = await startProcess(testStore.location)
  await store.close()
  await testStore[Symbol.asyncDispose]()
  expect(await candidate.campaign()).toBeUndefined()
})
