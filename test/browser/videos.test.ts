// Videos that the browser cannot play: the page says so, and links to them.
import { expect, test } from 'vitest'
import { useApi } from '../support/scenarios.ts'
import { useBrowser } from '../support/screens.ts'
import { createSite } from '../support/sites.ts'

const server = useApi({ store: 'sqlite' })
const browser = useBrowser()

const STREAM = 'https://live.example.org/main.m3u8'
const SAYS = 'This browser can’t play the video.'

async function screenOf(video: string, playsPlaylists: boolean) {
  const site = await createSite(server)
  const id = await site.talk('Streamed', { type: 'rtmp', video, duration: 60 })
  const screen = await browser.screen(site)
  await screen.page.addInitScript((plays) => {
    HTMLMediaElement.prototype.canPlayType = () => (plays ? 'maybe' : '')
  }, playsPlaylists)
  await screen.open(`/talks/${id}`)
  return screen
}

test('a stream is a link in a browser that cannot play playlists, and a player in one that can', async () => {
  const { page } = await screenOf(STREAM, false)
  await page.getByText(SAYS).waitFor()
  expect(await page.locator('video').isVisible()).toBe(false)
  expect(await page.getByRole('link', { name: 'Open the stream' }).getAttribute('href')).toBe(STREAM)
  const { page: other } = await screenOf(STREAM, true)
  await other.waitForLoadState('load')
  expect([await other.locator('video').isVisible(), await other.getByText(SAYS).isVisible()]).toEqual([
    true,
    false,
  ])
})

test('a video that fails during playback is replaced, too', async () => {
  // Tests cannot reach other hosts.
  const { page } = await screenOf('https://live.example.org/main.mp4', true)
  expect(await page.locator('video').isVisible()).toBe(true)
  await page.locator('video').evaluate((video) => void (video as HTMLVideoElement).play().catch(() => {}))
  await page.getByText(SAYS).waitFor()
  expect(await page.locator('video').isVisible()).toBe(false)
})
