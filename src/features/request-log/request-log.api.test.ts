// The request log: content, redaction, filters, traffic counts, and retention.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApi, type TestApi, type TestPlatform } from '../../../test/support/api.ts'
import { anyRequest, waitForRequests } from '../../../test/support/logged-requests.ts'
import { waitUntil } from '../../../test/support/until.ts'
import { signInAs } from '../../../test/support/visitors.ts'
import { newId } from '../../kernel/lib/data/ids.ts'
import { listKeys, revokeApiKey } from '../api-keys/api-keys.ts'
import { applyRetention } from '../platforms/retention-job.ts'
import { startRequestLog } from './job.ts'
import { listLoggedRequests, logRequests, readRecentTraffic } from './request-log.ts'
import type { LoggedRequest, RequestFilter } from './store.ts'

const DAY_MS = 24 * 3_600_000

let api: TestApi
let platform: TestPlatform
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api[Symbol.asyncDispose]())
let platforms = 0
beforeEach(async () => {
  platforms += 1
  platform = await api.addPlatform(`requests-${platforms}`)
})

const waitForLogged = (count: number, filter: Partial<RequestFilter> = {}) =>
  waitForRequests(api, platform.caller, count, filter)

const findKeyId = async (name: string) =>
  (await listKeys(api.installation, platform.caller)).find((key) => key.name === name)?.id ?? ''

const talk = (title: string) => ({
  title,
  description: 'Write to eve@example.org.',
  start: '2027-05-20T09:30:00Z',
  speakers: [{ email: 'ada.lovelace@example.org', firstName: 'Ada', lastName: 'Lovelace', username: 'ada' }],
})

describe('the request log', () => {
  test('shows of a path only words of routes, identifiers, and masked e-mails', async () => {
    const { standard: key } = platform
    const id = newId(api.clock.now())
    for (const path of [
      '/users/Hunter2!',
      '/Hunter2!',
      `/talks/${id}`,
      '/talks/ext:b',
      '/users/P4ss%40Hunter2.example',
    ])
      await api.send('GET', path, { key })
    const paths = (await waitForLogged(5)).map(({ path }) => path.replace('/api/external/v1', ''))
    expect(paths.toSorted()).toEqual([
      ...[`/talks/${id}`, '/talks/ext:b', '/users/•••', '/users/•••@•••', '/•••'],
    ])
  })

  test('records each request with its key, path, and result', async () => {
    const answer = await api.send('PUT', '/talks/ext:a', { key: platform.standard, body: talk('Bread') })
    const [request] = await waitForLogged(1)
    expect(request).toEqual({
      id: answer.headers['x-request-id'],
      platformId: platform.caller.platform.id,
      keyId: await findKeyId('standard'),
      keyName: 'standard',
      seq: expect.any(Number),
      at: api.clock.now(),
      operation: 'updateTalk',
      method: 'PUT',
      path: '/api/external/v1/talks/ext:a',
      status: 201,
      durationUs: expect.any(Number),
      errorCode: null,
      problems: [],
      body: expect.any(String),
      response: expect.any(String),
    })
    expect(request?.durationUs).toBeGreaterThan(0)
  })

  test('stores the body with masked personal data', async () => {
    await api.send('PUT', '/talks/ext:a', { key: platform.standard, body: talk('Bread') })
    const [request] = await waitForLogged(1)
    expect(JSON.parse(request?.body ?? '')).toEqual({
      ...talk('Bread'),
      description: 'Write to e•••@example.org.',
      speakers: [{ email: 'a•••@example.org', firstName: '•••', lastName: '•••', username: '•••' }],
    })
  })

  test('stores the response with masked personal data and no generated password', async () => {
    const talkSaved = await api.send('PUT', '/talks/ext:a', { key: platform.standard, body: talk('Bread') })
    const userSaved = await api.send('POST', '/users', {
      key: platform.standard,
      body: { email: 'bo@example.org', type: 'Attendee', firstName: 'Bo', lastName: 'Muster' },
    })
    const ownerSaved = await api.send('POST', '/users/owner', {
      key: platform.privileged,
      body: { email: 'cy@example.org', firstName: 'Cy', lastName: 'Muster' },
    })
    const webhook = await api.send('POST', '/webhooks', {
      key: platform.privileged,
      body: { url: 'https://hooks.example.org/?token=hunter2', types: ['*'] },
    })
    const refused = await api.send('PUT', '/talks/ext:b', { key: platform.standard, body: {} })
    const requests = await waitForLogged(5)
    const responses = new Map(requests.map(({ id, response }) => [id, JSON.parse(response ?? 'null')]))
    const responseTo = ({ headers }: typeof refused) => responses.get(headers['x-request-id'] ?? '')
    expect(responseTo(talkSaved)).toEqual({
      ...talkSaved.body,
      speakers: [{ id: talkSaved.body.speakers[0].id, email: 'a•••@example.org', password: '•••' }],
    })
    expect(responseTo(userSaved)).toMatchObject({ code: 'ok', username: '•••', password: '•••' })
    expect(responseTo(refused)).toMatchObject({ code: 'invalid_data', status: 422 })
    const secrets = [
      ...[talkSaved.body.speakers[0].password, userSaved.body.password, ownerSaved.body.password],
      ...[webhook.body.secret, 'hunter2', platform.standard, platform.privileged],
    ]
    expect(secrets.map((secret) => typeof secret)).toEqual(secrets.map(() => 'string'))
    const log = JSON.stringify(requests)
    for (const secret of secrets) expect(log).not.toContain(secret)
    expect(log).not.toMatch(/bo@|cy@|ada\.lovelace|muster/i)
  })

  test('cuts a response at 2 KiB, and keeps none of an answer without a body', async () => {
    for (let index = 0; index < 20; index += 1)
      await api.send('PUT', `/talks/ext:${index}`, { key: platform.standard, body: talk(`Bread ${index}`) })
    const listed = await api.send('GET', '/talks', { key: platform.standard })
    await api.send('GET', '/talks', {
      key: platform.standard,
      headers: { 'if-none-match': listed.headers.etag ?? '' },
    })
    const [unchanged, list] = await waitForLogged(22)
    expect([unchanged?.status, unchanged?.response]).toEqual([304, null])
    expect(Buffer.byteLength(list?.response ?? '')).toBeLessThanOrEqual(2048)
    expect(list?.response).toMatch(/^\{"code":"ok","items":\[.*…$/)
    expect(list?.response).not.toContain('Lovelace')
  })

  test('masks the e-mail of an account in a path and omits the query string', async () => {
    const { standard: key } = platform
    const ada = { email: 'ada@example.org', firstName: 'Ada', lastName: 'Sample', type: 'Attendee' }
    await api.send('POST', '/users', { key, body: ada })
    await api.send('GET', '/users/ada%40example.org', { key })
    await api.send('GET', '/users?email=ada@example.org', { key })
    const requests = await waitForLogged(3)
    expect(requests.map(({ path }) => path).sort()).toEqual([
      '/api/external/v1/users',
      '/api/external/v1/users',
      '/api/external/v1/users/a•••@example.org',
    ])
  })

  test('cuts a body at 4 KiB', async () => {
    await api.send('PUT', '/sponsors/ext:s', {
      key: platform.standard,
      body: { pageContent: 'é'.repeat(30_000) },
    })
    const [request] = await waitForLogged(1)
    expect(Buffer.byteLength(request?.body ?? '')).toBeLessThanOrEqual(4096)
    expect(request?.body).toMatch(/…$/)
  })

  test('records the code and the pointers of a refusal', async () => {
    await api.send('PUT', '/talks/ext:a', {
      key: platform.standard,
      body: { titel: 'x', speakers: [{ email: 'nobody' }], 'eve@example.org': 1 },
    })
    const [request] = await waitForLogged(1)
    expect([request?.status, request?.errorCode]).toEqual([422, 'invalid_data'])
    expect(request?.problems.map(({ pointer, code }) => [pointer, code])).toEqual([
      ['/titel', 'unknown'],
      ['/speakers/0/email', 'format'],
      ['/speakers/0/firstName', 'required'],
      ['/speakers/0/lastName', 'required'],
      ['/e•••@example.org', 'unknown'],
    ])
  })

  test.each([
    ['an unknown path', 'GET', '/nowhere', { status: 404, errorCode: 'not_found', operation: 'unknown' }],
    ['an unsupported method', 'PATCH', '/talks', { status: 405, errorCode: 'method_not_allowed' }],
    ['a missing privilege', 'POST', '/users/owner', { status: 403, errorCode: 'insufficient_permissions' }],
    ['an unknown object', 'GET', '/talks/ext:none', { status: 404, errorCode: 'talk_not_found' }],
  ])('records %s', async (_name, method, path, expected) => {
    await api.send(method, path, { key: platform.standard })
    expect((await waitForLogged(1))[0]).toMatchObject(expected)
  })

  test('records why a known key was refused, which the response does not reveal', async () => {
    const id = await findKeyId('standard')
    await revokeApiKey(api.installation, platform.caller, id)
    const answer = await waitUntil(
      () => api.send('GET', '/talks', { key: platform.standard }),
      ({ status }) => status === 401,
    )
    expect(answer.body.message).toBe('Invalid API key')
    const requests = await waitForLogged(1, { status: { from: 401, to: 401 } })
    expect(requests[0]).toMatchObject({
      keyId: id,
      errorCode: 'invalid_api_key',
      problems: [{ code: 'revoked', message: 'The key was revoked.' }],
    })
  })

  test('contains no keys and no headers', async () => {
    await api.send('PUT', `/talks/ext:${platform.standard}`, {
      key: platform.standard,
      body: { description: platform.privileged, [platform.privileged]: platform.standard },
      headers: { 'x-secret': 'hunter2' },
    })
    const text = JSON.stringify(await waitForLogged(1))
    for (const secret of [platform.standard.slice(5), platform.privileged.slice(5), 'hunter2', 'Bearer'])
      expect(text).not.toContain(secret)
  })

  test('can be filtered by key, status, and operation', async () => {
    await api.send('PUT', '/talks/ext:a', { key: platform.standard, body: talk('Bread') })
    await api.send('GET', '/talks', { key: platform.standard })
    await api.send('GET', '/talks/ext:none', { key: platform.privileged })
    await waitForLogged(3)
    const found = async (filter: Partial<RequestFilter>) =>
      (await waitForLogged(0, filter)).map(({ operation }) => operation).sort()
    expect(await found({ keyId: await findKeyId('privileged') })).toEqual(['readTalk'])
    expect(await found({ status: { from: 200, to: 299 } })).toEqual(['listTalks', 'updateTalk'])
    expect(await found({ operation: 'listTalks' })).toEqual(['listTalks'])
    expect(await found({ operation: 'listTalks', keyId: await findKeyId('privileged') })).toEqual([])
  })

  test('contains nothing of another platform', async () => {
    const other = await api.addPlatform(`requests-other-${platforms}`)
    await api.send('GET', '/talks', { key: other.standard })
    await api.send('GET', '/sponsors', { key: platform.standard })
    expect((await waitForLogged(1)).map(({ operation }) => operation)).toEqual(['listSponsors'])
  })

  test('is paginated without gaps or duplicates', async () => {
    const rows = Array.from({ length: 7 }, (_, index) => createRow({ operation: `op${index}` }))
    await logRequests(api.installation, { rows, counts: [] })
    const listed: string[] = []
    let cursor: string | undefined
    do {
      const page = await listLoggedRequests(api.installation, platform.caller, anyRequest, {
        cursor,
        limit: 3,
      })
      listed.push(...page.requests.map(({ operation }) => operation))
      cursor = page.next ?? undefined
    } while (cursor)
    expect(listed).toEqual(['op6', 'op5', 'op4', 'op3', 'op2', 'op1', 'op0'])
  })
})

/** A request of this platform as it is stored. */
const createRow = (part: Partial<LoggedRequest> = {}) => ({
  id: newId(),
  platformId: platform.caller.platform.id,
  keyId: newId(),
  at: api.clock.now(),
  operation: 'listTalks',
  method: 'GET',
  path: '/api/external/v1/talks',
  status: 200,
  durationUs: 1_000,
  errorCode: null,
  problems: [],
  body: null,
  response: null,
  ...part,
})

/** A request as the server reports it, before it is stored. */
const createRecord = (part: { body?: unknown; status?: number } = {}) => {
  const { at: _at, ...row } = createRow()
  return { ...row, body: undefined, response: undefined, ...part }
}

describe('the traffic counts', () => {
  test('cover the last 24 hours by result', async () => {
    const log = startRequestLog({ services: api.installation, onError: () => {} })
    for (const status of [200, 201, 404, 422, 500]) log.record(createRecord({ status }))
    await log.close()
    const { hours } = await readRecentTraffic(api.installation, platform.caller)
    expect(hours.length).toBe(24)
    expect(hours.at(-1)).toEqual({
      hour: api.clock.now() - (api.clock.now() % 3_600_000),
      requests: 5,
      refused: 2,
      failed: 1,
    })
    expect(hours.slice(0, -1).every(({ requests }) => requests === 0)).toBe(true)
  })

  test('include requests that arrive too fast to be logged, with bounded memory', async () => {
    const log = startRequestLog({ services: api.installation, onError: () => {} })
    for (let index = 0; index < 1_500; index += 1) log.record(createRecord())
    expect(log.dropped).toBe(1_000)
    await log.close()
    const { hours, unlogged } = await readRecentTraffic(api.installation, platform.caller)
    expect([hours.at(-1)?.requests, unlogged]).toEqual([1_500, 1_000])
    expect((await waitForLogged(200)).length).toBe(200)
  })

  test('add up across batches and nodes', async () => {
    const logs = [1, 2].map(() => startRequestLog({ services: api.installation, onError: () => {} }))
    for (const log of logs) {
      const request = createRecord()
      log.record({ ...request, keyId: 'one-key' })
      await log.flush()
      log.record({ ...createRecord({ status: 429 }), keyId: 'one-key' })
    }
    await Promise.all(logs.map((log) => log.close()))
    const { hours, byKey } = await readRecentTraffic(api.installation, platform.caller)
    expect(hours.at(-1)).toMatchObject({ requests: 4, refused: 2, failed: 0 })
    expect(byKey.get('one-key')).toBe(4)
  })

  test('survive an unavailable store, which does not fail any request', async () => {
    const errors: unknown[] = []
    let isUnavailable = true
    const { store } = api.installation
    const services = {
      ...api.installation,
      store: Object.assign(Object.create(store), {
        execute: (...args: Parameters<typeof store.execute>) =>
          isUnavailable ? Promise.reject(new Error('unavailable')) : store.execute(...args),
      }),
    }
    const log = startRequestLog({ services, onError: (error) => errors.push(error) })
    log.record(createRecord())
    await log.flush()
    log.record(createRecord())
    await log.flush()
    expect([errors.length, log.dropped]).toEqual([1, 2])
    isUnavailable = false
    log.record(createRecord())
    await log.close()
    const { hours, unlogged } = await readRecentTraffic(api.installation, platform.caller)
    expect([hours.at(-1)?.requests, unlogged]).toEqual([3, 2])
    expect((await waitForLogged(1)).length).toBe(1)
  })
})

describe('the retention job', () => {
  test('deletes requests after seven days and not earlier', async () => {
    const log = (operation: string) =>
      logRequests(api.installation, { rows: [createRow({ operation })], counts: [] })
    const applyAndRead = async () => {
      await applyRetention(api.installation)
      return (await waitForLogged(0)).map(({ operation }) => operation)
    }
    await log('first')
    api.clock.pass(1)
    await log('second')
    api.clock.pass(7 * DAY_MS - 1)
    expect(await applyAndRead()).toEqual(['second', 'first'])
    api.clock.pass(1)
    expect(await applyAndRead()).toEqual(['second'])
  })

  test('ends idle sessions of all users', async () => {
    const visitor = await signInAs(api, 'owner')
    api.clock.pass(31 * 60_000)
    await applyRetention(api.installation)
    expect((await visitor.get('/backoffice')).headers.location).toBe('/sign-in?next=%2Fbackoffice')
  })
})

test('the request log keeps the newest 100,000 requests of the installation', async () => {
  const batch = Array.from({ length: 5_000 }, () => createRow())
  const ids = () => batch.map((row) => ({ ...row, id: newId() }))
  await logRequests(api.installation, { rows: [createRow({ operation: 'oldest' })], counts: [] })
  for (let times = 0; times < 20; times += 1) await logRequests(api.installation, { rows: ids(), counts: [] })
  expect(await waitForLogged(0, { operation: 'oldest' })).toEqual([])
  expect((await waitForLogged(200)).length).toBe(200)
})
