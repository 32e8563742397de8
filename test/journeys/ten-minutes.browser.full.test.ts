// The first ten minutes of an organizer who speaks German: from the link of the setup to a public site with a logo, the
// programme of a spreadsheet, and a colleague, without a terminal.
import { expect, inject, test } from 'vitest'
import { makeSetupLink } from '../../src/features/access/setup/setup.ts'
import type { PlatformRow } from '../../src/features/platforms/tables.ts'
import { makeXlsx } from '../support/import/workbooks.ts'
import { png } from '../support/pictures.ts'
import { useApi } from '../support/scenarios.ts'
import { originOf, useBrowser } from '../support/screens.ts'
import { createSite } from '../support/sites.ts'
import { germanTable } from '../support/spreadsheets.ts'
import { PASSWORD } from '../support/visitors.ts'

const server = useApi({ store: inject('stores')[0] ?? 'sqlite' })
const browser = useBrowser()
const GERMAN = { locale: 'de-DE', timezoneId: 'Europe/Berlin' }
const TEN_MINUTES_MS = 600_000
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

test('a German spreadsheet of 40 talks and a logo become a public site, and a colleague is invited', async () => {
  const begunAt = performance.now()
  const site = await createSite(server)
  const { page, open } = await browser.screen(site, GERMAN)
  const fill = (name: string, value: string) => page.locator(`[name="${name}"]`).fill(value)
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

  const token = await makeSetupLink(site.tenant.api.installation, site.tenant.caller.platform as PlatformRow)
  await open(`/setup/${token}`)
  expect(await page.locator('html').getAttribute('lang')).toBe('de')
  await fill('name', 'Papiertage')
  await page.locator('[name="timezone"]').selectOption('Europe/Berlin')
  await fill('firstName', 'Olive')
  await fill('lastName', 'Beispiel')
  await fill('email', 'olive@example.org')
  for (const field of await page.locator('input[type="password"]').all()) await field.fill(PASSWORD)
  await page.locator('main form button.primary').click()
  await page.waitForURL('**/backoffice')

  await open('/backoffice/settings')
  await page.locator('input[type="file"][name*="logo"]').setInputFiles({
    ...{ name: 'logo.png', mimeType: 'image/png' },
    buffer: await png({ width: 600, height: 200 }),
  })
  await press('Speichern')
  await page.locator('.notice.success').waitFor()

  await open('/backoffice/talks')
  await page.getByRole('link', { name: 'Datei importieren' }).click()
  const buffer = await makeXlsx({ Programm: germanTable() })
  await page
    .getByLabel('Datei', { exact: true })
    .setInputFiles({ name: 'Programm.xlsx', mimeType: XLSX, buffer })
  await press('Hochladen')
  await page.getByLabel('Spalten auslassen, die nicht importiert werden').check()
  await press('Vorschau anzeigen')
  await press('Importieren')
  await page.getByRole('heading', { level: 1, name: 'Importiert' }).waitFor()

  await open('/backoffice/users/new')
  await fill('firstName', 'Kim')
  await fill('lastName', 'Muster')
  await fill('email', 'kim@example.org')
  await page.locator('[name="type"]').selectOption('admin')
  await page.locator('main form button.primary').click()
  const invitation = new RegExp(`${originOf(site)}(/invitation/[\\w-]+)`)
  await page.getByText(invitation).first().waitFor()
  const [, path = ''] = invitation.exec(await page.locator('main').innerText()) ?? []

  const colleague = await browser.screen(site, GERMAN)
  await colleague.open(path)
  for (const field of await colleague.page.locator('input[type="password"]').all()) await field.fill(PASSWORD)
  await colleague.page.locator('main form button.primary').first().click()
  await colleague.page.waitForURL((url) => !url.pathname.startsWith('/invitation'))
  expect(await colleague.open('/backoffice/talks')).toBe(200)
  expect(await colleague.page.getByRole('main').innerText()).toContain('Vortrag 1: Über Größe')

  const visitor = await browser.screen(site, { ...GERMAN, viewport: { width: 390, height: 844 } })
  await visitor.open('/')
  const logo = visitor.page.getByRole('img', { name: 'Papiertage' })
  expect(await logo.evaluate((image: HTMLImageElement) => [image.complete, image.naturalWidth > 0])).toEqual([
    true,
    true,
  ])
  const seen = new Set<string>()
  for (const day of ['2027-05-20', '2027-05-21']) {
    await visitor.open(`/agenda?day=${day}&view=list`)
    for (const title of await visitor.page.getByRole('link', { name: /^Vortrag \d+:/ }).allTextContents())
      seen.add(title)
  }
  expect(seen.size).toBe(40)
  expect(performance.now() - begunAt).toBeLessThan(TEN_MINUTES_MS)
})
