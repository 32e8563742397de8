// API keys: format, expiry, revocation, rotation, allowed addresses, and last use.
import { crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { Answer, SendOptions } from '../../../test/support/api.ts'
import { talk } from '../../../test/support/bodies.ts'
import { type Tenant, useApi } from '../../../test/support/scenarios.ts'
import { waitUntil } from '../../../test/support/until.ts'
import { generateApiKey } from '../../kernel/lib/security/api-key-format.ts'
import { createApiKey, listKeys, type NewApiKey, revokeApiKey, rotateApiKey } from './api-keys.ts'
import { listApiKeys } from './store.ts'

const server = useApi()

const MINUTE_MS = 60_000
const createKey = (tenant: Tenant, more: Partial<NewApiKey> = {}) =>
  createApiKey(tenant.api.installation, tenant.caller, { name: 'test', level: 'standard', ...more })
const rotate = (tenant: Tenant, id: string, graceMs: number) =>
  rotateApiKey(tenant.api.installation, tenant.caller, { id, graceMs })
const revoke = (tenant: Tenant, id: string) => revokeApiKey(tenant.api.installation, tenant.caller, id)
const readKey = async (tenant: Tenant, id: string) => {
  const key = (await listKeys(tenant.api.installation, tenant.caller)).find((one) => one.id === id)
  if (!key) throw new Error('The key does not exist.')
  return key
}
const sendRequest = (tenant: Tenant, key: string, sending: SendOptions = {}) =>
  tenant.send('GET', '/talks', { key, ...sending })
const statusOf = async (tenant: Tenant, key: string, sending?: SendOptions) =>
  (await sendRequest(tenant, key, sending)).status

/** The key with one digit changed. */
const mistyped = (key: string) => `${key.slice(0, 20)}${key[20] === '0' ? '1' : '0'}${key.slice(21)}`
const withChecksum = (body: string) => body + crc32(body).toString(16).padStart(8, '0')

describe('an API key', () => {
  test.each([
    ['standard', 'lecs_'],
    ['privileged', 'lecp_'],
  ] as const)(
    'of the level %s is %s and 64 hex digits, of which the last 8 are a CRC-32',
    async (level, prefix) => {
      const tenant = await server.createTenant()
      const { key } = await createKey(tenant, { level })
      expect(key).toMatch(new RegExp(`^${prefix}[0-9a-f]{64}$`))
      expect(key).toBe(withChecksum(key.slice(0, -8)))
      expect(await statusOf(tenant, key)).toBe(200)
    },
  )

  test('is stored as a keyed hash with its prefix and last four digits', async () => {
    const tenant = await server.createTenant()
    const { key, id } = await createKey(tenant)
    const rows = await tenant.api.installation.store.read(
      listApiKeys({ platformId: tenant.caller.platform.id }),
    )
    expect(JSON.stringify(rows)).not.toContain(key.slice(5, 40))
    expect(await readKey(tenant, id)).toMatchObject({ name: 'test', prefix: 'lecs_', last4: key.slice(-4) })
  })

  test('gives access only to its own platform', async () => {
    const [tenant, other] = [await server.createTenant(), await server.createTenant()]
    const { id } = (await tenant.send('POST', '/talks', { body: talk() })).body
    const read = (key: string) => tenant.send('GET', `/talks/${id}`, { key })
    expect((await read(tenant.standard)).status).toBe(200)
    expect(await read(other.privileged)).toMatchObject({ status: 404, body: { code: 'talk_not_found' } })
  })

  test('stops working at its expiry, to the millisecond', async () => {
    const tenant = await server.createTenant()
    const { clock } = tenant.api
    const { key } = await createKey(tenant, { expiresAt: clock.now() + 1000 })
    clock.pass(999)
    expect(await statusOf(tenant, key)).toBe(200)
    clock.pass(1)
    expect(await statusOf(tenant, key)).toBe(401)
  })

  test('is refused on every node after it was revoked', async () => {
    const tenant = await server.createTenant()
    await using node = await tenant.api.addNode()
    const nodes = [tenant.api, node]
    const { key, id } = await createKey(tenant)
    const statuses = () =>
      Promise.all(nodes.map(async ({ send }) => (await send('GET', '/talks', { key })).status))
    expect(await statuses()).toEqual([200, 200])
    await revoke(tenant, id)
    await waitUntil(statuses, (received) => received.every((status) => status === 401))
    expect(await statuses()).toEqual([401, 401])
  })
})

describe('the rotation of an API key', () => {
  test('creates a new key of the same level; the old one works until the end of the grace period, to the millisecond', async () => {
    const tenant = await server.createTenant()
    const { clock } = tenant.api
    const old = await createKey(tenant, { level: 'privileged' })
    const renewed = await rotate(tenant, old.id, MINUTE_MS)
    expect(renewed.key).toMatch(/^lecp_/)
    expect(await statusOf(tenant, renewed.key)).toBe(200)
    clock.pass(MINUTE_MS - 1)
    expect(await statusOf(tenant, old.key)).toBe(200)
    clock.pass(1)
    expect([await statusOf(tenant, old.key), await statusOf(tenant, renewed.key)]).toEqual([401, 200])
  })

  test('without a grace period ends the old key', async () => {
    const tenant = await server.createTenant()
    const old = await createKey(tenant)
    await sendRequest(tenant, old.key)
    await rotate(tenant, old.id, 0)
    await waitUntil(
      () => statusOf(tenant, old.key),
      (status) => status === 401,
    )
  })

  test('keeps at most one old key: a second rotation ends the first key', async () => {
    const tenant = await server.createTenant()
    const first = await createKey(tenant)
    const second = await rotate(tenant, first.id, MINUTE_MS)
    const third = await rotate(tenant, first.id, MINUTE_MS)
    const statuses = [first, second, third].map(({ key }) => statusOf(tenant, key))
    expect(await Promise.all(statuses)).toEqual([401, 200, 200])
  })

  test('shares one rate limit between the old and the new key', async () => {
    const tenant = await server.createTenant()
    const old = await createKey(tenant)
    const renewed = await rotate(tenant, old.id, MINUTE_MS)
    const remaining = async (key: string) =>
      Number(/r=(\d+)/.exec((await sendRequest(tenant, key)).headers.ratelimit ?? '')?.[1])
    expect(await remaining(old.key)).toBe((await remaining(renewed.key)) + 1)
  })

  test('does not protect a key from revocation, which ends both keys', async () => {
    const tenant = await server.createTenant()
    const old = await createKey(tenant)
    const renewed = await rotate(tenant, old.id, MINUTE_MS)
    await revoke(tenant, old.id)
    expect(await Promise.all([statusOf(tenant, old.key), statusOf(tenant, renewed.key)])).toEqual([401, 401])
    await expect(rotate(tenant, old.id, MINUTE_MS)).rejects.toThrow('This API key does not exist.')
  })
})

describe('the allowed addresses of an API key', () => {
  const cases: [name: string, allowed: string[], from: string, status: number][] = [
    ['an empty list', [], '203.0.113.9', 200],
    ['the address itself', ['203.0.113.9'], '203.0.113.9', 200],
    ['another address', ['203.0.113.9'], '203.0.113.10', 401],
    ['the first of a range', ['203.0.113.0/24'], '203.0.113.0', 200],
    ['the last of a range', ['203.0.113.0/24'], '203.0.113.255', 200],
    ['an address outside a range', ['203.0.113.0/24'], '203.0.114.0', 401],
    ['the second of two ranges', ['10.0.0.0/8', '203.0.113.0/24'], '203.0.113.9', 200],
    ['IPv4 in IPv6 form in an IPv4 range', ['203.0.113.0/24'], '::ffff:203.0.113.9', 200],
    ['IPv4 in a range in IPv6 form', ['::ffff:203.0.113.0/120'], '203.0.113.9', 200],
    ['IPv6 in its range', ['2001:db8::/48'], '2001:db8::1', 200],
    ['IPv6 outside its range', ['2001:db8::/48'], '2001:db8:1::1', 401],
    ['IPv6 in the range of all IPv4 addresses', ['0.0.0.0/0'], '2001:db8::1', 401],
    ['IPv4 in the range of all IPv6 addresses', ['::/0'], '203.0.113.9', 401],
    ['text that is not an address', ['0.0.0.0/0'], 'unknown', 200],
  ]
  // A listed proxy that sends no valid address counts as the client.
  test.each(cases)(
    'are checked for %s: %j from %s gets %i',
    async (_name, allowedAddresses, from, status) => {
      const tenant = await server.createTenant()
      const { key } = await createKey(tenant, { allowedAddresses })
      expect(await statusOf(tenant, key, { headers: { 'x-forwarded-for': from } })).toBe(status)
    },
  )

  test('are compared with X-Forwarded-For only from a listed proxy', async () => {
    const tenant = await server.createTenant()
    const { key } = await createKey(tenant, { allowedAddresses: ['203.0.113.9'] })
    const headers = { 'x-forwarded-for': '203.0.113.9' }
    expect(await statusOf(tenant, key, { headers })).toBe(200)
    expect(await statusOf(tenant, key, { headers, from: '127.0.0.2' })).toBe(401)
  })

  test('are compared with the nearest address that is not a proxy, not with what the client claims', async () => {
    const tenant = await server.createTenant()
    const { key } = await createKey(tenant, { allowedAddresses: ['203.0.113.9'] })
    const statusWith = (list: string) => statusOf(tenant, key, { headers: { 'x-forwarded-for': list } })
    expect(await statusWith('203.0.113.9, 198.51.100.7')).toBe(401)
    expect(await statusWith('198.51.100.7, 203.0.113.9')).toBe(200)
    expect(await statusWith('203.0.113.9, 2001:db8:ffff::1')).toBe(200)
  })

  test.each([['10'], ['10.0.0.0/33'], ['example.org'], ['']])('cannot contain “%s”', async (text) => {
    const tenant = await server.createTenant()
    await expect(createKey(tenant, { allowedAddresses: [text] })).rejects.toThrow(RangeError)
  })
})

describe('the last use of an API key', () => {
  test('is stored at most once a minute', async () => {
    const tenant = await server.createTenant()
    const { clock } = tenant.api
    const { key, id } = await createKey(tenant)
    const useUntilStored = async (at: number) => {
      await sendRequest(tenant, key)
      return waitUntil(
        async () => (await readKey(tenant, id)).lastUsedAt,
        (lastUsedAt) => lastUsedAt !== at,
      )
    }
    expect((await readKey(tenant, id)).lastUsedAt).toBeNull()
    const first = clock.now()
    await sendRequest(tenant, key)
    expect(
      await waitUntil(
        async () => (await readKey(tenant, id)).lastUsedAt,
        (lastUsedAt) => lastUsedAt !== null,
      ),
    ).toBe(first)
    clock.pass(MINUTE_MS - 1)
    await sendRequest(tenant, key)
    clock.pass(1)
    // If the previous use had been stored, this one would not be.
    expect(await useUntilStored(first)).toBe(first + MINUTE_MS)
  })

  test('is not stored for a request whose key is refused', async () => {
    const tenant = await server.createTenant()
    const { key, id } = await createKey(tenant, { allowedAddresses: ['203.0.113.9'] })
    await sendRequest(tenant, key)
    await tenant.send('PUT', '/talks/ext:t', { body: talk() })
    expect((await readKey(tenant, id)).lastUsedAt).toBeNull()
  })
})

describe('invalid credentials', () => {
  const missing: [string, SendOptions][] = [
    ['no header', { key: null }],
    ['an empty header', { headers: { authorization: '' } }],
    ['another scheme', { headers: { authorization: 'Basic YTpi' } }],
    ['only the scheme', { headers: { authorization: 'Bearer' } }],
    ['the scheme and a space', { headers: { authorization: 'Bearer ' } }],
    ['two tokens', { headers: { authorization: 'Bearer a b' } }],
  ]
  test.each(missing)('count as missing: %s', async (_name, sending) => {
    const tenant = await server.createTenant()
    expectMissing(await tenant.send('GET', '/talks', sending))
  })

  test('count as missing if a valid key has no scheme or the header is repeated', async () => {
    const tenant = await server.createTenant()
    const { standard } = tenant
    expectMissing(await tenant.send('GET', '/talks', { headers: { authorization: standard } }))
    const repeated = [`Bearer ${standard}`, `Bearer ${standard}`]
    expectMissing(await tenant.send('GET', '/talks', { headers: { authorization: repeated } }))
  })

  test('do not include a scheme in another letter case (RFC 9110, section 11.1)', async () => {
    const tenant = await server.createTenant()
    const headers = { authorization: `bEARER ${tenant.standard}` }
    expect((await tenant.send('GET', '/talks', { headers })).status).toBe(200)
  })

  test('get the same response for every wrong key, in body and headers', async () => {
    const tenant = await server.createTenant()
    const wrong = await wrongKeys(tenant)
    tenant.api.clock.pass(MINUTE_MS)
    const answers: object[] = []
    for (const [, key] of wrong) {
      const answer = await sendRequest(tenant, key, { headers: { 'x-forwarded-for': '198.51.100.7' } })
      answers.push(withoutIdentity(answer))
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': 'Bearer realm="external-api", error="invalid_token"' },
      body: { code: 'invalid_api_key', message: 'Invalid API key' },
    })
  })
})

async function wrongKeys(tenant: Tenant): Promise<[string, string][]> {
  const [revoked, restricted, superseded, expired] = [
    await createKey(tenant),
    await createKey(tenant, { allowedAddresses: ['203.0.113.9'] }),
    await createKey(tenant),
    await createKey(tenant, { expiresAt: tenant.api.clock.now() }),
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
    ['of the other level', withChecksum(tenant.standard.replace('lecs', 'lecp').slice(0, -8))],
    ['revoked', revoked.key],
    ['restricted to another address', restricted.key],
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
