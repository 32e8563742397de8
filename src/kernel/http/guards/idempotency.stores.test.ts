// Idempotency keys: a repeated request gets the stored response and is not executed again.
import { describe, expect, test } from 'vitest'
import { createUser, createUserWithRole } from '../../../../test/support/accounts.ts'
import { type Answer, startApi } from '../../../../test/support/api.ts'
import { attendee, person, sponsor, talk } from '../../../../test/support/bodies.ts'
import { beforeChanges } from '../../../../test/support/held-store.ts'
import {
  comparable,
  findPasswords,
  isReplayed,
  sendStream,
  withKey,
} from '../../../../test/support/idempotency.ts'
import { readTable } from '../../../../test/support/raw-store.ts'
import { readEmails, readEvents, readRows } from '../../../../test/support/rows.ts'
import { put, type Request, type Tenant, useApi } from '../../../../test/support/scenarios.ts'
import { changeSettings } from '../../../features/platforms/platforms.ts'
import { applyRetention } from '../../../features/platforms/retention-job.ts'

const server = useApi()
const DAY_MS = 24 * 3_600_000

type RepeatedRequest = {
  name: string
  before?: (tenant: Tenant) => Promise<unknown>
  request: Request
  /** A change between the request and its repeat, after which the request would have another outcome. */
  between?: (tenant: Tenant) => Promise<unknown>
  headers?: Record<string, string>
  level?: 'privileged'
  status: number
  code?: string
}

const remove = (path: string) => (tenant: Tenant) => tenant.send('DELETE', path)

describe('a repeated request', () => {
  const rows: RepeatedRequest[] = [
    {
      name: 'POST /users with its password, also after the account was deleted',
      request: ['POST', '/users', attendee('ada')],
      between: remove('/users/ada@example.org'),
      status: 201,
    },
    {
      name: 'POST /users/owner',
      request: ['POST', '/users/owner', person('ada')],
      level: 'privileged',
      status: 201,
    },
    {
      name: 'PUT /users/ext:',
      request: ['PUT', '/users/ext:ada', attendee('ada')],
      between: (tenant) => put(tenant, '/users/ext:ada', { firstName: 'Other' }),
      status: 201,
    },
    {
      name: 'POST /talks with the passwords of its people',
      request: ['POST', '/talks', talk()],
      status: 201,
    },
    {
      name: 'PUT /talks as an update with new people',
      before: (tenant) => put(tenant, '/talks/ext:t', talk()),
      request: [
        'PUT',
        '/talks/ext:t',
        { speakers: [person('ada'), person('eve')], moderators: [person('bob')] },
      ],
      between: remove('/talks/ext:t'),
      status: 200,
    },
    {
      name: 'PUT /talks with warnings',
      request: ['PUT', '/talks/ext:t', talk({ type: 'youtube' })],
      status: 201,
    },
    {
      name: 'POST /sponsors',
      request: ['POST', '/sponsors', sponsor({ speakers: [person('ada')] })],
      status: 201,
    },
    {
      name: 'PUT without a change',
      before: (tenant) => put(tenant, '/sponsors/ext:s', sponsor()),
      request: ['PUT', '/sponsors/ext:s', sponsor()],
      between: (tenant) => put(tenant, '/sponsors/ext:s', { name: 'Other' }),
      status: 200,
    },
    ...['talks', 'sponsors', 'users'].map(
      (kind): RepeatedRequest => ({
        name: `DELETE /${kind}`,
        before: (tenant) =>
          put(tenant, `/${kind}/ext:x`, { talks: talk(), sponsors: sponsor(), users: attendee('bob') }[kind]),
        request: ['DELETE', `/${kind}/ext:x`],
        status: 200,
      }),
    ),
    {
      name: 'an object that was not found, also if it exists now',
      request: ['DELETE', '/talks/ext:t'],
      between: (tenant) => put(tenant, '/talks/ext:t', talk()),
      status: 404,
      code: 'talk_not_found',
    },
    {
      name: 'a stale version',
      before: (tenant) => put(tenant, '/talks/ext:t', talk()),
      request: ['PUT', '/talks/ext:t', { title: 'New' }],
      headers: { 'if-match': '"2"' },
      between: (tenant) => put(tenant, '/talks/ext:t', { title: 'Second version' }),
      status: 412,
      code: 'precondition_failed',
    },
    {
      name: 'a creation without required attributes',
      request: ['PUT', '/users/ext:ada', { email: 'ada@example.org' }],
      between: (tenant) => put(tenant, '/users/ext:ada', attendee('ada')),
      status: 422,
      code: 'invalid_data',
    },
    {
      name: 'a protected account, also after it was deleted',
      before: (tenant) => createUserWithRole(tenant, 'admin', attendee('ada')),
      request: ['DELETE', '/users/ada@example.org'],
      between: (tenant) => tenant.send('DELETE', '/users/ada@example.org', { key: tenant.privileged }),
      status: 403,
      code: 'protected_account',
    },
  ]
  test.each(rows.map((row) => [row.name, row] as const))(
    'gets the same response byte for byte: %s',
    async (_name, row) => {
      const tenant = await server.createTenant()
      await row.before?.(tenant)
      const [method, path, body] = row.request
      const key = row.level === 'privileged' ? tenant.privileged : tenant.standard
      const send = () => tenant.send(method, path, { body, key, ...withKey('once', row.headers) })
      const first = await send()
      expect({ status: first.status, code: first.body.code }).toEqual({
        status: row.status,
        code: row.code ?? 'ok',
      })
      expect(isReplayed(first)).toBe(false)
      await row.between?.(tenant)
      const events = await readEvents(tenant)
      const hashes = await readRows(tenant, 'users')
      const second = await send()
      expect(comparable(second)).toEqual(comparable(first))
      expect(isReplayed(second)).toBe(true)
      if (row.code) expect(first.body.instance).toBe(`urn:uuid:${first.headers['x-request-id']}`)
      expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
      expect(await readEvents(tenant)).toEqual(events)
      expect(await readRows(tenant, 'users')).toEqual(hashes)
    },
  )

  test('gets the password that the account really has', async () => {
    const tenant = await server.createTenant()
    const send = () => tenant.send('POST', '/users', { body: attendee('ada'), ...withKey('once') })
    const [password] = findPasswords(await send())
    expect(password).toMatch(/^.{16,}$/)
    expect(findPasswords(await send())).toEqual([password])
  })
})

describe('an idempotency key', () => {
  const send = (tenant: Tenant, name: string, more: object = {}) =>
    tenant.send('POST', '/users', { body: attendee(name), ...withKey('once'), ...more })

  test.each([
    ['other content', JSON.stringify(attendee('eve'))],
    ['the same content formatted differently', JSON.stringify(attendee('ada'), null, 1)],
    ['no content', ''],
  ])('is refused with another body: %s', async (_name, raw) => {
    const tenant = await server.createTenant()
    await tenant.send('PUT', '/users/ext:x', { body: attendee('ada'), ...withKey('once') })
    const answer = await tenant.send('PUT', '/users/ext:x', { raw, ...withKey('once') })
    expect({ status: answer.status, code: answer.body.code, isReplayed: isReplayed(answer) }).toEqual({
      status: 422,
      code: 'idempotency_key_reused',
      isReplayed: false,
    })
    expect(answer.text).not.toContain('password')
    expect(await readEmails(tenant)).toEqual(['ada@example.org'])
  })

  test('is separate for each API key, method, path, and platform', async () => {
    const tenant = await server.createTenant()
    const other = await server.createTenant()
    const body = attendee('ada')
    const first = await tenant.send('PUT', '/users/ext:x', { body, ...withKey('once') })
    const answers = [
      await tenant.send('PUT', '/users/ext:x', { body, key: tenant.privileged, ...withKey('once') }),
      await tenant.send('PUT', `/users/${first.body.id}`, { body, ...withKey('once') }),
      await tenant.send('POST', '/users', { body, ...withKey('once') }),
      await tenant.send('PUT', '/users/ext:x', { body, ...withKey('Once') }),
      await other.send('PUT', '/users/ext:x', { body, ...withKey('once') }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 409, 200, 201])
    expect(answers.filter(isReplayed)).toEqual([])
  })

  test('does not depend on query parameters', async () => {
    const tenant = await server.createTenant()
    const first = await send(tenant, 'ada')
    const second = await tenant.send('POST', '/users?dryRun=false', {
      body: attendee('ada'),
      ...withKey('once'),
    })
    expect(comparable(second)).toEqual(comparable(first))
  })

  test.each([
    ['empty', ''],
    ['with a space', 'a b'],
    ['too long', 'k'.repeat(256)],
    ['not ASCII', 'schlüssel'],
    ['sent twice', ['a', 'b']],
    ['sent twice with the same value', ['a', 'a']],
  ])('is refused by every write if it is %s', async (_name, value) => {
    const tenant = await server.createTenant()
    await put(tenant, '/talks/ext:t', talk())
    const headers = { 'idempotency-key': value }
    const message = 'Idempotency-Key must be sent once, with 1 to 255 visible ASCII characters.'
    const programme = { source: 's', people: [{ ...person('eve'), externalId: 'e' }] }
    const operations = [{ method: 'POST', path: '/users', body: attendee('eve') }]
    const answers = [
      await tenant.send('POST', '/users', { body: attendee('eve'), headers }),
      await tenant.send('POST', '/users?dryRun=true', { body: attendee('eve'), headers }),
      await tenant.send('DELETE', '/talks/ext:t', { headers }),
      await tenant.send('PUT', '/programme', { body: programme, headers }),
      await tenant.send('POST', '/batch', { body: { operations }, headers }),
      await sendStream(tenant, operations, { headers }),
    ]
    for (const { status, body } of answers)
      expect({ status, code: body.code, message: body.message }).toEqual({
        status: 400,
        code: 'bad_request',
        message,
      })
    expect(await readEmails(tenant)).toEqual(['ada@example.org'])
    expect((await tenant.send('GET', '/talks/ext:t')).status).toBe(200)
  })

  test.each(['!', '~'.repeat(255), '"quoted"', 'a,b'])('may be %s', async (key) => {
    const tenant = await server.createTenant()
    const first = await tenant.send('POST', '/users', { body: attendee('ada'), ...withKey(key) })
    const second = await tenant.send('POST', '/users', { body: attendee('ada'), ...withKey(key) })
    expect([first.status, isReplayed(second)]).toEqual([201, true])
  })
})

describe('a refusal that may be temporary', () => {
  type TemporaryRefusal = {
    name: string
    status: number
    first(tenant: Tenant): Promise<Answer>
    fix?(tenant: Tenant): Promise<unknown>
  }
  const body = attendee('ada')
  const rows: TemporaryRefusal[] = [
    {
      name: '400 for invalid JSON',
      status: 400,
      first: (tenant) => tenant.send('POST', '/users', { raw: '{', ...withKey('once') }),
    },
    {
      name: '401 for an unknown API key',
      status: 401,
      first: (tenant) =>
        tenant.send('POST', '/users', { body, key: `${tenant.standard.slice(0, -1)}x`, ...withKey('once') }),
    },
    {
      name: '409 for a taken e-mail',
      status: 409,
      first: async (tenant) => {
        await createUser(tenant, { ...body, firstName: 'Other' })
        return tenant.send('POST', '/users', { body, ...withKey('once') })
      },
      fix: remove('/users/ada@example.org'),
    },
    {
      name: '413 for a large body',
      status: 413,
      first: (tenant) =>
        tenant.send('POST', '/users', { raw: ' '.repeat(256 * 1024 + 1), ...withKey('once') }),
    },
    {
      name: '415 for the media type',
      status: 415,
      first: (tenant) =>
        tenant.send('POST', '/users', { body, ...withKey('once', { 'content-type': 'text/plain' }) }),
    },
    {
      name: '422 from the schema',
      status: 422,
      first: (tenant) =>
        tenant.send('POST', '/users', { body: { ...body, email: 'ada' }, ...withKey('once') }),
    },
    {
      name: '429 for the rate limit',
      status: 429,
      first: async (tenant) => {
        const limit = (requestsPerMinute: number) =>
          changeSettings(tenant.api.installation, tenant.caller, { requestsPerMinute })
        await limit(1)
        await using node = await tenant.api.addNode()
        await node.send('GET', '/talks', { key: tenant.standard })
        const answer = await node.send('POST', '/users', { body, key: tenant.standard, ...withKey('once') })
        await limit(1_000_000)
        return answer
      },
    },
  ]
  test.each(rows.map((row) => [row.name, row] as const))(
    'does not use up the key: %s',
    async (_name, { status, first, fix }) => {
      const tenant = await server.createTenant()
      expect((await first(tenant)).status).toBe(status)
      await fix?.(tenant)
      const answer = await tenant.send('POST', '/users', { body, ...withKey('once') })
      expect({ status: answer.status, isReplayed: isReplayed(answer) }).toEqual({
        status: 201,
        isReplayed: false,
      })
    },
  )

  test('does not use up the key: 500', async () => {
    await using api = await startApi()
    let fails = true
    beforeChanges(api.installation.store, async () => {
      if (fails) throw new Error('The change failed.')
    })
    const send = () => api.send('PUT', '/talks/ext:t', { body: talk(), ...withKey('once') })
    expect((await send()).status).toBe(500)
    fails = false
    const answer = await send()
    expect({ status: answer.status, isReplayed: isReplayed(answer) }).toEqual({
      status: 201,
      isReplayed: false,
    })
  })
})

describe('an idempotency record', () => {
  test('is kept for 24 hours, after which the request is executed again', async () => {
    const tenant = await server.createTenant()
    const send = () => tenant.send('POST', '/talks', { body: talk(), ...withKey('once') })
    const first = await send()
    tenant.api.clock.pass(DAY_MS - 1)
    expect(comparable(await send())).toEqual(comparable(first))
    tenant.api.clock.pass(1)
    const second = await send()
    expect({ status: second.status, isReplayed: isReplayed(second) }).toEqual({
      status: 201,
      isReplayed: false,
    })
    expect(second.body.id).not.toBe(first.body.id)
    expect(comparable(await send())).toEqual(comparable(second))
  })

  test('is removed by the retention job once it has expired, and not earlier', async () => {
    await using api = await startApi()
    const records = async () => (await readTable(api.installation.store, 'idempotency_records')).length
    const send = (key: string) => api.send('POST', '/talks', { body: talk(), ...withKey(key) })
    await send('old')
    api.clock.pass(1)
    const young = await send('young')
    api.clock.pass(DAY_MS - 1)
    expect(await records()).toBe(2)
    await applyRetention(api.installation)
    expect(await records()).toBe(1)
    expect(comparable(await send('young'))).toEqual(comparable(young))
    api.clock.pass(1)
    await applyRetention(api.installation)
    expect(await records()).toBe(0)
  })
})
