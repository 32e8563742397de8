// Replays: where a person stopped, and the chat of the talk at the moment of the recording.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { recordHls } from '../../../test/support/hls.ts'
import { useApi } from '../../../test/support/scenarios.ts'
import { type Screen, useBrowser } from '../../../test/support/screens.ts'
import { createSite, type Site, signInAtSite } from '../../../test/support/sites.ts'

const server = useApi({ store: 'sqlite' })
const browser = useBrowser()
const HOST = 'https://video.example.org'
const REPLAY = { type: 'replay', video: `${HOST}/main.m3u8` }
const PARTS = 45

/** A recording of 90 seconds, which repeats the same two. */
async function record(site: Site) {
  const { 'main.m3u8': live, ...parts } = await recordHls(await browser.screen(site))
  const [head = '', part = ''] = String(live).split('#EXTINF')
  const again = `#EXT-X-DISCONTINUITY\n#EXTINF${part}`
  return { ...parts, 'main.m3u8': `${head}#EXTINF${part}${again.repeat(PARTS - 1)}#EXT-X-ENDLIST\n` }
}

async function createReplay() {
  const site = await createSite(server)
  const files: Record<string, string | Buffer> = await record(site)
  const id = await site.talk('Recorded', { ...REPLAY, duration: 60 })
  /** The talk in a new browser. */
  const open = async (options: Parameters<typeof browser.screen>[1] = {}) => {
    const screen = await browser.screen(site, options)
    const { page } = screen
    await page.route(`${HOST}/**`, (route) =>
      route.fulfill({
        body: files[new URL(route.request().url()).pathname.slice(1)] ?? '',
        headers: { 'access-control-allow-origin': '*' },
      }),
    )
    await screen.open(`/talks/${id}`)
    return screen
  }
  return { site, id, open }
}

const playerOf = (page: Page) => page.frameLocator('iframe.stage-screen')
const video = (page: Page) => playerOf(page).locator('video')
const button = (page: Page, name: string) => playerOf(page).getByRole('button', { name })
const positionOf = (page: Page) => video(page).evaluate(({ currentTime }: HTMLVideoElement) => currentTime)
const seek = (page: Page, seconds: number) =>
  video(page).evaluate((one: HTMLVideoElement, to) => {
    one.currentTime = to
  }, seconds)

async function watchTo({ page }: Screen, seconds: number) {
  await button(page, 'Play the video').click()
  await expect.poll(() => positionOf(page), { timeout: 20_000 }).toBeGreaterThan(0.5)
  await seek(page, seconds)
  await expect.poll(() => positionOf(page), { timeout: 20_000 }).toBeGreaterThan(seconds)
}

test('an account continues a replay on another device where it stopped', async () => {
  const { site, id, open } = await createReplay()
  const person = await signInAtSite(site)
  const screen = await open({ signedIn: person })
  await watchTo(screen, 62)
  const isSent = screen.page.waitForRequest(
    (request) => request.url().endsWith('/heartbeat') && /watched=6\d/.test(request.postData() ?? ''),
  )
  await screen.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await isSent
  await screen.context.close()
  await expect.poll(async () => (await person.get(`/talks/${id}/player`)).text).toMatch(/data-watched="6\d"/)
  const other = await open({ signedIn: person })
  await playerOf(other.page)
    .getByRole('button', { name: /^Continue at 1:0\d$/ })
    .click()
  await expect.poll(() => positionOf(other.page), { timeout: 20_000 }).toBeGreaterThan(61)
})

test('a visitor continues a replay in the same browser, or starts over', async () => {
  const { open } = await createReplay()
  const screen = await open()
  const { page } = screen
  await watchTo(screen, 30)
  await video(page).evaluate((one: HTMLVideoElement) => one.pause())
  await page.reload()
  await playerOf(page)
    .getByRole('button', { name: /^Continue at 0:3\d$/ })
    .waitFor()
  await button(page, 'Start over').click()
  await expect.poll(() => positionOf(page), { timeout: 20_000 }).toBeGreaterThan(0.5)
  expect(await positionOf(page)).toBeLessThan(25)
  // What was watched to the end starts from the beginning.
  await seek(page, 80)
  await expect.poll(() => positionOf(page), { timeout: 20_000 }).toBeGreaterThan(80)
  await video(page).evaluate((one: HTMLVideoElement) => one.pause())
  await page.reload()
  await button(page, 'Play the video').waitFor()
  expect(await button(page, 'Start over').count()).toBe(0)
})

/** The names of the controls that the Tab key reaches from the player until it leaves it. */
async function controlsOf({ page, context }: Screen): Promise<string[]> {
  const cdp = await context.newCDPSession(page)
  const { frameTree } = await cdp.send('Page.getFrameTree')
  const frameId = frameTree.childFrames?.[0]?.frame.id ?? ''
  const names: string[] = []
  for (let presses = 0; presses < 30; presses += 1) {
    const { nodes } = await cdp.send('Accessibility.getFullAXTree', { frameId })
    // The document is focused, too, and comes first.
    const focused = nodes.findLast(({ properties }) =>
      properties?.some(({ name, value }) => name === 'focused' && value.value === true),
    )
    names.push(String(focused?.name?.value ?? ''))
    await page.keyboard.press('Tab')
    if (!(await page.evaluate(() => document.activeElement?.matches('.stage-screen')))) return names
  }
  throw new Error('The Tab key does not leave the player.')
}

test('the Tab key reaches play, seek, captions, and full screen, and leaves the player', async () => {
  const { site, id, open } = await createReplay()
  const admin = await signInAtSite(site, 'admin')
  const vtt = 'WEBVTT\n\n00:00.000 --> 01:00.000\nHello from the captions\n'
  await admin.upload(`/backoffice/talks/${id}/captions`, { language: 'en' }, [
    { field: 'file', name: 'talk.vtt', bytes: Buffer.from(vtt) },
  ])
  const screen = await open()
  const { page } = screen
  await button(page, 'Play the video').press('Enter')
  await expect.poll(() => positionOf(page), { timeout: 20_000 }).toBeGreaterThan(0.5)
  const cues = await video(page).evaluate(async ({ textTracks: [track] }: HTMLVideoElement) => {
    if (!track) return []
    track.mode = 'showing'
    while (!track.cues?.length) await new Promise((resolve) => setTimeout(resolve, 50))
    return Array.from(track.cues, (cue) => (cue as VTTCue).text)
  })
  expect(cues).toEqual(['Hello from the captions'])
  const names = await controlsOf(screen)
  // The recording has no sound, so its player has nothing to mute.
  for (const control of [/^(?:play|pause)/, /scrubber/, /full screen/, /more media controls|captions/])
    expect(names).toContainEqual(expect.stringMatching(control))
  expect(names).toContain('Open the recording')
})

test('the chat of a talk whose page was open follows its recording, also after seeking, unless the reader wants to see all', async () => {
  const { site, id, open } = await createReplay()
  await site.talk('Recorded', { type: 'youtube', video: null })
  const { clock } = site.tenant.api
  const person = await signInAtSite(site)
  const headers = { accept: 'application/json' }
  const write = (text: string) => person.post(`/talks/${id}/messages`, { text }, { headers })
  const start = clock.now()
  await site.talk('Recorded', { start: new Date(start).toISOString() })
  for (const [seconds, text] of [
    [5, 'Five'],
    [30, 'Thirty'],
    [70, 'Seventy'],
    [3_700, 'Afterward'],
  ] as const) {
    clock.pass(start + seconds * 1000 - clock.now())
    expect((await write(text)).status).toBe(200)
  }
  const { page } = await open()
  await page.getByText('If there is a recording, it will appear here.').waitFor()
  await site.talk('Recorded', REPLAY)
  const shown = () => page.locator('#live .chat-log li:visible .chat-text').allTextContents()
  const follows = page.getByRole('checkbox', { name: 'Follow the video' })
  await expect.poll(shown).toEqual(['Five', 'Thirty', 'Seventy', 'Afterward'])
  expect(await follows.isVisible()).toBe(false)
  await button(page, 'Play the video').click()
  await follows.waitFor()
  await expect.poll(shown, { timeout: 20_000 }).toEqual(['Five'])
  await seek(page, 40)
  await expect.poll(shown, { timeout: 20_000 }).toEqual(['Five', 'Thirty'])
  await follows.uncheck()
  await expect.poll(shown).toEqual(['Five', 'Thirty', 'Seventy', 'Afterward'])
  await write('While it plays')
  await follows.check()
  await expect.poll(shown).toEqual(['Five', 'Thirty', 'While it plays'])
  await seek(page, 72)
  await expect.poll(shown, { timeout: 20_000 }).toEqual(['Five', 'Thirty', 'Seventy', 'While it plays'])
  await seek(page, 10)
  await expect.poll(shown, { timeout: 20_000 }).toEqual(['Five', 'While it plays'])
})
