// Idempotency keys of batches, streams and programmes; and that a copy of the store opens none of what was answered.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listKeys, rotateApiKey } from '../../../src/domain/access/api-keys.ts'
import { type Answer, startApi } from '../../support/api.ts'
import { attendee, person, sponsor, talk } from '../../support/bodies.ts'
import { readTable, readWholeStore } from '../../support/raw-store.ts'
import { isReplayed, keyed, linesIn, passwordsIn, same, streamOf } from '../../support/repeats.ts'
import { eventsOf, rowsOf } from '../../support/rows.ts'
import { get, type Own, useApi } from '../../support/scenarios.ts'

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
  type Sent = [
    name: string,
    status: number,
    other: object,
    send: (own: Own, more?: object) => Promise<Answer>,
  ]
  const sents: Sent[] = [
    [
      'a batch',
      200,
      { operations: operations.slice(1) },
      (own, more = {}) => own.send('POST', '/batch', { body: { operations, ...more }, ...keyed('once') }),
    ],
    [
      'an atomic batch that is refused',
      422,
      { atomic: false },
      (own, more = {}) =>
        own.send('POST', '/batch', {
          body: { operations: operations.filter((_, i) => i !== 2), atomic: true, ...more },
          ...keyed('once'),
        }),
    ],
    [
      'an atomic batch',
      200,
      { atomic: false },
      (own, more = {}) =>
        own.send('POST', '/batch', {
          body: { operations: operations.slice(0, 1), atomic: true, ...more },
          ...keyed('once'),
        }),
    ],
    [
      'a programme',
      200,
      { prune: true },
      (own, more = {}) =>
        own.send('PUT', '/programme', { body: { ...programme, ...more }, ...keyed('once') }),
    ],
    [
      'an atomic programme that is refused',
      422,
      { atomic: false },
      (own, more = {}) =>
        own.send('PUT', '/programme', { body: { ...programme, atomic: true, ...more }, ...keyed('once') }),
    ],
    [
      'a programme with nothing in it',
      200,
      { atomic: true },
      (own, more = {}) => own.send('PUT', '/programme', { body: { source: 's', ...more }, ...keyed('once') }),
    ],
    [
      'a programme that prunes nothing',
      200,
      { prune: false },
      (own, more = {}) =>
        own.send('PUT', '/programme', {
          body: { source: 's', prune: true, talks: [], ...more },
          ...keyed('once'),
        }),
    ],
  ]
  test.each(sents)('a repeat of %s is answered alike', async (_name, status, more, send) => {
    const own = await server.ownPlatform()
    const first = await send(own)
    expect({ status: first.status, isReplayed: isReplayed(first) }, first.text).toEqual({
      status,
      isReplayed: false,
    })
    const events = await eventsOf(own)
    const second = await send(own)
    expect(same(second)).toEqual(same(first))
    expect(isReplayed(second)).toBe(true)
    const other = await send(own, more)
    expect({ status: other.status, code: other.body.code }).toEqual({
      status: 422,
      code: 'idempotency_key_reused',
    })
    expect(await eventsOf(own)).toEqual(events)
  })

  test('a repeat of a stream is answered alike; of another stream, with a last line that refuses it', async () => {
    const own = await server.ownPlatform()
    const many = [
      ...operations,
      ...Array.from({ length: 60 }, (_, i) => ({ method: 'POST', path: '/users', body: attendee(`p${i}`) })),
    ]
    const first = await streamOf(own, many, keyed('once'))
    expect(first.text.split('\n').length).toBe(many.length + 1)
    expect(passwordsIn(first).length).toBe(63)
    const events = await eventsOf(own)
    expect((await streamOf(own, many, keyed('once'))).text).toBe(first.text)
    const other = await streamOf(own, many.toReversed(), keyed('once'))
    expect(JSON.parse(other.text)).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused' },
      ended: true,
    })
    expect(await eventsOf(own)).toEqual(events)
  })
})

describe('a key that was used for one form or length of a batch', () => {
  const some = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ method: 'POST', path: '/users', body: attendee(`p${i}`) }))
  const asStream = (own: Own, count: number) => streamOf(own, some(count), keyed('once'))
  const asJson = (own: Own, count: number) =>
    own.send('POST', '/batch', { body: { operations: some(count) }, ...keyed('once') })
  const codesOf = ({ status, body, text }: Answer) =>
    body?.code === undefined
      ? linesIn(text).map((line) => [line.status, line.body.code, line.ended])
      : [status, body.code]
  const rows: [name: string, first: Send, second: Send, kept: number][] = [
    ['a stream, then JSON', (own) => asStream(own, 2), (own) => asJson(own, 2), 2],
    ['JSON, then a stream', (own) => asJson(own, 2), (own) => asStream(own, 2), 2],
    ['an empty stream, then JSON', (own) => asStream(own, 0), (own) => asJson(own, 2), 0],
    [
      'a stream of a whole group, then a line more',
      (own) => asStream(own, 25),
      (own) => asStream(own, 26),
      25,
    ],
    ['a stream of a whole group, then another', (own) => asStream(own, 25), (own) => asStream(own, 50), 25],
    ['a stream of two groups, then a line less', (own) => asStream(own, 50), (own) => asStream(own, 49), 50],
    ['a stream of two groups, then only one', (own) => asStream(own, 50), (own) => asStream(own, 25), 50],
    ['a stream, then none', (own) => asStream(own, 25), (own) => asStream(own, 0), 25],
  ]
  type Send = (own: Own) => Promise<Answer>
  test.each(rows)('is not taken for another: %s', async (_name, first, second, kept) => {
    const own = await server.ownPlatform()
    const answer = await first(own)
    expect(passwordsIn(answer).length).toBe(kept)
    const refused = await second(own)
    expect(codesOf(refused).at(-1)).toEqual(
      refused.status === 422 ? 'idempotency_key_reused' : [422, 'idempotency_key_reused', true],
    )
    expect((await rowsOf(own, 'users')).length).toBe(kept)
    expect((await first(own)).text).toBe(answer.text)
  })
})

describe('encrypted', () => {
  test('no copy of the store gives away a password that was answered', async () => {
    await using api = await startApi()
    const own = { api, ...api.platform, send: api.send }
    const people = ['p', 'q'].map((name) => ({ ...person(name), externalId: name }))
    const answers = [
      await api.send('POST', '/users', { body: attendee('ada'), ...keyed('a') }),
      await api.send('POST', '/users/owner', {
        body: person('olga'),
        key: api.platform.privileged,
        ...keyed('b'),
      }),
      await api.send('PUT', '/talks/ext:t', { body: talk({ speakers: [person('eve')] }), ...keyed('c') }),
      await api.send('POST', '/batch', {
        body: { operations: [{ method: 'POST', path: '/users', body: attendee('bob') }] },
        ...keyed('d'),
      }),
      await streamOf(own, [{ method: 'POST', path: '/users', body: attendee('dan') }], keyed('e')),
      await api.send('PUT', '/programme', { body: { source: 's', people }, ...keyed('f') }),
    ]
    const passwords = passwordsIn(...answers)
    expect(passwords.length).toBe(7)
    expect((await readTable(api.installation.store, 'receipts')).length).toBeGreaterThanOrEqual(6)
    const files = readdirSync(api.dataDir, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => readFileSync(join(file.parentPath, file.name), 'latin1'))
    const found = [await readWholeStore(api.installation.store), ...files, ...api.logged].join('\n')
    // It does look into the store: what is no secret is found.
    for (const name of ['ada', 'olga', 'eve', 'bob', 'dan', 'p', 'q'])
      expect(found).toContain(`${name}@example.org`)
    for (const password of passwords) {
      for (const encoding of ['utf8', 'base64', 'base64url', 'hex'] as const) {
        const [text] = [Buffer.from(password).toString(encoding).replace(/=+$/, '')]
        expect(found.includes(text)).toBe(false)
      }
    }
  })

  test('a rotated key does not open what the old one encrypted, nor executes it again', async () => {
    const own = await server.ownPlatform()
    const { installation } = own.api
    const send = (key: string) => own.send('POST', '/talks', { body: talk(), key, ...keyed('once') })
    const first = await send(own.standard)
    const { id = '' } =
      (await listKeys(installation, own.caller)).find(({ level }) => level === 'standard') ?? {}
    const rotated = await rotateApiKey(installation, own.caller, { id, graceMs: 3_600_000 })
    const answer = await send(rotated.key)
    expect({ status: answer.status, code: answer.body.code }).toEqual({
      status: 422,
      code: 'idempotency_key_reused',
    })
    expect(answer.text).not.toContain('password')
    expect((await rowsOf(own, 'talks')).length).toBe(1)
    expect(same(await send(own.standard))).toEqual(same(first))
    expect((await get(own, '/talks')).items.length).toBe(1)
  })
})
