// A room whose places are taken: further viewers get it as a stream.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { MAX_OF_PERSON } from '../../src/features/video/limits.ts'
import { hasBrowser } from '../support/browser.ts'
import { createRoomTalk, goOnStage, ROOM_FLAGS } from '../support/room-screens.ts'
import { watch } from '../support/room-visits.ts'
import { useApi } from '../support/scenarios.ts'
import { useBrowser } from '../support/screens.ts'
import { signInAtSite } from '../support/sites.ts'
import { expectWithin, sized } from '../support/sizes.ts'
import { waitUntil } from '../support/until.ts'

const IN_ROOM = sized({ small: 6, full: 150 })
const VIEWERS = sized({ small: 20, full: Number(process.env.LECTERN_STREAM_VIEWERS ?? 1_000) })
const MEASURED_MS = sized({ small: 5_000, full: 30_000 })

const spawnScript = (script: URL, ...args: string[]) =>
  spawn(process.execPath, [fileURLToPath(script), ...args], { stdio: ['pipe', 'pipe', 'inherit'] })

const server = useApi({ store: 'sqlite', env: { LECTERN_ROOM_VIEWERS: String(IN_ROOM) } })
const browser = useBrowser(hasBrowser ? ROOM_FLAGS : undefined)

/** Takes all places of the room. */
async function fillRoom({ site, id }: Awaited<ReturnType<typeof createRoomTalk>>) {
  const process = spawnScript(new URL('../support/room-viewers.ts', import.meta.url))
  const lines = createInterface(process.stdout)[Symbol.asyncIterator]()
  const read = async () => JSON.parse((await lines.next()).value ?? 'null')
  const offer = await read()
  // The page of the stage has one.
  const free = IN_ROOM - 1
  for (let count = 0; count < free; ) {
    const person = await signInAtSite(site)
    for (let place = 0; place < MAX_OF_PERSON.watch && count < free; place += 1, count += 1) {
      const { status, text } = await watch(person, id, offer)
      expect(status, text).toBe(201)
      process.stdin.write(`${JSON.stringify(text)}\n`)
      expect(await read()).toBe('connected')
    }
  }
  return {
    /** How many viewers there were, and how many of them have received anything. */
    async end(): Promise<{ viewers: number; receiving: number }> {
      process.stdin.end()
      return read()
    },
  }
}

test.runIf(hasBrowser)(`${VIEWERS} viewers who do not fit in a room get it as a stream`, async ({ task }) => {
  const talk = await createRoomTalk(server)
  const stage = await goOnStage(browser, talk)
  const inRoom = await fillRoom(talk)
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
  const { port } = new URL(talk.site.tenant.api.url)
  const viewers = spawnScript(
    new URL('../support/hls-viewers.ts', import.meta.url),
    playlist,
    port,
    String(VIEWERS),
  )
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
  expect(await inRoom.end()).toEqual({ viewers: IN_ROOM - 1, receiving: IN_ROOM - 1 })
  expect(segments).toBeGreaterThan(0)
  expectWithin(failed, 0)
  expectWithin(Math.max(...delays), 6_000)
  const seconds = (ms: number) => (ms / 1000).toFixed(1)
  task.meta.fault = {
    fault: `${VIEWERS} viewers who do not fit in a room with ${IN_ROOM}`,
    rounds: `${seconds(MEASURED_MS)} s`,
    measured: `the first picture ${seconds(firstMs)} s after opening the page of the talk; a camera that is turned on was seen after ${delays.map(seconds).join(', ')} s; ${segments} segments loaded, ${failed} requests failed, 99 % within ${p99Ms} ms`,
  }
})
