// The rate limit across nodes: shared through Redis, or separate for each node while Redis is unavailable.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, type Send, startApi, type TestApi } from '../../../../test/support/api.ts'
import { deleteKeys, hasRedis } from '../../../../test/support/redis.ts'
import { REDIS_URL } from '../../../../test/support/stores.ts'
import { startTcpProxy, type TcpProxy } from '../../../../test/support/tcp-proxy.ts'
import { waitUntil } from '../../../../test/support/until.ts'
import { createApiKey } from '../../../features/api-keys/api-keys.ts'
import { changeSettings } from '../../../features/platforms/platforms.ts'

const LIMIT = 6
const SETTINGS = { requestsPerMinute: LIMIT }

let proxy: TcpProxy
let api: TestApi
let nodes: Send[]

async function createKey(): Promise<string> {
  const { installation, platform } = api
  return (await createApiKey(installation, platform.caller, { name: 'test', level: 'standard' })).key
}

async function sendRequests(send: Send | undefined, count: number, key: string): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let i = 0; i < count; i++) if (send) answers.push(await send('GET', '/talks', { key }))
  return answers
}
const statuses = async (...args: Parameters<typeof sendRequests>) =>
  (await sendRequests(...args)).map(({ status }) => status)

/** True if the second node sees the requests that the first one counted. */
async function isShared(): Promise<boolean> {
  const key = await createKey()
  await sendRequests(nodes[0], 1, key)
  const [answer] = await sendRequests(nodes[1], 1, key)
  return answer?.headers.ratelimit?.startsWith(`"per-key";r=${LIMIT - 2};`) ?? false
}

describe.skipIf(!(await hasRedis()))('two nodes with one Redis', () => {
  beforeAll(async () => {
    proxy = await startTcpProxy(REDIS_URL)
    api = await startApi({
      settings: SETTINGS,
      env: { LECTERN_REDIS_URL: proxy.url },
      // A busy machine can take longer than the default. Then a node decides alone, as it should.
      redisTimeoutMs: 3_000,
    })
    nodes = [api.send, (await api.addNode()).send]
  })
  afterAll(async () => {
    await deleteKeys(api.redisPrefix)
    await api[Symbol.asyncDispose]()
    await proxy[Symbol.asyncDispose]()
  })

  // An outage of another test can still be noticed.
  beforeEach(() => waitUntil(isShared, Boolean))

  test('share one limit from the first request on', async () => {
    // Opens the connections: twenty handshakes at once can keep this process from reading the replies of Redis in time.
    await Promise.all(
      nodes.flatMap((send) => Array.from({ length: 10 }, () => send('GET', '/talks', { key: null }))),
    )
    const key = await createKey()
    const all = await Promise.all(
      nodes.flatMap((send) => Array.from({ length: 10 }, () => sendRequests(send, 1, key))),
    )
    const received = all.flat().map(({ status }) => status)
    expect(received.toSorted()).toEqual([...Array(LIMIT).fill(200), ...Array(20 - LIMIT).fill(429)])
  })

  test('both report the remaining requests and the seconds to wait', async () => {
    const key = await createKey()
    const reported: unknown[] = []
    for (let i = 0; i <= LIMIT; i++) {
      const [answer] = await sendRequests(nodes[i % 2], 1, key)
      reported.push(answer?.headers.ratelimit?.replace(/t=(60|5\d)$/, 't=…'))
      if (i === LIMIT) expect(answer?.headers['retry-after']).toMatch(/^(60|5\d)$/)
    }
    expect(reported).toEqual([5, 4, 3, 2, 1, 0, 0].map((left) => `"per-key";r=${left};t=…`))
  })

  test('do not count refused requests', async () => {
    const key = await createKey()
    await sendRequests(nodes[0], LIMIT, key)
    expect(new Set(await statuses(nodes[1], 20, key))).toEqual(new Set([429]))
    const { installation, platform } = api
    await changeSettings(installation, platform.caller, { requestsPerMinute: LIMIT + 2 })
    const policyOf = async (send: Send) => (await send('HEAD', '/talks')).headers['ratelimit-policy']
    await waitUntil(
      async () => (await sendRequests(nodes[1], 1, key))[0]?.status,
      (status) => status === 200,
    )
    expect(await statuses(nodes[1], 2, key)).toEqual([200, 429])
    await changeSettings(installation, platform.caller, SETTINGS)
    for (const send of nodes) {
      await waitUntil(
        () => policyOf(send),
        (policy) => policy === `"per-key";q=${LIMIT};w=60`,
      )
    }
  })

  test('each keep their own limit while Redis is unavailable and share it again after that', async () => {
    const key = await createKey()
    expect(await statuses(nodes[0], 2, key)).toEqual([200, 200])
    expect(await statuses(nodes[1], 2, key)).toEqual([200, 200])
    await proxy.cut()
    // Each node continues from the requests that it accepted itself.
    expect(await statuses(nodes[0], 5, key)).toEqual([200, 200, 200, 200, 429])
    expect(await statuses(nodes[1], 5, key)).toEqual([200, 200, 200, 200, 429])
    await proxy.restore()
    await waitUntil(isShared, (shared) => shared)
  })

  test('each keep their own limit when Redis stops answering', async () => {
    const key = await createKey()
    proxy.stall()
    expect(await statuses(nodes[0], LIMIT + 1, key)).toEqual([200, 200, 200, 200, 200, 200, 429])
    await proxy.cut()
    await proxy.restore()
    await waitUntil(isShared, (shared) => shared)
  })

  test('log once that Redis is unavailable, not for every request', async () => {
    const notices = () => api.logged.filter((line) => line.includes('rate limits apply per node')).length
    await waitUntil(isShared, (shared) => shared)
    const before = notices()
    await proxy.cut()
    await sendRequests(nodes[0], 5, await createKey())
    await waitUntil(
      async () => notices() - before,
      (count) => count === nodes.length,
    )
    await sendRequests(nodes[1], 5, await createKey())
    expect(notices() - before).toBe(nodes.length)
    expect(api.logged.join('')).not.toContain('"status":5')
    await proxy.restore()
  })
})

test('a node that starts without Redis serves requests with its own limit', async () => {
  await using proxyToNowhere = await startTcpProxy('redis://127.0.0.1:6379')
  await proxyToNowhere.cut()
  await using node = await startApi({ settings: SETTINGS, env: { LECTERN_REDIS_URL: proxyToNowhere.url } })
  expect(await statuses(node.send, LIMIT + 1, node.platform.standard)).toEqual([
    200, 200, 200, 200, 200, 200, 429,
  ])
})
