// The first ten minutes of an organizer who speaks German: from the link of the setup to a public site with a logo, the
// programme of a spreadsheet with its speakers invited, and a colleague. In German throughout, in few clicks, and without a
// terminal.
import { afterAll, expect, inject, test } from 'vitest'
import { makeSetupLink } from '../../src/features/access/setup/setup.ts'
import type { PlatformRow } from '../../src/features/platforms/tables.ts'
import { makeXlsx } from '../support/import/workbooks.ts'
import { png } from '../support/pictures.ts'
import { useApi } from '../support/scenarios.ts'
import { originOf, type Screen, useBrowser } from '../support/screens.ts'
import { createSite } from '../support/sites.ts'
import { decodeQuotedPrintable, startMailServer, waitForEmailTo } from '../support/smtp.ts'
import { PASSWORD } from '../support/visitors.ts'

const mail = await startMailServer()
afterAll(() => mail[Symbol.asyncDispose]())
const server = useApi({
  store: inject('stores')[0] ?? 'sqlite',
  env: { LECTERN_SMTP_URL: mail.url, LECTERN_MAIL_FROM: 'events@example.org' },
})
const browser = useBrowser()
const GERMAN = { locale: 'de-DE', timezoneId: 'Europe/Berlin' }
const TEN_MINUTES_MS = 600_000
const MAX_CLICKS = 15
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const TALKS = 40
const ROOMS = ['Großer Saal', 'Kleiner Saal', 'Werkstatt']
const SPEAKERS = 45

/** 40 talks of 45 people in three rooms on two days, and two breaks. */
function programme(): string[][] {
  const person = (index: number) =>
    [`Vorname${index} Nachname${index}`, `person-${index}@example.org`] as const
  const talks = Array.from({ length: TALKS }, (_, index) => {
    const slot = Math.floor(index / ROOMS.length)
    const people = [person(index), ...(index < SPEAKERS - TALKS ? [person(TALKS + index)] : [])]
    return [
      ...[`Vortrag ${index + 1}: Über Größe`, 'Ein Überblick mit Beispielen.', `${20 + (slot % 2)}.05.2027`],
      ...[`${9 + Math.floor(slot / 2)}:00`, '45', ROOMS[index % ROOMS.length] ?? ''],
      ...[people.map(([name]) => name).join('; '), people.map(([, email]) => email).join('; ')],
    ]
  })
  const breaks = [20, 21].map((day) => [
    'Mittagspause',
    'Im Foyer.',
    `${day}.05.2027`,
    '17:00',
    '60',
    '',
    '',
    '',
  ])
  const header = 'Titel,Kurzbeschreibung,Tag,Uhrzeit,Dauer (min),Raum,Referent*in,E-Mail Referent*in'
  return [header.split(','), ...talks, ...breaks]
}

test('a German spreadsheet and a logo become a public site, and speakers and a colleague are invited, in at most 15 clicks', async () => {
  const begunAt = performance.now()
  const site = await createSite(server)
  const organizer = await browser.screen(site, GERMAN)
  const { page, open } = organizer
  let clicks = 0
  const click = async (role: 'button' | 'link', name: string) => {
    clicks += 1
    await page
      .getByRole('main')
      .or(page.getByRole('navigation'))
      .getByRole(role, { name, exact: true })
      .first()
      .click()
    await expectGerman(organizer)
  }
  const fill = (name: string, value: string) => page.locator(`[name="${name}"]`).fill(value)
  const arriveAt = async (name: string) => {
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await expectGerman(organizer)
  }
  const choose = async (label: string, file: { name: string; mimeType: string; buffer: Buffer }) => {
    clicks += 1
    await page.locator(label).setInputFiles(file)
  }

  const token = await makeSetupLink(site.tenant.api.installation, site.tenant.caller.platform as PlatformRow)
  await open(`/setup/${token}`)
  await expectGerman(organizer)
  await fill('name', 'Papiertage')
  expect(await page.locator('select[name="language"]').inputValue()).toBe('de')
  expect(await page.locator('[name="timezone"]').inputValue()).toBe('Europe/Berlin')
  await fill('firstName', 'Olive')
  await fill('lastName', 'Beispiel')
  await fill('email', 'olive@example.org')
  for (const field of await page.locator('input[type="password"]').all()) await field.fill(PASSWORD)
  await click('button', 'Weiter')
  await arriveAt('Wann und wo findet sie statt?')
  await fill('firstDay', '2027-05-20')
  await fill('lastDay', '2027-05-21')
  await fill('venue', 'Rathaus, Marktplatz 1')
  await click('button', 'Weiter')
  await arriveAt('Vor Ort, online oder beides?')
  await click('button', 'Einrichtung abschließen')
  await page.waitForURL('**/backoffice')

  await click('link', 'Logo hinzufügen')
  await choose('input[type="file"][name*="logo"]', {
    ...{ name: 'logo.png', mimeType: 'image/png' },
    buffer: await png({ width: 600, height: 200 }),
  })
  await click('button', 'Speichern')
  await page.locator('.notice.success').waitFor()

  await click('link', 'Dashboard')
  await click('link', 'Datei importieren')
  const buffer = await makeXlsx({ Programm: programme() })
  await choose('#field-file', { name: 'Programm.xlsx', mimeType: XLSX, buffer })
  await arriveAt('Was steht in den Spalten?')
  await click('button', 'Vorschau anzeigen')
  await arriveAt('Was sich ändert')
  expect(await page.locator('.figures li').first().innerText()).toMatch(/^42\s+Neu$/)
  await click('button', '42 Vorträge importieren')
  await arriveAt('Importiert')
  expect(mail.emails).toEqual([])
  await click('button', `${SPEAKERS} Speaker einladen`)
  expect(await waitForEmailTo(mail, 'person-44@example.org')).toMatch(/^Hallo Vorname44/m)

  await click('link', 'Dashboard')
  await click('link', 'Kollegin oder Kollegen einladen')
  await fill('firstName', 'Kim')
  await fill('lastName', 'Muster')
  await fill('email', 'kim@example.org')
  expect(await page.locator('[name="type"]').inputValue()).toBe('admin')
  await click('button', 'Erstellen')
  const invitation = await waitForEmailTo(mail, 'kim@example.org')
  expect(invitation).toMatch(/^Hallo Kim/m)
  const path = new RegExp(`${originOf(site)}(/invitation/[\\w-]+)`).exec(invitation)?.[1] ?? ''
  expect(clicks).toBeLessThanOrEqual(MAX_CLICKS)

  const colleague = await browser.screen(site, GERMAN)
  await colleague.open(path)
  await expectGerman(colleague)
  for (const field of await colleague.page.locator('input[type="password"]').all()) await field.fill(PASSWORD)
  await colleague.page.locator('main form button.primary').first().click()
  await colleague.page.waitForURL('**/backoffice')

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
  expect(seen.size).toBe(TALKS)
  await expect.poll(() => mail.emails.length, { timeout: 30_000 }).toBe(SPEAKERS + 1)
  for (const { content } of mail.emails) expect(decodeQuotedPrintable(content)).toMatch(/^Hallo /m)
  expect(performance.now() - begunAt).toBeLessThan(TEN_MINUTES_MS)
})

/** `pages-in-german.browser.full.test.ts` finds English words on pages that are in German. */
const expectGerman = async ({ page }: Screen) =>
  expect(await page.locator('html').getAttribute('lang')).toBe('de')
