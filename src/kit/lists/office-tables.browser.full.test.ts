// Lists of the Back Office with more text than there is room.
import { expect, test } from 'vitest'
import { put, useApi } from '../../../test/support/scenarios.ts'
import { useBrowser } from '../../../test/support/screens.ts'
import { createSite, personNamed, signInAtSite } from '../../../test/support/sites.ts'

const server = useApi({ store: 'sqlite' })
const browser = useBrowser()

test('a long name ends before the next column, and is the tooltip of its cell', async () => {
  const site = await createSite(server)
  const title = 'What did you think of the evening on the boat, and of the way home? '.repeat(2).trim()
  await put(site.tenant, '/surveys/ext:long', { title, questions: [{ kind: 'text', text: 'Why?' }] })
  const { page, open } = await browser.screen(site, { signedIn: await signInAtSite(site, 'admin') })
  await open('/backoffice/surveys')
  const cell = page.locator('tbody th')
  const link = await cell.locator('a').boundingBox()
  const next = await page.locator('tbody th + td').boundingBox()
  expect((link?.x ?? 0) + (link?.width ?? 0)).toBeLessThanOrEqual(next?.x ?? 0)
  expect(link?.height).toBeLessThan(30)
  await cell.hover()
  await expect.poll(() => cell.getAttribute('title')).toBe(title)
})

test('beside the sidebar of a small desktop, all columns fit, and a chosen one is never left out', async () => {
  const site = await createSite(server)
  const speakers = [personNamed('Bartholomew', 'Longest-Sample'), personNamed('Ada', 'Sample')]
  const talk = { room: 'The Long Room', track: 'Boats and rivers', speakers, keynote: true }
  for (const title of ['Rivers that nobody has seen', 'Boats']) await site.talk(title, talk)
  const signedIn = await signInAtSite(site, 'admin')
  const { page, open } = await browser.screen(site, { signedIn, viewport: { width: 1024, height: 800 } })
  for (const list of ['talks', 'users', 'speakers']) {
    await open(`/backoffice/${list}`)
    const { clientWidth, scrollWidth } = await page
      .locator('.list-table')
      .evaluate(({ clientWidth, scrollWidth }) => ({
        clientWidth,
        scrollWidth,
      }))
    expect([list, scrollWidth]).toEqual([list, clientWidth])
  }
  const track = page.locator('tbody').getByText('Boats and rivers').first()
  await open('/backoffice/talks')
  expect(await track.isVisible()).toBe(false)
  await open('/backoffice/talks?columns=time.track')
  expect(await track.isVisible()).toBe(true)
})

test('on a narrow phone, badges are below the title, and facts in one line', async () => {
  const site = await createSite(server)
  const { clock } = site.tenant.api
  const talk = { start: new Date(clock.now() - 60_000).toISOString(), keynote: true }
  const speakers = [personNamed('Ada', 'Sample')]
  for (const title of ['Rivers that nobody has seen', 'Boats'])
    await site.talk(title, { ...talk, speakers, room: `Room of ${title}` })
  const signedIn = await signInAtSite(site, 'admin')
  const { page, open } = await browser.screen(site, { signedIn, viewport: { width: 320, height: 800 } })
  await open('/backoffice/talks')
  const row = page.locator('tbody tr', { hasText: 'Rivers' }).first()
  expect(await row.locator('.badge').allInnerTexts()).toEqual(['Double-booked', 'Live', 'Keynote'])
  const title = await row.locator('th a').boundingBox()
  const badge = await row.locator('.badge').first().boundingBox()
  expect(title?.width).toBeGreaterThan(150)
  expect(badge?.y).toBeGreaterThan((title?.y ?? 0) + 20)
  const facts = row.locator('td.plain-cell:visible')
  const tops = await facts.evaluateAll((cells) =>
    cells.map((one) => Math.round(one.getBoundingClientRect().y)),
  )
  expect(tops.length).toBeGreaterThan(1)
  expect(new Set(tops).size).toBe(1)
})
