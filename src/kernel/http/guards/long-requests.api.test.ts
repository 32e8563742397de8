// Bulk requests whose client disconnects or whose key is revoked: the chunk in progress is the last one.
import { request as httpsRequest } from 'node:https'
import { describe, expect, test } from 'vitest'
import { type SendOptions, startApi, type TestApi } from '../../../../test/support/api.ts'
import { attendee, person, sponsor } from '../../../../test/support/bodies.ts'
import { holdChanges } from '../../../../test/support/held-store.ts'
import { withKey } from '../../../../test/support/idempotency.ts'
import { openStream } from '../../../../test/support/ndjson.ts'
import { waitUntil } from '../../../../test/support/until.ts'
import { createApiKey, revokeApiKey } from '../../../features/api-keys/api-keys.ts'

const GROUP = 25
const ITEMS = 60
const items = Array.from({ length: ITEMS }, (_, i) => `p${i}`)
const create = (name: string) => ({ method: 'POST', path: '/users', body: attendee(name) })
const bulkRequests = [
  ['POST', '/batch', { operations: items.map(create) }],
  [
    'PUT',
    '/programme',
    { source: 's', people: items.map((name) => ({ ...person(name), externalId: name })) },
  ],
] as const

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

/** After a change that comes later than everything that the request could still do. */
async function countUsers({ send }: TestApi): Promise<number> {
  expect((await send('POST', '/sponsors', { body: sponsor() })).status).toBe(201)
  return (await send('GET', '/users?limit=200')).body.items.length
}

describe('a bulk request whose client disconnects', () => {
  test.each(bulkRequests)('executes no further chunk: %s %s', async (...request) => {
    await using api = await startApi()
    const { reached, open } = holdChanges(api.installation.store)
    const { leave } = sendAndLeave(api, request)
    await reached
    leave()
    await waitUntil(
      async () => api.logged.filter((line) => /executeBatch|putProgramme/.test(line)),
      (lines) => lines.length > 0,
    )
    open()
    expect(await countUsers(api)).toBe(GROUP)
  })

  test.each(bulkRequests)('is completed if it has an idempotency key: %s %s', async (...request) => {
    await using api = await startApi()
    const { reached, open } = holdChanges(api.installation.store)
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
    expect(repeat.text.match(/"password"/g)).toHaveLength(ITEMS)
  })
})

/** A key of its own, and what revokes it and waits until the server has looked it up again. */
async function createRevocable(api: TestApi) {
  const { installation, platform } = api
  const { key, id } = await createApiKey(installation, platform.caller, { name: 'Bulk', level: 'standard' })
  const revoke = async () => {
    await revokeApiKey(installation, platform.caller, id)
    const { store } = installation
    const { read } = store
    const lookedUp = Promise.withResolvers<void>()
    store.read = async <T>(query: Parameters<typeof read<T>>[0]) => {
      const result = await read.call(store, query)
      if (query.statement.name.startsWith('api_keys.')) lookedUp.resolve()
      return result as T
    }
    await lookedUp.promise
    // A request with another key is answered after the refusal has ended the first one.
    await api.send('GET', '/talks')
  }
  return { key, revoke }
}

describe('a bulk request whose key is revoked', () => {
  test.each(bulkRequests)('executes no further chunk: %s %s', async (method, path, body) => {
    await using api = await startApi()
    const { key, revoke } = await createRevocable(api)
    const { reached, open } = holdChanges(api.installation.store)
    const answer = api.send(method, path, { body, key })
    await reached
    await revoke()
    open()
    expect(await answer).toMatchObject({ status: 401, body: { code: 'invalid_api_key' } })
    expect(await countUsers(api)).toBe(GROUP)
  })

  test('executes no further chunk: a stream', async () => {
    await using api = await startApi()
    const { key, revoke } = await createRevocable(api)
    const { reached, open } = holdChanges(api.installation.store)
    const stream = openStream(api, { key })
    stream.write(items.map((name) => `${JSON.stringify(create(name))}\n`).join(''))
    await reached
    await revoke()
    open()
    const results = await stream.all()
    expect(results.at(-1)).toMatchObject({ ended: true, body: { code: 'invalid_api_key' } })
    expect(await countUsers(api)).toBe(results.length - 1)
    expect(results.length - 1).toBeLessThan(ITEMS)
  })
})
