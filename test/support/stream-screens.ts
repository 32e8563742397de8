// The page of a talk with a pushed stream, in a browser.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createStage, renew, type Stage } from './pushed-talks.ts'
import { connectEncoder, type Encoder, readSample } from './rtmp-encoder.ts'
import type { useApi } from './scenarios.ts'
import type { useBrowser } from './screens.ts'
import { waitUntil } from './until.ts'

/** Opens a talk that waits for its stream. `push` pushes some seconds of it. */
export async function openPushedTalk(
  server: ReturnType<typeof useApi>,
  browser: ReturnType<typeof useBrowser>,
) {
  const stage = await createStage(server, { duration: 300 })
  const target = await renew(stage)
  const { page, open } = await browser.screen(stage.site)
  await open(`/talks/${stage.id}`)
  const player = page.frameLocator('iframe.stage-screen')
  await player.getByText('Waiting for the stream').waitFor()
  const video = player.locator('video')
  return {
    ...{ site: stage.site, player, push: () => push(stage, target) },
    playedTo: () =>
      video.evaluate(({ currentTime, videoWidth }: HTMLVideoElement) => ({ currentTime, videoWidth })),
  }
}

async function push({ site }: Stage, target: { server: string; key: string }): Promise<Encoder> {
  const ca = readFileSync(join(site.tenant.api.dataDir, 'tls/cert.pem'))
  const encoder = connectEncoder({ ...target, ca })
  await waitUntil(
    async () => encoder.received(),
    (received) => received.includes('NetStream.Publish.Start'),
  )
  encoder.push(readSample())
  return encoder
}
