// If-Match and If-None-Match on writes: who has looked at one version does not overwrite a newer one.
import { describe, expect, test } from 'vitest'
import { createUser, createUserWithRole } from '../../support/accounts.ts'
import type { Answer } from '../../support/api.ts'
import { attendee, person, sponsor, talk } from '../../support/bodies.ts'
import { readTable } from '../../support/raw-store.ts'
import { readEvents } from '../../support/rows.ts'
import { get, put, type Tenant, useApi } from '../../support/scenarios.ts'

const server = useApi()
const NOBODY = '01980b5c-7a40-7c3e-9f21-6d2f5b1f0a11'
const bodies = { talks: talk(), sponsors: sponsor(), users: attendee('bob') }
const changes = { talks: { title: 'New' }, sponsors: { name: 'New' }, users: { firstName: 'New' } }
type Kind = keyof typeof bodies
const kinds = Object.keys(bodies) as Kind[]

const tagOf = async (tenant: Tenant, path: string) => (await tenant.send('GET', path)).headers.etag ?? ''
const versionOf = async (tenant: Tenant, path: string): Promise<number> => (await get(tenant, path)).version
const outcome = ({ status, body }: Answer) => `${status} ${body.code}`
const OK = '200 ok'
const STALE = '412 precondition_failed'

describe.each(kinds)('If-Match on /%s', (kind) => {
  const path = `/${kind}/ext:x`
  /** Version 2, and the tags of both versions. */
  const prepare = async () => {
    const tenant = await server.createTenant()
    await put(tenant, path, bodies[kind])
    const stale = await tagOf(tenant, path)
    await put(tenant, path, kind === 'users' ? { lastName: 'Second' } : { speakers: [person('eve')] })
    const current = await tagOf(tenant, path)
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
    ['a list of others', ({ stale }) => `${stale}, "3", "other"`, STALE],
    ['the current tag as a weak one', ({ current }) => `W/${current}`, STALE],
    ['a list with the current tag as a weak one', ({ stale, current }) => `W/${current}, ${stale}`, STALE],
    ['any', () => '*', OK],
    ['the version alone', () => '"2"', OK],
    ['a version with something behind it', () => '"2-xx"', STALE],
    ['the current tag, cut off', ({ current }) => `${current.slice(0, -2)}"`, STALE],
    ['the current tag, with something behind it', ({ current }) => `${current.slice(0, -1)}x"`, STALE],
    ['the current tag of another digest', ({ current }) => `${current.slice(0, -23)}${'x'.repeat(22)}"`, OK],
    ['a version with a zero before it', () => '"02"', STALE],
    ['a tag of ours that is longer', () => '"22-abc"', STALE],
    ['a tag that is none of ours', () => '"abc"', STALE],
    ['an empty tag', () => '""', STALE],
    ['no quotes', ({ current }) => current.replaceAll('"', ''), '400 bad_request'],
    ['an open quote', () => '"2', '400 bad_request'],
    ['any among others', ({ current }) => `*, ${current}`, '400 bad_request'],
    ['nothing', () => '', '400 bad_request'],
  ]
  test.each(rows)('%s', async (_name, value, expected) => {
    const { tenant, ...tags } = await prepare()
    const headers = { 'if-match': value(tags) }
    const update = await tenant.send('PUT', path, { body: changes[kind], headers })
    expect(outcome(update)).toBe(expected)
    expect(await versionOf(tenant, path)).toBe(expected === OK ? 3 : 2)
    // The same for a deletion, of the version that is now the current one.
    const again =
      expected === OK ? { 'if-match': value({ ...tags, current: await tagOf(tenant, path) }) } : headers
    const isVersion = value(tags) === '"2"'
    const deletion = await tenant.send('DELETE', path, { headers: isVersion ? { 'if-match': '"3"' } : again })
    expect(outcome(deletion)).toBe(expected)
    expect((await tenant.send('GET', path)).status).toBe(expected === OK ? 404 : 200)
  })

  test('several lines of the header are one list', async () => {
    const { tenant, stale, current } = await prepare()
    const headers = { 'if-match': [stale, current] }
    expect(outcome(await tenant.send('PUT', path, { body: changes[kind], headers }))).toBe(OK)
  })

  test('where nothing is: 412 for what could be made, 404 for what could not', async () => {
    const tenant = await server.createTenant()
    for (const value of ['*', '"1"']) {
      const headers = { 'if-match': value }
      expect(outcome(await tenant.send('PUT', path, { body: bodies[kind], headers }))).toBe(STALE)
      const unknown = `404 ${kind.slice(0, -1)}_not_found`
      expect(outcome(await tenant.send('PUT', `/${kind}/${NOBODY}`, { body: bodies[kind], headers }))).toBe(
        unknown,
      )
      expect(outcome(await tenant.send('DELETE', path, { headers }))).toBe(unknown)
    }
    expect((await tenant.send('GET', path)).status).toBe(404)
  })

  test('a tag of what was deleted does not match what was made in its place', async () => {
    const tenant = await server.createTenant()
    await put(tenant, path, bodies[kind])
    const old = await tagOf(tenant, path)
    await tenant.send('DELETE', path)
    await put(tenant, path, bodies[kind])
    expect(
      outcome(await tenant.send('PUT', path, { body: changes[kind], headers: { 'if-match': old } })),
    ).toBe(STALE)
    expect(outcome(await tenant.send('DELETE', path, { headers: { 'if-match': old } }))).toBe(STALE)
  })

  test('of ten writers with the same tag one wins, and the others change nothing', async () => {
    const { tenant, current } = await prepare()
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

  test('If-None-Match: * makes one, and never changes it', async () => {
    const tenant = await server.createTenant()
    const headers = { 'if-none-match': '*' }
    const makers = await Promise.all(
      Array.from({ length: 6 }, () => tenant.send('PUT', path, { body: bodies[kind], headers })),
    )
    expect(makers.map(outcome).sort()).toEqual(['201 ok', STALE, STALE, STALE, STALE, STALE])
    expect(outcome(await tenant.send('PUT', path, { body: changes[kind], headers }))).toBe(STALE)
    expect(await versionOf(tenant, path)).toBe(1)
    expect(outcome(await tenant.send('DELETE', path, { headers }))).toBe(STALE)
    const both = { ...headers, 'if-match': '*' }
    expect(outcome(await tenant.send('PUT', path, { body: changes[kind], headers: both }))).toBe(STALE)
    const tag = await tagOf(tenant, path)
    const named = await tenant.send('PUT', path, { body: changes[kind], headers: { 'if-none-match': tag } })
    expect(outcome(named)).toBe('400 bad_request')
    expect(await versionOf(tenant, path)).toBe(1)
  })

  test('answers to writes have no ETag', async () => {
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

describe('order of refusals', () => {
  const headers = { 'if-match': '"9"' }

  test('404 comes before 403, 403 before 412, 412 before what the write itself refuses', async () => {
    const tenant = await server.createTenant()
    await createUserWithRole(tenant, 'admin', attendee('ada', { externalId: 'admin' }))
    await createUser(tenant, attendee('bob', { externalId: 'bob' }))
    const email = { email: 'bob@example.org' }
    const outcomes = [
      await tenant.send('PUT', `/users/${NOBODY}`, { body: email, headers }),
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

  test('the schema comes before 412, and a stale version makes no account', async () => {
    const tenant = await server.createTenant()
    await put(tenant, '/talks/ext:t', talk())
    const send = (body: object) => tenant.send('PUT', '/talks/ext:t', { body, headers })
    expect(outcome(await send({ title: 7 }))).toBe('422 invalid_data')
    expect(outcome(await send({ speakers: [person('newcomer')] }))).toBe(STALE)
    expect((await get(tenant, '/users')).items.length).toBe(1)
  })

  test('a change that changes nothing also needs the version', async () => {
    const tenant = await server.createTenant()
    await put(tenant, '/talks/ext:t', talk())
    expect(outcome(await tenant.send('PUT', '/talks/ext:t', { body: {}, headers }))).toBe(STALE)
  })
})

test('the tag of what a GET has read is good although an account that it shows has changed since', async () => {
  const tenant = await server.createTenant()
  await put(tenant, '/talks/ext:t', talk())
  const before = await tagOf(tenant, '/talks/ext:t')
  await put(tenant, '/users/ada@example.org', { job: 'Engineer' })
  expect(await tagOf(tenant, '/talks/ext:t')).not.toBe(before)
  const headers = { 'if-match': before }
  expect(outcome(await tenant.send('PUT', '/talks/ext:t', { body: { title: 'New' }, headers }))).toBe(OK)
})

describe('every write', () => {
  const url = 'https://crm.example.org/hooks'
  const from = '2027-03-01T12:00:00Z'
  const webhook = async (tenant: Tenant) =>
    (await tenant.send('POST', '/webhooks', { key: tenant.privileged, body: { url } })).body.id
  const prepare = async () => {
    const tenant = await server.createTenant()
    for (const kind of kinds) await put(tenant, `/${kind}/ext:x`, bodies[kind])
    return { tenant, id: await webhook(tenant) }
  }
  const writes: [operation: string, body: unknown, refused: string][] = [
    ...kinds.flatMap((kind): [string, unknown, string][] => [
      [`post /${kind}`, kind === 'users' ? attendee('eve') : bodies[kind], STALE],
      [`put /${kind}/{}`, changes[kind], STALE],
      [`delete /${kind}/{}`, undefined, STALE],
    ]),
    ['post /users/owner', { email: 'own@example.org', firstName: 'O', lastName: 'W' }, STALE],
    ['post /webhooks', { url }, STALE],
    ['put /webhooks/{}', { description: 'New' }, STALE],
    ['delete /webhooks/{}', undefined, STALE],
    ['post /webhooks/{}/rotate', {}, STALE],
    ['post /webhooks/{}/test', undefined, STALE],
    ['post /webhooks/{}/redeliver', { from }, STALE],
    ['post /batch', { operations: [{ method: 'DELETE', path: '/sponsors/ext:x' }] }, '400 bad_request'],
    ['put /programme', { source: 'test' }, '400 bad_request'],
  ]

  test.each(writes)('%s heeds If-Match', async (operation, body, refused) => {
    const { tenant, id } = await prepare()
    const [method = '', template = ''] = operation.split(' ')
    const path = template.replace('{}', template.startsWith('/webhooks') ? id : 'ext:x')
    const send = (headers: Record<string, string>) =>
      tenant.send(method.toUpperCase(), path, { key: tenant.privileged, body, headers })
    const audit = () => readTable(tenant.api.installation.store, 'events')
    const before = await audit()
    expect(outcome(await send({ 'if-match': '"7"' }))).toBe(refused)
    expect(await audit()).toEqual(before)
    expect((await send({})).body.code).toBe('ok')
  })

  test('is among these, and the document says which take a condition', async () => {
    const tenant = await server.createTenant()
    const { paths } = await get(tenant, '/openapi.json')
    type Operation = { parameters?: { name: string }[] }
    const operations = Object.entries<Record<string, Operation>>(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([method]) => method !== 'get')
        .map(([method, { parameters = [] }]) => {
          const template = path.replace('/api/external/v1', '').replace(/\{\w+\}/, '{}')
          return [`${method} ${template}`, parameters.some(({ name }) => name === 'If-Match')] as const
        }),
    )
    expect(operations.map(([name]) => name).sort()).toEqual(writes.map(([name]) => name).sort())
    const conditional = operations.filter(([, hasCondition]) => hasCondition).map(([name]) => name)
    expect(conditional.sort()).toEqual(
      writes
        .map(([name]) => name)
        .filter((name) => name.includes('{}'))
        .sort(),
    )
  })
})
