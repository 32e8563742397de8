// Tenants: a platform and its first owner are created together or not at all.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findPlatform } from '../../../src/domain/platforms/platforms.ts'
import { createTenant, type FirstOwner } from '../../../src/domain/platforms/tenants.ts'
import { startApi, type TestApi } from '../../support/api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api[Symbol.asyncDispose]())

test('a refused owner creates no platform, and the refusal says why', async () => {
  const { installation, platform } = api
  const owner = { email: 'olga@example.org', firstName: 'Olga' } as FirstOwner
  await expect(
    createTenant(installation, platform.caller, { slug: 'summer', name: 'Summer School', owner }),
  ).rejects.toMatchObject({
    code: 'invalid_data',
    detail: { errors: [{ pointer: '/lastName', code: 'required', message: 'is required' }] },
  })
  expect(await findPlatform(installation, 'summer')).toBeUndefined()
})
