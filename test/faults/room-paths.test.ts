// Viewers of a video room whose path loses packets or carries little.
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
import { waitUntil } from '../support/until.ts'

const server = useApi({ store: 'sqlite' })
const browser = useBrowser(hasBrowser ? ROOM_FLAGS : undefined)

const MEASURED_MS = 10_000
const LITTLE = 400_000
const LARGE = { width: 1280, height: 900 }

test.runIf(hasBrowser)(
  'pictures of a room come in the size that the window and the path allow, and lost packets come again',
  async ({ task }) => {
    const talk = await createRoomTalk(server)
    const stage = await goOnStage(browser, talk)
    await using path = await PoorPath.open(await mediaPortOf(stage))
    const { page, player } = await watchRoom(browser, talk, { port: path.port, isAlone: true })
    const read = () => statsOf(player)
    const time = async (isDone: (stats: RoomStats) => boolean) => {
      const startedMs = performance.now()
      await waitUntil(read, isDone)
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
    await waitUntil(read, ({ lost }) => lost === 0)
    const lossy = await read()
    const freezesMs = lossy.freezesMs - after.freezesMs
    const lossyFrames = lossy.frames - after.frames

    path.bitsPerSecond = LITTLE
    const littleMs = await time(({ width }) => width < 640)
    const limited = await read()
    await sleep(MEASURED_MS)
    const steady = await read()
    expect(steady.width).toBeLessThan(1280)
    path.bitsPerSecond = Number.POSITIVE_INFINITY
    const backMs = await time(({ width }) => width >= 1280)

    expectWithin(Math.max(downMs, upMs), 2_000)
    expectWithin(Math.max(...keyFrames), 2)
    expectWithin(freezesMs, 1_000)
    const seconds = (ms: number) => (ms / 1000).toFixed(1)
    task.meta.fault = {
      fault: 'Viewer of a room with a small window, 10 % loss, and 400 kbit/s',
      rounds: `${MEASURED_MS / 1000} s each`,
      measured: [
        `1280 pixels ${seconds(firstMs)} s after opening; the speaker's browser estimates ${Math.round(outgoing / 1000)} kbit/s`,
        `to the smallest layer in ${seconds(downMs)} s, back in ${seconds(upMs)} s, with ${keyFrames.join(' and ')} key frames`,
        `10 % loss: no lost packets, freezes of ${seconds(freezesMs)} s, ${lossyFrames} frames`,
        `400 kbit/s: smaller in ${seconds(littleMs)} s, then freezes of ${seconds(steady.freezesMs - limited.freezesMs)} s, ${steady.frames - limited.frames} frames; back in ${seconds(backMs)} s`,
      ].join('; '),
    }
  },
)
