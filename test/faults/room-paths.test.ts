// Viewers of a video room with a small window, and with a path that loses packets.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { PoorPath } from '../support/poor-path.ts'
import {
  createRoomTalk,
  goOnStage,
  mediaPortOf,
  ROOM_FLAGS,
  type RoomStats,
  statsOf,
  watchRoom,
} from '../support/room-screens.ts'
import { useApi } from '../support/scenarios.ts'
import { useBrowser } from '../support/screens.ts'
import { expectWithin } from '../support/sizes.ts'

const server = useApi({ store: 'sqlite' })
const browser = useBrowser(hasBrowser ? ROOM_FLAGS : undefined)

const MEASURED_MS = 10_000
/** Reading the statistics of a connection takes a moment of the browser that is measured. */
const POLLING = { interval: 100, timeout: 60_000 }
const LARGE = { width: 1280, height: 900 }

test.runIf(hasBrowser)(
  'pictures of a room come in the size that the window needs, and lost packets come again',
  async ({ task }) => {
    const talk = await createRoomTalk(server)
    const stage = await goOnStage(browser, talk)
    await using path = await PoorPath.open(await mediaPortOf(stage))
    const { page, player } = await watchRoom(browser, talk, { port: path.port, isAlone: true })
    const read = () => statsOf(player)
    const time = async (isDone: (stats: RoomStats) => boolean) => {
      const startedMs = performance.now()
      await expect.poll(async () => isDone(await read()), POLLING).toBe(true)
      return performance.now() - startedMs
    }
    const firstMs = await time(({ width }) => width >= 1280)
    await sleep(5_000)
    const { outgoing } = await statsOf(stage.page.mainFrame())

    const before = await read()
    await page.setViewportSize({ width: 320, height: 600 })
    const downMs = await time(({ width }) => width < 640)
    const between = await read()
    await page.setViewportSize(LARGE)
    const upMs = await time(({ width }) => width >= 1280)
    const after = await read()
    const keyFrames = [between.keyFrames - before.keyFrames, after.keyFrames - between.keyFrames]

    path.lossEvery = 10
    await sleep(MEASURED_MS)
    path.lossEvery = 0
    // The last ones are sent again.
    await sleep(1_000)
    const lossy = await read()
    const freezesMs = lossy.freezesMs - after.freezesMs
    const lossyFrames = lossy.frames - after.frames

    expectWithin(Math.max(downMs, upMs), 2_000)
    expectWithin(Math.max(...keyFrames), 2)
    expectWithin(freezesMs, 1_000)
    expectWithin(lossy.lost - after.lost, 0)
    // Browsers assume 300 kbit/s at first, and stay below it without the reports of arrivals.
    expectWithin(800_000, outgoing)
    const seconds = (ms: number) => (ms / 1000).toFixed(1)
    task.meta.fault = {
      fault: 'Viewer of a room with a small window, and with 10 % loss',
      rounds: `${MEASURED_MS / 1000} s of loss`,
      measured: [
        `1280 pixels ${seconds(firstMs)} s after opening; the speaker's browser estimates ${Math.round(outgoing / 1000)} kbit/s`,
        `to the smallest layer in ${seconds(downMs)} s, back in ${seconds(upMs)} s, with ${keyFrames.join(' and ')} key frames`,
        `10 % loss: ${lossy.lost - after.lost} packets lost for good, freezes of ${seconds(freezesMs)} s, ${lossyFrames} frames`,
      ].join('; '),
    }
  },
)
