// Forms of the Back Office on small screens, and on screens whose text is enlarged to 400 %, which have as little room.
import { expect, inject, test } from 'vitest'
import { useApi } from '../support/scenarios.ts'
import { useBrowser } from '../support/screens.ts'
import { createSite, signInAtSite } from '../support/sites.ts'

const server = useApi({ store: inject('stores')[0] ?? 'sqlite' })
const browser = useBrowser()
// 1280 by 800 pixels at 400 %.
const ENLARGED = { width: 320, height: 200 }
const PHONE = { width: 320, height: 640 }

test('at 400 % every field of a form can be seen while it has the focus', async () => {
  const site = await createSite(server)
  const id = await site.talk('Counting')
  const { page, open } = await browser.screen(site, {
    viewport: ENLARGED,
    signedIn: await signInAtSite(site, 'owner'),
  })
  await open(`/backoffice/talks/${id}`)
  const fields = page.locator('.edit-form :is(input:not([type="hidden"]), select, textarea, summary)')
  const hidden: string[] = []
  for (const field of await fields.all()) {
    if (!(await field.isVisible())) continue
    await field.focus()
    const isSeen = await field.evaluate((element) => {
      const { left, top, width, height, bottom } = element.getBoundingClientRect()
      const middle = Math.min(top + height / 2, (top + Math.min(bottom, innerHeight)) / 2)
      const shown = document.elementFromPoint(left + Math.min(width / 2, 20), middle)
      return (
        shown !== null &&
        (element.contains(shown) || shown.contains(element) || shown.closest('label') !== null)
      )
    })
    if (!isSeen) hidden.push(await field.evaluate((element) => element.outerHTML.slice(0, 80)))
  }
  expect(hidden).toEqual([])
  expect(await page.locator('.save-bar').evaluate((bar) => getComputedStyle(bar).position)).toBe('static')
})

test('the bar that saves stays in view on a phone, which has room for it', async () => {
  const site = await createSite(server)
  const { page, open } = await browser.screen(site, {
    viewport: PHONE,
    signedIn: await signInAtSite(site, 'owner'),
  })
  await open('/backoffice/talks/new')
  const box = await page.locator('.save-bar').boundingBox()
  expect(box && box.y + box.height).toBeLessThanOrEqual(PHONE.height + 1)
})

test.each([
  ['Add a speaker by name or e-mail', '#new-speakers'],
  ['Add a moderator by name or e-mail', '#new-moderators'],
  ['Add link', '#new-links'],
])('“%s” keeps the page at the new row', async (button, row) => {
  const site = await createSite(server)
  const id = await site.talk('Counting')
  const { page, open } = await browser.screen(site, { signedIn: await signInAtSite(site, 'owner') })
  await open(`/backoffice/talks/${id}?done=saved`)
  for (const closed of await page.locator('#moderators > summary, #links > summary').all())
    await closed.click()
  await page.getByRole('button', { name: button }).click()
  await page.locator(row).waitFor()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
  const box = await page.locator(row).boundingBox()
  expect(box?.y).toBeGreaterThanOrEqual(-1)
  expect(box && box.y + Math.min(box.height, 100)).toBeLessThanOrEqual(900)
  expect(await page.getByText('Changes saved.').count()).toBe(0)
  expect(new URL(page.url()).pathname).toBe(`/backoffice/talks/${id}`)
})
