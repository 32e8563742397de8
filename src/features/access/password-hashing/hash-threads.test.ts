// Threads that hash passwords: their results, their priority, and their end.
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism, getPriority } from 'node:os'
import { expect, test } from 'vitest'
import { waitUntil } from '../../../../test/support/until.ts'
import { hashPassword, verifyPassword } from '../../../kernel/lib/security/passwords.ts'
import { HashThreads } from './hash-threads.ts'

/** The niceness of each thread of this process (proc_pid_stat(5), field 19). */
const nicenessOfThreads = (): number[] =>
  readdirSync('/proc/self/task').flatMap((thread) => {
    try {
      const afterName = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ').at(-1) ?? ''
      return [Number(afterName.split(' ')[16])]
    } catch {
      // The thread has just ended.
      return []
    }
  })

test('a hash verifies like one that was made without threads, and the other way around', async () => {
  await using threads = new HashThreads()
  const [hash, other] = await Promise.all([threads.hash('Pa\u0308ssword 1'), hashPassword('Pässword 1')])
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(
    await Promise.all([
      verifyPassword('Pässword 1', hash),
      threads.verify('Pässword 1', hash),
      threads.verify('Pässword 1', other),
      threads.verify('Password 1', other),
      threads.verify('Pässword 1', 'not a hash'),
    ]),
  ).toEqual([true, true, true, false, false])
})

test('more passwords than threads are all hashed, each with its own salt', async () => {
  await using threads = new HashThreads()
  const count = 3 * availableParallelism() + 1
  const hashes = await Promise.all(Array.from({ length: count }, () => threads.hash('Password 1')))
  expect(new Set(hashes).size).toBe(count)
})

test.runIf(process.platform === 'linux')('only the threads that hash have a low priority', async () => {
  const usual = getPriority()
  const countLower = () => nicenessOfThreads().filter((niceness) => niceness > usual).length
  const before = countLower()
  {
    await using threads = new HashThreads()
    await Promise.all(Array.from({ length: 8 }, () => threads.hash('Password 1')))
    expect(countLower() - before).toBe(availableParallelism())
    expect(getPriority()).toBe(usual)
  }
  expect(
    await waitUntil(
      async () => countLower(),
      (count) => count === before,
    ),
  ).toBe(before)
})

test('closing rejects what is not done', async () => {
  const threads = new HashThreads()
  const hashing = Promise.allSettled(Array.from({ length: 20 }, () => threads.hash('Password 1')))
  await threads[Symbol.asyncDispose]()
  const statuses = (await hashing).map(({ status }) => status)
  expect(statuses).toContain('rejected')
})
