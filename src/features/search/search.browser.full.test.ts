// The search over everything in the Back Office, with the keyboard alone.
import { expect, test } from 'vitest'
import { faultsInAllViews } from '../../../test/support/axe.ts'
import { talk } from '../../../test/support/bodies.ts'
import { put, useApi } from '../../../test/support/scenarios.ts'
import { useBrowser } from '../../../test/support/screens.ts'
import { createSite, signInAtSite } from '../../../test/support/sites.ts'

const server = useApi({ store: 'sqlite' })
const browser = useBrowser()

test('Ctrl+K opens the search, arrow keys move among the results, and Enter follows one', async () => {
  const site = await createSite(server)
  await put(site.tenant, '/talks/ext:a', talk({ title: 'Lamps of Łódź' }))
  await put(site.tenant, '/talks/ext:b', talk({ title: 'Lamps at sea' }))
  const screen = await browser.screen(site, { signedIn: await signInAtSite(site, 'owner') })
  const { page } = screen
  const titles = page.locator('#search .search-hit-title')
  await screen.open('/backoffice')

  await page.keyboard.press('Control+k')
  await titles.filter({ hasText: 'New talk' }).waitFor()
  await page.keyboard.type('lamps')
  await titles.filter({ hasText: 'Lamps at sea' }).waitFor()
  expect(await titles.allTextContents()).toEqual(['Lamps at sea', 'Lamps of Łódź'])
  expect(await faultsInAllViews(screen, 'the search dialog')).toEqual([])

  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Lamps of Łódź')
  await page.keyboard.type(' lodz')
  await expect.poll(() => titles.allTextContents()).toEqual(['Lamps of Łódź'])
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Lamps of Łódź' }).waitFor()

  await page.keyboard.press('Control+k')
  await page.keyboard.press('Escape')
  expect(await page.locator('#search').evaluate((dialog: HTMLDialogElement) => dialog.open)).toBe(false)
})
