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

test('on a phone, the field for a search takes the place of the rooms while it is used', async () => {
  const site = await createSite(server)
  for (const room of ['Barn', 'Hall']) await site.talk(`In the ${room}`, { start: at(1), room })
  const { page, open } = await browser.screen(site, { ...PHONE, hasTouch: true })
  await open('/agenda')
  const field = page.getByRole('searchbox')
  const shown = async () => ({
    isWide: ((await field.boundingBox())?.width ?? 0) > 150,
    hasRooms: await page.locator('.room-chips').isVisible(),
    hasFilters: await page.locator('.filters summary').isVisible(),
  })
  expect(await shown()).toEqual({ isWide: false, hasRooms: true, hasFilters: true })
  await field.tap()
  expect(await shown()).toEqual({ isWide: true, hasRooms: false, hasFilters: false })
  await field.fill('Barn')
  await field.press('Enter')
  await page.waitForURL(/q=Barn/)
  expect(await shown()).toEqual({ isWide: true, hasRooms: false, hasFilters: true })
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

test('filters apply at once, and stay open at the one that was changed until they are done', async () => {
  const site = await createSite(server)
  for (const track of ['Arts', 'Bees', 'Crafts']) await site.talk(`About ${track}`, { track })
  const { page, open } = await browser.screen(site)
  await open('/agenda')
  await page.getByText('Filters', { exact: true }).click()
  for (const track of ['Arts', 'Crafts']) {
    await page.getByRole('checkbox', { name: track }).check()
    await page.waitForURL((url) => url.searchParams.getAll('track').includes(track))
    await page.locator(`input[value="${track}"]:focus`).waitFor()
  }
  expect(await page.locator('.talk h3').allTextContents()).toEqual(['About Arts', 'About Crafts'])
  await page.locator('.filter-end', { hasText: '2 talks' }).getByRole('button', { name: 'Done' }).click()
  await page.locator('.filters .popover:not([open]) summary:focus').waitFor()
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

  const arrow = page.locator('.timetable-arrow.on')
  expect(await arrow.textContent()).toBe('+6')
  await arrow.click()
  await expect.poll(() => arrow.textContent()).toBe('+1')
  await arrow.click()
  await arrow.waitFor({ state: 'hidden' })
  expect(await page.locator('.timetable-arrow.back').isVisible()).toBe(true)
})

test.each(['en', 'de', 'es', 'fr'])(
  'in narrow columns, a short talk with badges has two lines for its title (%s)',
  async (language) => {
    const site = await createSite(server)
    const title = 'Donaudampfschifffahrt for everyone who likes rivers'
    const short = { duration: 15, recommended: true, start: at(-1) }
    const talks = [
      { type: 'replay', video: 'https://video.example.org/talk.mp4' },
      { start: at(-0.1) },
      { state: 'cancelled' },
      ...[4, 5, 6, 7, 8].map(() => ({})),
    ]
    for (const [index, more] of talks.entries())
      await site.talk(`${title} ${index}`, { ...short, track: `Track ${index}`, ...more })
    const { page, open } = await browser.screen(site, { locale: language })
    // The font of the system is wider than that of the site, which a page does not wait for.
    await page.route('**/*.woff2', (route) => route.abort())
    await open('/agenda')
    const cards = await page.locator('.timetable .talk').evaluateAll((all) =>
      all.map((card) => {
        const heading = card.querySelector('h3')
        const { bottom } = card.getBoundingClientRect()
        const star = card.querySelector('.star') ?? card
        const { left, width } = star.getBoundingClientRect()
        const shape = Number.parseFloat(getComputedStyle(star, '::before').width)
        return {
          isNarrow: card.clientWidth < 200,
          isInside: (heading?.getBoundingClientRect().bottom ?? Infinity) <= bottom,
          isBesideStar: [...card.querySelectorAll('.badge:not(.track)')].every(
            (badge) => badge.getBoundingClientRect().right <= left + (width - shape) / 2,
          ),
        }
      }),
    )
    expect(cards).toEqual(talks.map(() => ({ isNarrow: true, isInside: true, isBesideStar: true })))
  },
)

test('on a phone, the first talk begins at most 250 pixels below the header, and on a desktop the day 180', async () => {
  const site = await createSite(server)
  for (const hour of [1, 2, 3]) {
    await site.talk(`Talk ${hour}`, { start: at(hour), track: `Track ${hour}`, room: 'Attic' })
    await site.talk(`Day ${hour}`, { start: at(24 * hour), track: 'Crafts', room: 'Barn' })
  }
  for (const [options, selector, most] of [
    [PHONE, '.slot-talks .talk', 250],
    [{}, '.timetable-head', 180],
  ] as const) {
    const { page, open } = await browser.screen(site, options)
    await open('/agenda')
    const [top, header] = await page.evaluate(
      (first) => [first, '.site-header'].map((one) => document.querySelector(one)?.getBoundingClientRect()),
      selector,
    )
    const distance = (top?.top ?? 0) - (header?.bottom ?? 0)
    expect([selector, distance > 0, distance <= most || distance]).toEqual([selector, true, true])
  }
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
