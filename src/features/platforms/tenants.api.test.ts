// Tenants: a platform and its first owner are created together or not at all.
import { expect, test } from 'vitest'
import { useApi } from '../../../test/support/scenarios.ts'
import { createTenant, type FirstOwner } from '../access/setup/new-platforms.ts'
import { findPlatform } from './platforms.ts'

const server = useApi()

test('a refused owner creates no platform, and the refusal says why', async () => {
  // The default platform, whose owners add others.
  const { installation, platform } = (await server.createTenant()).api
  const owner = { email: 'olga@example.org', firstName: 'Olga' } as FirstOwner
  await expect(
    createTenant(installation, platform.caller, { slug: 'summer', name: 'Summer School', owner }),
  ).rejects.toMatchObject({
    code: 'invalid_data',
    detail: { errors: [{ pointer: '/lastName', code: 'required', message: 'is required' }] },
  })
  expect(await findPlatform(installation, 'summer')).toBeUndefined()
})

test('of several with the same slug at the same time, one is created, and the others are refused at the slug', async () => {
  // The default platform, whose owners add others.
  const { installation, platform } = (await server.createTenant()).api
  const create = (i: number) =>
    createTenant(installation, platform.caller, {
      ...{ slug: 'winter', name: `Winter ${i}` },
      owner: { email: `o${i}@example.org`, firstName: 'Olga', lastName: 'Sample' },
    })
  const outcomes = await Promise.allSettled([1, 2, 3, 4].map(create))
  const refusals = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  const taken = { pointer: '/slug', code: 'taken', message: 'is already used by another platform' }
  expect(refusals.map(({ code, detail }) => [code, detail.errors])).toEqual(
    Array(3).fill(['invalid_data', [taken]]),
  )
  await expect(create(5)).rejects.toMatchObject({ code: 'invalid_data', detail: { errors: [taken] } })
})
