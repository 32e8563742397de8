// Password hashing without its cost, for tests that create many accounts.
import { HashQueue } from '../../src/lib/security/hash-queue.ts'
import { systemClock } from '../../src/lib/time/clock.ts'

/** A queue whose hashes match no password, because nobody signs in to these accounts. */
export const createFakeHashes = () =>
  new HashQueue({
    concurrency: 4,
    maxWaitMs: 20_000,
    clock: systemClock,
    hash: async (password) => `hash of ${password.length}`,
  })
