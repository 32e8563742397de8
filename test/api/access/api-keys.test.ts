// API keys: their form, what ends them, how they are rotated, and what is noted of their use.
import { crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import {
  createApiKey,
  listKeys,
  type NewApiKey,
  revokeApiKey,
  rotateApiKey,
} from '../../../src/domain/access/api-keys.ts'
import { generateApiKey } from '../../../src/lib/security/api-key-format.ts'
import { listApiKeys } from '../../../src/store/access/api-keys.ts'
import type { Answer, SendOptions } from '../../support/api.ts'
import { talk } from '../../support/bodies.ts'
import { type Tenant, useApi } from '../../support/scenarios.ts'
import { waitUntil } from '../../support/until.ts'

const server = useApi({ env: { LECTERN_TRUSTED_PROXIES: '127.0.0.1, 2001:db8:ffff::/48' } })

const MINUTE_MS = 60_000
const make = (tenant: Tenant, more: Partial<NewApiKey> = {}) =>
  createApiKey(tenant.api.installation, tenant.caller, { name: 'test', level: 'standard', ...more })
const rotate = (tenant: Tenant, id: string, graceMs: number) =>
  rotateApiKey(tenant.api.installation, tenant.caller, { id, graceMs })
const revoke = (tenant: Tenant, id: string) => revokeApiKey(tenant.api.installation, tenant.caller, id)
const shown = async (tenant: Tenant, id: string) => {
  const key = (await listKeys(tenant.api.installation, tenant.caller)).find((one) => one.id === id)
  if (!key) throw new Error('there is no such key')
  return key
}
const ask = (tenant: Tenant, key: string, sending: SendOptions = {}) =>
  tenant.send('GET', '/talks', { key, ...sending })
const statusOf = async (tenant: Tenant, key: string, sending?: SendOptions) =>
  (await ask(tenant, key, sending)).status

/** The key with one digit changed, and with the checksum that the change asks for. */
const mistyped = (key: string) => `${key.slice(0, 20)}${key[20] === '0' ? '1' : '0'}${key.slice(21)}`
const checked = (body: string) => body + crc32(body).toString(16).padStart(8, '0')

describe('a key', () => {
  test.each([
    ['standard', 'lecs_'],
    ['privileged', 'lecp_'],
  ] as const)(
    'that is %s is %s and 64 hex digits, the last 8 a CRC-32 of all before',
    async (level, prefix) => {
      const tenant = await server.createTenant()
      const { key } = await make(tenant, { level })
      expect(key).toMatch(new RegExp(`^${prefix}[0-9a-f]{64}$`))
      expect(key).toBe(checked(key.slice(0, -8)))
      expect(await statusOf(tenant, key)).toBe(200)
    },
  )

  test('is kept as a keyed hash, with prefix and last four digits to be shown', async () => {
    const tenant = await server.createTenant()
    const { key, id } = await make(tenant)
    const rows = await tenant.api.installation.store.read(listApiKeys(tenant.caller.platform.id))
    expect(JSON.stringify(rows)).not.toContain(key.slice(5, 40))
    expect(await shown(tenant, id)).toMatchObject({ name: 'test', prefix: 'lecs_', last4: key.slice(-4) })
  })

  test('opens its own platform and no other', async () => {
    const [tenant, other] = [await server.createTenant(), await server.createTenant()]
    const { id } = (await tenant.send('POST', '/talks', { body: talk() })).body
    const read = (key: string) => tenant.send('GET', `/talks/${id}`, { key })
    expect((await read(tenant.standard)).status).toBe(200)
    expect(await read(other.privileged)).toMatchObject({ status: 404, body: { code: 'talk_not_found' } })
  })

  test('ends at its expiry, to the millisecond', async () => {
    const tenant = await server.createTenant()
    const { clock } = tenant.api
    const { key } = await make(tenant, { expiresAt: clock.now() + 1000 })
    clock.pass(999)
    expect(await statusOf(tenant, key)).toBe(200)
    clock.pass(1)
    expect(await statusOf(tenant, key)).toBe(401)
  })

  test('that is revoked is refused on every node within one second', async () => {
    const tenant = await server.createTenant()
    const nodes = [tenant.api, await tenant.api.addNode()]
    const { key, id } = await make(tenant)
    const statuses = () =>
      Promise.all(nodes.map(async ({ send }) => (await send('GET', '/talks', { key })).status))
    expect(await statuses()).toEqual([200, 200])
    await revoke(tenant, id)
    await waitUntil(statuses, (found) => found.every((status) => status === 401), 1000)
    expect(await statuses()).toEqual([401, 401])
  })
})

describe('rotation', () => {
  test('gives a new key of the same level at once; the old one is good to the end of the grace, to the millisecond', async () => {
    const tenant = await server.createTenant()
    const { clock } = tenant.api
    const old = await make(tenant, { level: 'privileged' })
    const fresh = await rotate(tenant, old.id, MINUTE_MS)
    expect(fresh.key).toMatch(/^lecp_/)
    expect(await statusOf(tenant, fresh.key)).toBe(200)
    clock.pass(MINUTE_MS - 1)
    expect(await statusOf(tenant, old.key)).toBe(200)
    clock.pass(1)
    expect([await statusOf(tenant, old.key), await statusOf(tenant, fresh.key)]).toEqual([401, 200])
  })

  test('without grace ends the old key within one second', async () => {
    const tenant = await server.createTenant()
    const old = await make(tenant)
    await ask(tenant, old.key)
    await rotate(tenant, old.id, 0)
    await waitUntil(
      () => statusOf(tenant, old.key),
      (status) => status === 401,
      1000,
    )
  })

  test('leaves one old key at most: a second one ends the first', async () => {
    const tenant = await server.createTenant()
    const first = await make(tenant)
    const second = await rotate(tenant, first.id, MINUTE_MS)
    const third = await rotate(tenant, first.id, MINUTE_MS)
    const statuses = [first, second, third].map(({ key }) => statusOf(tenant, key))
    expect(await Promise.all(statuses)).toEqual([401, 200, 200])
  })

  test('shares one limit between the old key and the new', async () => {
    const tenant = await server.createTenant()
    const old = await make(tenant)
    const fresh = await rotate(tenant, old.id, MINUTE_MS)
    const left = async (key: string) =>
      Number(/r=(\d+)/.exec((await ask(tenant, key)).headers.ratelimit ?? '')?.[1])
    expect(await left(old.key)).toBe((await left(fresh.key)) + 1)
  })

  test('does not save a key that is revoked: both end', async () => {
    const tenant = await server.createTenant()
    const old = await make(tenant)
    const fresh = await rotate(tenant, old.id, MINUTE_MS)
    await revoke(tenant, old.id)
    expect(await Promise.all([statusOf(tenant, old.key), statusOf(tenant, fresh.key)])).toEqual([401, 401])
    await expect(rotate(tenant, old.id, MINUTE_MS)).rejects.toThrow('This API key does not exist.')
  })
})

describe('the addresses of a key', () => {
  const cases: [name: string, allowed: string[], from: string, status: number][] = [
    ['none listed: every address', [], '203.0.113.9', 200],
    ['the address itself', ['203.0.113.9'], '203.0.113.9', 200],
    ['another address', ['203.0.113.9'], '203.0.113.10', 401],
    ['first of a range', ['203.0.113.0/24'], '203.0.113.0', 200],
    ['last of a range', ['203.0.113.0/24'], '203.0.113.255', 200],
    ['beside a range', ['203.0.113.0/24'], '203.0.114.0', 401],
    ['the second of two ranges', ['10.0.0.0/8', '203.0.113.0/24'], '203.0.113.9', 200],
    ['IPv4 in IPv6 form in a range of IPv4', ['203.0.113.0/24'], '::ffff:203.0.113.9', 200],
    ['IPv4 in a range in IPv6 form', ['::ffff:203.0.113.0/120'], '203.0.113.9', 200],
    ['IPv6 in its range', ['2001:db8::/48'], '2001:db8::1', 200],
    ['IPv6 beside its range', ['2001:db8::/48'], '2001:db8:1::1', 401],
    ['IPv6 in all of IPv4', ['0.0.0.0/0'], '2001:db8::1', 401],
    ['IPv4 in all of IPv6', ['::/0'], '203.0.113.9', 401],
    ['what is no address', ['0.0.0.0/0'], 'unknown', 200],
  ]
  // A proxy that is listed but sends no address is itself the client.
  test.each(cases)('%s: %j from %s is %i', async (_name, allowedAddresses, from, status) => {
    const tenant = await server.createTenant()
    const { key } = await make(tenant, { allowedAddresses })
    expect(await statusOf(tenant, key, { headers: { 'x-forwarded-for': from } })).toBe(status)
  })

  test('are told by a listed proxy alone: what another peer says of itself counts for nothing', async () => {
    const tenant = await server.createTenant()
    const { key } = await make(tenant, { allowedAddresses: ['203.0.113.9'] })
    const headers = { 'x-forwarded-for': '203.0.113.9' }
    expect(await statusOf(tenant, key, { headers })).toBe(200)
    expect(await statusOf(tenant, key, { headers, from: '127.0.0.2' })).toBe(401)
  })

  test('are read from the right: what a client puts before the proxies counts for nothing', async () => {
    const tenant = await server.createTenant()
    const { key } = await make(tenant, { allowedAddresses: ['203.0.113.9'] })
    const through = (list: string) => statusOf(tenant, key, { headers: { 'x-forwarded-for': list } })
    expect(await through('203.0.113.9, 198.51.100.7')).toBe(401)
    expect(await through('198.51.100.7, 203.0.113.9')).toBe(200)
    expect(await through('203.0.113.9, 2001:db8:ffff::1')).toBe(200)
  })

  test.each([['10'], ['10.0.0.0/33'], ['example.org'], ['']])('cannot hold “%s”', async (text) => {
    const tenant = await server.createTenant()
    await expect(make(tenant, { allowedAddresses: [text] })).rejects.toThrow(RangeError)
  })
})

describe('the last use of a key', () => {
  test('is noted at most once a minute', async () => {
    const tenant = await server.createTenant()
    const { clock } = tenant.api
    const { key, id } = await make(tenant)
    const useUntilNoted = async (at: number) => {
      await ask(tenant, key)
      return waitUntil(
        async () => (await shown(tenant, id)).lastUsedAt,
        (noted) => noted !== at,
      )
    }
    expect((await shown(tenant, id)).lastUsedAt).toBeNull()
    const first = clock.now()
    await ask(tenant, key)
    expect(
      await waitUntil(
        async () => (await shown(tenant, id)).lastUsedAt,
        (noted) => noted !== null,
      ),
    ).toBe(first)
    clock.pass(MINUTE_MS - 1)
    await ask(tenant, key)
    clock.pass(1)
    // Had the use before been noted, this one would not be.
    expect(await useUntilNoted(first)).toBe(first + MINUTE_MS)
  })

  test('is not made by a request that is refused for its key', async () => {
    const tenant = await server.createTenant()
    const { key, id } = await make(tenant, { allowedAddresses: ['203.0.113.9'] })
    await ask(tenant, key)
    await tenant.send('PUT', '/talks/ext:t', { body: talk() })
    expect((await shown(tenant, id)).lastUsedAt).toBeNull()
  })
})

describe('credentials that do not open', () => {
  const missing: [string, SendOptions][] = [
    ['no header', { key: null }],
    ['an empty header', { headers: { authorization: '' } }],
    ['another scheme', { headers: { authorization: 'Basic YTpi' } }],
    ['the scheme alone', { headers: { authorization: 'Bearer' } }],
    ['the scheme and a space', { headers: { authorization: 'Bearer ' } }],
    ['two tokens', { headers: { authorization: 'Bearer a b' } }],
  ]
  test.each(missing)('%s: is missing', async (_name, sending) => {
    const tenant = await server.createTenant()
    expectMissing(await tenant.send('GET', '/talks', sending))
  })

  test('a key without its scheme, or in a repeated header, is missing, however good', async () => {
    const tenant = await server.createTenant()
    const { standard } = tenant
    expectMissing(await tenant.send('GET', '/talks', { headers: { authorization: standard } }))
    const twice = [`Bearer ${standard}`, `Bearer ${standard}`]
    expectMissing(await tenant.send('GET', '/talks', { headers: { authorization: twice } }))
  })

  test('the scheme is taken in any letter case (RFC 9110, section 11.1)', async () => {
    const tenant = await server.createTenant()
    const headers = { authorization: `bEARER ${tenant.standard}` }
    expect((await tenant.send('GET', '/talks', { headers })).status).toBe(200)
  })

  test('every wrong key is answered alike, in body, headers and time', async () => {
    const tenant = await server.createTenant()
    const wrong = await wrongKeys(tenant)
    const fastest = wrong.map(() => Number.POSITIVE_INFINITY)
    const answers: object[] = []
    const spread = () => Math.max(...fastest) - Math.min(...fastest)
    // What takes longer by itself does so each time; what only waits for the machine does not.
    for (let round = 0; round < 40 && !(spread() < 10); round++) {
      tenant.api.clock.pass(MINUTE_MS)
      for (const [index, [, key]] of wrong.entries()) {
        const startedMs = performance.now()
        const answer = await ask(tenant, key, { headers: { 'x-forwarded-for': '198.51.100.7' } })
        fastest[index] = Math.min(fastest[index] ?? 0, performance.now() - startedMs)
        answers.push(withoutIdentity(answer))
      }
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': 'Bearer realm="external-api", error="invalid_token"' },
      body: { code: 'invalid_api_key', message: 'Invalid API key' },
    })
    // A timer may fire a millisecond early.
    expect(Math.min(...fastest)).toBeGreaterThan(18)
    expect(spread()).toBeLessThan(10)
  })
})

async function wrongKeys(tenant: Tenant): Promise<[string, string][]> {
  const [revoked, elsewhere, superseded, expired] = [
    await make(tenant),
    await make(tenant, { allowedAddresses: ['203.0.113.9'] }),
    await make(tenant),
    await make(tenant, { expiresAt: tenant.api.clock.now() }),
  ]
  await revoke(tenant, revoked.id)
  await rotate(tenant, superseded.id, 0)
  const unknown = generateApiKey('standard')
  const names: [string, string][] = [
    ['unknown', unknown],
    ['mistyped', mistyped(tenant.standard)],
    ['too short', 'lecs_00'],
    ['too long', `${tenant.standard}0`],
    ['in upper case', tenant.standard.toUpperCase()],
    ['of the other level', checked(tenant.standard.replace('lecs', 'lecp').slice(0, -8))],
    ['revoked', revoked.key],
    ['of another address', elsewhere.key],
    ['superseded', superseded.key],
    ['expired', expired.key],
  ]
  return names
}

function withoutIdentity({ status, headers, body }: Answer) {
  const { date: _date, 'x-request-id': _id, ...others } = headers
  return { status, headers: others, body: { ...body, instance: '' } }
}

function expectMissing(answer: Answer): void {
  expect(withoutIdentity(answer)).toMatchObject({
    status: 401,
    headers: { 'www-authenticate': 'Bearer realm="external-api"' },
    body: { code: 'missing_authorization', message: 'Missing Authorization header' },
  })
}
