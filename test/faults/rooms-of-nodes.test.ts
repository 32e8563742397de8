// The process that has the room of a talk is killed: its people come back to another one.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { talk } from '../support/bodies.ts'
import { EventStream } from '../support/live.ts'
import { createKey, createTestInstallation, type ServerProcess, startServer } from '../support/process.ts'
import { hasRedis } from '../support/redis.ts'
import { expectWithin, sized } from '../support/sizes.ts'
import { hasPostgres, REDIS_URL } from '../support/stores.ts'
import { waitUntil } from '../support/until.ts'

const ROUNDS = sized({ small: 1, full: 5 })
/** The longest time after which a page joins again. */
const PAGE_WAITS_MS = 3_000

const OFFER = [
  ...['v=0', `a=fingerprint:sha-256 ${'AA:'.repeat(31)}AA`, 'm=audio 9 UDP/TLS/RTP/SAVPF 111', 'a=mid:0'],
  ...['a=recvonly', 'a=rtpmap:111 opus/48000/2', ''],
].join('\r\n')

const watch = (node: ServerProcess, talkId: string) =>
  node.sendTo('POST', `/talks/${talkId}/room/watch`, {
    raw: new URLSearchParams({ offer: OFFER }).toString(),
    headers: {
      ...{ accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      ...{ origin: node.url, 'sec-fetch-site': 'same-origin' },
    },
  })

test.runIf((await hasRedis()) && (await hasPostgres()))(
  'people of a room whose process is killed are back within 10 s',
  async ({ task }) => {
    await using installation = await createTestInstallation('postgres')
    Object.assign(installation.env, {
      LECTERN_REDIS_URL: REDIS_URL,
      LECTERN_FILES_URL: `file://${installation.folder}/files`,
    })
    let slowestMs = 0
    await using home = await startServer(installation)
    await using other = await startServer(installation)
    const nodes = [home, other]
    const key = await createKey(installation)
    for (let round = 0; round < ROUNDS; round += 1) {
      await using stack = new AsyncDisposableStack()
      const [victim, left] = nodes as [ServerProcess, ServerProcess]
      const start = new Date(Date.now() - 60_000).toISOString()
      const body = talk({ type: 'embedded', start, duration: 60 })
      const { id } = (await left.client(key)('POST', '/talks', { body })).body
      expect((await watch(victim, id)).status).toBe(201)
      const watching = await waitUntil(
        () => watch(left, id),
        ({ status }) => status === 201,
      )
      const events = new EventStream(left.url, `${watching.headers.location}/events`)
      stack.defer(() => events.close())
      await events.until((stream) => stream.events.length > 0)

      await victim.stop('SIGKILL')
      const killedMs = performance.now()
      await events.until((stream) => stream.events.at(-1)?.name === 'lost')
      await sleep(PAGE_WAITS_MS)
      await waitUntil(
        () => watch(left, id),
        ({ status }) => status === 201,
      )
      slowestMs = Math.max(slowestMs, performance.now() - killedMs)
      nodes.splice(0, 2, left, await startServer(installation))
    }
    await Promise.all(nodes.map((node) => node.stop('SIGKILL')))
    expectWithin(slowestMs, 10_000)
    task.meta.fault = {
      fault: 'Process with a video room killed (kill -9), two nodes with Redis',
      store: 'PostgreSQL',
      rounds: `${ROUNDS} kills`,
      measured: `people at the other node are back after at most ${(slowestMs / 1000).toFixed(1)} s`,
    }
  },
)
