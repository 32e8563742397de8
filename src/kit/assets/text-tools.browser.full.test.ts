// Text areas: the preview, and what is left of the limit.
import { expect, test } from 'vitest'
import { useApi } from '../../../test/support/scenarios.ts'
import { useBrowser } from '../../../test/support/screens.ts'
import { createSite, signInAtSite } from '../../../test/support/sites.ts'

const server = useApi({ store: 'sqlite' })
const browser = useBrowser()

test('a description is previewed as its page shows it, and counted near its limit', async () => {
  const site = await createSite(server)
  const id = await site.talk('Talk')
  const { page, open } = await browser.screen(site, { signedIn: await signInAtSite(site, 'admin') })
  await open(`/backoffice/talks/${id}`)
  const field = page.getByRole('textbox', { name: 'Description', exact: true })
  const tools = page.locator('[data-text="field-description"]')
  const counter = tools.getByRole('status')
  await field.fill('**Bold** words')
  const button = tools.getByRole('button', { name: 'Preview' })
  await button.click()
  await tools.locator('strong').waitFor()
  expect(await tools.locator('strong').textContent()).toBe('Bold')
  expect([await field.isVisible(), await button.getAttribute('aria-pressed')]).toEqual([false, 'true'])
  await tools.getByRole('button', { name: 'Write' }).click()
  expect(await field.evaluate((area) => area === document.activeElement)).toBe(true)
  expect(await counter.textContent()).toBe('')

  // Characters outside the basic plane count once, as on the server.
  await field.fill('𝔸'.repeat(790))
  expect(await tools.locator('.characters-left').textContent()).toBe('Characters left: 10')
  await counter.getByText('Characters left: 10').waitFor()
  await field.fill('a'.repeat(803))
  await counter.getByText('Characters too many: 3').waitFor()
  await field.fill('short')
  await page.waitForFunction(() => document.querySelector('[data-limit]')?.textContent === '')
})

test('the page of a sponsor is previewed in the chosen format', async () => {
  const site = await createSite(server)
  const id = await site.sponsor('Patron')
  const { page, open } = await browser.screen(site, { signedIn: await signInAtSite(site, 'admin') })
  await open(`/backoffice/sponsors/${id}`)
  const tools = page.locator('[data-text="field-pageContent"]')
  const button = tools.getByRole('button', { name: 'Preview' })
  await page.getByLabel('Own page').check()
  await page.getByRole('textbox', { name: 'Page content' }).fill('<i>Hello</i> **you**')
  await button.click()
  await tools.locator('i').waitFor()
  expect(await tools.locator('.prose').textContent()).toBe('Hello **you**')
  await page.getByLabel('Format of the page').selectOption('markdown')
  await button.click()
  await tools.locator('strong').waitFor()
  expect(await tools.locator('em').textContent()).toBe('Hello')
  expect(await tools.locator('.prose').textContent()).toBe('Hello you')
})

test('without a connection the preview says so, and without scripts there is none', async () => {
  const site = await createSite(server)
  const id = await site.talk('Talk')
  const signedIn = await signInAtSite(site, 'admin')
  const { page, open } = await browser.screen(site, { signedIn })
  await open(`/backoffice/talks/${id}`)
  await page.route('**/account/preview', (route) => route.abort())
  const tools = page.locator('[data-text="field-description"]')
  await tools.getByRole('button', { name: 'Preview' }).click()
  await tools.getByText('The preview could not be loaded. Try again.').waitFor()
  const plain = await browser.screen(site, { signedIn, javaScriptEnabled: false })
  await plain.open(`/backoffice/talks/${id}`)
  expect(await plain.page.getByRole('button', { name: 'Preview' }).count()).toBe(0)
})
