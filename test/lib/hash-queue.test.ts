import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HashQueue, HashQueueFull } from '../../src/lib/security/hash-queue.ts'

/** A queue whose hashes end when told to, 15 ms after the one before by a clock of its own. */
function bench(options: { concurrency: number; bulkConcurrency?: number; maxWaitMs: number }) {
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

/** What became of a promise, so that a refusal can be compared like any value. */
const outcome = (promise: Promise<string[]>) =>
  promise.catch((cause: unknown) => (cause instanceof HashQueueFull ? cause.retryAfterSeconds : cause))

describe('hashing', () => {
  test('hashes come in the order of their passwords, whichever ends first', async () => {
    const { queue, running, finishAll } = bench({ concurrency: 3, maxWaitMs: 1000 })
    const hashes = queue.hash('a', ['1', '2', '3'])
    running.reverse()
    await finishAll()
    expect(await hashes).toEqual(['#1', '#2', '#3'])
  })

  test('nothing to hash is done at once', async () => {
    expect(await bench({ concurrency: 1, maxWaitMs: 0 }).queue.hash('a', [])).toEqual([])
  })

  test('tenants take turns, and batches of one tenant keep their order', async () => {
    const { queue, started, finishAll } = bench({ concurrency: 1, maxWaitMs: 1000 })
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

  test('a bulk batch takes every core while it lasts, and leaves them again', async () => {
    const { queue, running, finishNext, finishAll } = bench({
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

  test('whatever is asked, every batch gets its own hashes and no more run at once than may', async () => {
    const batch = fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.array(fc.string(), { maxLength: 5 }))
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(batch, { maxLength: 8 }),
        async (concurrency, batches) => {
          const { queue, running, finishNext } = bench({ concurrency, maxWaitMs: 10_000 })
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
  test('refuses a batch whole that would take too long, and says when to come again', async () => {
    const { queue, started, finishAll } = bench({ concurrency: 1, maxWaitMs: 150 })
    const first = queue.hash('a', Array(9).fill('a'))
    expect(await outcome(queue.hash('b', ['b1', 'b2']))).toBe(1)
    expect(await outcome(queue.hash('b', Array(101).fill('b')))).toBe(2)
    const second = queue.hash('b', ['b3'])
    await finishAll()
    expect([(await first).length, await second]).toEqual([9, ['#b3']])
    expect(started.filter((password) => password.startsWith('b'))).toEqual(['b3'])
  })

  test('judges by how long hashes really take, but never keeps an idle queue shut', async () => {
    const { queue, time, finishNext, finishAll } = bench({ concurrency: 1, maxWaitMs: 150 })
    const slow = queue.hash('a', ['a1', 'a2'])
    time.ms += 1000
    await finishNext()
    expect(await outcome(queue.hash('b', ['b1']))).toBe(1)
    await finishAll()
    await slow
    const afterwards = queue.hash('b', ['b2'])
    await finishAll()
    expect(await afterwards).toEqual(['#b2'])
  })
})

describe('a hash that fails', () => {
  test('fails its batch, of which nothing more is begun, and no other', async () => {
    const { queue, running, started, finishAll } = bench({ concurrency: 1, maxWaitMs: 60 })
    const failing = outcome(queue.hash('a', ['a1', 'a2']))
    const others = [queue.hash('a', ['a3']), queue.hash('b', ['b1'])]
    const cause = new Error('out of memory')
    running.shift()?.reject(cause)
    await setImmediate()
    await finishAll()
    expect(await failing).toBe(cause)
    expect(await Promise.all(others)).toEqual([['#a3'], ['#b1']])
    expect(started).toEqual(['a1', 'a3', 'b1'])
    // What was dropped no longer counts as queued.
    const next = queue.hash('a', ['1', '2', '3', '4'])
    await finishAll()
    expect(await next).toEqual(['#1', '#2', '#3', '#4'])
  })

  test('twice in one batch, or without a promise, leaves no rejection unhandled', async () => {
    const { queue, running, finishAll } = bench({ concurrency: 2, maxWaitMs: 1000 })
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
