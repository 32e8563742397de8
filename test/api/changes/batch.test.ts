// POST /batch: many writes in one request, each as it would be alone, or all of them or none.
import { describe, expect, test } from 'vitest'
import { changeSettings } from '../../../src/domain/platforms/platforms.ts'
import { createUser, createUserWithRole, listEmails } from '../../support/accounts.ts'
import type { Answer } from '../../support/api.ts'
import { attendee, person, sponsor, talk } from '../../support/bodies.ts'
import { comparable, findPasswords, isReplayed, withKey } from '../../support/idempotency.ts'
import { readEvents, readRows } from '../../support/rows.ts'
import { get, put, type Tenant, useApi } from '../../support/scenarios.ts'

const server = useApi()
const NOBODY = '01980b5c-7a40-7c3e-9f21-6d2f5b1f0a11'
type Operation = { method: string; path: string; body?: object; ifMatch?: string; ifNoneMatch?: string }

const batch = (tenant: Tenant, operations: readonly unknown[], more: object = {}, key = tenant.standard) =>
  tenant.send('POST', '/batch', { body: { operations, ...more }, key })
const resultsOf = async (tenant: Tenant, operations: readonly unknown[], more: object = {}) => {
  const answer = await batch(tenant, operations, more)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.results
}
const codesOf = (results: { status: number; body: { code: string } }[]) =>
  results.map(({ status, body }) => `${status} ${body.code}`)

describe('each operation is answered as it would be alone', () => {
  const prepare = async (tenant: Tenant) => {
    await put(tenant, '/talks/ext:t', talk({ speakers: [person('ada'), person('eve')] }))
    await put(tenant, '/sponsors/ext:s', sponsor())
    await put(tenant, '/users/ext:u', attendee('uma', { username: 'uma' }))
    await createUserWithRole(tenant, 'admin', attendee('adm', { externalId: 'admin' }))
  }
  const rows: [name: string, operation: Operation, status: number, level?: 'privileged'][] = [
    ['a talk created', { method: 'POST', path: '/talks', body: talk({ speakers: [person('new')] }) }, 201],
    [
      'a talk made under an identifier',
      { method: 'PUT', path: '/talks/ext:n', body: talk({ type: 'rtmp' }) },
      201,
    ],
    [
      'a talk updated',
      { method: 'PUT', path: '/talks/ext:t', body: { title: 'New', moderators: [person('uma')] } },
      200,
    ],
    ['a talk as it is', { method: 'PUT', path: '/talks/ext:t', body: {} }, 200],
    ['a talk without a body', { method: 'PUT', path: '/talks/ext:t' }, 200],
    ['a talk deleted', { method: 'DELETE', path: '/talks/ext:t' }, 200],
    ['an identifier in percent', { method: 'PUT', path: '/talks/ext:a%2Fb%20%C3%A9', body: talk() }, 201],
    [
      'a sponsor created',
      { method: 'POST', path: '/sponsors', body: sponsor({ speakers: [person('new')] }) },
      201,
    ],
    ['a sponsor updated', { method: 'PUT', path: '/sponsors/ext:s', body: { level: 1 } }, 200],
    ['a sponsor deleted', { method: 'DELETE', path: '/sponsors/ext:s' }, 200],
    ['an account created', { method: 'POST', path: '/users', body: attendee('new') }, 201],
    [
      'an account updated by e-mail',
      { method: 'PUT', path: '/users/uma@example.org', body: { city: 'Lyon', type: 'Speaker' } },
      200,
    ],
    ['an account deleted', { method: 'DELETE', path: '/users/ext:u' }, 200],
    ['an owner created', { method: 'POST', path: '/users/owner', body: person('new') }, 201, 'privileged'],
    ['a privilege that is missing', { method: 'POST', path: '/users/owner', body: { wrong: 1 } }, 403],
    ['the full path', { method: 'PUT', path: '/api/external/v1/talks/ext:t', body: { title: 'New' } }, 200],
    ['an unknown path', { method: 'POST', path: '/nothing', body: {} }, 404],
    ['an empty identifier, created', { method: 'POST', path: '/talks/', body: {} }, 405],
    ['an empty identifier', { method: 'PUT', path: '/talks/', body: {} }, 404],
    ['an unknown object', { method: 'PUT', path: `/talks/${NOBODY}`, body: { title: 'New' } }, 404],
    ['an identifier that is none', { method: 'DELETE', path: '/talks/abc' }, 404],
    ['a method that the path does not take', { method: 'POST', path: '/talks/ext:t', body: {} }, 405],
    ['a deletion of a collection', { method: 'DELETE', path: '/users' }, 405],
    ['an update of the path of owners', { method: 'PUT', path: '/users/owner', body: {} }, 405],
    ['a protected account', { method: 'DELETE', path: '/users/ext:admin' }, 403],
    ['an e-mail that is taken', { method: 'POST', path: '/users', body: attendee('uma') }, 409],
    [
      'a username that is taken',
      { method: 'POST', path: '/users', body: attendee('new', { username: 'UMA' }) },
      409,
    ],
    [
      'a version that is current',
      { method: 'PUT', path: '/talks/ext:t', body: { title: 'New' }, ifMatch: '"1"' },
      200,
    ],
    ['a version that is stale', { method: 'DELETE', path: '/talks/ext:t', ifMatch: '"2"' }, 412],
    [
      'a version with something behind it',
      { method: 'PUT', path: '/talks/ext:t', body: { title: 'New' }, ifMatch: '"1-xx"' },
      412,
    ],
    ['one that is to be new', { method: 'PUT', path: '/talks/ext:n', body: talk(), ifNoneMatch: '*' }, 201],
    [
      'one that was to be new and exists',
      { method: 'PUT', path: '/sponsors/ext:s', body: sponsor(), ifNoneMatch: '*' },
      412,
    ],
    [
      'one that is to be none of those named',
      { method: 'PUT', path: '/talks/ext:t', body: talk(), ifNoneMatch: '"1"' },
      400,
    ],
    ['a version that is none', { method: 'DELETE', path: '/talks/ext:t', ifMatch: '2' }, 400],
    [
      'data that is not valid',
      { method: 'PUT', path: '/talks/ext:t', body: { title: 7, speakers: [{}], wrong: 1 } },
      422,
    ],
    [
      'what a creation lacks',
      { method: 'PUT', path: '/users/ext:new', body: { email: 'new@example.org' } },
      422,
    ],
  ]
  test.each(rows)('%s', async (_name, operation, status, level) => {
    const [one, other] = [await server.createTenant(), await server.createTenant()]
    await prepare(one)
    await prepare(other)
    const { method, path, body, ifMatch, ifNoneMatch } = operation
    const below = path.replace('/api/external/v1', '')
    const alone = await one.send(method, below, {
      body,
      key: level ? one.privileged : one.standard,
      headers: {
        ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
        ...(ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch }),
      },
    })
    const { results } = (await batch(other, [operation], {}, level ? other.privileged : other.standard)).body
    expect(results.length).toBe(1)
    expect(results[0].status).toBe(status)
    expect(alike({ status: results[0].status, body: results[0].body })).toEqual(
      alike({ status: alone.status, body: alone.body }),
    )
    expect((await readEvents(other)).map(({ type }) => type)).toEqual(
      (await readEvents(one)).map(({ type }) => type),
    )
  })

  /** An answer without what is new in each: ids, passwords, usernames. */
  const alike = (answer: Pick<Answer, 'status' | 'body'>) =>
    JSON.parse(
      JSON.stringify(answer)
        .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
        .replaceAll(/"password":"\w+"/g, '"password":"…"')
        .replaceAll(/#\d{4}"/g, '#0000"'),
    )
})

describe('in order', () => {
  test('later operations find what earlier ones have done', async () => {
    const tenant = await server.createTenant()
    const results = await resultsOf(tenant, [
      { method: 'PUT', path: '/talks/ext:t', body: talk({ speakers: [person('ada')] }) },
      { method: 'PUT', path: '/talks/ext:t', body: { title: 'Second' }, ifMatch: '"1"' },
      { method: 'PUT', path: '/talks/ext:t', body: { title: 'Third' }, ifMatch: '"1"' },
      { method: 'PUT', path: '/users/ada@example.org', body: { job: 'Engineer' } },
      { method: 'DELETE', path: '/users/ada@example.org' },
      { method: 'DELETE', path: '/talks/ext:t' },
      { method: 'PUT', path: '/talks/ext:t', body: { title: 'Gone' } },
      { method: 'DELETE', path: '/users/ada@example.org' },
      { method: 'POST', path: '/users', body: attendee('ada') },
    ])
    expect(codesOf(results)).toEqual([
      '201 ok',
      '200 ok',
      '412 precondition_failed',
      '200 ok',
      '409 sole_speaker',
      '200 ok',
      '422 invalid_data',
      '200 ok',
      '201 ok',
    ])
    expect(results[8].body.password).toEqual(expect.any(String))
  })

  test('an account of several operations is made by the first of them, its password shown there', async () => {
    const tenant = await server.createTenant()
    const operations = Array.from({ length: 60 }, (_, i) => ({
      method: 'PUT',
      path: `/talks/ext:t${i}`,
      body: talk({ speakers: [person('ada'), person(`p${i % 7}`)] }),
    }))
    const answer = await batch(tenant, operations)
    expect(codesOf(answer.body.results)).toEqual(operations.map(() => '201 ok'))
    expect(findPasswords(answer).length).toBe(8)
    expect(answer.body.results[0].body.speakers[0].password).toBeDefined()
    expect((await listEmails(tenant)).length).toBe(8)
  })

  test('so do those of a long batch, although the passwords for them are hashed meanwhile', async () => {
    const tenant = await server.createTenant()
    const filling = (name: string) =>
      Array.from({ length: 25 }, (_, i) => ({
        method: 'POST',
        path: '/users',
        body: attendee(`${name}${i}`),
      }))
    const answer = await batch(tenant, [
      ...filling('a').slice(1),
      { method: 'PUT', path: '/talks/ext:t', body: talk({ speakers: [person('ada')] }) },
      // The next 25 can only be done once those before them are.
      { method: 'PUT', path: '/talks/ext:t', body: { title: 'Second', speakers: [person('eve')] } },
      { method: 'DELETE', path: '/users/a1@example.org' },
      { method: 'POST', path: '/users', body: attendee('a1') },
      { method: 'POST', path: '/users', body: attendee('a2') },
      ...filling('b').slice(4),
      // And these are only refused once those before them are done.
      { method: 'POST', path: '/users', body: attendee('b24') },
      { method: 'PUT', path: '/talks/ext:u', body: { speakers: [person('never')] } },
    ])
    expect(answer.status, answer.text).toBe(200)
    const codes = codesOf(answer.body.results)
    expect(codes.slice(0, 25)).toEqual(Array(25).fill('201 ok'))
    expect(codes.slice(25, 29)).toEqual(['200 ok', '200 ok', '201 ok', '409 email_taken'])
    expect(codes.slice(29, 50)).toEqual(Array(21).fill('201 ok'))
    expect(codes.slice(50)).toEqual(['409 email_taken', '422 invalid_data'])
    expect(new Set(findPasswords(answer)).size).toBe(24 + 1 + 1 + 1 + 21)
    expect(await listEmails(tenant)).not.toContain('never@example.org')
  })

  test('a refused operation makes no account and does not stop the others', async () => {
    const tenant = await server.createTenant()
    await put(tenant, '/talks/ext:t', talk())
    const results = await resultsOf(tenant, [
      { method: 'POST', path: '/users', body: attendee('one') },
      { method: 'PUT', path: '/talks/ext:t', body: { speakers: [person('never')] }, ifMatch: '"7"' },
      { method: 'POST', path: '/users', body: { email: 'x' } },
      { method: 'POST', path: '/users', body: attendee('one') },
      { method: 'POST', path: '/users', body: attendee('two') },
    ])
    expect(codesOf(results)).toEqual([
      '201 ok',
      '412 precondition_failed',
      '422 invalid_data',
      '409 email_taken',
      '201 ok',
    ])
    expect(results[2].body.errors).toContainEqual({
      pointer: '/firstName',
      code: 'required',
      message: 'is required',
    })
    expect(await listEmails(tenant)).toEqual(['ada@example.org', 'one@example.org', 'two@example.org'])
  })
})

// On PostgreSQL each would hold what another waits for, until the server had ended one of them too often.
test('batches that change the same objects at once, each in an order of its own, are all done', async () => {
  const tenant = await server.createTenant()
  const people = Array.from({ length: 20 }, (_, index) => `p${index}`)
  for (const name of people) await put(tenant, `/users/ext:${name}`, attendee(name))
  const changes = (round: number, from: number) =>
    Array.from({ length: 100 }, (_, index) => ({
      method: 'PUT',
      path: `/users/ext:p${(from + (round % 2 ? index : 100 - index)) % people.length}`,
      body: { city: `City ${round} ${index}` },
    }))
  const answers = await Promise.all(
    [0, 1, 2, 3, 4, 5].map((round) => resultsOf(tenant, changes(round, 3 * round))),
  )
  expect(answers.flat().map(({ status }) => status)).toEqual(Array(600).fill(200))
})

describe('what a batch may be', () => {
  const operation = (i: number) => ({ method: 'PUT', path: `/sponsors/ext:s${i}`, body: sponsor() })
  const many = (count: number) => Array.from({ length: count }, (_, i) => operation(i))

  test('100 operations are done, 0 and 101 refused', async () => {
    const tenant = await server.createTenant()
    expect(codesOf(await resultsOf(tenant, many(100)))).toEqual(many(100).map(() => '201 ok'))
    for (const count of [0, 101]) expect((await batch(tenant, many(count))).status).toBe(422)
    expect((await readRows(tenant, 'sponsors')).length).toBe(100)
  })

  test.each([
    ['no operations', {}, '/operations'],
    [
      'a method that writes nothing',
      { operations: [{ method: 'GET', path: '/talks' }] },
      '/operations/0/method',
    ],
    ['no path', { operations: [operation(1), { method: 'PUT' }] }, '/operations/1/path'],
    ['a body that is no object', { operations: [{ ...operation(1), body: [] }] }, '/operations/0/body'],
    ['an unknown attribute', { operations: [{ ...operation(1), header: 1 }] }, '/operations/0/header'],
    ['another one', { operations: [operation(1)], other: 1 }, '/other'],
  ])('is refused as a whole for its own form: %s', async (_name, body, pointer) => {
    const tenant = await server.createTenant()
    const answer = await tenant.send('POST', '/batch', { body })
    expect({
      status: answer.status,
      pointers: answer.body.errors?.map((one: { pointer: string }) => one.pointer),
    }).toEqual({ status: 422, pointers: [pointer] })
    expect(await readRows(tenant, 'sponsors')).toEqual([])
  })

  test.each(['/talks/ext:t?dryRun=true', '/talks/ext:t#x', '/talks?x'])(
    'an address with a query or a fragment writes nothing: %s',
    async (path) => {
      const tenant = await server.createTenant()
      const [result] = await resultsOf(tenant, [
        { method: path.startsWith('/talks?') ? 'POST' : 'PUT', path, body: talk() },
      ])
      expect(result).toMatchObject({ status: 400, body: { code: 'bad_request' } })
      expect(await readRows(tenant, 'talks')).toEqual([])
    },
  )

  test('counts as one request', async () => {
    const tenant = await server.createTenant()
    await changeSettings(tenant.api.installation, tenant.caller, { requestsPerMinute: 2 })
    const { send } = await tenant.api.addNode()
    const answers = []
    for (let round = 0; round < 3; round++)
      answers.push(
        await send('POST', '/batch', {
          body: { operations: many(100) },
          key: tenant.standard,
        }),
      )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
    expect(answers.map(({ headers }) => headers.ratelimit)).toEqual([
      expect.stringMatching(/r=1;/),
      expect.stringMatching(/r=0;/),
      expect.stringMatching(/r=0;/),
    ])
  })

  test('has up to 32 MiB', { timeout: 120_000 }, async () => {
    const tenant = await server.createTenant()
    const limit = 32 * 1024 * 1024
    const text = JSON.stringify({ operations: [operation(1)] })
    const fits = await tenant.send('POST', '/batch', { raw: text + ' '.repeat(limit - text.length) })
    expect(codesOf(fits.body.results)).toEqual(['201 ok'])
    const over = await tenant.send('POST', '/batch', { raw: text + ' '.repeat(limit - text.length + 1) })
    expect({ status: over.status, message: over.body.message }).toEqual({
      status: 413,
      message: 'The body is larger than 32 MiB.',
    })
  })

  test('reaches nothing of another platform', async () => {
    const [tenant, other] = [await server.createTenant(), await server.createTenant()]
    const id = await createUser(other, attendee('uma'))
    await put(other, '/talks/ext:t', talk())
    const results = await resultsOf(tenant, [
      { method: 'DELETE', path: `/users/${id}` },
      { method: 'PUT', path: `/users/${id}`, body: { city: 'Lyon' } },
      { method: 'DELETE', path: '/talks/ext:t' },
      { method: 'DELETE', path: '/users/uma@example.org' },
    ])
    expect(results.map(({ status }: { status: number }) => status)).toEqual([404, 404, 404, 404])
    expect((await get(other, `/users/${id}`)).city).toBeNull()
  })

  test('a batch of a privileged key may what the key may', async () => {
    const tenant = await server.createTenant()
    const id = await createUserWithRole(tenant, 'admin', attendee('adm'))
    const operations = [
      { method: 'PUT', path: `/users/${id}`, body: { username: 'boss' } },
      { method: 'POST', path: '/users/owner', body: person('olga') },
      { method: 'DELETE', path: `/users/${id}` },
    ]
    expect(codesOf((await batch(tenant, operations, {}, tenant.standard)).body.results)).toEqual([
      '403 protected_account',
      '403 insufficient_permissions',
      '403 protected_account',
    ])
    expect(codesOf((await batch(tenant, operations, {}, tenant.privileged)).body.results)).toEqual([
      '200 ok',
      '201 ok',
      '200 ok',
    ])
  })
})

describe('atomic', () => {
  const good = [
    { method: 'PUT', path: '/talks/ext:t', body: talk({ speakers: [person('ada'), person('eve')] }) },
    { method: 'POST', path: '/users', body: attendee('uma') },
    { method: 'POST', path: '/sponsors', body: sponsor() },
  ]
  const nothing = async (tenant: Tenant) => {
    expect(await readEvents(tenant)).toEqual([])
    for (const table of ['talks', 'users', 'sponsors', 'tags'] as const)
      expect(await readRows(tenant, table)).toEqual([])
  }

  test('all is done', async () => {
    const tenant = await server.createTenant()
    const answer = await batch(tenant, good, { atomic: true })
    expect(codesOf(answer.body.results)).toEqual(['201 ok', '201 ok', '201 ok'])
    expect(findPasswords(answer).length).toBe(3)
    expect((await readEvents(tenant)).length).toBe(5)
  })

  test('100 operations are all done', async () => {
    const tenant = await server.createTenant()
    const many = Array.from({ length: 100 }, (_, i) => ({
      method: 'PUT',
      path: `/talks/ext:t${i}`,
      body: talk(),
    }))
    expect(codesOf(await resultsOf(tenant, many, { atomic: true }))).toEqual(many.map(() => '201 ok'))
  })

  test.each([
    ['refused by the store', { method: 'POST', path: '/users', body: attendee('ada') }, '409', 'email_taken'],
    ['stale', { method: 'DELETE', path: '/talks/ext:t', ifMatch: '"4"' }, '412', 'precondition_failed'],
    ['of an unknown path', { method: 'DELETE', path: '/nothing' }, '404', 'not_found'],
    [
      'without privilege',
      { method: 'POST', path: '/users/owner', body: person('o') },
      '403',
      'insufficient_permissions',
    ],
  ])('nothing is done where one is %s', async (_name, bad, _status, code) => {
    const tenant = await server.createTenant()
    for (const place of [0, 1, 3]) {
      const operations =
        place === 0 && code === 'email_taken' ? [good[0], bad] : good.toSpliced(place, 0, bad as never)
      if (place < 1 && code === 'precondition_failed') continue
      const answer = await batch(tenant, operations, { atomic: true })
      const at = operations.indexOf(bad as never)
      expect({ status: answer.status, code: answer.body.code, errors: answer.body.errors }).toEqual({
        status: 422,
        code: 'atomic_refused',
        errors: [expect.objectContaining({ pointer: `/operations/${at}`, code })],
      })
      expect(answer.text).not.toMatch(/password"/)
      await nothing(tenant)
    }
  })

  test('everything that is refused is told at once, whatever it is refused for, also when it is sent again', async () => {
    const tenant = await server.createTenant()
    const operations = [
      { method: 'POST', path: '/users', body: { ...attendee('eve'), city: 7 } },
      ...good,
      { method: 'POST', path: '/users', body: attendee('uma', { username: 'other' }) },
      { method: 'PUT', path: '/talks/ext:t', body: { title: 'New' }, ifMatch: '"7"' },
      { method: 'PUT', path: '/talks/ext:t', body: { title: 'New' }, ifMatch: '"1"' },
      { method: 'DELETE', path: '/nothing' },
      { method: 'POST', path: '/users/owner', body: person('o') },
      { method: 'DELETE', path: '/sponsors/ext:none' },
      { method: 'POST', path: '/users', body: attendee('zoe') },
    ]
    const refused = [
      ['/operations/0', 'invalid_data'],
      ['/operations/0/body/city', 'type'],
      ['/operations/4', 'email_taken'],
      ['/operations/5', 'precondition_failed'],
      ['/operations/7', 'not_found'],
      ['/operations/8', 'insufficient_permissions'],
      ['/operations/9', 'sponsor_not_found'],
    ]
    const told = ({ status, body }: Answer) => ({
      status,
      code: body.code,
      errors: body.errors.map((one: { pointer: string; code: string }) => [one.pointer, one.code]),
    })
    const expected = { status: 422, code: 'atomic_refused', errors: refused }
    expect(told(await batch(tenant, operations, { atomic: true }))).toEqual(expected)
    const body = { operations, atomic: true }
    expect(told(await tenant.send('POST', '/batch?dryRun=true', { body }))).toEqual(expected)
    const first = await tenant.send('POST', '/batch', { body, ...withKey('once') })
    expect(told(first)).toEqual(expected)
    await nothing(tenant)
    await put(tenant, '/sponsors/ext:none', sponsor())
    const again = await tenant.send('POST', '/batch', { body, ...withKey('once') })
    expect(comparable(again)).toEqual(comparable(first))
    expect(isReplayed(again)).toBe(true)
    expect((await readRows(tenant, 'users')).length).toBe(0)
  })

  test('problems of bodies are told with their place in the batch', async () => {
    const tenant = await server.createTenant()
    const operations = [
      ...good,
      { method: 'POST', path: '/users', body: { ...attendee('eve'), email: 'eve', city: 7 } },
    ]
    const answer = await batch(tenant, operations, { atomic: true })
    const pointers = answer.body.errors.map((one: { pointer: string; code: string }) => one.pointer)
    expect(pointers).toEqual(['/operations/3', '/operations/3/body/email', '/operations/3/body/city'])
    await nothing(tenant)
  })
})
