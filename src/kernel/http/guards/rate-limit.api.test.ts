// The rate limit: an exact sliding window for each API key, reported in headers of every response.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Answer, SendOptions } from '../../../../test/support/api.ts'
import { type Tenant, useApi } from '../../../../test/support/scenarios.ts'
import { waitUntil } from '../../../../test/support/until.ts'
import { createApiKey } from '../../../features/api-keys/api-keys.ts'
import { changeSettings } from '../../../features/platforms/platforms.ts'
import { generateApiKey } from '../../lib/security/api-key-format.ts'

const LIMIT = 5
const SECOND_MS = 1000
const WINDOW_MS = 60 * SECOND_MS

const server = useApi({ settings: { requestsPerMinute: LIMIT } })
const defaultServer = useApi({ settings: { requestsPerMinute: 100 } })

const sendRequest = (tenant: Tenant, sending?: SendOptions) => tenant.send('GET', '/talks', sending)
const sendRequests = async (tenant: Tenant, count: number, sending?: SendOptions) => {
  const answers: Answer[] = []
  for (let i = 0; i < count; i++) answers.push(await sendRequest(tenant, sending))
  return answers
}
const statusesOf = (answers: Answer[]) => answers.map(({ status }) => status)
const limitsOf = ({ headers }: Answer) => [
  headers['ratelimit-policy'],
  headers.ratelimit,
  headers['retry-after'],
]
const createKey = async (tenant: Tenant) =>
  (await createApiKey(tenant.api.installation, tenant.caller, { name: 'test', level: 'standard' })).key

describe('the limit of an API key', () => {
  test('is 100 in any 60 seconds by default', async () => {
    const tenant = await defaultServer.createTenant()
    const answers = await Promise.all(Array.from({ length: 110 }, () => sendRequest(tenant)))
    expect(statusesOf(answers).filter((status) => status === 200)).toHaveLength(100)
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.body).toMatchObject({
      code: 'too_many_requests',
      message: 'Too many requests, please try again later.',
    })
    expect(refused && limitsOf(refused)).toEqual(['"per-key";q=100;w=60', '"per-key";r=0;t=60', '60'])
  })

  test('is reported on every response, with the remaining requests and the seconds until the next one frees up', async () => {
    const tenant = await server.createTenant()
    const { clock } = tenant.api
    const reported: unknown[] = []
    for (const passMs of [0, 10 * SECOND_MS, 0, 500, 29_500]) {
      clock.pass(passMs)
      reported.push((await sendRequest(tenant)).headers.ratelimit)
    }
    expect(reported).toEqual([
      '"per-key";r=4;t=60',
      '"per-key";r=3;t=50',
      '"per-key";r=2;t=50',
      '"per-key";r=1;t=50',
      '"per-key";r=0;t=20',
    ])
    expect(limitsOf(await sendRequest(tenant))).toEqual(['"per-key";q=5;w=60', '"per-key";r=0;t=20', '20'])
  })

  test('applies to every window of 60 seconds, wherever it starts', async () => {
    const tenant = await server.createTenant()
    const { clock } = tenant.api
    await sendRequest(tenant)
    clock.pass(WINDOW_MS - 1)
    expect(statusesOf(await sendRequests(tenant, 5))).toEqual([200, 200, 200, 200, 429])
    clock.pass(1)
    expect(statusesOf(await sendRequests(tenant, 2))).toEqual([200, 429])
    clock.pass(WINDOW_MS - 2)
    expect(statusesOf(await sendRequests(tenant, 1))).toEqual([429])
    clock.pass(1)
    expect(statusesOf(await sendRequests(tenant, 5))).toEqual([200, 200, 200, 200, 429])
  })

  test('does not count refused requests', async () => {
    const tenant = await server.createTenant()
    const { clock } = tenant.api
    await sendRequests(tenant, LIMIT)
    for (let i = 0; i < 59; i++) {
      clock.pass(SECOND_MS)
      const refused = await sendRequest(tenant)
      expect([refused.status, refused.headers['retry-after']]).toEqual([429, String(59 - i)])
    }
    clock.pass(SECOND_MS)
    expect(statusesOf(await sendRequests(tenant, LIMIT + 1))).toEqual([200, 200, 200, 200, 200, 429])
  })

  test('is separate for each key', async () => {
    const tenant = await server.createTenant()
    await sendRequests(tenant, LIMIT)
    expect((await sendRequest(tenant)).status).toBe(429)
    expect((await sendRequest(tenant, { key: tenant.privileged })).status).toBe(200)
  })

  test('counts every request with a valid key, whatever else is wrong with it', async () => {
    const tenant = await server.createTenant()
    const sent = [
      await tenant.send('GET', '/nothing'),
      await tenant.send('PATCH', '/talks'),
      await tenant.send('POST', '/users/owner', { body: {} }),
      await tenant.send('POST', '/talks', { raw: '{' }),
      await tenant.send('HEAD', '/talks'),
    ]
    expect(statusesOf(sent)).toEqual([404, 405, 403, 400, 200])
    expect(sent.map(({ headers }) => headers.ratelimit)).toEqual(
      [4, 3, 2, 1, 0].map((left) => `"per-key";r=${left};t=60`),
    )
    expect((await sendRequest(tenant)).status).toBe(429)
  })

  test('is a platform setting that applies to a running server', async () => {
    const tenant = await server.createTenant()
    await sendRequests(tenant, LIMIT)
    await changeSettings(tenant.api.installation, tenant.caller, { requestsPerMinute: 7 })
    const first = await waitUntil(
      async () => limitsOf(await sendRequest(tenant)),
      ([policy]) => policy === '"per-key";q=7;w=60',
    )
    expect(first).toEqual(['"per-key";q=7;w=60', '"per-key";r=1;t=60', undefined])
  })

  test('accepts exactly what any 60 seconds have room for, and Retry-After is exact', async () => {
    const tenant = await server.createTenant()
    const { clock } = tenant.api
    const steps = fc.array(
      fc.oneof(
        fc.nat(2 * SECOND_MS),
        fc.constantFrom(0, SECOND_MS, 12 * SECOND_MS, WINDOW_MS - 1, WINDOW_MS),
      ),
      { minLength: 10, maxLength: 25 },
    )
    await fc.assert(
      fc.asyncProperty(steps, async (passes) => {
        const key = await createKey(tenant)
        let accepted: number[] = []
        for (const passMs of passes) {
          clock.pass(passMs)
          accepted = accepted.filter((at) => at > clock.now() - WINDOW_MS)
          const answer = await sendRequest(tenant, { key })
          const hasRoom = accepted.length < LIMIT
          if (hasRoom) accepted.push(clock.now())
          const seconds = Math.ceil(((accepted[0] ?? 0) + WINDOW_MS - clock.now()) / SECOND_MS)
          expect([answer.status, ...limitsOf(answer)]).toEqual([
            hasRoom ? 200 : 429,
            '"per-key";q=5;w=60',
            `"per-key";r=${LIMIT - accepted.length};t=${seconds}`,
            hasRoom ? undefined : String(seconds),
          ])
        }
      }),
      { numRuns: 12 },
    )
  })
})

describe('requests with wrong keys', () => {
  const MAX_WRONG_KEYS = 60
  const from = (address: string, key = generateApiKey('standard')): SendOptions => ({
    key,
    headers: { 'x-forwarded-for': address },
  })
  const sendWrongKeys = (tenant: Tenant, address: string, count: number) =>
    Promise.all(Array.from({ length: count }, () => sendRequest(tenant, from(address))))

  test('get 401 up to 60 times a minute from one address, and then 429', async () => {
    const tenant = await server.createTenant()
    const answers = await sendWrongKeys(tenant, '198.51.100.1', MAX_WRONG_KEYS)
    expect(new Set(statusesOf(answers))).toEqual(new Set([401]))
    tenant.api.clock.pass(20 * SECOND_MS)
    const refused = await sendRequest(tenant, from('198.51.100.1'))
    expect([refused.status, ...limitsOf(refused)]).toEqual([
      429,
      '"per-address";q=60;w=60',
      '"per-address";r=0;t=40',
      '40',
    ])
    tenant.api.clock.pass(40 * SECOND_MS)
    expect((await sendRequest(tenant, from('198.51.100.1'))).status).toBe(401)
  })

  test('do not affect other addresses or valid keys from the same address', async () => {
    const tenant = await server.createTenant()
    await sendWrongKeys(tenant, '198.51.100.2', MAX_WRONG_KEYS)
    expect((await sendRequest(tenant, from('198.51.100.2'))).status).toBe(429)
    expect((await sendRequest(tenant, from('198.51.100.3'))).status).toBe(401)
    expect((await sendRequest(tenant, from('198.51.100.2', tenant.standard))).status).toBe(200)
  })

  test('are counted together for both forms of an address', async () => {
    const tenant = await server.createTenant()
    await sendWrongKeys(tenant, '::ffff:198.51.100.4', MAX_WRONG_KEYS)
    expect((await sendRequest(tenant, from('198.51.100.4'))).status).toBe(429)
  })

  test('get no rate limit headers, and neither do requests without a key', async () => {
    const tenant = await server.createTenant()
    expect(limitsOf(await sendRequest(tenant, from('198.51.100.5')))).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    const missing = { ...from('198.51.100.5'), key: null }
    expect(limitsOf(await sendRequest(tenant, missing))).toEqual([undefined, undefined, undefined])
  })
})
