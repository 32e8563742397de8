// Preconditions: If-Match and If-None-Match keep a write from overwriting a newer version.
import { describe, expect, test } from 'vitest'
import { createUser, createUserWithRole } from '../../../../test/support/accounts.ts'
import type { Answer } from '../../../../test/support/api.ts'
import { attendee, person, sponsor, survey, talk } from '../../../../test/support/bodies.ts'
import { readTable } from '../../../../test/support/raw-store.ts'
import { readEvents } from '../../../../test/support/rows.ts'
import { get, put, type Tenant, useApi } from '../../../../test/support/scenarios.ts'
import { changeSettings } from '../../../features/platforms/platforms.ts'

const server = useApi({ isJobless: true })
const UNKNOWN_ID = '01980b5c-7a40-7c3e-9f21-6d2f5b1f0a11'
const bodies = { talks: talk(), sponsors: sponsor(), users: attendee('bob') }
const changes = { talks: { title: 'New' }, sponsors: { name: 'New' }, users: { firstName: 'New' } }
type Kind = keyof typeof bodies
const kinds = Object.keys(bodies) as Kind[]

const readTag = async (tenant: Tenant, path: string) => (await tenant.send('GET', path)).headers.etag ?? ''
const readVersion = async (tenant: Tenant, path: string): Promise<number> => (await get(tenant, path)).version
const outcome = ({ status, body }: Answer) => `${status} ${body.code}`
const OK = '200 ok'
const STALE = '412 precondition_failed'

describe.each(kinds)('If-Match on /%s', (kind) => {
  const path = `/${kind}/ext:x`
  /** Creates an object at version 2, and returns the tags of both versions. */
  const createObject = async () => {
    const tenant = await server.createTenant()
    await put(tenant, path, bodies[kind])
    const stale = await readTag(tenant, path)
    await put(tenant, path, kind === 'users' ? { lastName: 'Second' } : { speakers: [person('eve')] })
    const current = await readTag(tenant, path)
    expect(stale).toMatch(/^"1-/)
    expect(current).toMatch(/^"2-/)
    return { tenant, stale, current }
  }
  type Tags = { stale: string; current: string }
  const rows: [name: string, value: (tags: Tags) => string, expected: string][] = [
    ['the current tag', ({ current }) => current, OK],
    ['a stale tag', ({ stale }) => stale, STALE],
    ['a list with the current tag', ({ stale, current }) => `${stale}, ${current}`, OK],
    ['a list with empty elements', ({ current }) => `, ,${current} ,`, OK],
    ['a list of other tags', ({ stale }) => `${stale}, "3", "other"`, STALE],
    ['the current tag as a weak tag', ({ current }) => `W/${current}`, STALE],
    ['a list with the current tag as a weak tag', ({ stale, current }) => `W/${current}, ${stale}`, STALE],
    ['an asterisk', () => '*', OK],
    ['only the version', () => '"2"', OK],
    ['a version with a suffix', () => '"2-xx"', STALE],
    ['the current tag, truncated', ({ current }) => `${current.slice(0, -2)}"`, STALE],
    ['the current tag with a suffix', ({ current }) => `${current.slice(0, -1)}x"`, STALE],
    [
      'the current version with another digest',
      ({ current }) => `${current.slice(0, -23)}${'x'.repeat(22)}"`,
      OK,
    ],
    ['a version with a leading zero', () => '"02"', STALE],
    ['a tag of a longer version', () => '"22-abc"', STALE],
    ['a tag in another format', () => '"abc"', STALE],
    ['an empty tag', () => '""', STALE],
    ['a tag without quotes', ({ current }) => current.replaceAll('"', ''), '400 bad_request'],
    ['an unclosed quote', () => '"2', '400 bad_request'],
    ['an asterisk in a list', ({ current }) => `*, ${current}`, '400 bad_request'],
    ['an empty value', () => '', '400 bad_request'],
  ]
  test.each(rows)('gets the expected result for %s', async (_name, value, expected) => {
    const { tenant, ...tags } = await createObject()
    const headers = { 'if-match': value(tags) }
    const update = await tenant.send('PUT', path, { body: changes[kind], headers })
    expect(outcome(update)).toBe(expected)
    expect(await readVersion(tenant, path)).toBe(expected === OK ? 3 : 2)
    // The same holds for deleting what is now the current version.
    const again =
      expected === OK ? { 'if-match': value({ ...tags, current: await readTag(tenant, path) }) } : headers
    const isVersion = value(tags) === '"2"'
    const deletion = await tenant.send('DELETE', path, { headers: isVersion ? { 'if-match': '"3"' } : again })
    expect(outcome(deletion)).toBe(expected)
    expect((await tenant.send('GET', path)).status).toBe(expected === OK ? 404 : 200)
  })

  test('combines several header lines into one list', async () => {
    const { tenant, stale, current } = await createObject()
    const headers = { 'if-match': [stale, current] }
    expect(outcome(await tenant.send('PUT', path, { body: changes[kind], headers }))).toBe(OK)
  })

  test('gets 412 for a missing object that PUT would create, and 404 otherwise', async () => {
    const tenant = await server.createTenant()
    for (const value of ['*', '"1"']) {
      const headers = { 'if-match': value }
      expect(outcome(await tenant.send('PUT', path, { body: bodies[kind], headers }))).toBe(STALE)
      const notFound = `404 ${kind.slice(0, -1)}_not_found`
      expect(
        outcome(await tenant.send('PUT', `/${kind}/${UNKNOWN_ID}`, { body: bodies[kind], headers })),
      ).toBe(notFound)
      expect(outcome(await tenant.send('DELETE', path, { headers }))).toBe(notFound)
    }
    expect((await tenant.send('GET', path)).status).toBe(404)
  })

  test('does not match a new object with the tag of a deleted one', async () => {
    const tenant = await server.createTenant()
    await put(tenant, path, bodies[kind])
    const old = await readTag(tenant, path)
    await tenant.send('DELETE', path)
    await put(tenant, path, bodies[kind])
    expect(
      outcome(await tenant.send('PUT', path, { body: changes[kind], headers: { 'if-match': old } })),
    ).toBe(STALE)
    expect(outcome(await tenant.send('DELETE', path, { headers: { 'if-match': old } }))).toBe(STALE)
  })

  test('lets one of ten concurrent writers with the same tag succeed', async () => {
    const { tenant, current } = await createObject()
    const headers = { 'if-match': current }
    const names = Array.from({ length: 10 }, (_, i) => `Writer ${i}`)
    const [attribute = ''] = Object.keys(changes[kind])
    const answers = await Promise.all(
      names.map((name) => tenant.send('PUT', path, { body: { [attribute]: name }, headers })),
    )
    expect(answers.map(outcome).sort()).toEqual([OK, ...Array.from({ length: 9 }, () => STALE)])
    const winner = names[answers.findIndex(({ status }) => status === 200)]
    expect(await get(tenant, path)).toMatchObject({ version: 3, [attribute]: winner })
    expect(
      (await readEvents(tenant)).filter(
        ({ version, objectKind }) => version === 3 && `${objectKind}s` === kind,
      ).length,
    ).toBe(1)
  })

  test('as If-None-Match: * creates an object and never changes one', async () => {
    const tenant = await server.createTenant()
    const headers = { 'if-none-match': '*' }
    const creations = await Promise.all(
      Array.from({ length: 6 }, () => tenant.send('PUT', path, { body: bodies[kind], headers })),
    )
    expect(creations.map(outcome).sort()).toEqual(['201 ok', STALE, STALE, STALE, STALE, STALE])
    expect(outcome(await tenant.send('PUT', path, { body: changes[kind], headers }))).toBe(STALE)
    expect(await readVersion(tenant, path)).toBe(1)
    expect(outcome(await tenant.send('DELETE', path, { headers }))).toBe(STALE)
    const both = { ...headers, 'if-match': '*' }
    expect(outcome(await tenant.send('PUT', path, { body: changes[kind], headers: both }))).toBe(STALE)
    const tag = await readTag(tenant, path)
    const withTag = await tenant.send('PUT', path, { body: changes[kind], headers: { 'if-none-match': tag } })
    expect(outcome(withTag)).toBe('400 bad_request')
    expect(await readVersion(tenant, path)).toBe(1)
  })

  test('needs an ETag from a read, because responses to writes have none', async () => {
    const tenant = await server.createTenant()
    const answers = [
      await tenant.send('POST', `/${kind}`, {
        body: { ...bodies[kind], ...(kind === 'users' ? person('eve') : {}) },
      }),
      await tenant.send('PUT', path, { body: bodies[kind] }),
      await tenant.send('PUT', path, { body: changes[kind] }),
      await tenant.send('PUT', path, { body: changes[kind] }),
      await tenant.send('PUT', `${path}?dryRun=true`, { body: changes[kind] }),
      await tenant.send('PUT', path, { body: changes[kind], headers: { 'if-match': '"1"' } }),
      await tenant.send('DELETE', path),
    ]
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 200, 200, 200, 412, 200])
    expect(answers.map(({ headers }) => headers.etag)).toEqual(answers.map(() => undefined))
  })
})

describe('the order of refusals', () => {
  const headers = { 'if-match': '"9"' }

  test('is 404, 403, 412, and then the refusals of the write itself', async () => {
    const tenant = await server.createTenant()
    await createUserWithRole(tenant, 'admin', attendee('ada', { externalId: 'admin' }))
    await createUser(tenant, attendee('bob', { externalId: 'bob' }))
    const email = { email: 'bob@example.org' }
    const outcomes = [
      await tenant.send('PUT', `/users/${UNKNOWN_ID}`, { body: email, headers }),
      await tenant.send('PUT', '/users/ext:admin', { body: email, headers }),
      await tenant.send('DELETE', '/users/ext:admin', { headers }),
      await tenant.send('PUT', '/users/ext:admin', { body: email, headers, key: tenant.privileged }),
      await tenant.send('PUT', '/users/ext:bob', { body: { email: 'ada@example.org' }, headers }),
      await tenant.send('PUT', '/users/ext:bob', { body: { email: 'ada@example.org' } }),
    ].map(outcome)
    expect(outcomes).toEqual([
      '404 user_not_found',
      '403 protected_account',
      '403 protected_account',
      STALE,
      STALE,
      '409 email_taken',
    ])
  })

  test('checks the schema before 412, and a stale version creates no account', async () => {
    const tenant = await server.createTenant()
    await put(tenant, '/talks/ext:t', talk())
    const send = (body: object) => tenant.send('PUT', '/talks/ext:t', { body, headers })
    expect(outcome(await send({ title: 7 }))).toBe('422 invalid_data')
    expect(outcome(await send({ speakers: [person('new')] }))).toBe(STALE)
    expect((await get(tenant, '/users')).items.length).toBe(1)
  })

  test('checks the precondition even if nothing would change', async () => {
    const tenant = await server.createTenant()
    await put(tenant, '/talks/ext:t', talk())
    expect(outcome(await tenant.send('PUT', '/talks/ext:t', { body: {}, headers }))).toBe(STALE)
  })
})

test('If-Match accepts the tag of a talk after one of its speakers has changed', async () => {
  const tenant = await server.createTenant()
  await put(tenant, '/talks/ext:t', talk())
  const before = await readTag(tenant, '/talks/ext:t')
  await put(tenant, '/users/ada@example.org', { job: 'Engineer' })
  expect(await readTag(tenant, '/talks/ext:t')).not.toBe(before)
  const headers = { 'if-match': before }
  expect(outcome(await tenant.send('PUT', '/talks/ext:t', { body: { title: 'New' }, headers }))).toBe(OK)
})

describe('every write', () => {
  const url = 'https://crm.example.org/hooks'
  const from = '2027-03-01T12:00:00Z'
  const message = { label: 'Bridge', text: 'Hello' }
  const question = { label: 'Room 2', text: 'Why?' }
  const create = async (tenant: Tenant, path: string, body: unknown): Promise<string> =>
    (await tenant.send('POST', path, { key: tenant.privileged, body })).body.id

  /** Creates an object of each kind. Returns the ids of those without an identifier of their own, by list. */
  const createObjects = async () => {
    const tenant = await server.createTenant()
    await changeSettings(tenant.api.installation, tenant.caller, { credits: { isOn: true, price: 1 } })
    for (const kind of kinds) await put(tenant, `/${kind}/ext:x`, bodies[kind])
    await put(tenant, '/users/ext:x/favorites/ext:x', undefined)
    await put(tenant, '/surveys/ext:x', survey())
    await tenant.send('POST', '/surveys/ext:x/open')
    const ids = {
      webhooks: await create(tenant, '/webhooks', { url }),
      messages: await create(tenant, '/talks/ext:x/messages', message),
      questions: await create(tenant, '/talks/ext:x/questions', question),
      duplicate: await create(tenant, '/talks/ext:x/questions', question),
    }
    return { tenant, ids }
  }
  type Ids = Awaited<ReturnType<typeof createObjects>>['ids']
  const writes: [operation: string, body: unknown, refused: string][] = [
    ...kinds.flatMap((kind): [string, unknown, string][] => [
      [`post /${kind}`, kind === 'users' ? attendee('eve') : bodies[kind], STALE],
      [`put /${kind}/{}`, changes[kind], STALE],
      [`delete /${kind}/{}`, undefined, STALE],
    ]),
    ['post /users/owner', { email: 'own@example.org', firstName: 'O', lastName: 'W' }, STALE],
    ['post /users/{}/credits', { kind: 'grant', amount: 5 }, STALE],
    ['post /users/{}/points', { points: 5, reason: 'Visited booth 12' }, STALE],
    ['put /users/{}/favorites/{}', undefined, STALE],
    ['delete /users/{}/favorites/{}', undefined, STALE],
    ['put /talks/{}/live', { slowSeconds: 10 }, STALE],
    ['post /talks/{}/messages', message, STALE],
    ['delete /talks/{}/messages/{}', undefined, STALE],
    ['post /talks/{}/questions', question, STALE],
    ['put /talks/{}/questions/{}', { text: 'What?' }, STALE],
    ['post /talks/{}/questions/{}/merge', ({ duplicate }: Ids) => ({ questions: [duplicate] }), STALE],
    ['delete /talks/{}/questions/{}', undefined, STALE],
    ['post /surveys', survey(), STALE],
    ['put /surveys/{}', { title: 'New' }, STALE],
    ['post /surveys/{}/open', undefined, STALE],
    ['post /surveys/{}/close', undefined, STALE],
    ['delete /surveys/{}', undefined, STALE],
    ['post /webhooks', { url }, STALE],
    ['put /webhooks/{}', { description: 'New' }, STALE],
    ['delete /webhooks/{}', undefined, STALE],
    ['post /webhooks/{}/rotate', {}, STALE],
    ['post /webhooks/{}/test', undefined, STALE],
    ['post /webhooks/{}/redeliver', { from }, STALE],
    ['post /batch', { operations: [{ method: 'DELETE', path: '/sponsors/ext:x' }] }, '400 bad_request'],
    ['put /programme', { source: 'test' }, '400 bad_request'],
  ]

  test.each(writes)('%s checks If-Match', async (operation, body, refused) => {
    const { tenant, ids } = await createObjects()
    const [method = '', template = ''] = operation.split(' ')
    const path = template.replace(/(\w+)\/\{\}/g, (_, list) => `${list}/${Object(ids)[list] ?? 'ext:x'}`)
    const send = (headers: Record<string, string>) =>
      tenant.send(method.toUpperCase(), path, {
        key: tenant.privileged,
        body: typeof body === 'function' ? body(ids) : body,
        headers,
      })
    const audit = () => readTable(tenant.api.installation.store, 'events')
    const before = await audit()
    expect(outcome(await send({ 'if-match': '"7"' }))).toBe(refused)
    expect(await audit()).toEqual(before)
    expect((await send({})).body.code).toBe('ok')
  })

  test('is covered here, and the OpenAPI document lists the writes with preconditions', async () => {
    const tenant = await server.createTenant()
    const { paths } = await get(tenant, '/openapi.json')
    type Operation = { parameters?: { name: string }[] }
    const operations = Object.entries<Record<string, Operation>>(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([method]) => method !== 'get')
        .map(([method, { parameters = [] }]) => {
          const template = path.replace('/api/external/v1', '').replace(/\{\w+\}/g, '{}')
          return [`${method} ${template}`, parameters.some(({ name }) => name === 'If-Match')] as const
        }),
    )
    // `src/features/files/files.api.test.ts` covers files, whose bodies are not JSON.
    const covered = [...writes.map(([name]) => name), 'post /files']
    expect(operations.map(([name]) => name).sort()).toEqual(covered.sort())
    const conditional = operations.filter(([, hasCondition]) => hasCondition).map(([name]) => name)
    expect(conditional.sort()).toEqual(
      writes
        .map(([name]) => name)
        .filter((name) => name.includes('{}'))
        .sort(),
    )
  })
})
