// Long words do not make a page of the demo wider than the screen, however small, and are not cut off.
import { expect, test } from 'vitest'
import { useApi } from '../support/scenarios.ts'
import { useBrowser } from '../support/screens.ts'
import { signInAtSite } from '../support/sites.ts'
import { demoEnv, demoSite, pagesOf, rewriteContent, visitsOf } from './demo-pages.ts'
import { cutsNothing, DESKTOP, fitsScreen, NARROW, PHONE, walk } from './walk.ts'
import { addWordyContent, ENDLESS, inLongWords } from './wordy-content.ts'

const server = useApi({ store: 'sqlite', env: demoEnv })
const browser = useBrowser()

test('no page is wider than a desktop, a phone, or a screen of 320 pixels', async () => {
  const site = await demoSite((await server.createTenant()).api)
  await rewriteContent(site.tenant.api, inLongWords)
  const { guest, staff } = await addWordyContent(site)
  const by = await signInAtSite(site, 'owner', { lastName: ENDLESS })
  const found = await walk(browser, {
    site,
    visits: [
      ...visitsOf(await pagesOf(site, inLongWords)),
      ...guest.map((path) => ({ path })),
      ...staff.map((path) => ({ path, by })),
    ],
    views: [
      { name: 'desktop', size: DESKTOP, checks: [fitsScreen] },
      { name: 'phone', size: PHONE, checks: [fitsScreen] },
      { name: 'narrow', size: NARROW, checks: [fitsScreen, cutsNothing] },
    ],
  })
  expect(found).toEqual([])
})
