import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HashQueue, HashQueueFull } from '../../src/lib/security/hash-queue.ts'

/** A queue whose hashes finish on demand, each 15 ms after the previous one by the queue's own clock. */
function createQueue(options: { concurrency: number; bulkConcurrency?: number; maxWaitMs: number }) {
  const running: { password: string; resolve: (hash: string) => void; reject: (cause: Error) => void }[] = []
  const started: string[] = []
  const time = { ms: 0 }
  const queue = new HashQueue({
    ...options,
    clock: { now: () => time.ms, monotonic: () => time.ms },
    hash: (password) => {
      started.push(password)
      return new Promise((resolve, reject) => running.push({ password, resolve, reject }))
    },
  })
  const finishNext = async () => {
    time.ms += 15
    const next = running.shift()
    next?.resolve(`#${next.password}`)
    await setImmediate()
  }
  const finishAll = async () => {
    while (running.length > 0) await finishNext()
  }
  return { queue, running, started, time, finishNext, finishAll }
}

/** The result of a promise or the reason it failed, so that tests can compare both. */
const outcome = (promise: Promise<string[]>) =>
  promise.catch((cause: unknown) => (cause instanceof HashQueueFull ? cause.retryAfterSeconds : cause))

describe('hashing', () => {
  test('returns hashes in the order of their passwords, whichever finishes first', async () => {
    const { queue, running, finishAll } = createQueue({ concurrency: 3, maxWaitMs: 1000 })
    const hashes = queue.hash('a', ['1', '2', '3'])
    running.reverse()
    await finishAll()
    expect(await hashes).toEqual(['#1', '#2', '#3'])
  })

  test('returns at once when there is nothing to hash', async () => {
    expect(await createQueue({ concurrency: 1, maxWaitMs: 0 }).queue.hash('a', [])).toEqual([])
  })

  test('lets tenants take turns and keeps the order of batches of one tenant', async () => {
    const { queue, started, finishAll } = createQueue({ concurrency: 1, maxWaitMs: 1000 })
    const all = [
      queue.hash('a', ['a1', 'a2', 'a3']),
      queue.hash('a', ['a4']),
      queue.hash('b', ['b1', 'b2']),
      queue.hash('c', ['c1']),
    ]
    await finishAll()
    await Promise.all(all)
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
  })

  test('gives a bulk batch every core and then releases them', async () => {
    const { queue, running, finishNext, finishAll } = createQueue({
      concurrency: 1,
      bulkConcurrency: 3,
      maxWaitMs: 1000,
    })
    const first = queue.hash('a', ['a1', 'a2'])
    expect(running.length).toBe(1)
    const bulk = queue.hash('b', ['b1', 'b2', 'b3'], { isBulk: true })
    expect(running.length).toBe(3)
    while (running.length > 0) await finishNext()
    await Promise.all([first, bulk])
    const last = queue.hash('a', ['a3', 'a4'])
    expect(running.length).toBe(1)
    await finishAll()
    await last
  })

  test('gives every batch its own hashes and never exceeds the concurrency', async () => {
    const batch = fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.array(fc.string(), { maxLength: 5 }))
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(batch, { maxLength: 8 }),
        async (concurrency, batches) => {
          const { queue, running, finishNext } = createQueue({ concurrency, maxWaitMs: 10_000 })
          const all = batches.map(([tenant, passwords]) => queue.hash(tenant, passwords))
          const total = batches.flatMap(([, passwords]) => passwords).length
          for (let done = 0; done < total; done++) {
            expect(running.length).toBe(Math.min(concurrency, total - done))
            await finishNext()
          }
          expect(await Promise.all(all)).toEqual(
            batches.map(([, passwords]) => passwords.map((text) => `#${text}`)),
          )
        },
      ),
    )
  })
})

describe('a full queue', () => {
  test('refuses a whole batch that would take too long and says when to retry', async () => {
    const { queue, started, finishAll } = createQueue({ concurrency: 1, maxWaitMs: 150 })
    const first = queue.hash('a', Array(9).fill('a'))
    expect(await outcome(queue.hash('b', ['b1', 'b2']))).toBe(1)
    expect(await outcome(queue.hash('b', Array(101).fill('b')))).toBe(2)
    const second = queue.hash('b', ['b3'])
    await finishAll()
    expect([(await first).length, await second]).toEqual([9, ['#b3']])
    expect(started.filter((password) => password.startsWith('b'))).toEqual(['b3'])
  })

  test('estimates by how long hashes really take but never refuses when it is idle', async () => {
    const { queue, time, finishNext, finishAll } = createQueue({ concurrency: 1, maxWaitMs: 150 })
    const slow = queue.hash('a', ['a1', 'a2'])
    time.ms += 1000
    await finishNext()
    expect(await outcome(queue.hash('b', ['b1']))).toBe(1)
    await finishAll()
    await slow
    const later = queue.hash('b', ['b2'])
    await finishAll()
    expect(await later).toEqual(['#b2'])
  })
})

describe('a failing hash', () => {
  test('fails its own batch, starts nothing more of it, and affects no other batch', async () => {
    const { queue, running, started, finishAll } = createQueue({ concurrency: 1, maxWaitMs: 60 })
    const failing = outcome(queue.hash('a', ['a1', 'a2']))
    const others = [queue.hash('a', ['a3']), queue.hash('b', ['b1'])]
    const cause = new Error('out of memory')
    running.shift()?.reject(cause)
    await setImmediate()
    await finishAll()
    expect(await failing).toBe(cause)
    expect(await Promise.all(others)).toEqual([['#a3'], ['#b1']])
    expect(started).toEqual(['a1', 'a3', 'b1'])
    // Dropped passwords no longer count as queued.
    const next = queue.hash('a', ['1', '2', '3', '4'])
    await finishAll()
    expect(await next).toEqual(['#1', '#2', '#3', '#4'])
  })

  test('leaves no rejection unhandled when two hashes of a batch fail or one throws synchronously', async () => {
    const { queue, running, finishAll } = createQueue({ concurrency: 2, maxWaitMs: 1000 })
    const failing = outcome(queue.hash('a', ['a1', 'a2', 'a3']))
    const [one, two] = [new Error('one'), new Error('two')]
    for (const cause of [one, two]) running.shift()?.reject(cause)
    await setImmediate()
    await finishAll()
    expect(await failing).toBe(one)
    const throwing = new HashQueue({
      concurrency: 1,
      maxWaitMs: 1000,
      clock: { now: () => 0, monotonic: () => 0 },
      hash: () => {
        throw one
      },
    })
    expect(await outcome(throwing.hash('a', ['1', '2']))).toBe(one)
  })
})
