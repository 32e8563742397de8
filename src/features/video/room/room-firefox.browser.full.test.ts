// The video room in Firefox and Chromium, both ways. Firefox sends nothing over the loopback interface, so the machine needs
// another address.
import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { Firefox, type FirefoxPage, hasFirefox } from '../../../../test/support/firefox.ts'
import {
  createRoomTalk,
  goOnStage,
  keepFirefoxPeers,
  ROOM_FLAGS,
  statsOf,
  watchRoom,
} from '../../../../test/support/room-screens.ts'
import { useApi } from '../../../../test/support/scenarios.ts'
import { originOf, useBrowser } from '../../../../test/support/screens.ts'

const address = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.family === 'IPv4' && !one.internal)?.address
if (!address)
  process.stderr.write('\nThere is only the loopback interface: what needs Firefox is SKIPPED.\n\n')

const server = useApi({
  store: 'sqlite',
  env: { LECTERN_HOST: '0.0.0.0', LECTERN_MEDIA_PORT: '0' },
})
const browser = useBrowser(ROOM_FLAGS)

/** Of those to go on stage and to leave it. */
const usableButtons = (page: FirefoxPage) =>
  page.evaluate(() =>
    ['enter', 'leave'].filter((name) => {
      const button = document.querySelector<HTMLButtonElement>(`[data-${name}]`)
      return button !== null && !button.disabled && !button.hidden
    }),
  )

test.runIf(hasFirefox && address)('Firefox watches a speaker in Chromium', async () => {
  await using firefox = await Firefox.launch()
  const talk = await createRoomTalk(server)
  await goOnStage(browser, talk)
  await keepFirefoxPeers(firefox)
  const page = await firefox.open(`${originOf(talk.site)}/talks/${talk.id}`)
  const player = await page.frame()
  await expect.poll(async () => (await statsOf(player)).frames).toBeGreaterThan(60)
  const { lost, sound } = await statsOf(player)
  expect([lost, sound > 0]).toEqual([0, true])
})

test.runIf(hasFirefox && address)(
  'Chromium watches a speaker in Firefox, in the size that it needs',
  async () => {
    await using firefox = await Firefox.launch()
    const talk = await createRoomTalk(server)
    const stage = await firefox.open(`${originOf(talk.site)}/talks/${talk.id}/room`, talk.speaker.cookies)
    await expect.poll(() => usableButtons(stage)).toEqual(['enter'])
    await stage.evaluate(() => document.querySelector<HTMLButtonElement>('[data-enter]')?.click())
    await expect.poll(() => usableButtons(stage)).toEqual(['leave'])
    const { page, player } = await watchRoom(browser, talk)
    await expect.poll(async () => (await statsOf(player)).frames).toBeGreaterThan(60)
    const widthOf = async () => (await statsOf(player)).width
    await expect.poll(widthOf).toBeGreaterThanOrEqual(640)
    await page.setViewportSize({ width: 320, height: 600 })
    await expect.poll(widthOf).toBeLessThan(640)
    const { lost, sound } = await statsOf(player)
    expect([lost, sound > 0]).toEqual([0, true])
  },
)
