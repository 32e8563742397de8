// The video room of a talk in a browser with a fake camera and microphone: going on stage and watching.
import type { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import {
  createRoomTalk,
  goOnStage,
  ROOM_FLAGS,
  statsOf,
  watchRoom,
} from '../../../../test/support/room-screens.ts'
import { useApi } from '../../../../test/support/scenarios.ts'
import { useBrowser } from '../../../../test/support/screens.ts'

// Of its own, because its thread ends.
const server = useApi({ store: 'sqlite', env: {} })
const browser = useBrowser(ROOM_FLAGS)

const FRAMES = 30
/** Reading the statistics takes a moment of the browser that encodes and decodes. */
const POLLING = { interval: 250, timeout: 60_000 }

test('an audience sees and hears a speaker over UDP and TCP, as large as the window needs, and again when the thread has ended; the speaker is told when recording is turned on', async () => {
  const talk = await createRoomTalk(server)
  const started = Promise.withResolvers<Worker>()
  process.once('worker', started.resolve)
  const { page, player } = await watchRoom(browser, talk)
  await player.getByText('Waiting for the speakers…').waitFor()
  const stage = await goOnStage(browser, talk)
  await player.locator('.room-name', { hasText: 'Sol Sample' }).waitFor()
  const overTcp = await watchRoom(browser, talk, { isTcpOnly: true })
  const framesIn = async (frame: typeof player) => (await statsOf(frame)).frames
  for (const [frame, protocol] of [
    [player, 'udp'],
    [overTcp.player, 'tcp'],
  ] as const) {
    await expect.poll(() => framesIn(frame), POLLING).toBeGreaterThan(FRAMES)
    expect(await statsOf(frame)).toMatchObject({ protocol, lost: 0 })
  }
  await expect.poll(async () => (await statsOf(player)).sound, POLLING).toBeGreaterThan(0)

  const widthOf = async () => (await statsOf(player)).width
  // The picture is nearly as wide as the window, for which the layer in the middle is enough.
  await page.setViewportSize({ width: 800, height: 900 })
  await expect.poll(widthOf, POLLING).toBe(640)
  await page.setViewportSize({ width: 320, height: 600 })
  await expect.poll(widthOf, POLLING).toBe(320)
  await page.setViewportSize({ width: 800, height: 900 })
  await expect.poll(widthOf, POLLING).toBe(640)

  const notice = stage.page.locator('.notice', { hasText: 'This talk is recorded while it is live.' })
  expect(await notice.isVisible()).toBe(false)
  await talk.site.change({ recordsTalks: true })
  await notice.waitFor()
  await talk.site.change({ recordsTalks: false })
  await notice.waitFor({ state: 'hidden' })

  await (await started.promise).terminate()
  await expect.poll(() => framesIn(player), POLLING).toBeLessThan(FRAMES)
  await expect.poll(() => framesIn(player), POLLING).toBeGreaterThan(FRAMES)
})
