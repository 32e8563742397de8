// What people see of a stage and do on it, in a browser with a fake camera and microphone: moderating, tiles, and raised
// hands, with a mouse and with the keyboard alone.
import { expect, test } from 'vitest'
import { findViolations } from '../../../../test/support/axe.ts'
import { tabTo } from '../../../../test/support/keyboard.ts'
import {
  createRoomTalk,
  goOnStage,
  keepPeers,
  presentRoom,
  ROOM_FLAGS,
  watchRoom,
} from '../../../../test/support/room-screens.ts'
import { useApi } from '../../../../test/support/scenarios.ts'
import { type Screen, useBrowser } from '../../../../test/support/screens.ts'
import { signInAtSite } from '../../../../test/support/sites.ts'

const server = useApi({ store: 'sqlite' })
const browser = useBrowser(ROOM_FLAGS)

test('a speaker is muted, comes back, and is shown to have left when a moderator removes them', async () => {
  const talk = await createRoomTalk(server)
  const early = await watchRoom(browser, talk)
  await early.player.getByText('Waiting for the speakers…').waitFor()
  const stage = await goOnStage(browser, talk)
  await early.player.locator('.room-name', { hasText: 'Sol Sample' }).waitFor()

  const admin = await signInAtSite(talk.site, 'admin')
  const moderator = await browser.screen(talk.site, { signedIn: admin })
  await keepPeers(moderator)
  await moderator.open(`/talks/${talk.id}/room`)
  await moderator.page.getByRole('button', { name: 'Go on stage' }).click()
  const sol = moderator.page.locator('[data-people]').getByRole('listitem').filter({ hasText: 'Sol Sample' })
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
  await moderator.page.getByRole('button', { name: 'Let back in: Sol Sample' }).click()
  await stage.page.getByRole('button', { name: 'Go on stage' }).click()
  await sol.waitFor()
})

test('a speaker can go on stage, mute the microphone, and leave, and a moderator can mute them, using only the keyboard, with a visible focus', async () => {
  const talk = await createRoomTalk(server)
  const stage = await browser.screen(talk.site, { signedIn: talk.speaker })
  const admin = await signInAtSite(talk.site, 'admin')
  const moderator = await browser.screen(talk.site, { signedIn: admin })
  const solAt = ({ page }: Screen) =>
    page.locator('[data-people]').getByRole('listitem').filter({ hasText: 'Sol Sample' })
  await moderator.open(`/talks/${talk.id}/room`)
  await stage.open(`/talks/${talk.id}/room`)
  await expect.poll(() => stage.page.getByRole('button', { name: 'Go on stage' }).isEnabled()).toBe(true)
  await tabTo(stage.page, 'Go on stage')
  await stage.page.keyboard.press('Enter')
  await stage.page.getByText('You are live.').waitFor()
  await solAt(moderator).getByText('microphone', { exact: true }).waitFor()
  await tabTo(stage.page, 'Microphone on', 'Shift+Tab')
  await stage.page.keyboard.press('Space')
  await solAt(moderator).getByText('microphone', { exact: true }).waitFor({ state: 'hidden' })
  await stage.page.keyboard.press('Space')
  await solAt(moderator).getByText('microphone', { exact: true }).waitFor()
  await tabTo(moderator.page, 'Mute: Sol Sample')
  await moderator.page.keyboard.press('Enter')
  await solAt(stage).getByText('Muted by a moderator').waitFor()
  await tabTo(stage.page, 'Leave the stage')
  await stage.page.keyboard.press('Enter')
  await expect.poll(() => solAt(moderator).count()).toBe(0)
})

test('a viewer sees everyone on stage, and the initials of those whose camera is off', async () => {
  const talk = await createRoomTalk(server)
  const stage = await goOnStage(browser, talk)
  await presentRoom(talk, ['Ada Sample', 'Kim Sample'])
  const { page, player } = await watchRoom(browser, talk)
  const tiles = player.getByRole('list', { name: 'On stage' }).getByRole('listitem')
  const tileOf = (name: string) => tiles.filter({ hasText: name })
  const framesIn = (name: string) =>
    tileOf(name)
      .locator('video')
      .evaluate((video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames)
  const speaker = player.getByRole('button', { name: 'Speaker' })
  await expect.poll(() => tiles.count()).toBe(2)
  expect(await speaker.getAttribute('aria-pressed')).toBe('true')
  await player.getByRole('button', { name: 'Everyone' }).press('Enter')
  await expect.poll(() => tiles.count()).toBe(3)
  for (const name of ['Sol Sample', 'Ada Sample', 'Kim Sample']) {
    await expect.poll(() => framesIn(name)).toBeGreaterThan(5)
    await expect
      .poll(() =>
        tileOf(name)
          .getByText(/^[A-Z]S$/)
          .isVisible(),
      )
      .toBe(false)
  }
  await stage.page.getByRole('button', { name: 'Camera on' }).click()
  await tileOf('Sol Sample').getByText('SS').waitFor()
  expect([await findViolations(page), await findViolations(player)]).toEqual([[], []])
  await speaker.press('Enter')
  await player.locator('.room-name', { hasText: /Ada|Kim/ }).waitFor()
  await expect.poll(() => tiles.count()).toBe(2)
})

test('an attendee with a raised hand is invited to the stage, and is told when it ends', async () => {
  const talk = await createRoomTalk(server)
  const kim = await signInAtSite(talk.site, 'attendee', { firstName: 'Kim', lastName: 'Sample' })
  const admin = await signInAtSite(talk.site, 'admin')
  const moderator = await browser.screen(talk.site, { signedIn: admin })
  await moderator.open(`/talks/${talk.id}/room`)
  await moderator.page.getByText('No raised hands.').waitFor()
  const { page, player } = await watchRoom(browser, talk, { signedIn: kim })
  await player.getByRole('button', { name: 'Raise hand' }).click()
  await moderator.page.getByRole('status').filter({ hasText: 'Kim Sample raised a hand.' }).waitFor()
  await moderator.page.getByRole('button', { name: 'Invite on stage: Kim Sample' }).click()
  await player.getByText('You are invited on stage.').waitFor()
  expect([await findViolations(moderator.page), await findViolations(page)]).toEqual([[], []])
  await player.getByRole('link', { name: 'Go on stage' }).click()
  await page.waitForURL('**/room')
  const enter = page.getByRole('button', { name: 'Go on stage' })
  await expect.poll(() => enter.isEnabled()).toBe(true)
  await enter.click()
  await page.getByText('You are live.').waitFor()
  await moderator.page.getByRole('button', { name: 'Lock stage' }).click()
  await page.getByText('The stage is locked.').waitFor()
  await moderator.page.getByRole('button', { name: 'End for everyone' }).click()
  await moderator.page.getByRole('dialog').getByRole('button', { name: 'End for everyone' }).click()
  await page.getByText('A moderator has ended the stage.').waitFor()
  await enter.click()
  await page.getByText('A moderator has locked the stage.').waitFor()
})

test('a viewer whose network lets no connection through to the room gets it as a stream', async () => {
  const talk = await createRoomTalk(server)
  await goOnStage(browser, talk)
  const { player } = await watchRoom(browser, talk, { isTcpOnly: true, port: 1 })
  await player.getByText('Live with a delay of a few seconds').waitFor({ timeout: 60_000 })
  const framesOf = (video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames
  await expect.poll(() => player.locator('video').evaluate(framesOf), { timeout: 60_000 }).toBeGreaterThan(30)
})
