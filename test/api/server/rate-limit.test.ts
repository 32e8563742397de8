// The limit on requests: an exact sliding window for each key, told in headers on every answer.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createApiKey } from '../../../src/domain/access/api-keys.ts'
import { changeSettings } from '../../../src/domain/platforms/platforms.ts'
import { generateApiKey } from '../../../src/lib/security/api-key-format.ts'
import type { Answer, SendOptions } from '../../support/api.ts'
import { type Tenant, useApi } from '../../support/scenarios.ts'
import { waitUntil } from '../../support/until.ts'

const LIMIT = 5
const SECOND = 1000
const WINDOW = 60 * SECOND

const server = useApi({
  settings: { requestsPerMinute: LIMIT },
  env: { LECTERN_TRUSTED_PROXIES: '127.0.0.1' },
})
const byDefault = useApi({ settings: { requestsPerMinute: 100 } })

const ask = (tenant: Tenant, sending?: SendOptions) => tenant.send('GET', '/talks', sending)
const asks = async (tenant: Tenant, count: number, sending?: SendOptions) => {
  const answers: Answer[] = []
  for (let i = 0; i < count; i++) answers.push(await ask(tenant, sending))
  return answers
}
const statusesOf = (answers: Answer[]) => answers.map(({ status }) => status)
const limitsOf = ({ headers }: Answer) => [
  headers['ratelimit-policy'],
  headers.ratelimit,
  headers['retry-after'],
]
const makeKey = async (tenant: Tenant) =>
  (await createApiKey(tenant.api.installation, tenant.caller, { name: 'test', level: 'standard' })).key

describe('the limit of a key', () => {
  test('is 100 in any 60 seconds by default', async () => {
    const tenant = await byDefault.createTenant()
    const answers = await Promise.all(Array.from({ length: 110 }, () => ask(tenant)))
    expect(statusesOf(answers).filter((status) => status === 200)).toHaveLength(100)
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.body).toMatchObject({
      code: 'too_many_requests',
      message: 'Too many requests, please try again later.',
    })
    expect(refused && limitsOf(refused)).toEqual(['"per-key";q=100;w=60', '"per-key";r=0;t=60', '60'])
  })

  test('is told on every answer: what is left, and the seconds until a place frees', async () => {
    const tenant = await server.createTenant()
    const { clock } = tenant.api
    const told: unknown[] = []
    for (const passMs of [0, 10 * SECOND, 0, 500, 29_500]) {
      clock.pass(passMs)
      told.push((await ask(tenant)).headers.ratelimit)
    }
    expect(told).toEqual([
      '"per-key";r=4;t=60',
      '"per-key";r=3;t=50',
      '"per-key";r=2;t=50',
      '"per-key";r=1;t=50',
      '"per-key";r=0;t=20',
    ])
    expect(limitsOf(await ask(tenant))).toEqual(['"per-key";q=5;w=60', '"per-key";r=0;t=20', '20'])
  })

  test('slides: a window that begins late in another one lets no more than the limit through', async () => {
    const tenant = await server.createTenant()
    const { clock } = tenant.api
    await ask(tenant)
    clock.pass(WINDOW - 1)
    expect(statusesOf(await asks(tenant, 5))).toEqual([200, 200, 200, 200, 429])
    clock.pass(1)
    expect(statusesOf(await asks(tenant, 2))).toEqual([200, 429])
    clock.pass(WINDOW - 2)
    expect(statusesOf(await asks(tenant, 1))).toEqual([429])
    clock.pass(1)
    expect(statusesOf(await asks(tenant, 5))).toEqual([200, 200, 200, 200, 429])
  })

  test('is not touched by what it refuses', async () => {
    const tenant = await server.createTenant()
    const { clock } = tenant.api
    await asks(tenant, LIMIT)
    for (let i = 0; i < 59; i++) {
      clock.pass(SECOND)
      const refused = await ask(tenant)
      expect([refused.status, refused.headers['retry-after']]).toEqual([429, String(59 - i)])
    }
    clock.pass(SECOND)
    expect(statusesOf(await asks(tenant, LIMIT + 1))).toEqual([200, 200, 200, 200, 200, 429])
  })

  test('is each key’s own', async () => {
    const tenant = await server.createTenant()
    await asks(tenant, LIMIT)
    expect((await ask(tenant)).status).toBe(429)
    expect((await ask(tenant, { key: tenant.privileged })).status).toBe(200)
  })

  test('counts every request whose key is good, whatever else is wrong with it', async () => {
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
    expect((await ask(tenant)).status).toBe(429)
  })

  test('is a setting of the platform that holds within a second', async () => {
    const tenant = await server.createTenant()
    await asks(tenant, LIMIT)
    await changeSettings(tenant.api.installation, tenant.caller, { requestsPerMinute: 7 })
    const first = await waitUntil(
      async () => limitsOf(await ask(tenant)),
      ([policy]) => policy === '"per-key";q=7;w=60',
      SECOND,
    )
    expect(first).toEqual(['"per-key";q=7;w=60', '"per-key";r=1;t=60', undefined])
  })

  test('accepts what any 60 seconds have room for, whatever the order of times, and Retry-After is enough and not too much', async () => {
    const tenant = await server.createTenant()
    const { clock } = tenant.api
    const steps = fc.array(
      fc.oneof(fc.nat(2 * SECOND), fc.constantFrom(0, SECOND, 12 * SECOND, WINDOW - 1, WINDOW)),
      { minLength: 10, maxLength: 25 },
    )
    await fc.assert(
      fc.asyncProperty(steps, async (passes) => {
        const key = await makeKey(tenant)
        let accepted: number[] = []
        for (const passMs of passes) {
          clock.pass(passMs)
          accepted = accepted.filter((at) => at > clock.now() - WINDOW)
          const answer = await ask(tenant, { key })
          const hasRoom = accepted.length < LIMIT
          if (hasRoom) accepted.push(clock.now())
          const seconds = Math.ceil(((accepted[0] ?? 0) + WINDOW - clock.now()) / SECOND)
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

describe('wrong keys', () => {
  const WRONG = 60
  const from = (address: string, key = generateApiKey('standard')): SendOptions => ({
    key,
    headers: { 'x-forwarded-for': address },
  })
  const wrongs = (tenant: Tenant, address: string, count: number) =>
    Promise.all(Array.from({ length: count }, () => ask(tenant, from(address))))

  test('are refused 60 times a minute from one address, then told to wait', async () => {
    const tenant = await server.createTenant()
    const answers = await wrongs(tenant, '198.51.100.1', WRONG)
    expect(new Set(statusesOf(answers))).toEqual(new Set([401]))
    tenant.api.clock.pass(20 * SECOND)
    const refused = await ask(tenant, from('198.51.100.1'))
    expect([refused.status, ...limitsOf(refused)]).toEqual([
      429,
      '"per-address";q=60;w=60',
      '"per-address";r=0;t=40',
      '40',
    ])
    tenant.api.clock.pass(40 * SECOND)
    expect((await ask(tenant, from('198.51.100.1'))).status).toBe(401)
  })

  test('cost other addresses nothing, nor good keys from the same one', async () => {
    const tenant = await server.createTenant()
    await wrongs(tenant, '198.51.100.2', WRONG)
    expect((await ask(tenant, from('198.51.100.2'))).status).toBe(429)
    expect((await ask(tenant, from('198.51.100.3'))).status).toBe(401)
    expect((await ask(tenant, from('198.51.100.2', tenant.standard))).status).toBe(200)
  })

  test('count together for an address that is written in two ways', async () => {
    const tenant = await server.createTenant()
    await wrongs(tenant, '::ffff:198.51.100.4', WRONG)
    expect((await ask(tenant, from('198.51.100.4'))).status).toBe(429)
  })

  test('carry no limit of a key, and a missing key none at all', async () => {
    const tenant = await server.createTenant()
    expect(limitsOf(await ask(tenant, from('198.51.100.5')))).toEqual([undefined, undefined, undefined])
    const missing = { ...from('198.51.100.5'), key: null }
    expect(limitsOf(await ask(tenant, missing))).toEqual([undefined, undefined, undefined])
  })
})
