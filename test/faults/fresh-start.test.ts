// The first start of the program with its demo: two people meet in the video room that is live.
import type { Frame } from 'playwright-core'
import { expect, test } from 'vitest'
import { openInstallation } from '../../src/app/context.ts'
import { readConfig } from '../../src/config.ts'
import { ensurePlatform } from '../../src/features/platforms/platforms.ts'
import { systemCaller } from '../../src/kernel/changes/services.ts'
import { hasBrowser } from '../support/browser.ts'
import {
  createTestInstallation,
  type ServerProcess,
  startServer,
  type TestInstallation,
} from '../support/process.ts'
import { framesOf, openStage, ROOM_FLAGS } from '../support/room-screens.ts'
import { watch } from '../support/room-visits.ts'
import { useBrowser } from '../support/screens.ts'
import { expectWithin } from '../support/sizes.ts'
import { addAccount, Visitor } from '../support/visitors.ts'

const browser = useBrowser(hasBrowser ? ROOM_FLAGS : undefined)

test.runIf(hasBrowser)('two people meet in the live room of a new demo', async ({ task }) => {
  await using installation = await createTestInstallation('sqlite')
  const startedMs = performance.now()
  await using server = await startServer(installation, { env: { LECTERN_DEMO: '1' } })
  const readyMs = performance.now() - startedMs
  const talk = {
    site: { tenant: { api: server }, host: new URL(server.url).hostname },
    id: await liveRoomOf(server),
  }
  const [kim, ari] = [
    await openStage(browser, talk, await addAdmin(installation, server, 'Kim')),
    await openStage(browser, talk, await addAdmin(installation, server, 'Ari')),
  ]
  const enter = ({ page }: typeof kim) => page.getByRole('button', { name: 'Go on stage' }).click()
  await enter(kim)
  await kim.page.getByText('You are live.').waitFor()
  // The speaker of the demo is there already.
  await expect.poll(() => voicesIn(kim.frame)).toBe(1)
  const enteredMs = performance.now()
  await enter(ari)
  const meets = async (frame: Frame, other: string) =>
    (await framesOf(frame, other)) > 0 && (await voicesIn(frame)) === 2
  await expect.poll(() => meets(kim.frame, 'Ari Sample'), POLLING).toBe(true)
  await expect.poll(() => meets(ari.frame, 'Kim Sample'), POLLING).toBe(true)
  const metMs = performance.now() - enteredMs
  expectWithin(metMs, 3_000)
  const seconds = (ms: number) => (ms / 1000).toFixed(1)
  task.meta.fault = {
    fault: 'First start with the demo, and two people in its live room',
    rounds: '1 start',
    measured: `ready after ${seconds(readyMs)} s; from **Go on stage**, both see and hear the other after ${seconds(metMs)} s`,
  }
})

const POLLING = { interval: 100, timeout: 60_000 }

/** The number of people who are heard in a page. */
const voicesIn = (frame: Frame): Promise<number> =>
  frame.evaluate(async () => {
    const { peers } = globalThis as unknown as { peers: RTCPeerConnection[] }
    const report = [...((await peers.at(-1)?.getStats()) ?? new Map()).values()]
    return report.filter((one) => one.type === 'inbound-rtp' && one.totalAudioEnergy > 0).length
  })

async function liveRoomOf(server: ServerProcess): Promise<string> {
  const visitor = new Visitor(server)
  const { text } = await visitor.get('/agenda')
  for (const [, id = ''] of text.matchAll(/\/talks\/([\w-]+)"/g))
    if ((await watch(visitor, id)).status === 201) return id
  throw new Error('The demo has no live room.')
}

async function addAdmin({ env }: TestInstallation, server: ServerProcess, firstName: string) {
  const { config, secrets } = readConfig(env)
  await using installation = await openInstallation(config, secrets)
  const platform = await ensurePlatform(installation, { slug: 'default', name: 'Lectern' })
  const caller = { ...systemCaller(platform), platform }
  const opened = { installation, platform: { caller, standard: '', privileged: '' } }
  const { email } = await addAccount(opened, 'admin', { firstName, lastName: 'Sample' })
  const visitor = new Visitor(server)
  await visitor.signIn(email)
  return visitor
}
