// From a German spreadsheet of 40 talks to the public agenda, in the browser.
import { expect, test } from 'vitest'
import { startApi, type TestApi } from '../../../test/support/api.ts'
import { previewFile } from '../../../test/support/file-imports.ts'
import { holdChanges } from '../../../test/support/held-store.ts'
import { makeXlsx } from '../../../test/support/import/workbooks.ts'
import { createOffice } from '../../../test/support/office.ts'
import { useApi } from '../../../test/support/scenarios.ts'
import { useBrowser } from '../../../test/support/screens.ts'
import { createSite, signInAtSite } from '../../../test/support/sites.ts'
import { variants } from '../../../test/support/sizes.ts'
import { germanCsv, germanHeader, germanRows, germanTable } from '../../../test/support/spreadsheets.ts'
import { createTestStore } from '../../../test/support/stores.ts'
import { waitUntil } from '../../../test/support/until.ts'
import { signInAs } from '../../../test/support/visitors.ts'
import { ImportRuns } from './office-runs.ts'

/** Holds an import back before its third chunk, so that it takes longer than the pages wait for it. */
function holdThirdChunk({ installation }: TestApi): { open(): void } {
  let chunks = 0
  return holdChanges(installation.store, (_ctx, { commands }) => commands.length > 1 && ++chunks > 2)
}

/** Lets it continue when the server stops its imports. */
function releaseOnStop(open: () => void): Disposable {
  const { close } = ImportRuns.prototype
  ImportRuns.prototype.close = function () {
    const closed = close.call(this)
    open()
    return closed
  }
  return {
    [Symbol.dispose]: () => {
      ImportRuns.prototype.close = close
    },
  }
}

const server = useApi()
const browser = useBrowser()

const screens = [
  ['a desktop', { width: 1280, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
] as const

test.each(variants(screens))('on %s, a German spreadsheet becomes the agenda', async (_name, viewport) => {
  const site = await createSite(server)
  await site.change({ timezone: 'Europe/Berlin' })
  const owner = await signInAtSite(site, 'owner')
  const screen = await browser.screen(site, { signedIn: owner, locale: 'de-DE', viewport })
  const { page, open } = screen
  const go = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await open('/backoffice/talks')
  await page.locator('main').getByRole('link', { name: 'Import', exact: true }).click()
  const buffer = await makeXlsx({ Programm: germanTable() })
  await page.getByLabel('Datei auswählen').setInputFiles({
    name: 'Programm.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer,
  })
  const room = page.getByLabel('Feld der Spalte Raum')
  expect(await room.locator('option:checked').innerText()).toBe('Raum')
  await page.getByLabel('Feld der Spalte Betreuung').selectOption('Verborgene Tags')
  await go('Vorschau anzeigen')
  expect(await page.locator('.figures li').first().innerText()).toMatch(/^40\s+Neu$/)
  await go('40 Vorträge importieren')
  await page.getByRole('heading', { level: 1, name: 'Importiert' }).waitFor()
  await page.getByRole('link', { name: 'Agenda ansehen' }).click()
  expect(await page.getByRole('link', { name: /^Vortrag \d+: Über Größe/ }).count()).toBeGreaterThan(15)

  const visitor = await browser.screen(site, { locale: 'de-DE', viewport })
  await visitor.open('/agenda?q=vortrag+40')
  expect(await visitor.page.getByRole('main').innerText()).toContain('Vortrag 40: Über Größe, Maß')
})

test('a file can be dropped, and a running import shows its progress', async () => {
  const site = await createSite(server)
  const owner = await signInAtSite(site, 'owner')
  const { page, open } = await browser.screen(site, { signedIn: owner })
  await open('/backoffice/import')
  const transfer = await page.evaluateHandle(() => {
    const files = new DataTransfer()
    files.items.add(new File(['Title,Start\nA talk,2027-05-20 09:00'], 'programme.csv'))
    return files
  })
  await page.dispatchEvent('[data-drop]', 'drop', { dataTransfer: transfer })
  await page.getByRole('heading', { level: 1, name: 'What is in the columns?' }).waitFor()
})

test('a file that is chosen before the script has loaded is uploaded', async () => {
  const site = await createSite(server)
  const owner = await signInAtSite(site, 'owner')
  const { page } = await browser.screen(site, { signedIn: owner })
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/import.js', async (route) => {
    await promise
    await route.continue()
  })
  const { port } = new URL(site.tenant.api.url)
  await page.goto(`https://${site.host}:${port}/backoffice/import`, { waitUntil: 'commit' })
  await page.getByLabel('Choose a file').setInputFiles({
    name: 'programme.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Title,Start\nA talk,2027-05-20 09:00'),
  })
  resolve()
  await page.getByRole('heading', { level: 1, name: 'What is in the columns?' }).waitFor()
})

test('an import that a restart of the server stops is found again and continued', async () => {
  await using sharedStore = await createTestStore('sqlite')
  const first = await startApi({ sharedStore })
  const { open } = holdThirdChunk(first)
  const owner = await signInAs(first, 'owner')
  const host = new URL(first.url).hostname
  const screen = await browser.screen({ tenant: { api: first }, host }, { signedIn: owner })
  const { page } = screen
  const go = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const count = 200
  const rows = germanRows(count).map((row, index) =>
    row.with(6, 'Anna Beispiel').with(7, `speaker-${index}@example.org`),
  )
  await page.goto(`${first.url}/backoffice/import`)
  await page.getByLabel('Choose a file').setInputFiles({
    name: 'programme.csv',
    mimeType: 'text/csv',
    buffer: germanCsv([germanHeader, ...rows]),
  })
  await page.getByLabel('Skip the columns marked “Not imported”').check()
  await go('Show preview')
  await go('Import 200 talks')
  await page.getByRole('heading', { level: 1, name: 'Importing' }).waitFor()
  const talksOf = async (api: TestApi) => (await api.send('GET', '/talks?limit=200')).body.items.length
  await waitUntil(
    () => talksOf(first),
    (talks) => talks > 0,
    60_000,
  )
  await page.goto(`${first.url}/backoffice/talks`)
  const stopping = releaseOnStop(open)
  await first[Symbol.asyncDispose]()
  stopping[Symbol.dispose]()

  await using second = await startApi({ sharedStore })
  const before = await talksOf(second)
  expect([before > 0, before < count]).toEqual([true, true])
  await page.goto(`${second.url}/backoffice/import`)
  expect(await page.getByRole('listitem').filter({ hasText: 'programme.csv' }).innerText()).toContain(
    'Stopped',
  )
  await page.getByRole('link', { name: 'programme.csv' }).click()
  await page.getByRole('heading', { level: 1, name: 'The import stopped' }).waitFor()
  await go('Continue')
  await page.getByRole('heading', { level: 1, name: 'Imported' }).waitFor()
  expect(await page.locator('.figures li').first().innerText()).toMatch(/^200\s+created$/)
  expect(await talksOf(second)).toBe(count)
  await go(`Invite ${count} speakers`)
  expect(await page.locator('.secrets li').count()).toBe(count)
})

test('the columns of another kind of rows are shown as soon as it is chosen', async () => {
  const site = await createSite(server)
  const screen = await browser.screen(site, { signedIn: await signInAtSite(site, 'owner') })
  const { page, open } = screen
  await open('/backoffice/import')
  await page.getByLabel('Choose a file').setInputFiles({
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Title,Name,E-mail\nA talk,Ada Sample,ada@example.org\n'),
  })
  await page.waitForURL('**/columns')
  expect(await page.getByRole('button', { name: 'Show columns' }).isVisible()).toBe(false)
  await page.getByLabel('The table contains').selectOption('people')
  await page.waitForURL('**/columns?kind=people')
  expect(await page.getByLabel('Field of the column E-mail').inputValue()).toBe('email')
  const kind = page.getByLabel('The table contains')
  await expect.poll(() => kind.evaluate((select) => select === document.activeElement)).toBe(true)
  const missing = page.locator('[data-missing]')
  expect(await missing.isVisible()).toBe(false)
  await page.getByLabel('Field of the column Name').selectOption('')
  expect(await missing.locator('li:visible').allInnerTexts()).toEqual(['First name', 'Last name'])
  await page.getByLabel('Field of the column Name').selectOption('name')
  expect(await missing.isVisible()).toBe(false)
})

test('only the cells that were corrected are sent', async () => {
  const office = await createOffice(server)
  const row = (title: string, start: string) => `${title},Text,${start},30,Ada Sample,ada@example.org`
  const rows = ['Title,Description,Start,Duration,Speaker,E-mail', row('One', 'soon'), row('Two', 'later')]
  const { path } = await previewFile(office, { bytes: Buffer.from(rows.join('\n')) })
  const { page, open } = await browser.screen(office, { signedIn: office.staff })
  await open(`${path}/preview`)
  const sent = page.waitForRequest((request) => request.url().endsWith('/repairs'))
  await page.locator('input[value="later"]').fill('2027-05-20 09:00')
  await page.getByRole('button', { name: 'Check again' }).click()
  const fields = [...new URLSearchParams((await sent).postData() ?? '')].filter(([name]) => name !== '_csrf')
  expect(fields).toEqual([['cell:3:2:', '2027-05-20 09:00']])
  await expect.poll(() => page.locator('.import-repair').count()).toBe(1)
})
