import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HashQueue, HashQueueFull, type HashQueueOptions } from '../../src/lib/security/hash-queue.ts'

/** A queue whose hashes finish on demand, each 15 ms after the previous one by the queue's own clock. */
function createQueue(options: Omit<HashQueueOptions, 'hash' | 'verify' | 'clock'>) {
  const running: { password: string; resolve: (hash: string) => void; reject: (cause: Error) => void }[] = []
  const started: string[] = []
  const time = { ms: 0 }
  const run = (password: string) => {
    started.push(password)
    return new Promise<string>((resolve, reject) => running.push({ password, resolve, reject }))
  }
  const queue = new HashQueue({
    ...options,
    clock: { monotonic: () => time.ms },
    hash: run,
    verify: async (password, hash) => (await run(password)) === hash,
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

const by = (tenant: string, client = 'key') => ({ tenant, client })
const many = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name}${index + 1}`)

/** The result of a promise or the reason it failed, so that tests can compare both. */
const outcome = (promise: Promise<string[]>) =>
  promise.catch((cause: unknown) => (cause instanceof HashQueueFull ? cause.retryAfterSeconds : cause))

describe('hashing', () => {
  test('returns hashes in the order of their passwords, whichever finishes first', async () => {
    const { queue, running, finishAll } = createQueue({ concurrency: 3, maxWaitMs: 1000 })
    const hashes = queue.hash(by('a'), ['1', '2', '3'])
    running.reverse()
    await finishAll()
    expect(await hashes).toEqual(['#1', '#2', '#3'])
  })

  test('returns at once when there is nothing to hash', async () => {
    expect(await createQueue({ concurrency: 1, maxWaitMs: 0 }).queue.hash(by('a'), [])).toEqual([])
  })

  test('lets tenants take turns and keeps the order of batches of one tenant', async () => {
    const { queue, started, finishAll } = createQueue({ concurrency: 1, maxWaitMs: 1000 })
    const all = [
      queue.hash(by('a'), ['a1', 'a2', 'a3']),
      queue.hash(by('a'), ['a4']),
      queue.hash(by('b'), ['b1', 'b2']),
      queue.hash(by('c'), ['c1']),
    ]
    await finishAll()
    await Promise.all(all)
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
  })

  test('lets clients of one tenant take turns, with one turn for each tenant', async () => {
    const { queue, started, finishAll } = createQueue({ concurrency: 1, maxWaitMs: 1000 })
    const all = [
      queue.hash(by('a', 'one'), many('a1-', 3)),
      queue.hash(by('a', 'two'), many('a2-', 2)),
      queue.hash(by('b'), many('b', 3)),
    ]
    await finishAll()
    await Promise.all(all)
    expect(started).toEqual(['a1-1', 'a1-2', 'b1', 'a2-1', 'b2', 'a1-3', 'b3', 'a2-2'])
  })

  test('takes single batches before bulk batches, which still get every fourth turn', async () => {
    const { queue, started, finishAll } = createQueue({ concurrency: 1, maxWaitMs: 1000 })
    const all = [
      queue.hash(by('a', 'import'), many('bulk', 4), { bulk: {} }),
      queue.hash(by('a'), many('a', 4)),
      queue.hash(by('b'), many('b', 1)),
    ]
    await finishAll()
    await Promise.all(all)
    expect(started).toEqual(['bulk1', 'a1', 'b1', 'a2', 'bulk2', 'a3', 'a4', 'bulk3', 'bulk4'])
  })

  test('gives a bulk batch every core and then releases them', async () => {
    const { queue, running, finishNext, finishAll } = createQueue({
      concurrency: 1,
      bulkConcurrency: 3,
      maxWaitMs: 1000,
    })
    const first = queue.hash(by('a'), ['a1', 'a2'])
    expect(running.length).toBe(1)
    const bulk = queue.hash(by('b'), ['b1', 'b2', 'b3'], { bulk: {} })
    expect(running.length).toBe(3)
    while (running.length > 0) await finishNext()
    await Promise.all([first, bulk])
    const last = queue.hash(by('a'), ['a3', 'a4'])
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
          const all = batches.map(([tenant, passwords]) => queue.hash(by(tenant), passwords))
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
    const { queue, started, finishAll } = createQueue({ concurrency: 1, maxWaitMs: 20_000 })
    const first = queue.hash(by('a'), Array(1300).fill('a'))
    // What is ahead takes 19.5 s.
    expect(await outcome(queue.hash(by('a'), Array(40).fill('b')))).toBe(20)
    const second = queue.hash(by('a'), ['b'])
    await finishAll()
    expect([(await first).length, await second]).toEqual([1300, ['#b']])
    expect(started.filter((password) => password === 'b')).toEqual(['b'])
  })

  test('is full only for those who filled it', async () => {
    const { queue, finishAll } = createQueue({ concurrency: 1, maxWaitMs: 150 })
    const first = queue.hash(by('a', 'one'), many('a', 9))
    expect(await outcome(queue.hash(by('a', 'one'), many('a', 2)))).toBe(1)
    const others = [queue.hash(by('a', 'two'), many('b', 2)), queue.hash(by('b'), many('c', 3))]
    // Four of each client are ahead of the last of four.
    expect(await outcome(queue.hash(by('c'), many('d', 4)))).toBe(1)
    await finishAll()
    expect([await first, ...(await Promise.all(others))].map(({ length }) => length)).toEqual([9, 2, 3])
  })

  test('accepts a bulk batch of any size unless too much of its client or tenant waits', async () => {
    const options = { concurrency: 1, maxWaitMs: 100, maxBulkWaitMs: 3_000 }
    const { queue, finishAll } = createQueue(options)
    const bulk = (client: string, count: number, isContinued = false) =>
      outcome(queue.hash(by('a', client), many(client, count), { bulk: { isContinued } }))
    const first = bulk('one', 1_001)
    expect(await bulk('one', 1)).toBe(15)
    const continued = bulk('one', 1, true)
    const [second, third] = [bulk('two', 199), bulk('two', 100)]
    // Two clients are as many as one tenant may have waiting.
    expect(await bulk('three', 1)).toBe(1)
    const other = outcome(queue.hash(by('b'), many('b', 500), { bulk: {} }))
    await finishAll()
    const done = await Promise.all([first, continued, second, third, other])
    expect(done.map((hashes) => (hashes as string[]).length)).toEqual([1_001, 1, 199, 100, 500])
  })

  test('estimates by how long hashes really take but never refuses when it is idle', async () => {
    const { queue, time, finishNext, finishAll } = createQueue({ concurrency: 1, maxWaitMs: 150 })
    const slow = queue.hash(by('a'), ['a1', 'a2'])
    time.ms += 1000
    await finishNext()
    expect(await outcome(queue.hash(by('b'), ['b1']))).toBe(1)
    await finishAll()
    await slow
    const later = queue.hash(by('b'), ['b2'])
    await finishAll()
    expect(await later).toEqual(['#b2'])
  })
})

describe('an aborted batch', () => {
  test('fails with the reason of its signal, starts nothing more, and leaves room for others', async () => {
    const { queue, started, finishAll } = createQueue({ concurrency: 1, maxWaitMs: 60 })
    const ending = new AbortController()
    const [reason, { signal }] = [new Error('nobody waits'), ending]
    const aborted = outcome(queue.hash(by('a'), many('a', 4), { signal }))
    ending.abort(reason)
    expect(await aborted).toBe(reason)
    expect(await outcome(queue.hash(by('a'), ['late'], { signal }))).toBe(reason)
    const next = queue.hash(by('a'), ['b1', 'b2', 'b3'])
    await finishAll()
    expect(await next).toEqual(['#b1', '#b2', '#b3'])
    expect(started).toEqual(['a1', 'b1', 'b2', 'b3'])
  })
})

describe('a failing hash', () => {
  test('fails its own batch, starts nothing more of it, and affects no other batch', async () => {
    const { queue, running, started, finishAll } = createQueue({ concurrency: 1, maxWaitMs: 60 })
    const failing = outcome(queue.hash(by('a'), ['a1', 'a2']))
    const others = [queue.hash(by('a'), ['a3']), queue.hash(by('b'), ['b1'])]
    const cause = new Error('out of memory')
    running.shift()?.reject(cause)
    await setImmediate()
    await finishAll()
    expect(await failing).toBe(cause)
    expect(await Promise.all(others)).toEqual([['#a3'], ['#b1']])
    expect(started).toEqual(['a1', 'a3', 'b1'])
    // Dropped passwords no longer count as queued.
    const next = queue.hash(by('a'), ['1', '2', '3', '4'])
    await finishAll()
    expect(await next).toEqual(['#1', '#2', '#3', '#4'])
  })

  test('leaves no rejection unhandled when two hashes of a batch fail or one throws synchronously', async () => {
    const { queue, running, finishAll } = createQueue({ concurrency: 2, maxWaitMs: 1000 })
    const failing = outcome(queue.hash(by('a'), ['a1', 'a2', 'a3']))
    const [one, two] = [new Error('one'), new Error('two')]
    for (const cause of [one, two]) running.shift()?.reject(cause)
    await setImmediate()
    await finishAll()
    expect(await failing).toBe(one)
    const throwing = new HashQueue({
      concurrency: 1,
      maxWaitMs: 1000,
      clock: { monotonic: () => 0 },
      hash: () => {
        throw one
      },
    })
    expect(await outcome(throwing.hash(by('a'), ['1', '2']))).toBe(one)
  })
})

describe('verifying', () => {
  test('tells whether the password is right', async () => {
    const { queue, finishAll } = createQueue({ concurrency: 1, maxWaitMs: 1000 })
    const results = [queue.verify(by('a'), 'right', '#right'), queue.verify(by('a'), 'wrong', '#right')]
    await finishAll()
    expect(await Promise.all(results)).toEqual([true, false])
  })

  test('takes turns with hashing, and is limited by the same concurrency', async () => {
    const { queue, started, finishAll } = createQueue({ concurrency: 1, maxWaitMs: 1000 })
    const all = [
      ...many('sign-in', 3).map((password) => queue.verify(by('a', 'sign-in'), password, '')),
      queue.hash(by('a'), ['new1', 'new2']),
    ]
    await finishAll()
    await Promise.all(all)
    expect(started).toEqual(['sign-in1', 'sign-in2', 'new1', 'sign-in3', 'new2'])
  })

  test('is refused if the wait would be too long, and only for those whose turn comes late', async () => {
    const { queue, finishAll } = createQueue({ concurrency: 1, maxWaitMs: 10_000, maxVerifyWaitMs: 100 })
    const flood = many('flood', 10).map((password) => queue.verify(by('a', 'flood'), password, ''))
    const refused = flood.slice(6).map((result) => result.catch((error: unknown) => error))
    const right = queue.verify(by('a', 'other'), 'right', '#right')
    await finishAll()
    expect(await right).toBe(true)
    expect(await Promise.all(flood.slice(0, 6))).toEqual(Array(6).fill(false))
    for (const error of await Promise.all(refused)) expect(error).toBeInstanceOf(HashQueueFull)
  })
})
