// How soon a revoked API key stops working, on every node and within long requests.
import { expect, test } from 'vitest'
import { createApiKey, revokeApiKey } from '../../../src/features/api-keys/api-keys.ts'
import { HashQueue } from '../../../src/kernel/lib/security/hash-queue.ts'
import { systemClock } from '../../../src/kernel/lib/time/clock.ts'
import { startApi, type TestApi } from '../../support/api.ts'
import { person, sponsor, talk } from '../../support/bodies.ts'
import { openStream } from '../../support/ndjson.ts'
import { waitUntil } from '../../support/until.ts'

const MAX_MS = 1_000

test('a revoked key is refused on every node within a second', async () => {
  await using api = await startApi()
  const nodes = [api, await api.addNode()]
  const { key, revoke } = await createKey(api)
  const statuses = () =>
    Promise.all(nodes.map(async ({ send }) => (await send('GET', '/talks', { key })).status))
  expect(await statuses()).toEqual([200, 200])
  await revoke()
  await waitUntil(statuses, (received) => received.every((status) => status === 401), MAX_MS)
})

test('a stream ends within a second after its key was revoked', async () => {
  await using api = await startApi()
  const { key, revoke } = await createKey(api)
  const stream = openStream(api, { key })
  const write = () =>
    stream.write(`${JSON.stringify({ method: 'PUT', path: '/sponsors/ext:s', body: sponsor() })}\n`)
  write()
  await stream.results(1)
  await revoke()
  let sent = 1
  await waitUntil(
    async () => {
      write()
      sent += 1
      return (await stream.results(sent)).at(-1)?.status
    },
    (status) => status === 401,
    MAX_MS,
  )
})

test('a batch whose passwords wait ends within a second after its key was revoked', async () => {
  const reached = Promise.withResolvers<void>()
  const hash = () => {
    reached.resolve()
    return new Promise<string>(() => {})
  }
  const hashes = new HashQueue({ concurrency: 1, maxWaitMs: 3_000, clock: systemClock, hash })
  await using api = await startApi({ hashes })
  const { key, revoke } = await createKey(api)
  const operation = { method: 'PUT', path: '/talks/ext:t', body: talk({ speakers: [person('ada')] }) }
  const answer = api.send('POST', '/batch', { body: { operations: [operation] }, key })
  await reached.promise
  await revoke()
  const revokedMs = performance.now()
  expect(await answer).toMatchObject({ status: 401, body: { code: 'invalid_api_key' } })
  expect(performance.now() - revokedMs).toBeLessThan(MAX_MS)
})

async function createKey({ installation, platform: { caller } }: TestApi) {
  const { key, id } = await createApiKey(installation, caller, { name: 'Revoked', level: 'standard' })
  return { key, revoke: () => revokeApiKey(installation, caller, id) }
}
