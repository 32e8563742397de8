// Pages of video rooms in Chromium, with a fake camera and microphone and the statistics of their connections.
import type { Frame } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { readClip } from '../../src/demo/stage/clip.ts'
import { offerOf } from '../../src/demo/stage/media-client.ts'
import { Presenter } from '../../src/demo/stage/presenter.ts'
import { createCertificate } from '../../src/features/video/media/connection.ts'
import type { Firefox } from './firefox.ts'
import type { useApi } from './scenarios.ts'
import type { Screen, useBrowser } from './screens.ts'
import { createSite, signInAtSite } from './sites.ts'
import type { Visitor } from './visitors.ts'

/** For `useBrowser`. */
export const ROOM_FLAGS = [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--auto-select-desktop-capture-source=Entire screen',
  '--autoplay-policy=no-user-gesture-required',
]

export type RoomStats = {
  frames: number
  keyFrames: number
  /** Of the large picture. */
  width: number
  freezesMs: number
  lost: number
  sound: number
  protocol: string
  outgoing: number
}

type Way = {
  isTcpOnly?: boolean
  /** A port on this machine that replaces that of the server. */
  port?: number | undefined
}

/** Keeps the connections of a page, so that a test can read their statistics. */
export const keepPeers = ({ page }: Pick<Screen, 'page'>, way: Way = {}) => page.addInitScript(keeping, way)

/** The same in Firefox. */
export const keepFirefoxPeers = (firefox: Firefox) => firefox.addInitScript(`(${keeping})({})`)

function keeping({ isTcpOnly, port }: Way): void {
  const peers: RTCPeerConnection[] = []
  Object.assign(globalThis, { peers })
  globalThis.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(options?: RTCConfiguration) {
      super(options)
      peers.push(this)
    }
    override setRemoteDescription({ type, sdp = '' }: RTCSessionDescriptionInit) {
      const lines = sdp
        .split('\r\n')
        .filter((line) => !isTcpOnly || !/^a=candidate.* udp /.test(line))
        .filter((line) => port === undefined || !/^a=candidate.* tcp /.test(line))
        .map((line) =>
          port === undefined ? line : line.replace(/^(a=candidate.* )\d+( typ host)/, `$1${port}$2`),
        )
      return super.setRemoteDescription({ type, sdp: lines.join('\r\n') })
    }
  }
}

/** The statistics of the last connection of a page or frame. */
export const statsOf = (frame: {
  evaluate(run: () => Promise<RoomStats>): Promise<RoomStats>
}): Promise<RoomStats> =>
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
      keyFrames: sum('keyFramesDecoded', 'video'),
      width: document.querySelector<HTMLVideoElement>('video[data-main]')?.videoWidth ?? 0,
      freezesMs: 1000 * sum('totalFreezesDuration', 'video'),
      lost: sum('packetsLost', 'video'),
      sound: sum('totalAudioEnergy', 'audio'),
      protocol: remote?.protocol ?? '',
      outgoing: pair?.availableOutgoingBitrate ?? 0,
    }
  })

/** A live talk with a room and a speaker. */
export async function createRoomTalk(server: ReturnType<typeof useApi>) {
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

type RoomTalk = Awaited<ReturnType<typeof createRoomTalk>>
type Browser = ReturnType<typeof useBrowser>

export async function goOnStage(
  browser: Browser,
  { site, id, speaker }: RoomTalk,
  { hasH264 = true } = {},
): Promise<Screen> {
  const screen = await browser.screen(site, { signedIn: speaker })
  await keepPeers(screen)
  if (!hasH264) await screen.page.addInitScript(withoutH264)
  await screen.open(`/talks/${id}/room`)
  const { page } = screen
  const enter = page.getByRole('button', { name: 'Go on stage' })
  await expect.poll(() => enter.isEnabled()).toBe(true)
  await enter.click()
  await page.getByText('You are live.').waitFor()
  return screen
}

/** Like Firefox before it has downloaded its module for H.264. */
function withoutH264(): void {
  const read = RTCRtpSender.getCapabilities
  RTCRtpSender.getCapabilities = (kind) => {
    const capabilities = read(kind)
    const codecs = capabilities?.codecs.filter(({ mimeType }) => mimeType.toLowerCase() !== 'video/h264')
    return capabilities && codecs ? { ...capabilities, codecs } : null
  }
}

/** Opens the page of the stage, which shows the room in a frame. */
export async function openStage(
  browser: Browser,
  { site, id }: Pick<RoomTalk, 'id'> & { site: Parameters<Browser['screen']>[0] },
  signedIn: Visitor,
) {
  const screen = await browser.screen(site, { signedIn })
  await keepPeers(screen)
  await screen.open(`/talks/${id}/room`)
  const frame = await (await screen.page.waitForSelector('iframe.room-audience')).contentFrame()
  if (!frame) throw new Error('The stage has no player.')
  return { page: screen.page, frame }
}

/** The frames of the tile of a person that a page has shown. */
export async function framesOf(frame: Frame, name: string): Promise<number> {
  const tile = frame.locator('.room-tile', { hasText: name }).locator('video')
  const shown = (videos: Element[]) =>
    videos.map((video) => (video as HTMLVideoElement).getVideoPlaybackQuality().totalVideoFrames)
  const [frames = 0] = await tile.evaluateAll(shown)
  return frames
}

/** People on stage without browsers, who send the clip of the demo until the test ends. */
export async function presentRoom({ site, id }: RoomTalk, names: readonly string[]): Promise<void> {
  const [certificate, clip] = [await createCertificate(), await readClip()]
  for (const name of names) {
    const [firstName, lastName] = name.split(' ')
    const person = await signInAtSite(site, 'admin', { firstName: firstName ?? '', lastName: lastName ?? '' })
    const offer = offerOf(certificate, 'sendonly')
    const { text } = await person.post(`/talks/${id}/room/publish`, { offer })
    const presenter = new Presenter(certificate, clip)
    onTestFinished(() => presenter.close())
    await presenter.start(text)
  }
}

export async function watchRoom(
  browser: Browser,
  { site, id }: RoomTalk,
  { isAlone, signedIn, ...way }: Way & { isAlone?: boolean; signedIn?: Visitor } = {},
) {
  const screen = await browser.screen(site, signedIn ? { signedIn } : {})
  await keepPeers(screen, way)
  if (isAlone) {
    await screen.open(`/talks/${id}/player`)
    return { ...screen, player: screen.page.mainFrame() }
  }
  await screen.open(`/talks/${id}`)
  const player = await (await screen.page.waitForSelector('iframe.stage-screen')).contentFrame()
  if (!player) throw new Error('There is no player.')
  return { ...screen, player }
}

/** The port to which the last connection of a page sends. */
export const mediaPortOf = ({ page }: Screen): Promise<number> =>
  page.evaluate(() => {
    const { peers } = globalThis as unknown as { peers: RTCPeerConnection[] }
    return Number(/ (\d+) typ host/.exec(peers.at(-1)?.remoteDescription?.sdp ?? '')?.[1])
  })
