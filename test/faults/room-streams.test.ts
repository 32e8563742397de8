// A room without places for most of its viewers, who get it as a stream.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { createRoomTalk, goOnStage, ROOM_FLAGS } from '../support/room-screens.ts'
import { useApi } from '../support/scenarios.ts'
import { useBrowser } from '../support/screens.ts'
import { expectWithin, sized } from '../support/sizes.ts'
import { waitUntil } from '../support/until.ts'

const VIEWERS = sized({ small: 20, full: Number(process.env.LECTERN_STREAM_VIEWERS ?? 1_000) })
const MEASURED_MS = sized({ small: 5_000, full: 30_000 })

const server = useApi({ store: 'sqlite', env: { LECTERN_ROOM_VIEWERS: '0' } })
const browser = useBrowser(hasBrowser ? ROOM_FLAGS : undefined)

test.runIf(hasBrowser)(`${VIEWERS} viewers who do not fit in a room get it as a stream`, async ({ task }) => {
  const talk = await createRoomTalk(server)
  const stage = await goOnStage(browser, talk)
  const viewer = await browser.screen(talk.site)
  const openedMs = performance.now()
  await viewer.open(`/talks/${talk.id}`)
  const video = viewer.page.frameLocator('iframe.stage-screen').locator('video[data-hls]')
  await video.waitFor({ state: 'attached' })
  const widthOf = () => video.evaluate(({ videoWidth }: HTMLVideoElement) => videoWidth)
  await waitUntil(widthOf, (width) => width > 256)
  const firstMs = performance.now() - openedMs

  const { text } = await talk.site.visitor.get(`/talks/${talk.id}/player?delayed=yes`)
  const [, playlist = ''] = /<video[^>]* src="([^"]+)"/.exec(text) ?? []
  const viewers = spawn(process.execPath, [
    fileURLToPath(new URL('../support/hls-viewers.ts', import.meta.url)),
    ...[playlist, new URL(talk.site.tenant.api.url).port, String(VIEWERS)],
  ])
  let written = ''
  viewers.stdout.on('data', (part) => {
    written += part
  })
  await sleep(MEASURED_MS)
  // The picture of an empty stage is smaller than that of the camera.
  const camera = stage.page.getByRole('button', { name: 'Camera on' })
  const delays: number[] = []
  for (let round = 0; round < 3; round += 1) {
    await camera.click()
    await waitUntil(widthOf, (width) => width === 256)
    const startedMs = performance.now()
    await camera.click()
    await waitUntil(widthOf, (width) => width > 256)
    delays.push(performance.now() - startedMs)
  }
  viewers.stdin.end()
  await once(viewers, 'close')
  const { segments, failed, p99Ms } = JSON.parse(written)
  expect(segments).toBeGreaterThan(0)
  expectWithin(failed, 0)
  expectWithin(Math.max(...delays), 6_000)
  const seconds = (ms: number) => (ms / 1000).toFixed(1)
  task.meta.fault = {
    fault: `${VIEWERS} viewers who do not fit in a room`,
    rounds: `${seconds(MEASURED_MS)} s`,
    measured: `the first picture ${seconds(firstMs)} s after opening the page of the talk, when nobody had watched the stream; a camera that is turned on was seen after ${delays.map(seconds).join(', ')} s; ${segments} segments loaded, ${failed} requests failed, 99 % within ${p99Ms} ms`,
  }
})
