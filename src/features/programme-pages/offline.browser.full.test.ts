// Reading without a connection: pages that someone has opened, each for that person alone.
import { expect, test } from 'vitest'
import { useApi } from '../../../test/support/scenarios.ts'
import { type Screen, useBrowser } from '../../../test/support/screens.ts'
import { createSite, signInAtSite } from '../../../test/support/sites.ts'

const server = useApi({ store: 'sqlite' })
// Browsers only run service workers of sites whose certificate they accept.
const browser = useBrowser(['--ignore-certificate-errors'])

/** The paths of the pages that the browser has kept. */
const keptBy = ({ page }: Screen) =>
  page.evaluate(async () => {
    const keys = await (await caches.open('pages-1')).keys()
    return keys.map(({ url }) => new URL(url).pathname)
  })
const NOTICE = 'You are offline.'

test('opened pages and my agenda can be read offline, with a notice', async () => {
  const site = await createSite(server)
  const id = await site.talk('Kept', { start: '2027-03-01T14:00:00Z' })
  const screen = await browser.screen(site, { serviceWorkers: 'allow' })
  const { page, open, context } = screen
  await open('/agenda')
  await expect.poll(() => keptBy(screen)).toEqual(['/agenda'])
  await page.locator('.star').first().click()
  await open(`/talks/${id}`)
  await open('/my-agenda')
  await page.getByRole('link', { name: 'Kept' }).waitFor()
  await expect.poll(async () => (await keptBy(screen)).length).toBe(4)
  await context.setOffline(true)
  await open('/agenda')
  expect(await page.locator('.talk h3').allTextContents()).toEqual(['Kept'])
  expect(await page.getByText(NOTICE).isVisible()).toBe(true)
  // With its styles.
  expect(
    await page
      .locator('.talk')
      .first()
      .evaluate((one) => getComputedStyle(one).position),
  ).toBe('relative')
  await open(`/talks/${id}?zone=Asia/Tokyo`)
  expect(await page.locator('h1').textContent()).toBe('Kept')
  await open('/my-agenda')
  await page.getByRole('link', { name: 'Kept' }).waitFor()
  await open('/speakers')
  expect(await page.locator('h1').textContent()).toBe('You’re offline')
  await context.setOffline(false)
  await open('/agenda')
  expect(await page.getByText(NOTICE).isVisible()).toBe(false)
})

test('pages of a signed-in user are gone after the sign-out, and private pages are never kept', async () => {
  const site = await createSite(server)
  const signedIn = await signInAtSite(site)
  const screen = await browser.screen(site, { signedIn, serviceWorkers: 'allow' })
  const { page, open, context } = screen
  await open('/agenda')
  await expect.poll(() => keptBy(screen)).toEqual(['/agenda'])
  await open('/account')
  await open('/my-agenda')
  await expect.poll(() => keptBy(screen)).toEqual(['/agenda', '/my-agenda'])
  await open('/account')
  await page.getByRole('button', { name: 'Sign out' }).first().click()
  await page.waitForURL((url) => url.pathname !== '/account')
  await open('/speakers')
  await expect.poll(() => keptBy(screen)).toEqual(['/', '/speakers'])
  await context.setOffline(true)
  await open('/my-agenda')
  expect(await page.locator('h1').textContent()).toBe('You’re offline')
})

test.each(['/agenda', '/sign-in'])(
  'pages of a session that has ended elsewhere are dropped with the next page, such as %s',
  async (next) => {
    const site = await createSite(server)
    const screen = await browser.screen(site, {
      signedIn: await signInAtSite(site),
      serviceWorkers: 'allow',
    })
    await screen.open('/my-agenda')
    await expect.poll(() => keptBy(screen)).toEqual(['/my-agenda'])
    await screen.context.clearCookies()
    await screen.open(next)
    await expect.poll(() => keptBy(screen)).toEqual(next === '/agenda' ? [next] : [])
  },
)
