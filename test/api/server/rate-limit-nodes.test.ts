// The limit on requests across nodes: one for all of them through Redis, one for each while Redis is unavailable.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey } from '../../../src/domain/access/api-keys.ts'
import { changeSettings } from '../../../src/domain/platforms/platforms.ts'
import { type Answer, type Send, startApi, type TestApi } from '../../support/api.ts'
import { deleteKeys, hasRedis } from '../../support/redis.ts'
import { REDIS_URL } from '../../support/stores.ts'
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts'
import { waitUntil } from '../../support/until.ts'

const LIMIT = 6
const SETTINGS = { requestsPerMinute: LIMIT }

let proxy: TcpProxy
let api: TestApi
let nodes: Send[]

async function makeKey(): Promise<string> {
  const { installation, platform } = api
  return (await createApiKey(installation, platform.caller, { name: 'test', level: 'standard' })).key
}

async function asks(send: Send | undefined, count: number, key: string): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let i = 0; i < count; i++) if (send) answers.push(await send('GET', '/talks', { key }))
  return answers
}
const statuses = async (...asked: Parameters<typeof asks>) =>
  (await asks(...asked)).map(({ status }) => status)

/** Whether the second node sees what the first has counted. */
async function isShared(): Promise<boolean> {
  const key = await makeKey()
  await asks(nodes[0], 1, key)
  const [answer] = await asks(nodes[1], 1, key)
  return answer?.headers.ratelimit?.startsWith(`"per-key";r=${LIMIT - 2};`) ?? false
}

describe.skipIf(!(await hasRedis()))('two nodes with one Redis', () => {
  beforeAll(async () => {
    proxy = await startTcpProxy(REDIS_URL)
    api = await startApi({ settings: SETTINGS, env: { LECTERN_REDIS_URL: proxy.url } })
    nodes = [api.send, (await api.addNode()).send]
  })
  afterAll(async () => {
    await deleteKeys(api.redisPrefix)
    await api[Symbol.asyncDispose]()
    await proxy[Symbol.asyncDispose]()
  })

  test('keep one limit from their first request on', async () => {
    const key = await makeKey()
    const all = await Promise.all(
      nodes.flatMap((send) => Array.from({ length: 10 }, () => asks(send, 1, key))),
    )
    const found = all.flat().map(({ status }) => status)
    expect(found.toSorted()).toEqual([...Array(LIMIT).fill(200), ...Array(20 - LIMIT).fill(429)])
  })

  test('tell what is left of it on both, and after how many seconds a refused request is accepted', async () => {
    const key = await makeKey()
    const told: unknown[] = []
    for (let i = 0; i <= LIMIT; i++) {
      const [answer] = await asks(nodes[i % 2], 1, key)
      told.push(answer?.headers.ratelimit?.replace(/t=(60|5\d)$/, 't=…'))
      if (i === LIMIT) expect(answer?.headers['retry-after']).toMatch(/^(60|5\d)$/)
    }
    expect(told).toEqual([5, 4, 3, 2, 1, 0, 0].map((left) => `"per-key";r=${left};t=…`))
  })

  test('count nothing for what they refuse', async () => {
    const key = await makeKey()
    await asks(nodes[0], LIMIT, key)
    expect(new Set(await statuses(nodes[1], 20, key))).toEqual(new Set([429]))
    const { installation, platform } = api
    await changeSettings(installation, platform.caller, { requestsPerMinute: LIMIT + 2 })
    const policyOf = async (send: Send) => (await send('HEAD', '/talks')).headers['ratelimit-policy']
    await waitUntil(
      async () => (await asks(nodes[1], 1, key))[0]?.status,
      (status) => status === 200,
      1000,
    )
    expect(await statuses(nodes[1], 2, key)).toEqual([200, 429])
    await changeSettings(installation, platform.caller, SETTINGS)
    for (const send of nodes) {
      await waitUntil(
        () => policyOf(send),
        (policy) => policy === `"per-key";q=${LIMIT};w=60`,
        1000,
      )
    }
  })

  test('hold it each for itself while Redis is unavailable, and together again when it is back', async () => {
    const key = await makeKey()
    expect(await statuses(nodes[0], 2, key)).toEqual([200, 200])
    expect(await statuses(nodes[1], 2, key)).toEqual([200, 200])
    await proxy.cut()
    // Each node goes on from what it has accepted itself.
    expect(await statuses(nodes[0], 5, key)).toEqual([200, 200, 200, 200, 429])
    expect(await statuses(nodes[1], 5, key)).toEqual([200, 200, 200, 200, 429])
    await proxy.restore()
    await waitUntil(isShared, (shared) => shared)
  })

  test('go on, each for itself, when Redis falls silent', async () => {
    const key = await makeKey()
    proxy.stall()
    expect(await statuses(nodes[0], LIMIT + 1, key)).toEqual([200, 200, 200, 200, 200, 200, 429])
    await proxy.cut()
    await proxy.restore()
    await waitUntil(isShared, (shared) => shared)
  })

  test('say once in the log that Redis is unavailable, not with every request', async () => {
    const notices = () => api.logged.filter((line) => line.includes('Redis is unavailable')).length
    await waitUntil(isShared, (shared) => shared)
    const before = notices()
    await proxy.cut()
    await asks(nodes[0], 5, await makeKey())
    await waitUntil(
      async () => notices() - before,
      (count) => count === nodes.length,
    )
    await asks(nodes[1], 5, await makeKey())
    expect(notices() - before).toBe(nodes.length)
    expect(api.logged.join('')).not.toContain('"status":5')
    await proxy.restore()
  })
})

test('a node that starts without its Redis serves, with a limit of its own', async () => {
  await using gone = await startTcpProxy('redis://127.0.0.1:6379')
  await gone.cut()
  await using alone = await startApi({ settings: SETTINGS, env: { LECTERN_REDIS_URL: gone.url } })
  expect(await statuses(alone.send, LIMIT + 1, alone.platform.standard)).toEqual([
    200, 200, 200, 200, 200, 200, 429,
  ])
})
