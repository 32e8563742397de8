// Nothing moves on a page while it loads, and when what is live about a talk begins.
import type { Frame, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useApi } from '../support/scenarios.ts'
import { useBrowser } from '../support/screens.ts'
import { createSite, personNamed, type Site } from '../support/sites.ts'

const server = useApi({ store: 'sqlite' })
const browser = useBrowser()

const views = [
  ['a phone', { width: 390, height: 844 }],
  ['a desktop', { width: 1280, height: 900 }],
] as const

type Shift = { value: number; moved: string[] }

/** Records each layout shift of the pages that are opened next (Layout Instability API). */
const recordShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
          value: number
          hadRecentInput: boolean
          sources: { node: Element | null }[]
        }
        const moved = sources.map(({ node }) =>
          node instanceof Element ? `${node.localName}.${node.className}` : '',
        )
        if (!hadRecentInput) shifts.push({ value, moved })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

const shiftsOf = (frame: Frame) => frame.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts)

/** A day with talks in three rooms, one of them live. */
async function createDay(site: Site): Promise<string> {
  const person = personNamed('Ada', 'Sample')
  for (const [index, room] of ['Attic', 'Cellar', 'Hall'].entries())
    for (const hour of [11, 12, 13, 14])
      await site.talk(`Talk ${hour} about what happens in room ${index}`, {
        ...{ room, track: `Track ${index}`, duration: 55, speakers: [person] },
        start: `2027-03-01T${hour}:10:00Z`,
      })
  return site.talk('Live talk', {
    start: '2027-03-01T11:50:00Z',
    duration: 45,
    room: 'Hall',
    speakers: [person],
    type: 'youtube',
    video: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  })
}

test.each(views)('on %s, neither a live talk nor the agenda moves', async (_name, viewport) => {
  const site = await createSite(server)
  const id = await createDay(site)
  const { page, open } = await browser.screen(site, { viewport })
  // The browser has the font: its fallbacks have the same widths only where Arial or Roboto is installed.
  await open('/sponsors')
  await page.evaluate(() => document.fonts.ready)
  await recordShifts(page)
  await open(`/talks/${id}`)
  // The reader is counted in the end.
  await page.getByText('1 person watching').waitFor()
  const player = page.frames().find((frame) => frame.url().includes('/player'))
  if (!player) throw new Error('The talk has no player.')
  await player.waitForLoadState()
  for (const frame of [page.mainFrame(), player])
    expect([frame.url(), await shiftsOf(frame)]).toEqual([frame.url(), []])
  for (const path of ['/agenda', '/agenda?view=list', '/', '/speakers']) {
    await open(path)
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => document.fonts.ready)
    expect([path, await shiftsOf(page.mainFrame())]).toEqual([path, []])
  }
})
