// The agenda of 2,000 talks in 13 rooms: small documents, each day on one page, and every talk within reach of links.
import { expect, test } from 'vitest'
import { manyRooms } from '../../../test/support/many-rooms.ts'
import { useApi } from '../../../test/support/scenarios.ts'
import { type Screen, useBrowser } from '../../../test/support/screens.ts'
import { createSite, type Site } from '../../../test/support/sites.ts'

const server = useApi({ store: 'sqlite' })
const browser = useBrowser()
const MAX_BYTES = 40_000
const views = {
  phone: { viewport: { width: 390, height: 844 }, mostPixels: 75_000 },
  desktop: { viewport: { width: 1280, height: 900 }, mostPixels: 2_500 },
} as const

let made: Promise<Site> | undefined
const largeSite = () => {
  made ??= fillSite()
  return made
}

async function fillSite(): Promise<Site> {
  const site = await createSite(server)
  const { status, body } = await site.tenant.send('PUT', '/programme', { body: manyRooms() })
  expect([status, body.created?.talks, body.refused]).toEqual([200, 2_000, []])
  return site
}

test('without scripts, every day is one small page, and every talk can be reached by links', async () => {
  const site = await largeSite()
  const screen = await browser.screen(site, { viewport: views.phone.viewport, javaScriptEnabled: false })
  const titles = new Set<string>()
  const visited = new Set<string>()
  const waiting = ['/agenda']
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (visited.has(path)) continue
    visited.add(path)
    await screen.open(path)
    expect({ path, isSmall: (await bytesOf(site, path)) < MAX_BYTES }).toEqual({ path, isSmall: true })
    for (const [view, { viewport, mostPixels }] of Object.entries(views)) {
      await screen.page.setViewportSize(viewport)
      const isBounded = (await heightOf(screen)) < mostPixels
      expect({ path, view, isBounded }).toEqual({ path, view, isBounded: true })
    }
    for (const title of await screen.page.locator('.talk h3').allTextContents()) titles.add(title)
    waiting.push(...(await linksOf(screen)))
  }
  expect(titles.size).toBe(2_000)
  expect(visited.size).toBeLessThan(8)
})

/** The size of a page as it is sent. */
async function bytesOf({ tenant, host }: Site, path: string): Promise<number> {
  const headers = { host, 'accept-encoding': 'gzip' }
  const answer = await tenant.api.sendTo('GET', path, { key: null, headers })
  expect(answer.headers['content-encoding']).toBe('gzip')
  return Number(answer.headers['content-length'])
}

const heightOf = ({ page }: Screen): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollHeight)

/** The links to days and hours, except for the list of all days. */
const linksOf = async ({ page }: Screen): Promise<string[]> => {
  const links = await page
    .locator('.days a, .hours a, .pager a')
    .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
  return links
    .map((link) => new URL(link))
    .filter((url) => url.searchParams.get('day') !== 'all')
    .map(({ pathname, search }) => pathname + search)
}

test('cards are as tall as their talks are long, and names and times stay in view', async () => {
  const { page, open } = await browser.screen(await largeSite(), views.desktop)
  await open('/agenda?day=2027-03-02')
  const heights = await page.locator('.timetable .talk').evaluateAll((cards) =>
    cards.map((card) => {
      const rows = Number(/\bh(\d+)/.exec(card.className)?.[1])
      return { minutes: rows * 5, height: card.getBoundingClientRect().height }
    }),
  )
  expect(await page.locator('.timetable .star:visible').count()).toBe(heights.length)
  const ofLength = (length: number) =>
    heights.filter(({ minutes }) => minutes === length).map(({ height }) => height)
  const [shortest, half, long] = [5, 30, 90].map(ofLength)
  expect(Math.min(...(shortest ?? []))).toBeGreaterThanOrEqual(30)
  expect(Math.min(...(half ?? []))).toBeGreaterThan(90)
  expect(Math.min(...(long ?? []))).toBeGreaterThan(2.8 * Math.min(...(half ?? [])))

  // The days, the names, and the times of starts stay in view, and the names follow the talks.
  const boxOf = async (selector: string) => {
    const box = await page.locator(selector).first().boundingBox()
    if (!box) throw new Error(`There is no ${selector}.`)
    return box
  }
  const { x: hourLeft } = await boxOf('.timetable .slot-time')
  const { x: nameLeft } = await boxOf('.timetable-head')
  await page.locator('.timetable').evaluate((element) => element.scrollTo(900, 0))
  await expect.poll(async () => (await boxOf('.timetable-head')).x).toBe(nameLeft - 900)
  expect((await boxOf('.timetable .slot-time')).x).toBe(hourLeft)
  await page.evaluate(() => scrollTo(0, 900))
  const toolbar = await boxOf('.toolbar')
  const names = await boxOf('.timetable-names')
  expect([toolbar.y, names.y]).toEqual([0, toolbar.height - 1])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280)
})

test('on a phone, talks below the screen are not laid out yet, and links to hours lead to them', async () => {
  const { page, open } = await browser.screen(await largeSite(), views.phone)
  await open('/agenda?day=2027-03-02')
  const title = page.locator('.slot-talks .talk h3').last()
  const isLaidOut = () =>
    title.evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }))
  expect(await isLaidOut()).toBe(false)

  await page.locator('.hours a', { hasText: '11:00' }).click()
  const bottom = (selector: string) =>
    page.locator(selector).evaluate((bar) => Math.round(bar.getBoundingClientRect().bottom))
  const top = () => page.locator('#at-1100').evaluate((time) => Math.round(time.getBoundingClientRect().top))
  await expect.poll(async () => (await top()) - (await bottom('.hours'))).toBe(0)

  await title.scrollIntoViewIfNeeded()
  await expect.poll(isLaidOut).toBe(true)
})

test('the line at the current time moves with the clock', async () => {
  const { page, open } = await browser.screen(await largeSite(), views.desktop)
  await page.clock.install({ time: new Date('2027-03-01T12:00:00Z') })
  await open('/agenda')
  const line = page.locator('.timetable-now')
  const rowOf = async () => Number(await line.evaluate((element) => getComputedStyle(element).gridRowStart))
  const before = await rowOf()
  await page.clock.fastForward('20:00')
  expect(await rowOf()).toBe(before + 4)
})
