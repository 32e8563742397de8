// The agenda with styles and scripts: its scroll position, and columns for many tracks.
import { expect, test } from 'vitest'
import { useApi } from '../support/scenarios.ts'
import { useBrowser } from '../support/screens.ts'
import { createSite } from '../support/sites.ts'

const server = useApi({ store: 'sqlite' })
const browser = useBrowser()
const HOUR = 3_600_000
const PHONE = { viewport: { width: 390, height: 844 } } as const

// The clock is set to 2027-03-01T12:00:00Z.
const at = (hours: number) => new Date(Date.parse('2027-03-01T12:00:00Z') + hours * HOUR).toISOString()

/** A long day of talks around now, and one talk on each of the next four days. */
async function longDay() {
  const site = await createSite(server)
  for (let hour = -10; hour <= 4; hour += 1) await site.talk(`At ${hour}`, { start: at(hour - 0.5) })
  for (const day of [1, 2, 3, 4]) await site.talk(`Day ${day}`, { start: at(24 * day) })
  return site
}

test('it opens at the current talks, unless the URL has a filter or the page has a message', async () => {
  const { page, open } = await browser.screen(await longDay())
  const places: Record<string, boolean> = {}
  for (const path of [
    '/agenda',
    '/agenda#now',
    '/agenda?q=at',
    '/agenda?day=2027-03-01',
    '/agenda?zone=Nowhere',
  ]) {
    await open('/speakers')
    await open(path)
    places[path] = await page.evaluate(() => scrollY > 200)
    if (places[path])
      expect(
        await page.locator('#now').evaluate((now) => Math.abs(now.getBoundingClientRect().top) < 80),
      ).toBe(true)
  }
  expect(places).toEqual({
    '/agenda': true,
    '/agenda#now': true,
    '/agenda?q=at': false,
    '/agenda?day=2027-03-01': false,
    '/agenda?zone=Nowhere': false,
  })
})

test('on a phone, the selected day is visible, and so is “All days” next to the first days', async () => {
  const { page, open } = await browser.screen(await longDay(), PHONE)
  const isSeen = (text: string) =>
    page.locator('.days a', { hasText: text }).evaluate((link) => {
      const { left, right } = link.getBoundingClientRect()
      return left >= 0 && right <= innerWidth
    })
  await open('/agenda')
  expect([await isSeen('All days'), await isSeen('Mon, Mar 1')]).toEqual([true, true])
  await open('/agenda?day=2027-03-05')
  expect([await isSeen('All days'), await isSeen('Fri, Mar 5')]).toEqual([false, true])
})

test('twelve tracks scroll in their own frame, and the times stay in place', async () => {
  const site = await createSite(server)
  const tracks = Array.from({ length: 12 }, (_, index) => `Donaudampfschifffahrt ${index + 10}`)
  for (const track of tracks) await site.talk(`About ${track}`, { track, recommended: true })
  await site.talk('For everyone', { keynote: true, start: at(1) })
  const { page, open } = await browser.screen(site)
  await open('/agenda')
  const lefts = (selector: string) =>
    page.locator(selector).evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().x)))
  const heads = await lefts('.track-heads span')
  expect(heads).toHaveLength(13)
  expect(await lefts('.slot-tracks > *')).toEqual(heads)
  const widths = heads.slice(1).map((left, index) => left - (heads[index] ?? 0))
  expect(Math.min(...widths)).toBeGreaterThanOrEqual(176)
  const stickingOut = await page
    .locator('.slot-tracks .talk, .track-heads span')
    .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length)
  expect(stickingOut).toBe(0)
  const [time] = await lefts('.slot-time')
  await page.locator('.grid').evaluate((grid) => {
    grid.scrollLeft = 600
  })
  expect(await lefts('.slot-time')).toEqual([time, time])
  expect((await lefts('.track-heads span'))[0]).toBe((heads[0] ?? 0) - 600)
  const keynote = await page.locator('.keynote').boundingBox()
  expect([Math.round(keynote?.x ?? 0), (keynote?.x ?? 0) + (keynote?.width ?? 0) <= 1280]).toEqual([
    heads[0],
    true,
  ])
})
