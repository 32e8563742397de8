// A browser that pushes a stream by WHIP, whose pictures have no key frames unless it is asked for them.
import { expect, test } from 'vitest'
import { createStage, renewKey } from '../../../../test/support/pushed-talks.ts'
import { useApi } from '../../../../test/support/scenarios.ts'
import { useBrowser } from '../../../../test/support/screens.ts'

const server = useApi({ store: 'sqlite' })
const browser = useBrowser()

/** Sends a moving picture and a tone, as libraries for WHIP do. */
async function push(key: string): Promise<number> {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: 640, height: 360 })
  const pen = canvas.getContext('2d')
  setInterval(() => {
    if (pen) pen.fillStyle = `hsl(${performance.now() % 360} 80% 50%)`
    pen?.fillRect(0, 0, canvas.width, canvas.height)
  }, 40)
  const context = new AudioContext()
  const sound = context.createMediaStreamDestination()
  const tone = context.createOscillator()
  tone.connect(sound)
  tone.start()
  const connection = new RTCPeerConnection()
  const tracks = [...canvas.captureStream(25).getTracks(), ...sound.stream.getTracks()]
  for (const track of tracks) connection.addTrack(track)
  await connection.setLocalDescription()
  const answer = await fetch('/whip', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/sdp' },
    body: connection.localDescription?.sdp ?? '',
  })
  if (answer.ok) await connection.setRemoteDescription({ type: 'answer', sdp: await answer.text() })
  return answer.status
}

test('a browser can push a stream, which plays on the page of the talk', async () => {
  const stage = await createStage(server)
  const { site, id } = stage
  const key = await renewKey(stage)
  const encoder = await browser.screen(site)
  await encoder.open('/')
  expect(await encoder.page.evaluate(push, key)).toBe(201)
  const { page, open } = await browser.screen(site)
  await open(`/talks/${id}`)
  const video = page.frameLocator('iframe.stage-screen').locator('video')
  const state = () =>
    video.evaluate(({ currentTime, videoWidth }: HTMLVideoElement) => ({ currentTime, videoWidth }))
  await expect
    .poll(state, { timeout: 20_000 })
    .toEqual({ currentTime: expect.toSatisfy((time) => time > 3), videoWidth: 640 })
})
