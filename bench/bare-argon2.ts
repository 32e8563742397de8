// Bare argon2id: hashes with the same cost as Lectern, a given number at a time, and does nothing else.
import { hashPassword } from '../src/kernel/lib/security/passwords.ts'
import { answerQuestions } from './child.ts'

export type BareArgon2 = { concurrency: number; seconds: number }

answerQuestions<BareArgon2>(async ({ concurrency, seconds }) => {
  const startedMs = performance.now()
  const endMs = startedMs + seconds * 1000
  let count = 0
  const keepBusy = async () => {
    for (; performance.now() < endMs; count += 1) await hashPassword(`a password of some length ${count}`)
  }
  await Promise.all(Array.from({ length: concurrency }, keepBusy))
  return count / ((performance.now() - startedMs) / 1000)
})
