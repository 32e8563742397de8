// How a room looks with one to eight people, on the page of the talk and on stage, on a desktop in light mode and a phone in
// dark mode. With LECTERN_SCREENSHOTS, the pictures go into that folder.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findViolations } from '../../../../test/support/axe.ts'
import { createRoomTalk, presentRoom, ROOM_FLAGS } from '../../../../test/support/room-screens.ts'
import { useApi } from '../../../../test/support/scenarios.ts'
import { useBrowser } from '../../../../test/support/screens.ts'

const server = useApi({ store: 'sqlite' })
const browser = useBrowser(ROOM_FLAGS)
const folder = process.env.LECTERN_SCREENSHOTS

const NAMES = ['Ada', 'Bo', 'Cleo', 'Dan', 'Eva', 'Finn', 'Gwendolyn-Maria', 'Hal'].map(
  (one) => `${one} Sample`,
)
const views = [
  { view: 'desktop', viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
  { view: 'phone', viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
] as const

test.each([1, 2, 4, 8])('a room with %d on stage fits every screen', async (count) => {
  const talk = await createRoomTalk(server)
  await presentRoom(talk, NAMES.slice(0, count))
  // The page leaves space for tiles before its player says so.
  const { text } = await talk.site.open(`/talks/${talk.id}`)
  expect(/<iframe class="stage-screen own-room"[^>]*>/.exec(text)?.[0].includes('data-tiles')).toBe(count > 1)
  for (const { view, viewport, colorScheme } of views)
    for (const [place, path, frame] of [
      ['talk', `/talks/${talk.id}`, 'iframe.stage-screen'],
      ['stage', `/talks/${talk.id}/room`, 'iframe.room-audience'],
    ] as const) {
      const signedIn = place === 'stage' ? { signedIn: talk.speaker } : {}
      const { page, context, open } = await browser.screen(talk.site, {
        ...{ viewport, colorScheme, reducedMotion: 'reduce', ...signedIn },
      })
      await open(path)
      const player = await (await page.waitForSelector(frame)).contentFrame()
      if (!player) throw new Error('There is no player.')
      for (const choice of place === 'talk' && count > 1 ? ['Speaker', 'Everyone'] : ['']) {
        if (choice) await player.getByRole('button', { name: choice }).click()
        const tiles = player.locator('.room-tile:visible')
        const isGrid = choice === 'Everyone' || (place === 'stage' && count > 1)
        await expect.poll(() => tiles.count()).toBe(isGrid ? count : count - 1)
        const sent = isGrid ? count : Math.min(count - 1, view === 'phone' ? 2 : 4)
        await expect.poll(() => player.locator('.room-tile[data-moves]:visible').count()).toBe(sent)
        if (!isGrid) await player.locator('[data-main]').waitFor()
        // The page leaves space below the picture only for tiles.
        if (place === 'talk')
          expect(await page.locator(`${frame}[data-tiles]`).count()).toBe(count > 1 ? 1 : 0)
        expect(await outsideOf(player)).toEqual([])
        expect(await findViolations(player)).toEqual([])
        if (!folder) continue
        await mkdir(folder, { recursive: true })
        await page.locator(frame).scrollIntoViewIfNeeded()
        await player.evaluate(waitForFrames)
        const name = [count, place, choice.toLowerCase(), view].filter(Boolean).join('-')
        await page.screenshot({ path: join(folder, `${name}.png`) })
      }
      await context.close()
    }
})

/** Resolves when each picture that is shown has moved. */
async function waitForFrames(): Promise<void> {
  const videos = [...document.querySelectorAll('video')].filter((video) => {
    const tile = video.closest('.room-tile')
    return video.clientWidth > 0 && (!tile || tile.hasAttribute('data-moves'))
  })
  const nextFrame = (video: HTMLVideoElement) =>
    new Promise((resolve) => video.requestVideoFrameCallback(resolve))
  for (let frame = 0; frame < 5; frame += 1) await Promise.all(videos.map(nextFrame))
}

/** The names of tiles and controls that are not all within the window. */
const outsideOf = (player: { evaluate(run: () => string[]): Promise<string[]> }) =>
  player.evaluate(() =>
    [...document.querySelectorAll('.room-tile, .room-bar button')]
      .filter((one) => {
        const { left, top, right, bottom, width } = one.getBoundingClientRect()
        return width > 0 && (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight)
      })
      .map((one) => one.textContent),
  )
