import { describe, expect, test } from 'vitest'
import type { Refusal } from '../../src/domain/changes/errors.ts'
import { BodyBudget } from '../../src/http/server/body-budget.ts'

const by = (tenant: string, client = 'key') => ({ tenant, client })
const createBudget = () => new BodyBudget({ maxBytes: 400, maxWaitMs: 50 })
const refusalOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    ({ code, detail }: Refusal) => [code, detail.retryAfterSeconds],
  )

describe('the memory for large bodies', () => {
  test('is shared: a quarter for each client, and half for each tenant', async () => {
    const budget = createBudget()
    await budget.reserve(by('a', 'one'), 60)
    await budget.reserve(by('a', 'one'), 40)
    expect(await refusalOf(budget.reserve(by('a', 'one'), 1))).toEqual(['unavailable', 1])
    await budget.reserve(by('a', 'two'), 100)
    expect(await refusalOf(budget.reserve(by('a', 'three'), 1))).toEqual(['unavailable', 1])
    await budget.reserve(by('b'), 100)
    await budget.reserve(by('c'), 100)
    expect(await refusalOf(budget.reserve(by('d'), 1))).toEqual(['unavailable', 1])
  })

  test('goes to those who wait, in their order, as soon as it is free', async () => {
    const budget = createBudget()
    const release = await budget.reserve(by('a'), 100)
    const admitted: string[] = []
    const wait = async (name: string, bytes: number) => {
      const end = await budget.reserve(by('a'), bytes)
      admitted.push(name)
      return end
    }
    const [large, small] = [wait('large', 90), wait('small', 20)]
    release()
    const endLarge = await large
    expect(admitted).toEqual(['large'])
    endLarge()
    await small
    expect(admitted).toEqual(['large', 'small'])
  })

  test('is not taken by a small body while a larger one of the same client waits', async () => {
    const budget = createBudget()
    const release = await budget.reserve(by('a'), 60)
    const large = budget.reserve(by('a'), 100)
    let isSmallAdmitted = false
    const small = budget.reserve(by('a'), 1).then(() => {
      isSmallAdmitted = true
    })
    await budget.reserve(by('b'), 1)
    expect(isSmallAdmitted).toBe(false)
    release()
    ;(await large)()
    await small
  })
})
