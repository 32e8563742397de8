// Videos in the player: streams play with and without HLS in the browser, and failures have a way out.
import type { FrameLocator } from 'playwright-core'
import { expect, test } from 'vitest'
import { recordHls } from '../../../test/support/hls.ts'
import { useApi } from '../../../test/support/scenarios.ts'
import { useBrowser } from '../../../test/support/screens.ts'
import { createSite } from '../../../test/support/sites.ts'

const server = useApi({ store: 'sqlite' })
const browser = useBrowser()

const HOST = 'https://live.example.org'
const STREAM = `${HOST}/main.m3u8`
const SAYS = 'This browser can’t play the video.'

type Files = Record<string, string | Buffer>

/** The page of a live talk, and its player. The files are what the host of the stream has. */
async function openTalk(
  video: string,
  { type = 'rtmp', hasHls = false, files = {} }: { type?: string; hasHls?: boolean; files?: Files } = {},
) {
  const site = await createSite(server)
  const id = await site.talk('Streamed', { type, video, duration: 60 })
  const screen = await browser.screen(site)
  const { page } = screen
  await page.addInitScript((canPlay) => {
    HTMLMediaElement.prototype.canPlayType = () => (canPlay ? 'maybe' : '')
  }, hasHls)
  await page.route(`${HOST}/**`, (route) => {
    const body = files[new URL(route.request().url()).pathname.slice(1)]
    if (body === undefined) return route.fulfill({ status: 404 })
    return route.fulfill({ body, headers: { 'access-control-allow-origin': '*' } })
  })
  await screen.open(`/talks/${id}`)
  const player = page.frameLocator('iframe.stage-screen')
  // Browsers report playlists that are not there.
  const ignore = () => screen.errors.splice(0)
  return { ...screen, player, ignore, site, id }
}

test('a live stream plays without HLS in the browser, by itself, at the live edge', async () => {
  const sample = await recordHls(await browser.screen(await createSite(server)))
  const { player } = await openTalk(STREAM, { files: sample })
  const video = player.locator('video')
  await expect
    .poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime), { timeout: 20_000 })
    .toBeGreaterThan(0.5)
  expect(
    await video.evaluate((one: HTMLVideoElement) => [one.paused, one.duration, one.src.startsWith('blob:')]),
  ).toEqual([false, Number.POSITIVE_INFINITY, true])
  expect(await player.getByText(SAYS).isVisible()).toBe(false)
})

test('a stream that has not begun is tried again, and plays when it is there', async () => {
  const sample = await recordHls(await browser.screen(await createSite(server)))
  const files: Files = {}
  const { player, ignore } = await openTalk(STREAM, { files })
  await player.getByText('The stream can’t be reached. Trying again…').waitFor()
  expect(await player.getByRole('link', { name: 'Open the stream' }).getAttribute('href')).toBe(STREAM)
  Object.assign(files, sample)
  await expect
    .poll(() => player.locator('video').evaluate((one: HTMLVideoElement) => one.currentTime), {
      timeout: 30_000,
    })
    .toBeGreaterThan(0)
  expect(await player.getByText('Trying again').isVisible()).toBe(false)
  ignore()
})

test('a browser that plays HLS gets no library', async () => {
  const { page, player } = await openTalk(STREAM, { hasHls: true })
  await player.locator('video').waitFor({ state: 'attached' })
  await player.getByText('Trying again').waitFor()
  const loaded = await page
    .frames()[1]
    ?.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  expect(loaded?.filter((name) => name.endsWith('/hls.js'))).toEqual([])
})

test('a video that the browser cannot play is replaced by a message and a link', async () => {
  const { player } = await openTalk(`${HOST}/main.mp4`, { hasHls: true, files: { 'main.mp4': 'no video' } })
  await player.getByText(SAYS).waitFor()
  expect(await player.locator('video').isVisible()).toBe(false)
  expect(await player.getByRole('link', { name: 'Open the stream' }).getAttribute('href')).toBe(
    `${HOST}/main.mp4`,
  )
})

test('a room may use the camera and the microphone, and nothing else may', async () => {
  const site = await createSite(server)
  await site.change({ roomAddress: 'https://meet.example.org/{id}' })
  const id = await site.talk('Room', { type: 'embedded' })
  const { page, open } = await browser.screen(site)
  await page.route('https://meet.example.org/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Room</title>' }),
  )
  await open(`/talks/${id}`)
  const room = page.frameLocator('iframe.stage-screen').frameLocator('iframe.screen').locator('html')
  const allowed = await room.evaluate(() =>
    ['camera', 'microphone', 'display-capture', 'geolocation'].map((feature) =>
      // Chromium's name for the permissions policy of a document.
      (
        document as unknown as { featurePolicy: { allowsFeature(name: string): boolean } }
      ).featurePolicy.allowsFeature(feature),
    ),
  )
  expect(allowed).toEqual([true, true, true, false])
})

/**
 * A live talk with a question that is answered after a second. The page shows no way to the answer until `change`. The video
 * is of YouTube, so the player of a stream loads only then.
 */
async function openAnswered(files: Files = {}) {
  const opened = await openTalk('https://youtu.be/DemoTalk-01', { type: 'youtube', files })
  const { site, id, page } = opened
  const { send, api } = site.tenant
  // To where a player jumps, in seconds.
  await page.addInitScript(() => {
    const seeks: number[] = []
    Object.assign(window, { seeks })
    // Not on the document: the empty one that a frame begins with can share its window with the page that replaces it.
    addEventListener('seeking', ({ target }) => seeks.push((target as HTMLVideoElement).currentTime), true)
  })
  const path = `/talks/${id}/questions`
  const { body: question } = await send('POST', path, { body: { label: 'Ada', text: 'Why?' } })
  api.clock.pass(1000)
  await send('PUT', `${path}/${question.id}`, { body: { state: 'answered' } })
  await page.getByRole('tab', { name: 'Questions' }).click()
  const answer = page.getByRole('button', { name: 'Play the answer (0:01)' })
  await page.locator('.question.answered').waitFor()
  expect(await answer.isVisible()).toBe(false)
  return { ...opened, answer, change: (talk: object) => site.talk('Streamed', talk) }
}

const REPLAY = { type: 'replay', video: STREAM, available: true }

async function recordReplay(): Promise<Files> {
  const sample = await recordHls(await browser.screen(await createSite(server)))
  return { ...sample, 'main.m3u8': `${sample['main.m3u8']}#EXT-X-ENDLIST\n` }
}

/** To where a player jumped first, and whether it plays from there. */
const startOf = (player: FrameLocator) =>
  player.locator('video').evaluate(({ currentTime }: HTMLVideoElement) => ({
    jumped: (window as { seeks?: number[] }).seeks?.[0],
    isPlayed: currentTime > 1,
  }))

test('an answered question plays a recording from its answer, when the talk becomes a replay', async () => {
  const { player, answer, change } = await openAnswered(await recordReplay())
  await change(REPLAY)
  await answer.click()
  await expect.poll(() => startOf(player), { timeout: 30_000 }).toEqual({ jumped: 1, isPlayed: true })
})

test.each([
  ['its player', /\/player\?/],
  ['the script of its player', /\/player\.js$/],
  ['the library for HLS', /\/hls\.js$/],
])('a recording plays from an answer that is chosen before %s has loaded', async (_name, late) => {
  const { page, player, answer, change } = await openAnswered(await recordReplay())
  const { promise: isChosen, resolve: choose } = Promise.withResolvers<void>()
  await page.route(late, async (route) => {
    await isChosen
    await route.continue()
  })
  const asked = page.waitForRequest(late)
  await change(REPLAY)
  await asked
  await answer.click()
  choose()
  await expect.poll(() => startOf(player), { timeout: 30_000 }).toEqual({ jumped: 1, isPlayed: true })
})

test('an answered question plays a YouTube video from its answer, when the talk has ended', async () => {
  const { answer, player, site } = await openAnswered()
  site.tenant.api.clock.pass(3_600_000)
  await answer.click()
  await player.locator('iframe.screen[src*="start=1&autoplay=1"]').waitFor()
})

test('a page opens the stage at the start without loading again', async () => {
  const { page, player, site, open, id } = await openTalk(STREAM, { hasHls: true })
  const { clock } = site.tenant.api
  await site.talk('Streamed', { start: new Date(clock.now() + 60_000).toISOString() })
  await open(`/talks/${id}`)
  await page.getByText('Starts in').waitFor()
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  clock.pass(60_000)
  await player.locator('video').waitFor({ state: 'attached' })
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
})
