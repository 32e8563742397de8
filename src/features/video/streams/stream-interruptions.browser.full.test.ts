// A pushed stream in the browser: it says when it is interrupted, and continues by itself.
import { expect, test } from 'vitest'
import { useApi } from '../../../../test/support/scenarios.ts'
import { useBrowser } from '../../../../test/support/screens.ts'
import { openPushedTalk } from '../../../../test/support/stream-screens.ts'

const server = useApi({ store: 'sqlite' })
const browser = useBrowser()

test('a pushed stream continues by itself after an interruption and when its address expires', async () => {
  const { site, player, push, playedTo } = await openPushedTalk(server, browser)
  const timeOf = async () => (await playedTo()).currentTime
  const first = await push()
  await expect.poll(timeOf).toBeGreaterThan(0.5)
  first.socket.destroy()
  const interruption = player.getByText('Back in a moment')
  await interruption.waitFor()
  const before = await timeOf()
  const second = await push()
  await expect.poll(timeOf).toBeGreaterThan(before + 1)
  await interruption.waitFor({ state: 'hidden' })
  second.socket.destroy()

  // The address of the playlist expires.
  site.tenant.api.clock.pass(2 * 3_600_000)
  const last = await timeOf()
  const third = await push()
  await expect.poll(timeOf).toBeGreaterThan(last + 1)
  third.socket.destroy()
})
