// How long people in a room wait: until two on stage see and hear each other, and until everyone is back when the thread of
// the rooms has ended.
import type { Worker } from 'node:worker_threads'
import type { Frame } from 'playwright-core'
import { expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import {
  createRoomTalk,
  framesOf,
  openStage,
  ROOM_FLAGS,
  statsOf,
  watchRoom,
} from '../support/room-screens.ts'
import { useApi } from '../support/scenarios.ts'
import { useBrowser } from '../support/screens.ts'
import { signInAtSite } from '../support/sites.ts'
import { expectWithin, sized } from '../support/sizes.ts'
import type { Visitor } from '../support/visitors.ts'

const ROUNDS = sized({ small: 1, full: 3 })
/** Reading the statistics takes a moment of the browser that encodes and decodes. */
const POLLING = { interval: 100, timeout: 60_000 }

// Of its own, because its thread ends.
const server = useApi({ store: 'sqlite', env: {} })
const browser = useBrowser(hasBrowser ? ROOM_FLAGS : undefined)

type Seen = { connections: number; frames: number; sound: number }

/** What a page has received by its last connection: from a person in a tile, or altogether. */
async function seenIn(frame: Frame, name?: string): Promise<Seen> {
  const { frames, sound } = await statsOf(frame)
  const connections = await frame.evaluate(
    () => (globalThis as unknown as { peers: RTCPeerConnection[] }).peers.length,
  )
  if (name === undefined) return { connections, frames, sound }
  return { connections, frames: await framesOf(frame, name), sound }
}

test.runIf(hasBrowser)('people in a room wait for seconds only', async ({ task }) => {
  const talk = await createRoomTalk(server)
  const started = Promise.withResolvers<Worker>()
  process.once('worker', started.resolve)
  const { player } = await watchRoom(browser, talk)
  const admin = await signInAtSite(talk.site, 'admin', { firstName: 'Ada', lastName: 'Sample' })

  const open = async (signedIn: Visitor, other: string) => ({
    ...(await openStage(browser, talk, signedIn)),
    other,
  })
  type OnStage = Awaited<ReturnType<typeof open>>
  const enter = ({ page }: OnStage) => page.getByRole('button', { name: 'Go on stage' }).click()
  /** Resolves when this page decodes pictures and hears sound of the other person, after what it had seen before. */
  const meets = ({ frame, other }: OnStage, before: Seen, isBack = false) =>
    expect
      .poll(async () => {
        const { connections, frames, sound } = await seenIn(frame, other)
        if (connections > before.connections) return frames > 0 && sound > 0
        return !isBack && frames > before.frames && sound > before.sound
      }, POLLING)
      .toBe(true)

  const [sol, ada] = [await open(talk.speaker, 'Ada Sample'), await open(admin, 'Sol Sample')]
  await enter(sol)
  await sol.page.getByText('You are live.').waitFor()
  const meetingMs: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = [await seenIn(sol.frame, sol.other), await seenIn(ada.frame, ada.other)] as const
    const startedMs = performance.now()
    await enter(ada)
    await Promise.all([meets(sol, before[0]), meets(ada, before[1])])
    meetingMs.push(performance.now() - startedMs)
    if (round === ROUNDS - 1) break
    await ada.page.getByRole('button', { name: 'Leave the stage' }).click()
    await expect.poll(() => sol.frame.locator('.room-tile', { hasText: sol.other }).count()).toBe(0)
  }

  const backMs: number[] = []
  let thread = await started.promise
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await Promise.all([seenIn(sol.frame), seenIn(ada.frame), seenIn(player)])
    const next = Promise.withResolvers<Worker>()
    process.once('worker', next.resolve)
    const killedMs = performance.now()
    await thread.terminate()
    const watches = async () => {
      const { connections, frames, sound } = await seenIn(player)
      return connections > before[2].connections && frames > 0 && sound > 0
    }
    await Promise.all([
      meets(sol, before[0], true),
      meets(ada, before[1], true),
      expect.poll(watches, POLLING).toBe(true),
    ])
    backMs.push(performance.now() - killedMs)
    thread = await next.promise
  }

  expectWithin(Math.max(...meetingMs), 3_000)
  expectWithin(Math.max(...backMs), 5_000)
  const seconds = (times: number[]) => times.map((ms) => (ms / 1000).toFixed(1)).join(', ')
  task.meta.fault = {
    fault: 'Two people go on stage, and the thread of the rooms is killed',
    rounds: `${ROUNDS} times each`,
    measured: `both see and hear the other after ${seconds(meetingMs)} s; both and a viewer see and hear again after ${seconds(backMs)} s`,
  }
})
