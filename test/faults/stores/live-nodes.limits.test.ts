// How long messages take from one node to another, with Redis and without it.
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi, type TestApi, TestClock } from '../../support/api.ts'
import { talk } from '../../support/bodies.ts'
import { EventStream } from '../../support/live.ts'
import { deleteKeys, hasRedis } from '../../support/redis.ts'
import { REDIS_URL } from '../../support/stores.ts'
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts'

const WITH_REDIS_MS = 500
const WITHOUT_REDIS_MS = 2_000

let proxy: TcpProxy
let api: TestApi
let stream: EventStream

const write = (text: string) => api.send('POST', '/talks/ext:t/messages', { body: { label: 'Bridge', text } })
const received = (): string[] => stream.items.map(({ value }) => value.text)

/** Writes on the first node and returns after how many milliseconds the stream of the second one has it. */
async function delayOf(text: string): Promise<number> {
  expect((await write(text)).status).toBe(201)
  const startedMs = performance.now()
  await stream.until(() => received().includes(text))
  return performance.now() - startedMs
}

describe.skipIf(!(await hasRedis()))('two nodes with one Redis', () => {
  beforeAll(async () => {
    proxy = await startTcpProxy(REDIS_URL)
    // Polls as often as in production, which is too seldom for what signals have to do.
    api = await startApi({ env: { LECTERN_REDIS_URL: proxy.url }, clock: new TestClock(Date.now(), 1) })
    const other = await api.addNode()
    await api.send('PUT', '/talks/ext:t', { body: talk() })
    stream = new EventStream(other.url, '/api/external/v1/live/stream?talks=ext:t', {
      headers: { authorization: `Bearer ${api.platform.standard}` },
    })
    await stream.until(({ events }) => events.some(({ name }) => name === 'reset'))
  })
  afterAll(async () => {
    stream.close()
    await deleteKeys(api.redisPrefix)
    await api[Symbol.asyncDispose]()
    await proxy[Symbol.asyncDispose]()
  })

  test('a message appears on the other node within half a second', async () => {
    for (let index = 0; index < 5; index++) {
      // At different times of the other node's own polls.
      await delay(170)
      expect(await delayOf(`with ${index}`)).toBeLessThan(WITH_REDIS_MS)
    }
  })

  test('while Redis hangs or is away, it takes up to two seconds, and nothing is lost', async () => {
    proxy.stall()
    expect(await delayOf('hangs')).toBeLessThan(WITHOUT_REDIS_MS)
    await proxy.cut()
    for (let index = 0; index < 3; index++)
      expect(await delayOf(`away ${index}`)).toBeLessThan(WITHOUT_REDIS_MS)
    await proxy.restore()
    await expect
      .poll(async () => delayOf(`back ${Math.random()}`), { timeout: 10_000, interval: 300 })
      .toBeLessThan(WITH_REDIS_MS)
    const sent = ['hangs', 'away 0', 'away 1', 'away 2']
    expect(received().filter((text) => sent.includes(text))).toEqual(sent)
  })
})
