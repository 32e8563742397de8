// The agenda with styles and scripts: its bars, and columns for many tracks.
import { expect, test } from 'vitest'
import { useApi } from '../../../test/support/scenarios.ts'
import { useBrowser } from '../../../test/support/screens.ts'
import { createSite } from '../../../test/support/sites.ts'

const server = useApi({ store: 'sqlite' })
const browser = useBrowser()
const HOUR = 3_600_000
const PHONE = { viewport: { width: 390, height: 844 } } as const

// The clock is set to 2027-03-01T12:00:00Z.
const at = (hours: number) => new Date(Date.parse('2027-03-01T12:00:00Z') + hours * HOUR).toISOString()

/** A long day of talks around now, and one talk on each of the next four days. */
async function longDay() {
  const site = await createSite(server)
  for (let hour = -10; hour <= 11; hour += 1) await site.talk(`At ${hour}`, { start: at(hour - 0.5) })
  for (const day of [1, 2, 3, 4]) await site.talk(`Day ${day}`, { start: at(24 * day) })
  return site
}

test('it opens at its title, and a link leads to the current talks below the bars', async () => {
  for (const options of [{}, PHONE]) {
    const { page, open } = await browser.screen(await longDay(), options)
    await open('/agenda')
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await page.getByRole('link', { name: 'Now', exact: true }).click()
    await page.waitForFunction(() => scrollY > 200)
    const top = await page
      .locator('.slot.current .slot-talks')
      .evaluate((now) => now.getBoundingClientRect().top)
    const bars = await page
      .locator('.toolbar, .days, .hours')
      .evaluateAll((all) => Math.max(...all.map((bar) => bar.getBoundingClientRect().bottom)))
    expect({ isBelow: top >= bars, isNear: top < bars + 100 }).toEqual({ isBelow: true, isNear: true })
  }
})

test('on a phone, the bar of hours follows the list', async () => {
  const { page, open } = await browser.screen(await longDay(), PHONE)
  await open('/agenda')
  const hour = () => page.locator('.hours [aria-current]').textContent()
  expect(await hour()).toBe('01:30')
  await page.locator('#at-1630').evaluate((slot) => slot.scrollIntoView())
  await expect.poll(hour).toBe('16:30')
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

test('twelve tracks scroll in their own frame, and a keynote is as wide as all of them', async () => {
  const site = await createSite(server)
  const tracks = Array.from({ length: 12 }, (_, index) => `Donaudampfschifffahrt ${index + 10}`)
  for (const track of tracks) await site.talk(`About ${track}`, { track, recommended: true })
  await site.talk('For everyone', { keynote: true, start: at(1) })
  const { page, open } = await browser.screen(site)
  await open('/agenda')
  const boxes = (selector: string) =>
    page.locator(selector).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()))
  const lefts = async (selector: string) => (await boxes(selector)).map(({ left }) => Math.round(left))
  const heads = await lefts('.timetable-head')
  expect(heads).toHaveLength(12)
  expect(await lefts('.talk:not(.keynote)')).toEqual(heads)
  const widths = heads.slice(1).map((left, index) => left - (heads[index] ?? 0))
  expect(Math.min(...widths)).toBeGreaterThanOrEqual(176)
  const [keynote] = await boxes('.keynote')
  expect([Math.round(keynote.left), keynote.width > 12 * 176]).toEqual([heads[0], true])
  const [frame] = await boxes('.timetable')
  const [header] = await boxes('.site-name')
  expect([frame.left, frame.right]).toEqual([header.left, 1280])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280)
})

test('on paper, the agenda is a list of times, titles, and rooms in black on white, without navigation', async () => {
  const site = await createSite(server)
  const more = { room: 'Attic', track: 'Arts', start: at(1) }
  await site.talk('One', more)
  await site.talk('Two', { ...more, room: 'Barn' })
  await site.talk('Three', { ...more, start: at(2) })
  await site.talk('Four', { ...more, start: at(3) })
  const { page, open } = await browser.screen(site, { colorScheme: 'dark' })
  await open('/agenda')
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  // A4 between its margins is narrower than many screens.
  for (const width of [1280, 680]) {
    await page.setViewportSize({ width, height: 900 })
    const lines = (await page.locator('body').innerText()).split('\n').filter((line) => line.trim() !== '')
    expect(lines.slice(1, -2)).toEqual([
      ...['Agenda', 'Monday, March 1, 2027', '13:00'],
      ...['13:00–14:00', 'Attic', 'One', 'Ada Sample', 'Arts'],
      ...['13:00–14:00', 'Barn', 'Two', 'Ada Sample', 'Arts'],
      ...['14:00', '14:00–15:00', 'Attic', 'Three', 'Ada Sample', 'Arts'],
      ...['15:00', '15:00–16:00', 'Attic', 'Four', 'Ada Sample', 'Arts'],
    ])
    // Text that is clipped is still text.
    const hidden = await page
      .locator('h1, h2, h3')
      .evaluateAll((all) => all.filter((one) => getComputedStyle(one).clipPath !== 'none').length)
    expect(hidden).toBe(0)
    for (const name of ['Sign in', 'Speakers', 'Filters', 'Search'])
      expect([name, await page.getByText(name, { exact: true }).filter({ visible: true }).count()]).toEqual([
        name,
        0,
      ])
  }
  const style = await page.locator('main').evaluate((main) => getComputedStyle(main).color)
  expect(style).toBe('rgb(0, 0, 0)')
})
