// Idempotency keys of batches, streams, and imports, and the encryption of stored responses.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Answer } from '../../../../test/support/api.ts'
import { attendee, person, sponsor, talk } from '../../../../test/support/bodies.ts'
import {
  comparable,
  findPasswords,
  isReplayed,
  parseLines,
  sendStream,
  withKey,
} from '../../../../test/support/idempotency.ts'
import { readTable, readWholeStore } from '../../../../test/support/raw-store.ts'
import { readEvents, readRows } from '../../../../test/support/rows.ts'
import { get, type Tenant, useApi } from '../../../../test/support/scenarios.ts'
import { startPlatform } from '../../../../test/support/shared-servers.ts'
import { listKeys, rotateApiKey } from '../../../features/api-keys/api-keys.ts'

const server = useApi()

describe('many writes in one request', () => {
  const operations = [
    { method: 'PUT', path: '/talks/ext:t', body: talk({ speakers: [person('ada'), person('eve')] }) },
    { method: 'POST', path: '/users', body: attendee('ada') },
    { method: 'POST', path: '/users', body: { type: 'Attendee' } },
    { method: 'DELETE', path: '/sponsors/ext:none' },
    { method: 'POST', path: '/sponsors', body: sponsor({ speakers: [person('bob')] }) },
  ]
  const people = ['p', 'q'].map((name) => ({ ...person(name), externalId: name }))
  const programme = { source: 's', people, talks: [{ ...talk(), externalId: 't' }, { externalId: 'u' }] }
  type BulkRequest = [
    name: string,
    status: number,
    other: object,
    send: (tenant: Tenant, more?: object) => Promise<Answer>,
  ]
  const bulkRequests: BulkRequest[] = [
    [
      'a batch',
      200,
      { operations: operations.slice(1) },
      (tenant, more = {}) =>
        tenant.send('POST', '/batch', { body: { operations, ...more }, ...withKey('once') }),
    ],
    [
      'a refused atomic batch',
      422,
      { atomic: false },
      (tenant, more = {}) =>
        tenant.send('POST', '/batch', {
          body: { operations: operations.filter((_, i) => i !== 2), atomic: true, ...more },
          ...withKey('once'),
        }),
    ],
    [
      'an atomic batch',
      200,
      { atomic: false },
      (tenant, more = {}) =>
        tenant.send('POST', '/batch', {
          body: { operations: operations.slice(0, 1), atomic: true, ...more },
          ...withKey('once'),
        }),
    ],
    [
      'a programme',
      200,
      { prune: true },
      (tenant, more = {}) =>
        tenant.send('PUT', '/programme', { body: { ...programme, ...more }, ...withKey('once') }),
    ],
    [
      'a refused atomic programme',
      422,
      { atomic: false },
      (tenant, more = {}) =>
        tenant.send('PUT', '/programme', {
          body: { ...programme, atomic: true, ...more },
          ...withKey('once'),
        }),
    ],
    [
      'an empty programme',
      200,
      { atomic: true },
      (tenant, more = {}) =>
        tenant.send('PUT', '/programme', { body: { source: 's', ...more }, ...withKey('once') }),
    ],
    [
      'a programme whose pruning removes nothing',
      200,
      { prune: false },
      (tenant, more = {}) =>
        tenant.send('PUT', '/programme', {
          body: { source: 's', prune: true, talks: [], ...more },
          ...withKey('once'),
        }),
    ],
  ]
  test.each(bulkRequests)('a repeat of %s gets the same response', async (_name, status, more, send) => {
    const tenant = await server.createTenant()
    const first = await send(tenant)
    expect({ status: first.status, isReplayed: isReplayed(first) }, first.text).toEqual({
      status,
      isReplayed: false,
    })
    const events = await readEvents(tenant)
    const second = await send(tenant)
    expect(comparable(second)).toEqual(comparable(first))
    expect(isReplayed(second)).toBe(true)
    const other = await send(tenant, more)
    expect({ status: other.status, code: other.body.code }).toEqual({
      status: 422,
      code: 'idempotency_key_reused',
    })
    expect(await readEvents(tenant)).toEqual(events)
  })

  test('a repeat of a stream gets the same response, and another stream with the same key is refused in its last line', async () => {
    const tenant = await server.createTenant()
    const many = [
      ...operations,
      ...Array.from({ length: 60 }, (_, i) => ({ method: 'POST', path: '/users', body: attendee(`p${i}`) })),
    ]
    const first = await sendStream(tenant, many, withKey('once'))
    expect(first.text.split('\n').length).toBe(many.length + 1)
    expect(findPasswords(first).length).toBe(63)
    const events = await readEvents(tenant)
    expect((await sendStream(tenant, many, withKey('once'))).text).toBe(first.text)
    const other = await sendStream(tenant, many.toReversed(), withKey('once'))
    expect(JSON.parse(other.text)).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused' },
      ended: true,
    })
    expect(await readEvents(tenant)).toEqual(events)
  })
})

describe('an idempotency key that was used for one form or length of a batch', () => {
  const creations = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ method: 'POST', path: '/users', body: attendee(`p${i}`) }))
  const asStream = (tenant: Tenant, count: number) => sendStream(tenant, creations(count), withKey('once'))
  const asJson = (tenant: Tenant, count: number) =>
    tenant.send('POST', '/batch', { body: { operations: creations(count) }, ...withKey('once') })
  const codesOf = ({ status, body, text }: Answer) =>
    body?.code === undefined
      ? parseLines(text).map((line) => [line.status, line.body.code, line.ended])
      : [status, body.code]
  const rows: [name: string, first: Send, second: Send, count: number][] = [
    ['a stream, then JSON', (tenant) => asStream(tenant, 2), (tenant) => asJson(tenant, 2), 2],
    ['JSON, then a stream', (tenant) => asJson(tenant, 2), (tenant) => asStream(tenant, 2), 2],
    ['an empty stream, then JSON', (tenant) => asStream(tenant, 0), (tenant) => asJson(tenant, 2), 0],
    [
      'a stream of one chunk, then one more line',
      (tenant) => asStream(tenant, 25),
      (tenant) => asStream(tenant, 26),
      25,
    ],
    [
      'a stream of one chunk, then of two',
      (tenant) => asStream(tenant, 25),
      (tenant) => asStream(tenant, 50),
      25,
    ],
    [
      'a stream of two chunks, then one line less',
      (tenant) => asStream(tenant, 50),
      (tenant) => asStream(tenant, 49),
      50,
    ],
    [
      'a stream of two chunks, then of one',
      (tenant) => asStream(tenant, 50),
      (tenant) => asStream(tenant, 25),
      50,
    ],
    ['a stream, then an empty stream', (tenant) => asStream(tenant, 25), (tenant) => asStream(tenant, 0), 25],
  ]
  type Send = (tenant: Tenant) => Promise<Answer>
  test.each(rows)('is not accepted for another: %s', async (_name, first, second, count) => {
    const tenant = await server.createTenant()
    const answer = await first(tenant)
    expect(findPasswords(answer).length).toBe(count)
    const refused = await second(tenant)
    expect(codesOf(refused).at(-1)).toEqual(
      refused.status === 422 ? 'idempotency_key_reused' : [422, 'idempotency_key_reused', true],
    )
    expect((await readRows(tenant, 'users')).length).toBe(count)
    expect((await first(tenant)).text).toBe(answer.text)
  })
})

describe('a stored response', () => {
  test('reveals no password to someone with a copy of the store', async () => {
    const api = await startPlatform()
    const tenant = { api, ...api.platform, send: api.send }
    const people = ['p', 'q'].map((name) => ({ ...person(name), externalId: name }))
    const answers = [
      await api.send('POST', '/users', { body: attendee('ada'), ...withKey('a') }),
      await api.send('POST', '/users/owner', {
        body: person('olga'),
        key: api.platform.privileged,
        ...withKey('b'),
      }),
      await api.send('PUT', '/talks/ext:t', { body: talk({ speakers: [person('eve')] }), ...withKey('c') }),
      await api.send('POST', '/batch', {
        body: { operations: [{ method: 'POST', path: '/users', body: attendee('bob') }] },
        ...withKey('d'),
      }),
      await sendStream(tenant, [{ method: 'POST', path: '/users', body: attendee('dan') }], withKey('e')),
      await api.send('PUT', '/programme', { body: { source: 's', people }, ...withKey('f') }),
    ]
    const passwords = findPasswords(...answers)
    expect(passwords.length).toBe(7)
    expect((await readTable(api.installation.store, 'idempotency_records')).length).toBeGreaterThanOrEqual(6)
    const files = readdirSync(api.dataDir, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => readFileSync(join(file.parentPath, file.name), 'latin1'))
    const storedText = [await readWholeStore(api.installation.store), ...files, ...api.logged].join('\n')
    // Proves that the search covers the store: values that are not secret are found.
    for (const name of ['ada', 'olga', 'eve', 'bob', 'dan', 'p', 'q'])
      expect(storedText).toContain(`${name}@example.org`)
    for (const password of passwords) {
      for (const encoding of ['utf8', 'base64', 'base64url', 'hex'] as const) {
        const [text] = [Buffer.from(password).toString(encoding).replace(/=+$/, '')]
        expect(storedText.includes(text)).toBe(false)
      }
    }
  })

  test('of a rotated API key is not readable with the new secret, and the request is not executed again', async () => {
    const tenant = await server.createTenant()
    const { installation } = tenant.api
    const send = (key: string) => tenant.send('POST', '/talks', { body: talk(), key, ...withKey('once') })
    const first = await send(tenant.standard)
    const { id = '' } =
      (await listKeys(installation, tenant.caller)).find(({ level }) => level === 'standard') ?? {}
    const rotated = await rotateApiKey(installation, tenant.caller, { id, graceMs: 3_600_000 })
    const answer = await send(rotated.key)
    expect({ status: answer.status, code: answer.body.code }).toEqual({
      status: 409,
      code: 'idempotency_key_rotated',
    })
    const other = await tenant.send('POST', '/talks', {
      body: talk({ title: 'Other' }),
      key: rotated.key,
      ...withKey('once'),
    })
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])
    expect(answer.text).not.toContain('password')
    expect((await readRows(tenant, 'talks')).length).toBe(1)
    expect(comparable(await send(tenant.standard))).toEqual(comparable(first))
    expect((await get(tenant, '/talks')).items.length).toBe(1)
  })
})
