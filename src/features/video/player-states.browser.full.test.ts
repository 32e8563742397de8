// The stage of every type of talk before, during, and after it, for visitors and people with an account, on a desktop
// and a phone. `docs/video.md` has the table. With LECTERN_SCREENSHOTS, the pictures go into that folder.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findViolations } from '../../../test/support/axe.ts'
import { useApi } from '../../../test/support/scenarios.ts'
import { useBrowser } from '../../../test/support/screens.ts'
import { createSite, signInAtSite } from '../../../test/support/sites.ts'

const server = useApi({ store: 'sqlite', settings: { roomAddress: null } })
const browser = useBrowser()
const folder = process.env.LECTERN_SCREENSHOTS

const HOUR_MS = 3_600_000
const whens = { before: HOUR_MS, live: 0, after: -2 * HOUR_MS }
type When = keyof typeof whens
const views = [
  { view: 'desktop', viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
  { view: 'phone', viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
] as const

const PLAYLIST = 'https://live.example.org/main.m3u8'
const YOUTUBE = 'https://youtu.be/DemoTalk-01'
const OUTSIDE = 'https://rooms.example.com/talk'
const FILE = 'https://video.example.org/talk.mp4'

type State = { name: string; talk: object; says: Record<When, string> }
const ENDED = 'If there is a recording, it will appear here.'
const REPLAY_ADVICE = 'Open the recording'

const states: State[] = [
  {
    name: 'embedded',
    talk: { type: 'embedded' },
    says: { before: 'Starts in', live: 'Waiting for the speakers', after: ENDED },
  },
  {
    name: 'rtmp, pushed',
    talk: { type: 'rtmp' },
    says: { before: 'Starts in', live: 'It starts here by itself.', after: ENDED },
  },
  {
    name: 'rtmp, playlist',
    talk: { type: 'rtmp', video: PLAYLIST },
    says: { before: 'Starts in', live: 'The stream can’t be reached. Trying again…', after: ENDED },
  },
  {
    name: 'youtube',
    talk: { type: 'youtube', video: YOUTUBE },
    says: { before: 'Starts in', live: 'Open it on YouTube', after: 'Play the video' },
  },
  {
    name: 'external',
    talk: { type: 'external', video: OUTSIDE },
    says: { before: 'Starts in', live: 'Join on rooms.example.com', after: ENDED },
  },
  {
    name: 'replay',
    talk: { type: 'replay', video: FILE },
    says: { before: 'The replay opens in', live: REPLAY_ADVICE, after: REPLAY_ADVICE },
  },
  {
    name: 'youtube without a video',
    talk: { type: 'youtube' },
    says: { before: 'Starts in', live: 'The video appears here by itself', after: ENDED },
  },
  {
    name: 'replay without a video',
    talk: { type: 'replay' },
    says: {
      before: 'The replay opens in',
      live: 'The replay is not available yet.',
      after: 'The replay is not available yet.',
    },
  },
]

/** The violations of axe on the page and in its player. */
async function faultsOf(page: Page): Promise<string[]> {
  const frames = page.frames().filter((frame) => new URL(frame.url()).origin === new URL(page.url()).origin)
  const found = await Promise.all(frames.map((frame) => findViolations(frame)))
  return found.flat().map(({ id, targets }) => `${id} at ${targets.join(', ')}`)
}

/** Whether the Tab key reaches the player and leaves it again. */
async function passes(page: Page): Promise<boolean> {
  await page.locator('iframe.stage-screen').scrollIntoViewIfNeeded()
  await page.locator('.talk-head a, .talk-head button').last().focus()
  const isInPlayer = () => page.evaluate(() => document.activeElement?.matches('.stage-screen') ?? false)
  let hasReached = false
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press('Tab')
    const isIn = await isInPlayer()
    if (hasReached && !isIn) return true
    hasReached ||= isIn
  }
  return false
}

test.each(states)('the stage of a talk: $name', async ({ name, talk, says }) => {
  const site = await createSite(server)
  const attendee = await signInAtSite(site, 'attendee', { firstName: 'Ada', lastName: 'Sample' })
  const now = site.tenant.api.clock.now()
  const found: string[] = []
  for (const [when, offsetMs] of Object.entries(whens) as [When, number][]) {
    const start = new Date(now + offsetMs).toISOString()
    const id = await site.talk(`Sailing at night, ${when}`, { ...talk, start, duration: 60 })
    for (const who of ['visitor', 'attendee'] as const)
      for (const { view, viewport, colorScheme } of views) {
        const screen = await browser.screen(site, {
          ...(who === 'attendee' ? { signedIn: attendee } : {}),
          ...{ viewport, colorScheme, reducedMotion: 'reduce' },
        })
        const { page, context, errors, open } = screen
        await page.route(/youtube|live\.example|video\.example/, (route) =>
          route.fulfill({ status: 404, contentType: 'text/html', body: '<title>Video</title>' }),
        )
        await open(`/talks/${id}`)
        const hasPlayer = (await page.locator('iframe.stage-screen').count()) > 0
        const place = hasPlayer
          ? page.frameLocator('iframe.stage-screen').locator('#main')
          : page.locator('#talk-stage')
        await place.getByText(says[when]).first().waitFor()
        const where = `${when}, ${who}, ${view}`
        found.push(...(await faultsOf(page)).map((fault) => `${where}: ${fault}`))
        if (hasPlayer && !(await passes(page)))
          found.push(`${where}: Tab does not get into the player and out of it`)
        if (folder) {
          await mkdir(folder, { recursive: true })
          await page.evaluate(() => scrollTo(0, 0))
          await page.screenshot({ path: join(folder, `${name} ${where}.png`.replaceAll(/[ ,]+/g, '-')) })
        }
        errors.splice(0)
        await context.close()
      }
  }
  expect(found).toEqual([])
})
