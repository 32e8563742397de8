// German has the longest words of our languages, and phones the least room for them.
import { expect, test } from 'vitest'
import { faultsOnPhone } from '../support/axe.ts'
import { useApi } from '../support/scenarios.ts'
import { useBrowser } from '../support/screens.ts'
import { demoEnv, demoSite, isOwn, pagesOf } from './demo-pages.ts'

const server = useApi({ store: 'sqlite', env: demoEnv })
const browser = useBrowser()

test('on a phone, no page in German is wider than the screen, or has controls too small or too close', async () => {
  const site = await demoSite((await server.createTenant()).api)
  const { paths, owner } = await pagesOf(site)
  const guest = await browser.screen(site, { locale: 'de-DE' })
  const staff = await browser.screen(site, { locale: 'de-DE', signedIn: owner })
  const found: string[] = []
  for (const path of paths) {
    const screen = isOwn(path) ? staff : guest
    await screen.open(path)
    expect([path, await screen.page.locator('html').getAttribute('lang')]).toEqual([path, 'de'])
    found.push(...(await faultsOnPhone(screen, path)))
  }
  expect(found).toEqual([])
})
