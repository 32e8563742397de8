// A pushed stream in the browser: it begins by itself.
import { expect, test } from 'vitest'
import { useApi } from '../../../../test/support/scenarios.ts'
import { useBrowser } from '../../../../test/support/screens.ts'
import { openPushedTalk } from '../../../../test/support/stream-screens.ts'

const server = useApi({ store: 'sqlite' })
const browser = useBrowser()

test('a pushed stream plays in a page that waits for it', async () => {
  const { push, playedTo } = await openPushedTalk(server, browser)
  const encoder = await push()
  await expect
    .poll(playedTo)
    .toEqual({ currentTime: expect.toSatisfy((time) => time > 0.5), videoWidth: 320 })
  encoder.socket.destroy()
})
