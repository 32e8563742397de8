// A room in which nobody has a place: viewers get it as a stream by themselves, and speakers still see each other at once.
// It is recorded.
import { expect, test } from 'vitest'
import { findViolations } from '../../../../test/support/axe.ts'
import { createRoomTalk, goOnStage, ROOM_FLAGS } from '../../../../test/support/room-screens.ts'
import { watch } from '../../../../test/support/room-visits.ts'
import { put, useApi } from '../../../../test/support/scenarios.ts'
import { useBrowser } from '../../../../test/support/screens.ts'
import { signInAtSite } from '../../../../test/support/sites.ts'
import { waitUntil } from '../../../../test/support/until.ts'

const server = useApi({ store: 'sqlite', env: { LECTERN_ROOM_VIEWERS: '0' } })
const browser = useBrowser(ROOM_FLAGS)

test('a viewer who does not fit in the room sees and hears it a few seconds later', async () => {
  const talk = await createRoomTalk(server)
  const stage = await goOnStage(browser, talk)
  const viewer = await browser.screen(talk.site)
  await viewer.open(`/talks/${talk.id}`)
  const player = viewer.page.frameLocator('iframe.stage-screen')
  await player.getByText('Live with a delay of a few seconds').waitFor()
  const video = player.locator('video')
  const played = () =>
    video.evaluate((element: HTMLVideoElement & { webkitAudioDecodedByteCount?: number }) => ({
      frames: element.getVideoPlaybackQuality().totalVideoFrames,
      sound: element.webkitAudioDecodedByteCount ?? 0,
      width: element.videoWidth,
      time: element.currentTime,
    }))
  const isMore = (least: number) => expect.toSatisfy((value) => value > least)
  await expect
    .poll(played)
    .toEqual({ frames: isMore(60), sound: isMore(1000), width: isMore(256), time: isMore(3) })
  expect(await findViolations(viewer.page)).toEqual([])

  const other = await browser.screen(talk.site)
  const busy = { status: 503, json: { code: 'room_busy', message: 'Busy.' } }
  await other.page.route('**/room/watch', (route) => route.fulfill(busy))
  await other.open(`/talks/${talk.id}`)
  await other.page.frameLocator('iframe.stage-screen').getByText('Live with a delay').waitFor()

  // The page of the stage shows it without a delay.
  const [, own] = stage.page.frames()
  await expect.poll(async () => own?.url()).not.toContain('delayed')
  await stage.page.getByRole('button', { name: 'Camera on' }).click()
  await expect.poll(async () => (await played()).width).toBe(256)
})

test('a speaker whose browser can’t send H.264 is told that viewers of the stream can only hear them', async () => {
  const talk = await createRoomTalk(server)
  const stage = await goOnStage(browser, talk, { hasH264: false })
  const notice = stage.page.getByText('can hear you but not see you, because this browser can’t send H.264')
  expect(await notice.isVisible()).toBe(false)
  // This starts the stream.
  expect((await watch(talk.site.visitor, talk.id)).status).toBe(409)
  await notice.waitFor()
  expect(await findViolations(stage.page)).toEqual([])
  await stage.page.getByRole('button', { name: 'Leave the stage' }).click()
  await notice.waitFor({ state: 'hidden' })
})

test('a recorded talk plays on its page after it has ended, until its recording is deleted', async () => {
  const talk = await createRoomTalk(server)
  const { site, id } = talk
  await site.change({ recordsTalks: true })
  const stage = await goOnStage(browser, talk)
  await stage.page.getByText('This talk is recorded while it is live.').waitFor()
  const owner = await signInAtSite(site, 'owner')
  const office = `/backoffice/talks/${id}/recording`
  const isSaid = (text: string) => async () => (await owner.get(office)).text.includes(text)
  await waitUntil(isSaid('This talk is being recorded'), (isRecording) => isRecording)
  // The first part can be the short one from before the camera was on.
  const storedOf = async () =>
    (await site.tenant.api.installation.files.list()).filter((name) => name.includes(id))
  const isPart = (name: string) => name.endsWith('.m4s')
  await waitUntil(storedOf, (names) => names.filter(isPart).length > 1)

  const viewer = await browser.screen(site)
  await viewer.open(`/talks/${id}`)
  await put(site.tenant, `/talks/${id}`, { start: '2027-03-01T11:50:00Z', duration: 5 })
  // The page shows the recording by itself.
  const player = viewer.page.frameLocator('iframe.stage-screen')
  await player.getByRole('button', { name: 'Play the video' }).click()
  const video = player.locator('video')
  const played = () =>
    video.evaluate(({ videoWidth: width, currentTime }: HTMLVideoElement) => ({ width, currentTime }))
  await expect.poll(played).toMatchObject({ width: expect.toSatisfy((width) => width > 256) })
  const seconds = await video.evaluate(({ duration }: HTMLVideoElement) => duration)
  expect(seconds).toBeGreaterThan(8)
  await video.evaluate((element: HTMLVideoElement, to: number) => {
    element.currentTime = to
  }, seconds - 3)
  await expect.poll(async () => (await played()).currentTime).toBeGreaterThan(seconds - 2)

  const address = new URL(await video.evaluate(({ src }: HTMLVideoElement) => src))
  expect((await owner.get(office)).text).toContain('The recording plays on')
  await owner.post(`${office}/delete`)
  expect((await site.visitor.get(address.pathname)).status).toBe(404)
  await waitUntil(storedOf, (names) => names.length === 0)
  expect((await owner.get(office)).text).toContain('There is no recording of this talk.')
})
