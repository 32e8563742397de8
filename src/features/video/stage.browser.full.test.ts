// The size of the stage and of what is beside it, in every window.
import { expect, test } from 'vitest'
import { useApi } from '../../../test/support/scenarios.ts'
import { useBrowser } from '../../../test/support/screens.ts'
import { createSite } from '../../../test/support/sites.ts'

const server = useApi({ store: 'sqlite', settings: { roomAddress: null } })
const browser = useBrowser()

const PHONE = { width: 390, height: 844 }
const LONG =
  'How forty volunteers keep the tide gauges of a whole coast running, and what we learned from them in ten years'

/** Talks that are live, of which the second has to be paid for. */
async function createTalks(title = 'Talk') {
  const site = await createSite(server)
  const stream = await site.talk(title, { type: 'rtmp', track: 'Arts' })
  await site.change({ credits: { isOn: true, price: 1 } })
  await site.talk(title, { features: { freeLive: true } })
  const more = { type: 'external', video: 'https://rooms.example.com/talk', track: 'Arts' }
  return { site, stream, locked: await site.talk(`${title} behind a lock`, more) }
}

/** Opens a talk, and measures the first element of each selector. */
async function measure(
  { site }: Awaited<ReturnType<typeof createTalks>>,
  id: string,
  viewport: { width: number; height: number },
) {
  const { page, open } = await browser.screen(site, { viewport, colorScheme: 'dark' })
  await open(`/talks/${id}`)
  const boxOf = async (selector: string) => {
    const [box] = await page.locator(selector).evaluateAll((all) =>
      all.map((one) => {
        const { top, bottom, width, height } = one.getBoundingClientRect()
        return { top, bottom, width, height, isWhole: one.scrollHeight <= one.clientHeight + 1 }
      }),
    )
    if (!box) throw new Error(`There is no ${selector}.`)
    return box
  }
  return { page, boxOf, screen: await boxOf('.stage-screen') }
}

test('a talk that has to be paid for has a screen as high as a video, and its text is on a plate', async () => {
  const talks = await createTalks()
  const { screen, page } = await measure(talks, talks.locked, PHONE)
  expect([screen.width, Math.round(screen.height)]).toEqual([390, 219])
  const plate = page.frameLocator('.stage-screen').locator('.art > .poster-words', { hasText: '1 credit' })
  expect(await plate.evaluate((one) => getComputedStyle(one).backgroundColor)).not.toBe('rgba(0, 0, 0, 0)')
})

test.each([
  [844, 390],
  [667, 375],
  [932, 430],
  [1280, 600],
  [390, 844],
])('the picture and its controls fit into a window of %d by %d', async (width, height) => {
  const talks = await createTalks()
  for (const id of [talks.stream, talks.locked]) {
    const { screen } = await measure(talks, id, { width, height })
    expect(screen.bottom).toBeLessThanOrEqual(height)
    expect(screen.width).toBeGreaterThan(width / 3)
  }
})

test('a long title below a video is shown as a whole', async () => {
  const talks = await createTalks(LONG)
  const { boxOf } = await measure(talks, talks.stream, PHONE)
  const [title, panel] = [await boxOf('.talk-head h1'), await boxOf('.live-panel')]
  expect([title.isWhole, title.height > 2 * 16 * 1.3]).toEqual([true, true])
  expect(panel.top).toBeGreaterThanOrEqual(title.bottom)
})
