// Encoders that are killed and start again, and connections that never send a key.
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import { talk } from '../support/bodies.ts'
import { ENCODER, startEncoder } from '../support/encoder-process.ts'
import { expectWithin, sized } from '../support/sizes.ts'
import { waitUntil } from '../support/until.ts'
import { signInAs } from '../support/visitors.ts'

const ROUNDS = sized({ small: 1, full: 5 })

test.runIf(existsSync(ENCODER))(
  'an encoder that is killed continues its stream when it starts again, beside silent connections',
  async ({ task }) => {
    await using api = await startApi({ store: 'sqlite' })
    const owner = await signInAs(api, 'owner')
    const body = talk({ type: 'rtmp', start: '2027-03-01T12:00:00Z', duration: 60 })
    const { id } = (await api.send('POST', '/talks', { body })).body
    const path = `/backoffice/talks/${id}/stream`
    const [, key = ''] = /<code id="stream-key">([^<]+)</.exec((await owner.submit(path)).text) ?? []
    const page = await waitUntil(
      () => owner.get(path),
      ({ text }) => !text.includes(':0/live<'),
    )
    const [, port = ''] = /rtmps:\/\/[^:]+:(\d+)\/live/.exec(page.text) ?? []
    const player = await owner.get(`/talks/${id}/player`)
    const playlist = new URL(/<video[^>]* src="([^"]+)"/.exec(player.text)?.[1] ?? '').pathname
    const breaks = async () => ((await owner.get(playlist)).text.match(/#EXT-X-MAP/g) ?? []).length

    const silent = Array.from({ length: 20 }, () =>
      connect({ port: Number(port), host: '127.0.0.1', localAddress: '127.0.0.9' }),
    )
    const closed = silent.map((socket) =>
      once(
        socket.on('error', () => {}),
        'close',
      ),
    )
    let slowestMs = 0
    for (let round = 0; round <= ROUNDS; round += 1) {
      const before = await lastSegment(owner, playlist)
      const encoder = startEncoder(`rtmps://127.0.0.1:${port}/live/${key}`)
      const startedMs = performance.now()
      await waitUntil(
        () => lastSegment(owner, playlist),
        (last) => last > before,
      )
      slowestMs = Math.max(slowestMs, performance.now() - startedMs)
      encoder.kill('SIGKILL')
      await once(encoder, 'exit')
    }
    expect(await breaks()).toBeGreaterThan(1)
    await Promise.all(closed)
    expectWithin(slowestMs, 6_000)
    task.meta.fault = {
      fault: 'Encoder killed and started again, beside 20 silent connections',
      rounds: `${ROUNDS} kills`,
      measured: `first segment at most ${(slowestMs / 1000).toFixed(1)} s after the start; every silent connection was closed`,
    }
  },
)

/** The number of the last segment in a playlist; 0 before the first one. */
async function lastSegment(owner: Awaited<ReturnType<typeof signInAs>>, playlist: string): Promise<number> {
  const names = (await owner.get(playlist)).text.matchAll(/^(\d+)\.m4s$/gm)
  return Number([...names].at(-1)?.[1] ?? 0)
}
