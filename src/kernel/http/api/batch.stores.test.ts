// POST /batch: many writes in one request, executed one by one or atomically.
import { describe, expect, test } from 'vitest'
import { createUser, createUserWithRole, listEmails } from '../../../../test/support/accounts.ts'
import type { Answer } from '../../../../test/support/api.ts'
import { codesOf, executeBatch, sendBatch } from '../../../../test/support/batches.ts'
import { attendee, person, sponsor, talk } from '../../../../test/support/bodies.ts'
import { findPasswords } from '../../../../test/support/idempotency.ts'
import { readEvents, readRows } from '../../../../test/support/rows.ts'
import { get, put, type Tenant, useApi } from '../../../../test/support/scenarios.ts'
import { changeSettings } from '../../../features/platforms/platforms.ts'

const server = useApi()
const UNKNOWN_ID = '01980b5c-7a40-7c3e-9f21-6d2f5b1f0a11'
type Operation = { method: string; path: string; body?: object; ifMatch?: string; ifNoneMatch?: string }

describe('an operation', () => {
  const createObjects = async (tenant: Tenant) => {
    await put(tenant, '/talks/ext:t', talk({ speakers: [person('ada'), person('eve')] }))
    await put(tenant, '/sponsors/ext:s', sponsor())
    await put(tenant, '/users/ext:u', attendee('uma', { username: 'uma' }))
    await createUserWithRole(tenant, 'admin', attendee('adm', { externalId: 'admin' }))
  }
  const rows: [name: string, operation: Operation, status: number, level?: 'privileged'][] = [
    ['creating a talk', { method: 'POST', path: '/talks', body: talk({ speakers: [person('new')] }) }, 201],
    [
      'creating a talk under an external id',
      { method: 'PUT', path: '/talks/ext:n', body: talk({ type: 'rtmp' }) },
      201,
    ],
    [
      'updating a talk',
      { method: 'PUT', path: '/talks/ext:t', body: { title: 'New', moderators: [person('uma')] } },
      200,
    ],
    ['updating a talk with an empty body', { method: 'PUT', path: '/talks/ext:t', body: {} }, 200],
    ['updating a talk without a body', { method: 'PUT', path: '/talks/ext:t' }, 200],
    ['deleting a talk', { method: 'DELETE', path: '/talks/ext:t' }, 200],
    ['a percent-encoded identifier', { method: 'PUT', path: '/talks/ext:a%2Fb%20%C3%A9', body: talk() }, 201],
    [
      'creating a sponsor',
      { method: 'POST', path: '/sponsors', body: sponsor({ speakers: [person('new')] }) },
      201,
    ],
    ['updating a sponsor', { method: 'PUT', path: '/sponsors/ext:s', body: { level: 1 } }, 200],
    ['deleting a sponsor', { method: 'DELETE', path: '/sponsors/ext:s' }, 200],
    ['creating an account', { method: 'POST', path: '/users', body: attendee('new') }, 201],
    [
      'updating an account by e-mail',
      { method: 'PUT', path: '/users/uma@example.org', body: { city: 'Lyon', type: 'Speaker' } },
      200,
    ],
    ['deleting an account', { method: 'DELETE', path: '/users/ext:u' }, 200],
    ['creating an owner', { method: 'POST', path: '/users/owner', body: person('new') }, 201, 'privileged'],
    ['missing the privileged level', { method: 'POST', path: '/users/owner', body: { wrong: 1 } }, 403],
    [
      'a path with the prefix of the API',
      { method: 'PUT', path: '/api/external/v1/talks/ext:t', body: { title: 'New' } },
      200,
    ],
    ['an unknown path', { method: 'POST', path: '/nothing', body: {} }, 404],
    ['POST with an empty identifier', { method: 'POST', path: '/talks/', body: {} }, 405],
    ['PUT with an empty identifier', { method: 'PUT', path: '/talks/', body: {} }, 404],
    ['an unknown object', { method: 'PUT', path: `/talks/${UNKNOWN_ID}`, body: { title: 'New' } }, 404],
    ['an invalid identifier', { method: 'DELETE', path: '/talks/abc' }, 404],
    ['a method that the path does not allow', { method: 'POST', path: '/talks/ext:t', body: {} }, 405],
    ['deleting a collection', { method: 'DELETE', path: '/users' }, 405],
    ['updating the path of owners', { method: 'PUT', path: '/users/owner', body: {} }, 405],
    ['a protected account', { method: 'DELETE', path: '/users/ext:admin' }, 403],
    ['a taken e-mail', { method: 'POST', path: '/users', body: attendee('uma') }, 409],
    ['a taken username', { method: 'POST', path: '/users', body: attendee('new', { username: 'UMA' }) }, 409],
    [
      'If-Match with the current version',
      { method: 'PUT', path: '/talks/ext:t', body: { title: 'New' }, ifMatch: '"1"' },
      200,
    ],
    ['If-Match with a stale version', { method: 'DELETE', path: '/talks/ext:t', ifMatch: '"2"' }, 412],
    [
      'If-Match with a suffixed version',
      { method: 'PUT', path: '/talks/ext:t', body: { title: 'New' }, ifMatch: '"1-xx"' },
      412,
    ],
    [
      'If-None-Match for a new talk',
      { method: 'PUT', path: '/talks/ext:n', body: talk(), ifNoneMatch: '*' },
      201,
    ],
    [
      'If-None-Match for an existing sponsor',
      { method: 'PUT', path: '/sponsors/ext:s', body: sponsor(), ifNoneMatch: '*' },
      412,
    ],
    [
      'If-None-Match with a version',
      { method: 'PUT', path: '/talks/ext:t', body: talk(), ifNoneMatch: '"1"' },
      400,
    ],
    ['If-Match with an invalid version', { method: 'DELETE', path: '/talks/ext:t', ifMatch: '2' }, 400],
    [
      'invalid data',
      { method: 'PUT', path: '/talks/ext:t', body: { title: 7, speakers: [{}], wrong: 1 } },
      422,
    ],
    [
      'a creation without required attributes',
      { method: 'PUT', path: '/users/ext:new', body: { email: 'new@example.org' } },
      422,
    ],
  ]
  test.each(rows)(
    'gets the same response as a single request: %s',
    async (_name, operation, status, level) => {
      const [one, other] = [await server.createTenant(), await server.createTenant()]
      await createObjects(one)
      await createObjects(other)
      const { method, path, body, ifMatch, ifNoneMatch } = operation
      const relativePath = path.replace('/api/external/v1', '')
      const single = await one.send(method, relativePath, {
        body,
        key: level ? one.privileged : one.standard,
        headers: {
          ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
          ...(ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch }),
        },
      })
      const { results } = (await sendBatch(other, [operation], {}, level ? other.privileged : other.standard))
        .body
      expect(results.length).toBe(1)
      expect(results[0].status).toBe(status)
      expect(withoutGenerated({ status: results[0].status, body: results[0].body })).toEqual(
        withoutGenerated({ status: single.status, body: single.body }),
      )
      expect((await readEvents(other)).map(({ type }) => type)).toEqual(
        (await readEvents(one)).map(({ type }) => type),
      )
    },
  )

  /** An answer without the values generated for it: ids, passwords, usernames. */
  const withoutGenerated = (answer: Pick<Answer, 'status' | 'body'>) =>
    JSON.parse(
      JSON.stringify(answer)
        .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
        .replaceAll(/"password":"\w+"/g, '"password":"…"')
        .replaceAll(/#\d{4}"/g, '#0000"')
        .replaceAll(/-[0-9a-f]{8}\\""/g, '-id\\""'),
    )
})

describe('the order of operations', () => {
  test('lets later operations see the results of earlier ones', async () => {
    const tenant = await server.createTenant()
    const results = await executeBatch(tenant, [
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

  test('creates an account in the first operation that names it and shows its password there', async () => {
    const tenant = await server.createTenant()
    const operations = Array.from({ length: 60 }, (_, i) => ({
      method: 'PUT',
      path: `/talks/ext:t${i}`,
      body: talk({ speakers: [person('ada'), person(`p${i % 7}`)] }),
    }))
    const answer = await sendBatch(tenant, operations)
    expect(codesOf(answer.body.results)).toEqual(operations.map(() => '201 ok'))
    expect(findPasswords(answer).length).toBe(8)
    expect(answer.body.results[0].body.speakers[0].password).toBeDefined()
    expect((await listEmails(tenant)).length).toBe(8)
  })

  test('is kept in a long batch although passwords are hashed along the way', async () => {
    const tenant = await server.createTenant()
    const creations = (name: string) =>
      Array.from({ length: 25 }, (_, i) => ({
        method: 'POST',
        path: '/users',
        body: attendee(`${name}${i}`),
      }))
    const answer = await sendBatch(tenant, [
      ...creations('a').slice(1),
      { method: 'PUT', path: '/talks/ext:t', body: talk({ speakers: [person('ada')] }) },
      // The next 25 operations depend on those before them.
      { method: 'PUT', path: '/talks/ext:t', body: { title: 'Second', speakers: [person('eve')] } },
      { method: 'DELETE', path: '/users/a1@example.org' },
      { method: 'POST', path: '/users', body: attendee('a1') },
      { method: 'POST', path: '/users', body: attendee('a2') },
      ...creations('b').slice(4),
      // These are refused only because of those before them.
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

  test('is not interrupted by a refused operation, which creates no account', async () => {
    const tenant = await server.createTenant()
    await put(tenant, '/talks/ext:t', talk())
    const results = await executeBatch(tenant, [
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

// On PostgreSQL these would deadlock, until the server had canceled one of them too often.
test('completes concurrent batches that change the same objects in different orders', async () => {
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
    [0, 1, 2, 3, 4, 5].map((round) => executeBatch(tenant, changes(round, 3 * round))),
  )
  expect(answers.flat().map(({ status }) => status)).toEqual(Array(600).fill(200))
})

describe('a batch', () => {
  const operation = (i: number) => ({ method: 'PUT', path: `/sponsors/ext:s${i}`, body: sponsor() })
  const many = (count: number) => Array.from({ length: count }, (_, i) => operation(i))

  test('accepts 100 operations and refuses 0 and 101', async () => {
    const tenant = await server.createTenant()
    expect(codesOf(await executeBatch(tenant, many(100)))).toEqual(many(100).map(() => '201 ok'))
    for (const count of [0, 101]) expect((await sendBatch(tenant, many(count))).status).toBe(422)
    expect((await readRows(tenant, 'sponsors')).length).toBe(100)
  })

  test.each([
    ['no operations', {}, '/operations'],
    [
      'a method that does not write',
      { operations: [{ method: 'GET', path: '/talks' }] },
      '/operations/0/method',
    ],
    ['no path', { operations: [operation(1), { method: 'PUT' }] }, '/operations/1/path'],
    ['a body that is not an object', { operations: [{ ...operation(1), body: [] }] }, '/operations/0/body'],
    [
      'an unknown attribute of an operation',
      { operations: [{ ...operation(1), header: 1 }] },
      '/operations/0/header',
    ],
    ['an unknown attribute of the batch', { operations: [operation(1)], other: 1 }, '/other'],
  ])('is refused as a whole if it is malformed: %s', async (_name, body, pointer) => {
    const tenant = await server.createTenant()
    const answer = await tenant.send('POST', '/batch', { body })
    expect({
      status: answer.status,
      pointers: answer.body.errors?.map((one: { pointer: string }) => one.pointer),
    }).toEqual({ status: 422, pointers: [pointer] })
    expect(await readRows(tenant, 'sponsors')).toEqual([])
  })

  test.each(['/talks/ext:t?dryRun=true', '/talks/ext:t#x', '/talks?x'])(
    'writes nothing for a path with a query or a fragment: %s',
    async (path) => {
      const tenant = await server.createTenant()
      const [result] = await executeBatch(tenant, [
        { method: path.startsWith('/talks?') ? 'POST' : 'PUT', path, body: talk() },
      ])
      expect(result).toMatchObject({ status: 400, body: { code: 'bad_request' } })
      expect(await readRows(tenant, 'talks')).toEqual([])
    },
  )

  test('counts as one request', async () => {
    const tenant = await server.createTenant()
    await changeSettings(tenant.api.installation, tenant.caller, { requestsPerMinute: 2 })
    await using node = await tenant.api.addNode()
    const answers = []
    for (let round = 0; round < 3; round++)
      answers.push(
        await node.send('POST', '/batch', {
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

  test('accepts up to 32 MiB', { timeout: 120_000 }, async () => {
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

  test('does not reach objects of another platform', async () => {
    const [tenant, other] = [await server.createTenant(), await server.createTenant()]
    const id = await createUser(other, attendee('uma'))
    await put(other, '/talks/ext:t', talk())
    const results = await executeBatch(tenant, [
      { method: 'DELETE', path: `/users/${id}` },
      { method: 'PUT', path: `/users/${id}`, body: { city: 'Lyon' } },
      { method: 'DELETE', path: '/talks/ext:t' },
      { method: 'DELETE', path: '/users/uma@example.org' },
    ])
    expect(results.map(({ status }: { status: number }) => status)).toEqual([404, 404, 404, 404])
    expect((await get(other, `/users/${id}`)).city).toBeNull()
  })

  test('has the permissions of its key', async () => {
    const tenant = await server.createTenant()
    const id = await createUserWithRole(tenant, 'admin', attendee('adm'))
    const operations = [
      { method: 'PUT', path: `/users/${id}`, body: { username: 'boss' } },
      { method: 'POST', path: '/users/owner', body: person('olga') },
      { method: 'DELETE', path: `/users/${id}` },
    ]
    expect(codesOf((await sendBatch(tenant, operations, {}, tenant.standard)).body.results)).toEqual([
      '403 protected_account',
      '403 insufficient_permissions',
      '403 protected_account',
    ])
    expect(codesOf((await sendBatch(tenant, operations, {}, tenant.privileged)).body.results)).toEqual([
      '200 ok',
      '201 ok',
      '200 ok',
    ])
  })
})
