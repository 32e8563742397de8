// Stars in a browser: kept there without an account, moved into the account at sign-in, and saved without leaving the page.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { get, useApi } from '../../../test/support/scenarios.ts'
import { signIn, useBrowser } from '../../../test/support/screens.ts'
import { createSite, type Site, signInAtSite } from '../../../test/support/sites.ts'
import { waitUntil } from '../../../test/support/until.ts'
import { addAccount, PASSWORD } from '../../../test/support/visitors.ts'

const server = useApi({ store: 'sqlite' })
const browser = useBrowser()

const starOf = (page: Page, title: string) => page.getByRole('button', { name: `Star “${title}”` })
const isOn = (page: Page, title: string) => starOf(page, title).getAttribute('aria-pressed')
const kept = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('favorites') ?? '[]').length)
const counts = async ({ tenant }: Site, ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await get(tenant, `/talks/${id}/favorites`)).favorites))
const becomes = async (page: Page, title: string, value: string) =>
  waitUntil(
    () => isOn(page, title),
    (is) => is === value,
  )

async function createTalks() {
  const site = await createSite(server)
  const first = await site.talk('First', { start: '2027-03-01T13:00:00Z' })
  const second = await site.talk('Second', { start: '2027-03-01T13:30:00Z' })
  return { site, first, second }
}

test('a visitor stars talks without an account, and signing in moves them into it', async () => {
  const { site, first, second } = await createTalks()
  const account = await addAccount({ ...site.tenant.api, platform: site.tenant })
  const screen = await browser.screen(site)
  const { page, open } = screen
  await open('/my-agenda')
  await page.getByRole('heading', { name: 'No talks yet' }).waitFor()
  await open('/agenda')
  await starOf(page, 'First').click()
  expect([await isOn(page, 'First'), await isOn(page, 'Second')]).toEqual(['true', 'false'])
  expect(new URL(page.url()).pathname).toBe('/agenda')
  await page.getByRole('link', { name: 'Second' }).click()
  await page.getByRole('button', { name: 'Add to my agenda' }).click()
  await page.getByRole('button', { name: 'In my agenda' }).waitFor()
  await page.goBack()
  await becomes(page, 'Second', 'true')
  await open('/my-agenda')
  await page.getByText('Overlaps with “Second”').waitFor()
  expect(await page.locator('.talk h3').allTextContents()).toEqual(['First', 'Second'])
  await becomes(page, 'First', 'true')
  expect(await counts(site, [first, second])).toEqual([0, 0])

  await signIn(screen, account.email, PASSWORD)
  await waitUntil(
    () => kept(page),
    (count) => count === 0,
  )
  expect(await counts(site, [first, second])).toEqual([1, 1])
  const elsewhere = await browser.screen(site)
  await signIn(elsewhere, account.email, PASSWORD)
  await elsewhere.open('/agenda')
  expect([await isOn(elsewhere.page, 'First'), await isOn(elsewhere.page, 'Second')]).toEqual([
    'true',
    'true',
  ])
})

test('a star of a signed-in user shows at once, and goes back with a message if it cannot be saved', async () => {
  const { site, first } = await createTalks()
  const signedIn = await signInAtSite(site)
  const { page, open } = await browser.screen(site, { signedIn })
  await open('/agenda')
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/favorites', async (route) => {
    await answered
    await route.abort()
  })
  await starOf(page, 'First').click()
  expect(await isOn(page, 'First')).toBe('true')
  answer()
  await page.getByRole('status').getByText('could not be saved').waitFor()
  expect(await isOn(page, 'First')).toBe('false')
  await page.unroute('**/favorites')
  // The last of several clicks wins.
  for (const _click of [1, 2, 3]) await starOf(page, 'First').click()
  await waitUntil(
    () => counts(site, [first]),
    ([count]) => count === 1,
  )
  await page.reload()
  expect(await isOn(page, 'First')).toBe('true')
})

test('a star after the session has ended waits in the browser until the next sign-in', async () => {
  const { site, first } = await createTalks()
  const signedIn = await signInAtSite(site)
  const screen = await browser.screen(site, { signedIn })
  const { page, open, context } = screen
  await open('/agenda')
  await context.clearCookies()
  await starOf(page, 'First').click()
  await page.waitForURL('**/sign-in?next=%2Fagenda')
  await signIn(screen, signedIn.account.email, PASSWORD)
  await waitUntil(
    () => counts(site, [first]),
    ([count]) => count === 1,
  )
})

test('without scripts, a user stars with a form, and a visitor is asked to sign in', async () => {
  const { site, first } = await createTalks()
  const signedIn = await signInAtSite(site)
  const user = await browser.screen(site, { signedIn, javaScriptEnabled: false })
  await user.open('/agenda?view=list')
  await starOf(user.page, 'First').click()
  expect(await isOn(user.page, 'First')).toBe('true')
  expect(user.page.url()).toContain('/agenda?view=list')
  expect(await counts(site, [first])).toEqual([1])
  const visitor = await browser.screen(site, { javaScriptEnabled: false })
  await visitor.open('/agenda')
  await starOf(visitor.page, 'First').click()
  expect(new URL(visitor.page.url()).pathname).toBe('/sign-in')
  await visitor.open('/my-agenda')
  await visitor.page.getByText('Turn on JavaScript').waitFor()
})
