// A pushed stream in the browser: it begins by itself, says when it is interrupted, and continues by itself.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connectEncoder, readSample } from '../../../../test/support/rtmp-encoder.ts'
import { useApi } from '../../../../test/support/scenarios.ts'
import { useBrowser } from '../../../../test/support/screens.ts'
import { createSite, signInAtSite } from '../../../../test/support/sites.ts'
import { waitUntil } from '../../../../test/support/until.ts'

const server = useApi({ store: 'sqlite' })
const browser = useBrowser()

test('a pushed stream begins by itself, and continues by itself after an interruption and when its address expires', async () => {
  const site = await createSite(server)
  const id = await site.talk('Pushed', { type: 'rtmp', duration: 300 })
  const owner = await signInAtSite(site, 'owner')
  const path = `/backoffice/talks/${id}/stream`
  const textOf = (code: string, html: string) =>
    new RegExp(`<code id="${code}">([^<]+)</code>`).exec(html)?.[1] ?? ''
  const key = textOf('stream-key', (await owner.submit(path)).text)

  const { page, open } = await browser.screen(site)
  await open(`/talks/${id}`)
  const player = page.frameLocator('iframe.stage-screen')
  await player.getByText('Waiting for the stream').waitFor()

  const opened = await waitUntil(
    () => owner.get(path),
    ({ text }) => !text.includes(':0/live<'),
  )
  const ca = readFileSync(join(site.tenant.api.dataDir, 'tls/cert.pem'))
  const push = async () => {
    const encoder = connectEncoder({ server: textOf('stream-server', opened.text), key, ca })
    await waitUntil(
      async () => encoder.received(),
      (received) => received.includes('NetStream.Publish.Start'),
    )
    encoder.push(readSample())
    return encoder
  }
  const first = await push()
  const video = player.locator('video')
  const playedTo = () =>
    video.evaluate(({ currentTime, videoWidth }: HTMLVideoElement) => ({ currentTime, videoWidth }))
  await expect
    .poll(playedTo)
    .toEqual({ currentTime: expect.toSatisfy((time) => time > 0.5), videoWidth: 320 })
  first.socket.destroy()
  const interruption = player.getByText('Back in a moment')
  await interruption.waitFor()
  const before = (await playedTo()).currentTime
  const second = await push()
  await expect.poll(async () => (await playedTo()).currentTime).toBeGreaterThan(before + 1)
  await interruption.waitFor({ state: 'hidden' })
  second.socket.destroy()

  // The address of the playlist expires.
  site.tenant.api.clock.pass(2 * 3_600_000)
  const last = (await playedTo()).currentTime
  const third = await push()
  await expect.poll(async () => (await playedTo()).currentTime).toBeGreaterThan(last + 1)
  third.socket.destroy()
})
