// The video room of a talk in a browser with a fake camera and microphone: going on stage, watching, and moderating.
import type { Frame } from 'playwright-core'
import { expect, test } from 'vitest'
import { findViolations } from '../../../../test/support/axe.ts'
import { useApi } from '../../../../test/support/scenarios.ts'
import { type Screen, useBrowser } from '../../../../test/support/screens.ts'
import { createSite, signInAtSite } from '../../../../test/support/sites.ts'

const server = useApi({ store: 'sqlite' })
const browser = useBrowser([
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--auto-select-desktop-capture-source=Entire screen',
  '--autoplay-policy=no-user-gesture-required',
])

type Stats = {
  frames: number
  lost: number
  sound: number
  protocol: string
  outgoing: number
}

/** Keeps the connections of a page, so that a test can read their statistics. */
function keepPeers({ page }: Screen, { isTcpOnly = false } = {}) {
  return page.addInitScript((isTcp) => {
    const peers: RTCPeerConnection[] = []
    Object.assign(globalThis, { peers })
    globalThis.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(options?: RTCConfiguration) {
        super(options)
        peers.push(this)
      }
      override setRemoteDescription({ type, sdp = '' }: RTCSessionDescriptionInit) {
        const lines = sdp.split('\r\n').filter((line) => !isTcp || !/^a=candidate.* udp /.test(line))
        return super.setRemoteDescription({ type, sdp: lines.join('\r\n') })
      }
    }
  }, isTcpOnly)
}

/** The statistics of the last connection of a page or frame. */
const statsOf = (frame: Pick<Frame, 'evaluate'>): Promise<Stats> =>
  frame.evaluate(async () => {
    const { peers } = globalThis as unknown as { peers: RTCPeerConnection[] }
    const report = [...((await peers.at(-1)?.getStats()) ?? new Map()).values()]
    const sum = (name: string, kind: string) =>
      report.reduce(
        (all, one) => all + (one.type === 'inbound-rtp' && one.kind === kind ? (one[name] ?? 0) : 0),
        0,
      )
    const pair = report.find((one) => one.type === 'candidate-pair' && one.nominated)
    const remote = report.find((one) => one.id === pair?.remoteCandidateId)
    return {
      frames: sum('framesDecoded', 'video'),
      lost: sum('packetsLost', 'video'),
      sound: sum('totalAudioEnergy', 'audio'),
      protocol: remote?.protocol ?? '',
      outgoing: pair?.availableOutgoingBitrate ?? 0,
    }
  })

async function createTalk() {
  const site = await createSite(server)
  await site.change({ roomAddress: null })
  const speaker = await signInAtSite(site, 'speaker', {
    type: 'Speaker',
    firstName: 'Sol',
    lastName: 'Sample',
  })
  const { email } = speaker.account
  const id = await site.talk('Live', {
    type: 'embedded',
    speakers: [{ email, firstName: 'Sol', lastName: 'Sample' }],
  })
  return { site, id, speaker }
}

type Talk = Awaited<ReturnType<typeof createTalk>>

async function goOnStage({ site, id, speaker }: Talk, view = {}): Promise<Screen> {
  const screen = await browser.screen(site, { signedIn: speaker, ...view })
  await keepPeers(screen)
  await screen.open(`/talks/${id}/room`)
  const { page } = screen
  const enter = page.getByRole('button', { name: 'Go on stage' })
  await expect.poll(() => enter.isEnabled()).toBe(true)
  await enter.click()
  await page.getByText('You are on stage.').waitFor()
  return screen
}

async function watch({ site, id }: Talk, options: { isTcpOnly?: boolean; view?: object } = {}) {
  const screen = await browser.screen(site, options.view)
  await keepPeers(screen, options)
  await screen.open(`/talks/${id}`)
  const player = await (await screen.page.waitForSelector('iframe.stage-screen')).contentFrame()
  if (!player) throw new Error('There is no player.')
  return { ...screen, player }
}

/** Bits per second that a browser assumes without reports. With wrong ones, it stays below. */
const ESTIMATED_AT_FIRST = 300_000

test('an audience sees and hears a speaker, who is shown to have left when a moderator removes them', async () => {
  const talk = await createTalk()
  const early = await watch(talk)
  await early.player.getByText('Waiting for the speakers…').waitFor()
  const stage = await goOnStage(talk)
  await early.player.locator('.room-name', { hasText: 'Sol Sample' }).waitFor()
  const overTcp = await watch(talk, { isTcpOnly: true })
  const watching = [
    { viewer: early, protocol: 'udp', frames: 60 },
    { viewer: overTcp, protocol: 'tcp', frames: 30 },
  ]
  for (const { viewer, protocol, frames } of watching) {
    await expect.poll(async () => (await statsOf(viewer.player)).frames).toBeGreaterThan(frames)
    // A packet counts as lost until it has been sent again.
    await expect.poll(() => statsOf(viewer.player)).toMatchObject({ protocol, lost: 0 })
  }
  await expect.poll(async () => (await statsOf(early.player)).sound).toBeGreaterThan(0)
  await expect
    .poll(async () => (await statsOf(stage.page.mainFrame())).outgoing)
    .toBeGreaterThan(ESTIMATED_AT_FIRST)

  const admin = await signInAtSite(talk.site, 'admin')
  const moderator = await browser.screen(talk.site, { signedIn: admin })
  await keepPeers(moderator)
  await moderator.open(`/talks/${talk.id}/room`)
  await moderator.page.getByRole('button', { name: 'Go on stage' }).click()
  const sol = moderator.page.getByRole('listitem').filter({ hasText: 'Sol Sample' })
  expect(await sol.getByText('Muted by a moderator').isVisible()).toBe(false)
  await sol.getByRole('button', { name: 'Mute' }).click()
  await sol.getByText('Muted by a moderator').waitFor()
  await stage.page.getByRole('button', { name: 'Leave the stage' }).click()
  await expect.poll(() => sol.count()).toBe(0)
  await stage.page.getByRole('button', { name: 'Go on stage' }).click()
  await sol.getByText('Muted by a moderator').waitFor()
  expect([await findViolations(moderator.page), await findViolations(early.page)]).toEqual([[], []])
  await sol.getByRole('button', { name: 'Remove' }).click()
  await stage.page.getByText('A moderator has removed you from the stage.').waitFor()
  await expect.poll(() => sol.count()).toBe(0)
})
