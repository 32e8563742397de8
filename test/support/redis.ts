// Redis for tests: checks whether it is available, and finds and removes the keys of a test.
import { createClient } from '@redis/client'
import { REDIS_URL } from './stores.ts'

/** False if Redis is unavailable, which is also printed. Throws if REQUIRE_SERVICES=1. */
export async function hasRedis(): Promise<boolean> {
  try {
    await withRedis((client) => client.ping())
    return true
  } catch {
    const notice = `Redis does not answer at ${REDIS_URL}`
    if (process.env.REQUIRE_SERVICES === '1')
      throw new Error(`${notice}, and REQUIRE_SERVICES=1 wants its suite.`)
    process.stderr.write(`\n${notice}: the suite on Redis is SKIPPED.\n\n`)
    return false
  }
}

/** Removes all keys with the prefix. */
export const deleteKeys = (prefix: string): Promise<void> =>
  withRedis(async (client) => {
    for await (const keys of client.scanIterator({ MATCH: `${prefix}*`, COUNT: 1000 })) {
      if (keys.length > 0) await client.del(keys)
    }
  })

export const hasKey = async (key: string): Promise<boolean> =>
  (await withRedis((client) => client.exists(key))) > 0

/** The messages of a channel after this call. */
export async function listenTo(channel: string): Promise<AsyncDisposable & { messages: string[] }> {
  const client = connect()
  const messages: string[] = []
  await client.connect()
  await client.subscribe(channel, (message) => void messages.push(message))
  return { messages, [Symbol.asyncDispose]: async () => client.destroy() }
}

type Client = ReturnType<typeof connect>
const connect = () =>
  createClient({ url: REDIS_URL, socket: { connectTimeout: 2_000, reconnectStrategy: false } })

async function withRedis<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = connect()
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    client.destroy()
  }
}
