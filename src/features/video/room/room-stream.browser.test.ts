// A room in which nobody has a place: viewers get it as a stream by themselves, and speakers still see each other at once.
import { expect, test } from 'vitest'
import { findViolations } from '../../../../test/support/axe.ts'
import { createRoomTalk, goOnStage, ROOM_FLAGS } from '../../../../test/support/room-screens.ts'
import { useApi } from '../../../../test/support/scenarios.ts'
import { useBrowser } from '../../../../test/support/screens.ts'

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

  // The page of the stage shows it without a delay.
  const [, own] = stage.page.frames()
  await expect.poll(async () => own?.url()).not.toContain('delayed')
  await stage.page.getByRole('button', { name: 'Camera on' }).click()
  await expect.poll(async () => (await played()).width).toBe(256)
})
