// From the setup link to the first key, and from what is pushed with it to what visitors see.
import { expect, test } from 'vitest'
import { makeSetupLink } from '../../src/features/access/setup/setup.ts'
import type { PlatformRow } from '../../src/features/platforms/tables.ts'
import type { Send } from '../support/api.ts'
import { useApi } from '../support/scenarios.ts'
import { originOf, type Screen, useBrowser } from '../support/screens.ts'
import { createSite, type Site } from '../support/sites.ts'
import { PASSWORD } from '../support/visitors.ts'
import { pushProgramme, undoEffects } from './programme.ts'
import { gone, type Sight, seen, unseen } from './programme-pages.ts'

const server = useApi()
const browser = useBrowser()

test('an owner finishes the setup and creates a key, and every attribute pushed with it is visible', async () => {
  const site = await createSite(server)
  const screen = await browser.screen(site, { permissions: ['clipboard-read', 'clipboard-write'] })
  await setUp(site, screen)
  const key = await makeKey(site, screen)
  const send: Send = (method, path, sending) => site.tenant.api.send(method, path, { key, ...sending })
  await fillInSettings(screen)

  const pushed = await pushProgramme(send)
  const isOffice = ({ path }: Sight) => path.startsWith('/backoffice')
  await look(screen, seen(pushed).filter(isOffice), [])
  const visitor = await browser.screen(site)
  const sights = seen(pushed).filter((sight) => !isOffice(sight))
  await look(visitor, sights, unseen)

  await undoEffects(send, pushed)
  await look(visitor, gone(pushed), unseen)
})

test('the setup suggests the time zone of the browser, and keeps another choice', async () => {
  const site = await createSite(server)
  const { page, open } = await browser.screen(site, { timezoneId: 'America/Lima' })
  const { installation } = site.tenant.api
  const token = await makeSetupLink(installation, site.tenant.caller.platform as PlatformRow)
  await open(`/setup/${token}`)
  const zone = page.getByLabel('Time zone')
  expect(await zone.inputValue()).toBe('America/Lima')
  await zone.selectOption('Asia/Tokyo')
  await page.getByLabel('Event name').fill('Paper Days')
  await page.getByLabel('First name').fill('Olive')
  await page.getByLabel('Last name').fill('Owner')
  await page.getByLabel('E-mail').fill('olive@example.org')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password', { exact: true }).fill('Something else 42!')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('alert').waitFor()
  expect(await zone.inputValue()).toBe('Asia/Tokyo')
})

async function setUp({ tenant }: Site, { page, open }: Screen): Promise<void> {
  const token = await makeSetupLink(tenant.api.installation, tenant.caller.platform as PlatformRow)
  expect(await open(`/setup/${token}`)).toBe(200)
  await page.getByLabel('Event name').fill('Paper Days')
  await page.getByLabel('Time zone').selectOption('Europe/Brussels')
  await page.getByLabel('First name').fill('Olive')
  await page.getByLabel('Last name').fill('Owner')
  await page.getByLabel('E-mail').fill('olive@example.org')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'When and where is it?' }).waitFor()
  await page.getByRole('link', { name: 'Skip for now' }).click()
  await page.getByLabel('On site and online').check()
  await page.getByRole('button', { name: 'Finish setup' }).click()
  await page.waitForURL('**/backoffice')
  expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual(['Dashboard'])
  expect(await page.locator('.office-column .signed-in summary').innerText()).toContain('Olive Owner')
  expect(await open(`/setup/${token}`)).toBe(404)
}

async function makeKey(site: Site, { page, open }: Screen): Promise<string> {
  await open('/backoffice')
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByRole('link', { name: 'Advanced' }).click()
  await page.locator('summary', { hasText: 'New API key' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Registration desk')
  await page.getByRole('button', { name: 'Create key' }).click()
  const key = await page.locator('#new-key').innerText()
  expect(key).toMatch(/^lecs_[0-9a-f]{64}$/)
  await page.getByRole('button', { name: 'Copy' }).first().click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)
  expect(await page.locator('#new-key-curl').innerText()).toBe(
    `curl --cacert '${site.tenant.api.dataDir}/tls/cert.pem' -H 'Authorization: Bearer ${key}' '${originOf(site)}/api/external/v1/talk/upcoming?limit=3'`,
  )
  await page.getByRole('link', { name: 'Done' }).click()
  await page.getByRole('heading', { name: 'Registration desk' }).waitFor()
  // The key is shown once: neither the list nor the previous page contains it.
  expect(await page.content()).not.toContain(key)
  await page.goBack()
  await page.waitForLoadState()
  expect(await page.content()).not.toContain(key)
  return key
}

async function fillInSettings({ page, open }: Screen): Promise<void> {
  await open('/backoffice/settings')
  await page.getByLabel('Venue address').fill('Town hall, Ghent')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Changes saved.').waitFor()
  await open('/backoffice/settings/design')
  await page.getByText('Use a URL').first().click()
  await page.getByLabel('URL of the picture').first().fill('https://static.example.org/banner.jpg')
  await page.getByLabel('Accent color', { exact: true }).fill('#0a7d55')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Changes saved.').waitFor()
  await open('/backoffice/settings/rooms')
  await page.getByRole('textbox', { name: 'Room URL', exact: true }).fill('https://meet.example.org/{id}')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Changes saved.').waitFor()
}

/** Opens each page once, compares what it shows, and checks that it contains none of the `unseen` texts. */
async function look({ page, open }: Screen, sights: readonly Sight[], unseen: readonly string[]) {
  const found: object[] = []
  for (const [path, ofPage] of Map.groupBy(sights, (sight) => sight.path)) {
    expect([path, await open(path)]).toEqual([path, 200])
    for (const { what, find } of ofPage) found.push({ path, what, shows: await find(page) })
    const html = await page.content()
    expect([path, unseen.filter((text) => html.includes(text))]).toEqual([path, []])
  }
  expect(found).toEqual(sights.map(({ path, what, shows }) => ({ path, what, shows })))
}
