// Bulk requests in the password queue: how long they wait, and when they end.
import { request as httpsRequest } from 'node:https'
import { describe, expect, test } from 'vitest'
import { createApiKey, revokeApiKey } from '../../../src/domain/access/api-keys.ts'
import { HashQueue } from '../../../src/lib/security/hash-queue.ts'
import { systemClock } from '../../../src/lib/time/clock.ts'
import { type SendOptions, startApi, type TestApi } from '../../support/api.ts'
import { attendee, person, talk } from '../../support/bodies.ts'
import { withKey } from '../../support/idempotency.ts'
import { openStream } from '../../support/ndjson.ts'
import { waitUntil } from '../../support/until.ts'

const people = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => person(`${name}${index}`))

/** A new talk with 50 new speakers. */
const crowdedTalk = (name: string) => ({
  method: 'PUT',
  path: `/talks/ext:${name}`,
  body: talk({ speakers: people(name, 50) }),
})
const bulkRequests = [
  ['POST', '/batch', { operations: [crowdedTalk('a'), crowdedTalk('b')] }],
  [
    'PUT',
    '/programme',
    { source: 's', people: people('a', 100).map((one, i) => ({ ...one, externalId: `${i}` })) },
  ],
] as const

/** A queue that hashes nothing until its gate opens. */
function gatedQueue() {
  const gate = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  let count = 0
  const hash = async () => {
    count += 1
    reached.resolve()
    await gate.promise
    return 'hash'
  }
  const hashes = new HashQueue({ concurrency: 1, maxWaitMs: 3_000, clock: systemClock, hash })
  return { hashes, open: () => gate.resolve(), reached: reached.promise, started: () => count }
}

/** Sends a request that can be given up. */
function sendAndLeave(
  { url, platform }: TestApi,
  [method, path, body]: readonly [string, string, object],
  { headers }: SendOptions = {},
): { leave(): void } {
  const request = httpsRequest(`${url}/api/external/v1${path}`, {
    method,
    agent: false,
    // The certificate of the server was created for the test.
    rejectUnauthorized: false,
    headers: {
      authorization: `Bearer ${platform.standard}`,
      'content-type': 'application/json',
      ...headers,
    },
  })
  // The connection is closed before there is a response.
  request.on('error', () => {})
  request.end(JSON.stringify(body))
  return { leave: () => void request.destroy() }
}

describe('a bulk request whose client disconnects', () => {
  test.each(bulkRequests)('stops hashing and changes nothing: %s %s', async (...request) => {
    const { hashes, open, reached, started } = gatedQueue()
    await using api = await startApi({ hashes })
    const { leave } = sendAndLeave(api, request)
    await reached
    leave()
    await waitUntil(
      async () => api.logged.filter((line) => /executeBatch|putProgramme/.test(line)),
      (lines) => lines.length > 0,
    )
    open()
    expect((await api.send('POST', '/users', { body: attendee('other') })).status).toBe(201)
    expect(started()).toBe(2)
    const emails = (await api.send('GET', '/users')).body.items.map(({ email }: { email: string }) => email)
    expect(emails).toEqual(['other@example.org'])
  })

  test.each(bulkRequests)('is completed if it has an idempotency key: %s %s', async (...request) => {
    const { hashes, open, reached } = gatedQueue()
    await using api = await startApi({ hashes })
    const { leave } = sendAndLeave(api, request, withKey('once'))
    await reached
    leave()
    await api.send('GET', '/talks')
    open()
    const [method, path, body] = request
    const repeat = await waitUntil(
      () => api.send(method, path, { body, ...withKey('once') }),
      ({ status }) => status !== 409,
    )
    expect([repeat.status, repeat.headers['idempotent-replayed']]).toEqual([200, 'true'])
    expect(repeat.text.match(/"password"/g)).toHaveLength(100)
  })
})

describe('a bulk request whose key is revoked', () => {
  test.each(bulkRequests)('ends while its passwords wait: %s %s', async (method, path, body) => {
    const { hashes, reached } = gatedQueue()
    await using api = await startApi({ hashes })
    const { key, id } = await createApiKey(api.installation, api.platform.caller, {
      name: 'Bulk',
      level: 'standard',
    })
    const answer = api.send(method, path, { body, key })
    await reached
    await revokeApiKey(api.installation, api.platform.caller, id)
    expect(await answer).toMatchObject({ status: 401, body: { code: 'invalid_api_key' } })
  })

  test('ends while its passwords wait: a stream in the middle of a group', async () => {
    const { hashes, reached } = gatedQueue()
    await using api = await startApi({ hashes })
    const { key, id } = await createApiKey(api.installation, api.platform.caller, {
      name: 'Bulk',
      level: 'standard',
    })
    const stream = openStream(api, { key })
    stream.write(`${JSON.stringify(crowdedTalk('a'))}\n`)
    await reached
    await revokeApiKey(api.installation, api.platform.caller, id)
    expect(await stream.results(1)).toMatchObject([{ ended: true, body: { code: 'invalid_api_key' } }])
  })
})

describe('the password queue', () => {
  test('accepts a bulk request of any size, and refuses others of its key with the time of the queue', async () => {
    const { hashes, open, reached } = gatedQueue()
    await using api = await startApi({ hashes })
    const operations = Array.from({ length: 10 }, (_, i) => crowdedTalk(`t${i}-`))
    const first = api.send('POST', '/batch', { body: { operations } })
    await reached
    // 499 hashes wait, of 15 ms each as long as none is done.
    const [method, path, body] = bulkRequests[1]
    expect(await api.send(method, path, { body })).toMatchObject({
      status: 429,
      headers: { 'retry-after': '8' },
      body: { code: 'too_many_requests' },
    })
    const others = api.send(method, path, { body, key: api.platform.privileged })
    open()
    expect([(await first).status, (await others).status]).toEqual([200, 200])
  })

  test('tells a refused request how long the queue is', async () => {
    const { hashes, open, reached } = gatedQueue()
    await using api = await startApi({ hashes })
    const send = (name: string) => api.send('PUT', `/talks/ext:${name}`, crowdedTalk(name))
    const first = ['a', 'b', 'c', 'd'].map(send)
    await reached
    await api.send('GET', '/talks')
    // 200 hashes of 15 ms.
    expect(await send('e')).toMatchObject({ status: 429, headers: { 'retry-after': '3' } })
    const other = api.send('POST', '/users', { body: attendee('other'), key: api.platform.privileged })
    open()
    expect((await Promise.all([...first, other])).map(({ status }) => status)).toEqual(Array(5).fill(201))
  })
})
