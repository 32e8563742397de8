// Encoders that are killed and start again, connections that never send a key, and a server that is killed during a push.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openInstallation } from '../../src/app/context.ts'
import { readConfig } from '../../src/config.ts'
import { ensurePlatform } from '../../src/features/platforms/platforms.ts'
import { renewStreamKey } from '../../src/features/video/streams/stream-keys.ts'
import { systemCaller } from '../../src/kernel/changes/services.ts'
import { startApi } from '../support/api.ts'
import { talk } from '../support/bodies.ts'
import { lastSegment, untilPicture } from '../support/decoded-streams.ts'
import { ENCODER, startEncoder } from '../support/encoder-process.ts'
import { freePort } from '../support/free-port.ts'
import { createKey, createTestInstallation, startServer, type TestInstallation } from '../support/process.ts'
import { expectWithin, sized } from '../support/sizes.ts'
import { waitUntil } from '../support/until.ts'
import { signInAs, Visitor } from '../support/visitors.ts'

const ROUNDS = sized({ small: 1, full: 5 })
/** How soon an encoder connects again. */
const RECONNECT_MS = 1_000

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
      const { number } = await lastSegment(owner, playlist)
      const encoder = startEncoder(`rtmps://127.0.0.1:${port}/live/${key}`)
      const startedMs = performance.now()
      await untilPicture(owner, playlist, number)
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
      measured: `first picture decoded at most ${(slowestMs / 1000).toFixed(1)} s after the start; every silent connection was closed`,
    }
  },
)

/** More than the store and its log grow by themselves, and less than a minute of the stream. */
const MAX_DISK_GROWTH = 5 * 1024 * 1024

test.runIf(existsSync(ENCODER))(
  'a pushed stream continues after Lectern itself was killed',
  async ({ task }) => {
    await using installation = await createTestInstallation('sqlite')
    const port = await freePort()
    installation.env.LECTERN_RTMP_PORT = String(port)
    const { id, key } = await createPushedTalk(installation)
    // Encoders such as OBS connect again by themselves.
    let [encoder, isOver]: [ChildProcess | undefined, boolean] = [undefined, false]
    const encode = () => {
      if (isOver) return
      encoder = startEncoder(`rtmps://127.0.0.1:${port}/live/${key}`)
      encoder.once('exit', () => setTimeout(encode, RECONNECT_MS))
    }
    onTestFinished(() => {
      isOver = true
      encoder?.kill('SIGKILL')
    })
    encode()
    let [slowestMs, number, playlist, diskBefore] = [0, 0, '', 0]
    for (let round = 0; round <= ROUNDS; round += 1) {
      await using server = await startServer(installation)
      const startedMs = performance.now()
      const viewer = new Visitor(server)
      playlist ||= await playlistOf(viewer, id)
      number = await untilPicture(viewer, playlist, number)
      if (round > 0) slowestMs = Math.max(slowestMs, performance.now() - startedMs)
      else diskBefore = await sizeOf(installation.folder)
      await server.stop('SIGKILL')
    }
    const grown = (await sizeOf(installation.folder)) - diskBefore
    expectWithin(slowestMs, 6_000)
    expect(grown).toBeLessThan(MAX_DISK_GROWTH)
    task.meta.fault = {
      fault: 'Lectern killed (kill -9) while an encoder pushes a stream',
      rounds: `${ROUNDS} kills`,
      measured: `next picture decoded at most ${(slowestMs / 1000).toFixed(1)} s after the restart; ${Math.max(0, grown / 2 ** 20).toFixed(1)} MB more on the disk`,
    }
  },
)

/** A live talk that takes a push, and its key. */
async function createPushedTalk(installation: TestInstallation) {
  await using server = await startServer(installation)
  const apiKey = await createKey(installation)
  const start = new Date(Date.now() - 60_000).toISOString()
  const body = talk({ type: 'rtmp', start, duration: 60 })
  const { id } = (await server.client(apiKey)('POST', '/talks', { body })).body as { id: string }
  await server.stop('SIGTERM')
  const { config, secrets } = readConfig(installation.env)
  await using opened = await openInstallation(config, secrets)
  const platform = await ensurePlatform(opened, { slug: 'default', name: 'Lectern' })
  return { id, key: await renewStreamKey(opened, systemCaller(platform), id) }
}

async function playlistOf(viewer: Visitor, talkId: string): Promise<string> {
  const { text } = await viewer.get(`/talks/${talkId}/player`)
  return new URL(/<video[^>]* src="([^"]+)"/.exec(text)?.[1] ?? '').pathname
}

/** Of all files in a folder. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map((entry) => stat(join(entry.parentPath, entry.name)).then(({ size }) => size))
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}
