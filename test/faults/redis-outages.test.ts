// Redis is emptied or hangs: no caller gets a second limit, and no request waits for it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { createClient } from '@redis/client'
import { expect, test } from 'vitest'
import { startApi, type TestApi } from '../support/api.ts'
import { expectWithin, sized } from '../support/sizes.ts'
import { waitUntil } from '../support/until.ts'

const LIMIT = 100
const ROUNDS = sized({ small: 1, full: 5 })
const SERVER = '/usr/bin/redis-server'

test.runIf(existsSync(SERVER))(
  'a Redis that loses its data or hangs grants no second limit and delays no requests',
  async ({ task }) => {
    await using redis = await startRedis()
    const env = { LECTERN_REDIS_URL: redis.url }
    await using api = await startApi({ store: 'sqlite', settings: { requestsPerMinute: LIMIT }, env })
    const node = (await api.addNode()).send
    let extra = 0
    let slowestMs = 0
    for (let round = 0; round < ROUNDS; round++) {
      const { standard: key } = await api.addPlatform(`round-${round}`)
      const count = async (requests: number) => {
        let accepted = 0
        for (let index = 0; index < requests; index++) {
          const { status } = await (index % 2 === 0 ? api.send : node)('GET', '/talks?limit=1', { key })
          if (status === 200) accepted += 1
        }
        return accepted
      }
      expect(await count(60)).toBe(60)
      await redis.clear()
      extra = Math.max(extra, (await count(120)) - (LIMIT - 60))

      redis.freeze()
      await count(4)
      const startedMs = performance.now()
      await count(10)
      slowestMs = Math.max(slowestMs, (performance.now() - startedMs) / 10)
      redis.resume()
      await waitUntil(
        () => isShared(api, node),
        (shared) => shared,
      )
    }
    // Each node notices the loss with its first request after it.
    expect(extra).toBeLessThanOrEqual(2)
    expectWithin(slowestMs, 50)
    task.meta.fault = {
      fault: 'Redis emptied, then frozen',
      rounds: `${ROUNDS} rounds, 2 nodes, limit of ${LIMIT}`,
      measured: `${extra} requests beyond the limit; ${slowestMs.toFixed(1)} ms per request while frozen`,
    }
  },
)

let platforms = 0
async function isShared(api: TestApi, node: TestApi['send']): Promise<boolean> {
  const { standard: key } = await api.addPlatform(`shared-${platforms++}`)
  await api.send('GET', '/talks?limit=1', { key })
  const { headers } = await node('GET', '/talks?limit=1', { key })
  return headers.ratelimit?.startsWith(`"per-key";r=${LIMIT - 2};`) ?? false
}

async function startRedis() {
  const port = await findFreePort()
  const child = spawn(
    SERVER,
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    {
      stdio: 'ignore',
    },
  )
  const url = `redis://127.0.0.1:${port}`
  await waitUntil(
    async () => {
      const client = createClient({ url, socket: { reconnectStrategy: false } }).on('error', () => {})
      return client.connect().then(
        () => client.destroy() === undefined,
        () => false,
      )
    },
    (isUp) => isUp,
  )
  return {
    url,
    clear: async () => {
      const client = await createClient({ url }).connect()
      await client.flushAll()
      client.destroy()
    },
    freeze: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}
