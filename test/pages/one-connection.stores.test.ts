// Pages must not need a second connection while they hold one.
import { expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import { listPageRoutes } from '../support/routes.ts'
import { signInAs } from '../support/visitors.ts'

test('the pages of the Back Office work on one connection, whatever was read on it before', async () => {
  await using api = await startApi({ env: { LECTERN_DATABASE_CONNECTIONS: '1' } })
  const owner = await signInAs(api, 'owner')
  const pages = (await listPageRoutes(api)).filter(
    ({ method, url }) => method === 'GET' && url.startsWith('/backoffice') && !url.includes(':'),
  )
  expect(pages.length).toBeGreaterThan(20)
  for (const { url } of pages) expect([url, (await owner.get(url)).status < 400]).toEqual([url, true])
})
