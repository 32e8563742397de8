import { describe, expect, test } from 'vitest'
import { changeSettings } from '../../../src/domain/platforms/platforms.ts'
import { applyRetention } from '../../../src/domain/platforms/retention.ts'
import { HashQueue } from '../../../src/lib/security/hash-queue.ts'
import { systemClock } from '../../../src/lib/time/clock.ts'
import { create, createAs } from '../../support/accounts.ts'
import { type Answer, startApi } from '../../support/api.ts'
import { attendee, person, sponsor, talk } from '../../support/bodies.ts'
import { readTable } from '../../support/raw-store.ts'
import { isReplayed, keyed, passwordsIn, same, streamOf } from '../../support/repeats.ts'
import { emailsOf, eventsOf, rowsOf } from '../../support/rows.ts'
import { type Own, put, type Request, useApi } from '../../support/scenarios.ts'

const server = useApi()
const DAY_MS = 24 * 3_600_000

type Repeated = {
  name: string
  before?: (own: Own) => Promise<unknown>
  request: Request
  /** Changes the world between the request and its repeat, so that executed again it would end otherwise. */
  between?: (own: Own) => Promise<unknown>
  headers?: Record<string, string>
  level?: 'privileged'
  status: number
  code?: string
}

const remove = (path: string) => (own: Own) => own.send('DELETE', path)

describe('a repeat is answered byte for byte as the first time', () => {
  const rows: Repeated[] = [
    {
      name: 'POST /users with its password, also when the account is gone',
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
      between: (own) => put(own, '/users/ext:ada', { firstName: 'Other' }),
      status: 201,
    },
    {
      name: 'POST /talks with the passwords of its people',
      request: ['POST', '/talks', talk()],
      status: 201,
    },
    {
      name: 'PUT /talks that updates, with new people',
      before: (own) => put(own, '/talks/ext:t', talk()),
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
      name: 'PUT that changes nothing',
      before: (own) => put(own, '/sponsors/ext:s', sponsor()),
      request: ['PUT', '/sponsors/ext:s', sponsor()],
      between: (own) => put(own, '/sponsors/ext:s', { name: 'Other' }),
      status: 200,
    },
    ...['talks', 'sponsors', 'users'].map(
      (kind): Repeated => ({
        name: `DELETE /${kind}`,
        before: (own) =>
          put(own, `/${kind}/ext:x`, { talks: talk(), sponsors: sponsor(), users: attendee('bob') }[kind]),
        request: ['DELETE', `/${kind}/ext:x`],
        status: 200,
      }),
    ),
    {
      name: 'an object that was not found, also when there is one since',
      request: ['DELETE', '/talks/ext:t'],
      between: (own) => put(own, '/talks/ext:t', talk()),
      status: 404,
      code: 'talk_not_found',
    },
    {
      name: 'a version that was stale',
      before: (own) => put(own, '/talks/ext:t', talk()),
      request: ['PUT', '/talks/ext:t', { title: 'New' }],
      headers: { 'if-match': '"2"' },
      between: (own) => put(own, '/talks/ext:t', { title: 'Second version' }),
      status: 412,
      code: 'precondition_failed',
    },
    {
      name: 'what a creation lacked, by the decision',
      request: ['PUT', '/users/ext:ada', { email: 'ada@example.org' }],
      between: (own) => put(own, '/users/ext:ada', attendee('ada')),
      status: 422,
      code: 'invalid_data',
    },
    {
      name: 'a protected account, also when it is gone',
      before: (own) => createAs(own, 'admin', attendee('ada')),
      request: ['DELETE', '/users/ada@example.org'],
      between: (own) => own.send('DELETE', '/users/ada@example.org', { key: own.privileged }),
      status: 403,
      code: 'protected_account',
    },
  ]
  test.each(rows.map((row) => [row.name, row] as const))('%s', async (_name, row) => {
    const own = await server.ownPlatform()
    await row.before?.(own)
    const [method, path, body] = row.request
    const key = row.level === 'privileged' ? own.privileged : own.standard
    const send = () => own.send(method, path, { body, key, ...keyed('once', row.headers) })
    const first = await send()
    expect({ status: first.status, code: first.body.code }).toEqual({
      status: row.status,
      code: row.code ?? 'ok',
    })
    expect(isReplayed(first)).toBe(false)
    await row.between?.(own)
    const events = await eventsOf(own)
    const hashes = await rowsOf(own, 'users')
    const second = await send()
    expect(same(second)).toEqual(same(first))
    expect(isReplayed(second)).toBe(true)
    if (row.code) expect(first.body.instance).toBe(`urn:uuid:${first.headers['x-request-id']}`)
    expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
    expect(await eventsOf(own)).toEqual(events)
    expect(await rowsOf(own, 'users')).toEqual(hashes)
  })

  test('the password in it is the one that the account has', async () => {
    const own = await server.ownPlatform()
    const send = () => own.send('POST', '/users', { body: attendee('ada'), ...keyed('once') })
    const [password] = passwordsIn(await send())
    expect(password).toMatch(/^.{16,}$/)
    expect(passwordsIn(await send())).toEqual([password])
  })
})

describe('what the key stands for', () => {
  const send = (own: Own, name: string, more: object = {}) =>
    own.send('POST', '/users', { body: attendee(name), ...keyed('once'), ...more })

  test.each([
    ['other content', JSON.stringify(attendee('eve'))],
    ['the same content written otherwise', JSON.stringify(attendee('ada'), null, 1)],
    ['no content', ''],
  ])('another body is refused: %s', async (_name, raw) => {
    const own = await server.ownPlatform()
    await own.send('PUT', '/users/ext:x', { body: attendee('ada'), ...keyed('once') })
    const answer = await own.send('PUT', '/users/ext:x', { raw, ...keyed('once') })
    expect({ status: answer.status, code: answer.body.code, isReplayed: isReplayed(answer) }).toEqual({
      status: 422,
      code: 'idempotency_key_reused',
      isReplayed: false,
    })
    expect(answer.text).not.toContain('password')
    expect(await emailsOf(own)).toEqual(['ada@example.org'])
  })

  test('another API key, method, path or platform has keys of its own', async () => {
    const own = await server.ownPlatform()
    const other = await server.ownPlatform()
    const body = attendee('ada')
    const first = await own.send('PUT', '/users/ext:x', { body, ...keyed('once') })
    const answers = [
      await own.send('PUT', '/users/ext:x', { body, key: own.privileged, ...keyed('once') }),
      await own.send('PUT', `/users/${first.body.id}`, { body, ...keyed('once') }),
      await own.send('POST', '/users', { body, ...keyed('once') }),
      await own.send('PUT', '/users/ext:x', { body, ...keyed('Once') }),
      await other.send('PUT', '/users/ext:x', { body, ...keyed('once') }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 409, 200, 201])
    expect(answers.filter(isReplayed)).toEqual([])
  })

  test('a body of the same bytes is the same, whatever its parameters', async () => {
    const own = await server.ownPlatform()
    const first = await send(own, 'ada')
    const second = await own.send('POST', '/users?dryRun=false', { body: attendee('ada'), ...keyed('once') })
    expect(same(second)).toEqual(same(first))
  })

  test.each([
    ['empty', ''],
    ['with a blank', 'a b'],
    ['too long', 'k'.repeat(256)],
    ['not ASCII', 'schlüssel'],
    ['sent twice', ['a', 'b']],
    ['sent twice alike', ['a', 'a']],
  ])('a value that is no key is refused by every write: %s', async (_name, value) => {
    const own = await server.ownPlatform()
    await put(own, '/talks/ext:t', talk())
    const headers = { 'idempotency-key': value }
    const message = 'Idempotency-Key must be sent once, with 1 to 255 visible ASCII characters.'
    const programme = { source: 's', people: [{ ...person('eve'), externalId: 'e' }] }
    const operations = [{ method: 'POST', path: '/users', body: attendee('eve') }]
    const answers = [
      await own.send('POST', '/users', { body: attendee('eve'), headers }),
      await own.send('POST', '/users?dryRun=true', { body: attendee('eve'), headers }),
      await own.send('DELETE', '/talks/ext:t', { headers }),
      await own.send('PUT', '/programme', { body: programme, headers }),
      await own.send('POST', '/batch', { body: { operations }, headers }),
      await streamOf(own, operations, { headers }),
    ]
    for (const { status, body } of answers)
      expect({ status, code: body.code, message: body.message }).toEqual({
        status: 400,
        code: 'bad_request',
        message,
      })
    expect(await emailsOf(own)).toEqual(['ada@example.org'])
    expect((await own.send('GET', '/talks/ext:t')).status).toBe(200)
  })

  test.each(['!', '~'.repeat(255), '"quoted"', 'a,b'])('takes the key %s', async (key) => {
    const own = await server.ownPlatform()
    const first = await own.send('POST', '/users', { body: attendee('ada'), ...keyed(key) })
    const second = await own.send('POST', '/users', { body: attendee('ada'), ...keyed(key) })
    expect([first.status, isReplayed(second)]).toEqual([201, true])
  })
})

describe('refusals that pass leave the key free', () => {
  type Passing = {
    name: string
    status: number
    first(own: Own): Promise<Answer>
    mend?(own: Own): Promise<unknown>
  }
  const body = attendee('ada')
  const rows: Passing[] = [
    {
      name: '400, body that is no JSON',
      status: 400,
      first: (own) => own.send('POST', '/users', { raw: '{', ...keyed('once') }),
    },
    {
      name: '401, unknown API key',
      status: 401,
      first: (own) =>
        own.send('POST', '/users', { body, key: `${own.standard.slice(0, -1)}x`, ...keyed('once') }),
    },
    {
      name: '409, e-mail taken',
      status: 409,
      first: async (own) => {
        await create(own, { ...body, firstName: 'Other' })
        return own.send('POST', '/users', { body, ...keyed('once') })
      },
      mend: remove('/users/ada@example.org'),
    },
    {
      name: '413, too large',
      status: 413,
      first: (own) => own.send('POST', '/users', { raw: ' '.repeat(256 * 1024 + 1), ...keyed('once') }),
    },
    {
      name: '415, media type',
      status: 415,
      first: (own) =>
        own.send('POST', '/users', { body, ...keyed('once', { 'content-type': 'text/plain' }) }),
    },
    {
      name: '422, by the schema',
      status: 422,
      first: (own) => own.send('POST', '/users', { body: { ...body, email: 'ada' }, ...keyed('once') }),
    },
    {
      name: '429, over the limit',
      status: 429,
      first: async (own) => {
        const limit = (requestsPerMinute: number) =>
          changeSettings(own.api.installation, own.caller, { requestsPerMinute })
        await limit(1)
        const spent = await own.api.addNode()
        await spent.send('GET', '/talks', { key: own.standard })
        const answer = await spent.send('POST', '/users', { body, key: own.standard, ...keyed('once') })
        await limit(1_000_000)
        return answer
      },
    },
  ]
  test.each(rows.map((row) => [row.name, row] as const))('%s', async (_name, { status, first, mend }) => {
    const own = await server.ownPlatform()
    expect((await first(own)).status).toBe(status)
    await mend?.(own)
    const answer = await own.send('POST', '/users', { body, ...keyed('once') })
    expect({ status: answer.status, isReplayed: isReplayed(answer) }).toEqual({
      status: 201,
      isReplayed: false,
    })
  })

  test('500 and 429 of the queue of passwords', async () => {
    let fails = true
    const hashes = new HashQueue({
      concurrency: 1,
      maxWaitMs: 1_000,
      clock: systemClock,
      hash: async () => {
        if (fails) throw new Error('The hash failed.')
        return 'hash'
      },
    })
    await using api = await startApi({ hashes })
    const send = (body: object) => api.send('PUT', '/talks/ext:t', { body, ...keyed('once') })
    const crowd = Array.from({ length: 50 }, (_, i) => person(`p${i}`))
    const crowded = talk({
      speakers: crowd,
      moderators: crowd.map((one) => ({ ...one, email: `m${one.email}` })),
    })
    expect((await send(crowded)).status).toBe(429)
    expect((await send(talk())).status).toBe(500)
    fails = false
    const answer = await send(talk())
    expect({ status: answer.status, isReplayed: isReplayed(answer) }).toEqual({
      status: 201,
      isReplayed: false,
    })
  })
})

describe('time', () => {
  test('a repeat is known for 24 hours, and executed anew after them', async () => {
    const own = await server.ownPlatform()
    const send = () => own.send('POST', '/talks', { body: talk(), ...keyed('once') })
    const first = await send()
    own.api.clock.pass(DAY_MS - 1)
    expect(same(await send())).toEqual(same(first))
    own.api.clock.pass(1)
    const anew = await send()
    expect({ status: anew.status, isReplayed: isReplayed(anew) }).toEqual({ status: 201, isReplayed: false })
    expect(anew.body.id).not.toBe(first.body.id)
    expect(same(await send())).toEqual(same(anew))
  })

  test('the retention job removes what has expired, and nothing else', async () => {
    await using api = await startApi()
    const receipts = async () => (await readTable(api.installation.store, 'receipts')).length
    const send = (key: string) => api.send('POST', '/talks', { body: talk(), ...keyed(key) })
    await send('old')
    api.clock.pass(1)
    const young = await send('young')
    api.clock.pass(DAY_MS - 1)
    expect(await receipts()).toBe(2)
    await applyRetention(api.installation)
    expect(await receipts()).toBe(1)
    expect(same(await send('young'))).toEqual(same(young))
    api.clock.pass(1)
    await applyRetention(api.installation)
    expect(await receipts()).toBe(0)
  })
})
