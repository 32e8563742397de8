// Live talks on two nodes: what is written on one appears on the other, with Redis and without it.
import { describe, expect, test } from 'vitest'
import { JoblessClock, startApi, TestClock } from '../../../../test/support/api.ts'
import { talk } from '../../../../test/support/bodies.ts'
import { EventStream } from '../../../../test/support/live.ts'
import { deleteKeys, hasRedis, listenTo } from '../../../../test/support/redis.ts'
import { REDIS_URL } from '../../../../test/support/stores.ts'
import { startTcpProxy } from '../../../../test/support/tcp-proxy.ts'
import { waitUntil } from '../../../../test/support/until.ts'

/** Two nodes, and what a stream of the second one has received. */
async function startNodes(clock: TestClock) {
  await using stack = new AsyncDisposableStack()
  const proxy = stack.use(await startTcpProxy(REDIS_URL))
  const api = stack.use(await startApi({ env: { LECTERN_REDIS_URL: proxy.url }, clock }))
  stack.defer(() => deleteKeys(api.redisPrefix))
  const other = await api.addNode()
  await api.send('PUT', '/talks/ext:t', { body: talk() })
  const stream = new EventStream(other.url, '/api/external/v1/live/stream?talks=ext:t', {
    headers: { authorization: `Bearer ${api.platform.standard}` },
  })
  stack.defer(() => stream.close())
  await stream.until(({ events }) => events.some(({ name }) => name === 'reset'))
  const received = (): string[] => stream.items.map(({ value }) => value.text)
  const write = async (text: string) => {
    const answer = await api.send('POST', '/talks/ext:t/messages', { body: { label: 'Bridge', text } })
    expect(answer.status).toBe(201)
  }
  const pass = async (text: string) => {
    await write(text)
    await stream.until(() => received().includes(text))
  }
  const disposables = stack.move()
  return {
    proxy,
    api,
    stream,
    received,
    write,
    pass,
    [Symbol.asyncDispose]: () => disposables.disposeAsync(),
  }
}

describe.skipIf(!(await hasRedis()))('two nodes with one Redis', () => {
  test('a signal with the talk and the number of its last entry is all that the other node needs', async () => {
    // Nothing polls.
    await using nodes = await startNodes(new JoblessClock())
    const { api, stream, received, write, pass } = nodes
    // Nodes connect to Redis in the background.
    let written = 0
    await waitUntil(
      async () => {
        written += 1
        await write(`early ${written}`)
        return received().length
      },
      (count) => count > 0,
    )
    await pass('before')
    await using signals = await listenTo(`${api.redisPrefix}live`)
    await pass('signaled')
    const [talkId, number] = stream.position.split(':')
    expect(signals.messages).toEqual([
      expect.stringMatching(new RegExp(`^[0-9a-f-]{36} ${talkId}:${number}$`)),
    ])
  })

  test('nothing is lost or repeated while Redis hangs or is away', async () => {
    await using nodes = await startNodes(new TestClock())
    const { proxy, received, pass } = nodes
    proxy.stall()
    await pass('hangs')
    await proxy.cut()
    const away = ['away 0', 'away 1', 'away 2']
    for (const text of away) await pass(text)
    await proxy.restore()
    await pass('back')
    expect(received()).toEqual(['hangs', ...away, 'back'])
  })
})
