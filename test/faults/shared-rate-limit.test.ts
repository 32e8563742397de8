import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { SharedRateLimiter } from '../../src/kernel/http/guards/shared-rate-limit.ts'
import { newId } from '../../src/kernel/lib/data/ids.ts'
import { systemClock } from '../../src/kernel/lib/time/clock.ts'
import { deleteKeys, hasRedis } from '../support/redis.ts'
import { REDIS_URL } from '../support/stores.ts'

test.skipIf(!(await hasRedis()))(
  'a request that Redis considers too late is not refused: it counts on this node only',
  async () => {
    const prefix = `${newId()}:`
    const errors: unknown[] = []
    const onError = (error: unknown) => errors.push(error)
    const limiter = new SharedRateLimiter({ url: REDIS_URL, prefix, clock: systemClock, onError })
    try {
      await limiter.open()
      const first = limiter.take('key', 3)
      // The request is sent, and then the process is busy for so long that the clock of Redis seems to be behind.
      await nextTurn()
      const startedMs = performance.now()
      while (performance.now() - startedMs < 400);
      expect(await first).toMatchObject({ isAllowed: true, left: 2 })
      expect(await limiter.take('key', 3)).toMatchObject({ isAllowed: true, left: 1 })
      expect(await limiter.used('key')).toBe(1)

      expect(await limiter.take('key', 3)).toMatchObject({ isAllowed: true, left: 1 })
      expect(await limiter.used('key')).toBe(2)
      expect(errors).toEqual([])
    } finally {
      await limiter.close()
      await deleteKeys(prefix)
    }
  },
)
