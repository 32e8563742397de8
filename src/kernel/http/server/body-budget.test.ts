import { describe, expect, test } from 'vitest'
import type { Refusal, RefusalCode } from '../../changes/errors.ts'
import { BodyBudget } from './body-budget.ts'

const by = (tenant: string, client = 'key') => ({ tenant, client })
const createBudget = () => new BodyBudget({ maxBytes: 400, maxWaitMs: 50, maxArrivalMs: 60_000 })
const ignore = () => {}
const refusalOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    ({ code, detail }: Refusal) => [code, detail.retryAfterSeconds],
  )

describe('the memory for large bodies', () => {
  test('is shared: a quarter for each client, and half for each tenant', async () => {
    const budget = createBudget()
    await budget.reserve(by('a', 'one'), 60, ignore)
    await budget.reserve(by('a', 'one'), 40, ignore)
    expect(await refusalOf(budget.reserve(by('a', 'one'), 1, ignore))).toEqual(['unavailable', 1])
    await budget.reserve(by('a', 'two'), 100, ignore)
    expect(await refusalOf(budget.reserve(by('a', 'three'), 1, ignore))).toEqual(['unavailable', 1])
    await budget.reserve(by('b'), 100, ignore)
    await budget.reserve(by('c'), 100, ignore)
    expect(await refusalOf(budget.reserve(by('d'), 1, ignore))).toEqual(['unavailable', 1])
  })

  test('goes to those who wait, in their order, as soon as it is free', async () => {
    const budget = createBudget()
    const { release } = await budget.reserve(by('a'), 100, ignore)
    const admitted: string[] = []
    const wait = async (name: string, bytes: number) => {
      const reservation = await budget.reserve(by('a'), bytes, ignore)
      admitted.push(name)
      return reservation
    }
    const [large, small] = [wait('large', 90), wait('small', 20)]
    release()
    const endLarge = await large
    expect(admitted).toEqual(['large'])
    endLarge.release()
    await small
    expect(admitted).toEqual(['large', 'small'])
  })

  test('is not taken by a small body while a larger one of the same client waits', async () => {
    const budget = createBudget()
    const { release } = await budget.reserve(by('a'), 60, ignore)
    const large = budget.reserve(by('a'), 100, ignore)
    let isSmallAdmitted = false
    const small = budget.reserve(by('a'), 1, ignore).then(() => {
      isSmallAdmitted = true
    })
    await budget.reserve(by('b'), 1, ignore)
    expect(isSmallAdmitted).toBe(false)
    release()
    ;(await large).release()
    await small
  })

  describe('of a body that arrives slowly', () => {
    const createStrict = () => new BodyBudget({ maxBytes: 400, maxWaitMs: 600, maxArrivalMs: 10 })
    const reserve = async (budget: BodyBudget, requester: ReturnType<typeof by>, bytes: number) => {
      const body = { ended: undefined as RefusalCode | undefined }
      const reservation = await budget.reserve(requester, bytes, ({ code }) => {
        body.ended = code
      })
      return { ...reservation, body }
    }

    test('goes to other clients that wait for it, as much as they need', async () => {
      const budget = createStrict()
      const oldest = await reserve(budget, by('a', 'one'), 100)
      const newest = await reserve(budget, by('a', 'two'), 100)
      await reserve(budget, by('a', 'three'), 50)
      expect([oldest.body.ended, newest.body.ended]).toEqual(['unavailable', undefined])
      // What has been freed once is not freed again.
      oldest.release()
      await reserve(budget, by('a', 'three'), 50)
      expect(newest.body.ended).toBeUndefined()
      await reserve(budget, by('a', 'four'), 100)
      expect(newest.body.ended).toBe('unavailable')
    })

    test('is kept beside bodies of its own client and beside other tenants, and once it has arrived', async () => {
      const budget = createStrict()
      const slow = await reserve(budget, by('a', 'one'), 100)
      await reserve(budget, by('b'), 100)
      const own = refusalOf(budget.reserve(by('a', 'one'), 1, ignore))
      const elsewhere = refusalOf(budget.reserve(by('b'), 1, ignore))
      expect([await own, await elsewhere]).toEqual(Array(2).fill(['unavailable', 1]))
      slow.arrived()
      const arriving = await reserve(budget, by('a', 'two'), 100)
      await reserve(budget, by('a', 'three'), 1)
      expect([slow.body.ended, arriving.body.ended]).toEqual([undefined, 'unavailable'])
    })
  })
})
