// The first page of a visit, which contains its style sheets.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { seedDemo } from '../../src/demo/demo.ts'
import type { PlatformRow } from '../../src/features/platforms/tables.ts'
import { useApi } from '../support/scenarios.ts'
import { useBrowser } from '../support/screens.ts'
import { createSite } from '../support/sites.ts'

const server = useApi({ store: 'sqlite' })
const browser = useBrowser()

const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
]

test('the first page of a visit looks as it does with all style sheets, which later pages use', async () => {
  const site = await createSite(server)
  await seedDemo(site.tenant.api.installation, site.tenant.caller.platform as PlatformRow)
  const { page, open } = await browser.screen(site)
  for (const path of ['/agenda', '/agenda?view=list', '/agenda?day=all&q=nothing']) {
    await open(path)
    const sheet = await page.locator('link[rel=prefetch][as=style]').getAttribute('href')
    expect(await page.locator('link[rel=stylesheet]:not([media])').count()).toBe(0)
    for (const size of SIZES) {
      await page.setViewportSize(size)
      expect([path, await changedBy(page, sheet ?? '')]).toEqual([path, []])
    }
  }
  await page.getByRole('link', { name: 'Speakers', exact: true }).click()
  await page.waitForURL('**/speakers')
  expect(await page.locator('link[rel=stylesheet]:not([media])').count()).toBe(1)
  expect(await page.locator('style').count()).toBe(0)
})

/** The elements that look different with one more style sheet at the place of the page's own. */
const changedBy = (page: Page, path: string): Promise<string[]> =>
  page.evaluate(async (address) => {
    const elements = [...document.querySelectorAll('body *')]
    const looks = () =>
      elements.map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        const { display, position, color, background, border, font, padding, opacity } =
          getComputedStyle(element)
        return [
          x,
          y,
          width,
          height,
          display,
          position,
          color,
          background,
          border,
          font,
          padding,
          opacity,
        ].join()
      })
    const before = looks()
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: address })
    const loaded = new Promise((resolve) => link.addEventListener('load', resolve))
    document.querySelector('style')?.after(link)
    await loaded
    const after = looks()
    link.remove()
    return elements
      .filter((_, place) => before[place] !== after[place])
      .map(({ outerHTML }) => outerHTML.slice(0, 200))
  }, path)
