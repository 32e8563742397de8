import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HashQueue, HashQueueFull, type HashQueueOptions } from './hash-queue.ts'
import { generatePassword, hashGeneratedPassword, hashPasswordNow, newDecoy } from './passwords.ts'

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
const outcome = (promise: Promise<string>) =>
  promise.catch((cause: unknown) => (cause instanceof HashQueueFull ? cause.retryAfterSeconds : cause))

describe('hashing', () => {
  test('lets tenants take turns and keeps the order of one tenant', async () => {
    const { queue, started, finishAll } = createQueue({ concurrency: 1, maxWaitMs: 1000 })
    const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => queue.hash(by(name.charAt(0)), name))
    await finishAll()
    expect(await Promise.all(all)).toEqual(['#a1', '#a2', '#a3', '#b1', '#b2', '#c1'])
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
  })

  test('lets clients of one tenant take turns, with one turn for each tenant', async () => {
    const { queue, started, finishAll } = createQueue({ concurrency: 1, maxWaitMs: 1000 })
    const all = [
      ...many('a1-', 3).map((name) => queue.hash(by('a', 'one'), name)),
      ...many('a2-', 2).map((name) => queue.hash(by('a', 'two'), name)),
      ...many('b', 3).map((name) => queue.hash(by('b'), name)),
    ]
    await finishAll()
    await Promise.all(all)
    expect(started).toEqual(['a1-1', 'a1-2', 'b1', 'a2-1', 'b2', 'a1-3', 'b3', 'a2-2'])
  })

  test('gives everyone the own hash and never exceeds the concurrency', async () => {
    const request = fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.string())
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(request, { maxLength: 20 }),
        async (concurrency, requests) => {
          const { queue, running, finishNext } = createQueue({ concurrency, maxWaitMs: 10_000 })
          const all = requests.map(([tenant, password]) => queue.hash(by(tenant), password))
          for (let done = 0; done < requests.length; done++) {
            expect(running.length).toBe(Math.min(concurrency, requests.length - done))
            await finishNext()
          }
          expect(await Promise.all(all)).toEqual(requests.map(([, password]) => `#${password}`))
        },
      ),
    )
  })
})

describe('a full queue', () => {
  test('refuses a password that would wait too long and says when to retry', async () => {
    const { queue, started, finishAll } = createQueue({ concurrency: 1, maxWaitMs: 19_500 })
    const first = many('a', 1300).map((name) => queue.hash(by('a'), name))
    // What is ahead takes 19.5 s.
    expect(await outcome(queue.hash(by('a'), 'b'))).toBe(20)
    await finishAll()
    expect((await Promise.all(first)).length).toBe(1300)
    expect(started).not.toContain('b')
  })

  test('is full only for those who filled it', async () => {
    const { queue, finishAll } = createQueue({ concurrency: 1, maxWaitMs: 150 })
    const first = many('a', 10).map((name) => queue.hash(by('a', 'one'), name))
    expect(await outcome(queue.hash(by('a', 'one'), 'a11'))).toBe(1)
    const others = [queue.hash(by('a', 'two'), 'b1'), queue.hash(by('b'), 'c1'), queue.hash(by('c'), 'd1')]
    await finishAll()
    expect(await Promise.all([...first, ...others])).toHaveLength(13)
  })

  test('estimates by how long hashes really take but never refuses when it is idle', async () => {
    const { queue, time, finishNext, finishAll } = createQueue({ concurrency: 1, maxWaitMs: 150 })
    const slow = many('a', 2).map((name) => queue.hash(by('a'), name))
    time.ms += 1000
    await finishNext()
    expect(await outcome(queue.hash(by('b'), 'b1'))).toBe(1)
    await finishAll()
    await Promise.all(slow)
    const later = queue.hash(by('b'), 'b2')
    await finishAll()
    expect(await later).toBe('#b2')
  })
})

describe('a failing hash', () => {
  test('affects no other, and leaves its place to the next', async () => {
    const { queue, running, started, finishAll } = createQueue({ concurrency: 1, maxWaitMs: 60 })
    const failing = outcome(queue.hash(by('a'), 'a1'))
    const others = [queue.hash(by('a'), 'a2'), queue.hash(by('b'), 'b1')]
    const cause = new Error('out of memory')
    running.shift()?.reject(cause)
    await setImmediate()
    await finishAll()
    expect(await failing).toBe(cause)
    expect(await Promise.all(others)).toEqual(['#a2', '#b1'])
    expect(started).toEqual(['a1', 'a2', 'b1'])
  })

  test('may throw synchronously', async () => {
    const cause = new Error('one')
    const throwing = new HashQueue({
      concurrency: 1,
      maxWaitMs: 1000,
      clock: { monotonic: () => 0 },
      hash: () => {
        throw cause
      },
    })
    expect(await outcome(throwing.hash(by('a'), '1'))).toBe(cause)
    expect(await outcome(throwing.hash(by('a'), '2'))).toBe(cause)
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
      ...many('new', 2).map((password) => queue.hash(by('a'), password)),
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

describe('the sign-in', () => {
  const generated = generatePassword({ minLength: 8, digits: false, symbols: false })
  const decoy = newDecoy()

  test.each<[string, string, string | undefined, boolean, 'decoy' | 'stored']>([
    ['an unknown account', 'Password 1', undefined, false, 'decoy'],
    ['an invalid hash', 'Password 1', '', false, 'decoy'],
    ['a generated password', generated, hashGeneratedPassword(generated), true, 'decoy'],
    ['a wrong generated password', 'Password 1', hashGeneratedPassword(generated), false, 'decoy'],
    ['a chosen password', 'Password 1', hashPasswordNow('Password 1'), true, 'stored'],
    ['a wrong chosen password', 'Password 2', hashPasswordNow('Password 1'), false, 'stored'],
  ])('to %s verifies one full hash in the queue', async (_what, password, stored, isRight, verified) => {
    const all: (string | undefined)[] = []
    const queue = new HashQueue({
      concurrency: 1,
      maxWaitMs: 1_000,
      hash: async () => '',
      verify: async (_password, hash) => {
        all.push(hash)
        return isRight && hash === stored
      },
      decoy,
      clock: { monotonic: () => 0 },
    })
    expect(await queue.verifySignIn(by('a'), password, stored)).toBe(isRight)
    expect(all).toEqual([verified === 'decoy' ? decoy : stored])
  })
})
