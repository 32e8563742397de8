// The request log, its numbers, what it hides and when it forgets; the audit and its file.
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listKeys, revokeApiKey } from '../../../src/domain/access/api-keys.ts'
import { listChanges } from '../../../src/domain/office/audit.ts'
import { listLoggedRequests, logRequests, readRecentTraffic } from '../../../src/domain/office/request-log.ts'
import { changeSettings } from '../../../src/domain/platforms/platforms.ts'
import { applyRetention } from '../../../src/domain/platforms/retention.ts'
import { startRequestLog } from '../../../src/jobs/request-log.ts'
import { newId } from '../../../src/lib/data/ids.ts'
import type { LoggedRequest, RequestFilter } from '../../../src/store/office/request-log.ts'
import { startApi, type TestApi, type TestPlatform } from '../../support/api.ts'
import { recordReads } from '../../support/reads.ts'
import { waitUntil } from '../../support/until.ts'
import { PASSWORD, signInAs, type Visitor } from '../../support/visitors.ts'

const DAY = 24 * 3_600_000
const everything = { keyId: null, operation: null, status: null }
const anyChange = { actor: null, objectKind: null, action: null, objectId: null, from: null, to: null }

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

/** The log of the platform once it holds so many requests, newest first. */
const logged = (count: number, filter: Partial<RequestFilter> = {}): Promise<LoggedRequest[]> =>
  waitUntil(
    async () => {
      // Reads of SQLite never leave this turn of the event loop; the log is written in a later one.
      await turn()
      const page = { cursor: undefined, limit: 200 }
      const all = { ...everything, ...filter }
      return (await listLoggedRequests(api.installation, platform.caller, all, page)).requests
    },
    (requests) => requests.length >= count,
  )

const keyOf = async (name: string) =>
  (await listKeys(api.installation, platform.caller)).find((key) => key.name === name)?.id ?? ''

const talk = (title: string) => ({
  title,
  description: 'Write to eve@example.org.',
  start: '2027-05-20T09:30:00Z',
  speakers: [{ email: 'ada.lovelace@example.org', firstName: 'Ada', lastName: 'Lovelace', username: 'ada' }],
})

describe('the request log', () => {
  test('tells what was asked, by which key, and how it ended', async () => {
    const answer = await api.send('PUT', '/talks/ext:a', { key: platform.standard, body: talk('Bread') })
    const [request] = await logged(1)
    expect(request).toEqual({
      id: answer.headers['x-request-id'],
      platformId: platform.caller.platform.id,
      keyId: await keyOf('standard'),
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
    })
    expect(request?.durationUs).toBeGreaterThan(0)
  })

  test('keeps the body without who it is about', async () => {
    await api.send('PUT', '/talks/ext:a', { key: platform.standard, body: talk('Bread') })
    const [request] = await logged(1)
    expect(JSON.parse(request?.body ?? '')).toEqual({
      ...talk('Bread'),
      description: 'Write to e•••@example.org.',
      speakers: [{ email: 'a•••@example.org', firstName: '•••', lastName: '•••', username: '•••' }],
    })
  })

  test('masks an e-mail in a path, and leaves the query out', async () => {
    await api.send('GET', '/users/ada%40example.org', { key: platform.standard })
    await api.send('GET', '/users?email=ada@example.org', { key: platform.standard })
    const requests = await logged(2)
    expect(requests.map(({ path }) => path).sort()).toEqual([
      '/api/external/v1/users',
      '/api/external/v1/users/a•••@example.org',
    ])
  })

  test('cuts a body at 4 KiB', async () => {
    await api.send('PUT', '/sponsors/ext:s', {
      key: platform.standard,
      body: { pageContent: 'é'.repeat(30_000) },
    })
    const [request] = await logged(1)
    expect(Buffer.byteLength(request?.body ?? '')).toBeLessThanOrEqual(4096)
    expect(request?.body).toMatch(/…$/)
  })

  test('names code and places of a refusal', async () => {
    await api.send('PUT', '/talks/ext:a', {
      key: platform.standard,
      body: { titel: 'x', speakers: [{ email: 'nobody' }], 'eve@example.org': 1 },
    })
    const [request] = await logged(1)
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
    ['a path that is none', 'GET', '/nowhere', { status: 404, errorCode: 'not_found', operation: 'unknown' }],
    ['a method that is none', 'PATCH', '/talks', { status: 405, errorCode: 'method_not_allowed' }],
    ['too little privilege', 'POST', '/users/owner', { status: 403, errorCode: 'insufficient_permissions' }],
    ['an object that is none', 'GET', '/talks/ext:none', { status: 404, errorCode: 'talk_not_found' }],
  ])('has %s', async (_name, method, path, expected) => {
    await api.send(method, path, { key: platform.standard })
    expect((await logged(1))[0]).toMatchObject(expected)
  })

  test('says of a key of ours that was refused why, and answers nobody so', async () => {
    const id = await keyOf('standard')
    await revokeApiKey(api.installation, platform.caller, id)
    const answer = await waitUntil(
      () => api.send('GET', '/talks', { key: platform.standard }),
      ({ status }) => status === 401,
    )
    expect(answer.body.message).toBe('Invalid API key')
    const requests = await logged(1, { status: { from: 401, to: 401 } })
    expect(requests[0]).toMatchObject({
      keyId: id,
      errorCode: 'invalid_api_key',
      problems: [{ code: 'revoked', message: 'The key was revoked.' }],
    })
  })

  test('holds no key and nothing of a header', async () => {
    await api.send('PUT', `/talks/ext:${platform.standard}`, {
      key: platform.standard,
      body: { description: platform.privileged, [platform.privileged]: platform.standard },
      headers: { 'x-secret': 'hunter2' },
    })
    const text = JSON.stringify(await logged(1))
    for (const secret of [platform.standard.slice(5), platform.privileged.slice(5), 'hunter2', 'Bearer'])
      expect(text).not.toContain(secret)
  })

  test('is filtered by key, status and operation', async () => {
    await api.send('PUT', '/talks/ext:a', { key: platform.standard, body: talk('Bread') })
    await api.send('GET', '/talks', { key: platform.standard })
    await api.send('GET', '/talks/ext:none', { key: platform.privileged })
    await logged(3)
    const found = async (filter: Partial<RequestFilter>) =>
      (await logged(0, filter)).map(({ operation }) => operation).sort()
    expect(await found({ keyId: await keyOf('privileged') })).toEqual(['readTalk'])
    expect(await found({ status: { from: 200, to: 299 } })).toEqual(['listTalks', 'updateTalk'])
    expect(await found({ operation: 'listTalks' })).toEqual(['listTalks'])
    expect(await found({ operation: 'listTalks', keyId: await keyOf('privileged') })).toEqual([])
  })

  test('shows nothing of another platform', async () => {
    const other = await api.addPlatform(`requests-other-${platforms}`)
    await api.send('GET', '/talks', { key: other.standard })
    await api.send('GET', '/sponsors', { key: platform.standard })
    expect((await logged(1)).map(({ operation }) => operation)).toEqual(['listSponsors'])
  })

  test('goes from page to page without gap or repeat', async () => {
    const rows = Array.from({ length: 7 }, (_, index) => rowOf({ operation: `op${index}` }))
    await logRequests(api.installation, { rows, counts: [] })
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await listLoggedRequests(api.installation, platform.caller, everything, {
        cursor,
        limit: 3,
      })
      seen.push(...page.requests.map(({ operation }) => operation))
      cursor = page.next ?? undefined
    } while (cursor)
    expect(seen).toEqual(['op6', 'op5', 'op4', 'op3', 'op2', 'op1', 'op0'])
  })
})

/** A request of this platform, as it is stored. */
const rowOf = (part: Partial<LoggedRequest> = {}) => ({
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
  ...part,
})

/** A request as it is told, before it is stored. */
const endedOf = (part: { body?: unknown; status?: number } = {}) => {
  const { at: _at, ...row } = rowOf()
  return { ...row, body: undefined, ...part }
}

describe('the numbers', () => {
  test('count every hour of the last 24, by how the requests ended', async () => {
    const log = startRequestLog({ services: api.installation, onError: () => {} })
    for (const status of [200, 201, 404, 422, 500]) log.record(endedOf({ status }))
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

  test('count what comes too fast to be kept, and the memory stays bounded', async () => {
    const log = startRequestLog({ services: api.installation, onError: () => {} })
    for (let index = 0; index < 1_500; index += 1) log.record(endedOf())
    expect(log.dropped).toBe(1_000)
    await log.close()
    const { hours, unlogged } = await readRecentTraffic(api.installation, platform.caller)
    expect([hours.at(-1)?.requests, unlogged]).toEqual([1_500, 1_000])
    expect((await logged(200)).length).toBe(200)
  })

  test('add up over batches and nodes', async () => {
    const logs = [1, 2].map(() => startRequestLog({ services: api.installation, onError: () => {} }))
    for (const log of logs) {
      const request = endedOf()
      log.record({ ...request, keyId: 'one-key' })
      await log.flush()
      log.record({ ...endedOf({ status: 429 }), keyId: 'one-key' })
    }
    await Promise.all(logs.map((log) => log.close()))
    const { hours, byKey } = await readRecentTraffic(api.installation, platform.caller)
    expect(hours.at(-1)).toMatchObject({ requests: 4, refused: 2, failed: 0 })
    expect(byKey.get('one-key')).toBe(4)
  })

  test('outlive a store that does not take them, which fails no request', async () => {
    const errors: unknown[] = []
    let isGone = true
    const { store } = api.installation
    const services = {
      ...api.installation,
      store: Object.assign(Object.create(store), {
        execute: (...given: Parameters<typeof store.execute>) =>
          isGone ? Promise.reject(new Error('gone')) : store.execute(...given),
      }),
    }
    const log = startRequestLog({ services, onError: (error) => errors.push(error) })
    log.record(endedOf())
    await log.flush()
    log.record(endedOf())
    await log.flush()
    expect([errors.length, log.dropped]).toEqual([1, 2])
    isGone = false
    log.record(endedOf())
    await log.close()
    const { hours, unlogged } = await readRecentTraffic(api.installation, platform.caller)
    expect([hours.at(-1)?.requests, unlogged]).toEqual([3, 2])
    expect((await logged(1)).length).toBe(1)
  })
})

describe('the retention job', () => {
  test('forgets requests after seven days, and not before', async () => {
    const log = (operation: string) =>
      logRequests(api.installation, { rows: [rowOf({ operation })], counts: [] })
    const kept = async () => {
      await applyRetention(api.installation)
      return (await logged(0)).map(({ operation }) => operation)
    }
    await log('first')
    api.clock.pass(1)
    await log('second')
    api.clock.pass(7 * DAY - 1)
    expect(await kept()).toEqual(['second', 'first'])
    api.clock.pass(1)
    expect(await kept()).toEqual(['second'])
  })

  test('ends the sessions that have idled, whose-ever they are', async () => {
    const visitor = await signInAs(api, 'owner')
    api.clock.pass(31 * 60_000)
    await applyRetention(api.installation)
    expect((await visitor.get('/backoffice')).headers.location).toBe('/sign-in?next=%2Fbackoffice')
  })
})

test('the log holds 100,000 requests of the installation, the newest', async () => {
  const batch = Array.from({ length: 5_000 }, () => rowOf())
  const ids = () => batch.map((row) => ({ ...row, id: newId() }))
  await logRequests(api.installation, { rows: [rowOf({ operation: 'oldest' })], counts: [] })
  for (let times = 0; times < 20; times += 1) await logRequests(api.installation, { rows: ids(), counts: [] })
  expect(await logged(0, { operation: 'oldest' })).toEqual([])
  expect((await logged(200)).length).toBe(200)
})

describe('the pages', () => {
  let owner: Visitor
  beforeEach(async () => {
    platform = api.platform
    owner = await signInAs(api, 'owner')
  })

  test('lead from a request to what it changed', async () => {
    const sent = await api.send('PUT', '/talks/ext:page', { key: platform.standard, body: talk('Sourdough') })
    const id = sent.headers['x-request-id'] ?? ''
    await waitUntil(
      () => owner.get(`/backoffice/requests/${id}`),
      ({ text }) => text.includes('updateTalk'),
    )
    const page = await owner.get(`/backoffice/requests/${id.toUpperCase()}`)
    expect(page.status).toBe(200)
    expect(page.text).toContain('>Sourdough</a>')
    const list = await owner.get('/backoffice/requests?operation=updateTalk')
    expect(list.text).toContain(`href="/backoffice/requests/${id}"`)
  })

  test('find a request by its id', async () => {
    const id = newId()
    const found = await owner.get(`/backoffice/requests?id=${id}`)
    expect([found.status, found.headers.location]).toEqual([303, `/backoffice/requests/${id}`])
    expect((await owner.get(`/backoffice/requests/${id}`)).status).toBe(404)
  })

  test('show the changes of a request that was made at a page', async () => {
    await owner.get('/backoffice/settings/features')
    const saved = await owner.post('/backoffice/settings/features', { chat: 'on' })
    const page = await owner.get(`/backoffice/requests/${saved.headers['x-request-id']}`)
    expect(page.text).toContain('it was made at a page')
    expect(page.text).toContain('/features/questions')
  })

  test('show what people wrote as text', async () => {
    const payload = '<script>alert(1)</script>'
    const sent = await api.send('PUT', '/talks/ext:xss', {
      key: platform.standard,
      body: { ...talk(payload), [payload]: payload },
    })
    const id = sent.headers['x-request-id'] ?? ''
    const page = await waitUntil(
      () => owner.get(`/backoffice/requests/${id}`),
      ({ status }) => status === 200,
    )
    for (const { text } of [
      page,
      await owner.get('/backoffice/requests'),
      await owner.get('/backoffice/audit'),
    ])
      expect(text).not.toContain(payload)
  })

  test.each(['/backoffice', '/backoffice/requests', '/backoffice/audit', '/backoffice/audit.csv'])(
    '%s is for staff alone',
    async (path) => {
      expect((await (await signInAs(api, 'speaker')).get(path)).status).toBe(404)
      expect((await (await signInAs(api, 'admin')).get(path)).status).toBe(200)
    },
  )

  test('make the same number of queries for one request and for fifty', async () => {
    const asked = () =>
      recordReads(api.installation.store, async () => {
        await owner.get('/backoffice/requests')
        await owner.get('/backoffice/audit')
      })
    const before = await asked()
    for (let index = 0; index < 20; index += 1)
      await api.send('PUT', `/talks/ext:many-${index}`, {
        key: platform.standard,
        body: talk(`Talk ${index}`),
      })
    await logged(20)
    expect(await asked()).toEqual(before)
  })
})

describe('the audit', () => {
  beforeEach(() => {
    platform = api.platform
  })

  test('is filtered by actor, kind, action, object and time', async () => {
    const caller = (await api.addPlatform(`audit-${platforms}`)).caller
    const start = api.clock.now()
    await changeSettings(api.installation, caller, { venue: 'Here' })
    api.clock.pass(1_000)
    await changeSettings(api.installation, caller, { venue: 'There' })
    const types = async (filter: object) => {
      const page = { cursor: undefined, limit: 100 }
      const { events } = await listChanges(api.installation, caller, { ...anyChange, ...filter }, page)
      return events.map(({ type, at }) => `${type} ${at - start}`)
    }
    const all = ['platform.updated 1000', 'platform.updated 0']
    expect(await types({ objectKind: 'platform', action: 'updated', from: start })).toEqual([
      ...all,
      'platform.updated 0',
    ])
    expect(await types({ from: start + 1 })).toEqual(['platform.updated 1000'])
    expect((await types({ to: start + 1 })).includes('platform.updated 1000')).toBe(false)
    expect(await types({ actor: 'nobody' })).toEqual([])
    expect((await types({ actor: 'system' })).length).toBe((await types({})).length)
    expect(await types({ objectKind: 'talk' })).toEqual([])
    expect(await types({ objectId: caller.platform.id, action: 'created' })).toEqual(['platform.created 0'])
  })

  test('is a file that holds every change and runs nothing', async () => {
    const owner = await signInAs(api, 'owner', { firstName: '=1+1', lastName: 'Example' })
    await owner.get('/backoffice/settings/features')
    await owner.post('/backoffice/settings/features', { surveys: 'on' })
    for (let index = 0; index < 30; index += 1)
      await api.send('PUT', `/talks/ext:file-${index}`, {
        key: platform.standard,
        body: talk(`=cmd|${index}`),
      })
    const file = await owner.get('/backoffice/audit.csv')
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8; header=present')
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="audit-\d{4}-\d\d-\d\d\.csv"$/)
    const page = { cursor: undefined, limit: 100_000 }
    const { events } = await listChanges(api.installation, platform.caller, anyChange, page)
    const lines = file.text.split('\r\n').slice(1, -1)
    expect(lines.length).toBe(events.length)
    expect(lines[0]).not.toBe('')
    expect(file.text).toContain(",'=1+1 Example,")
    for (const line of lines) expect(line).not.toMatch(/(^|,)"?[=+\-@]/)
  })

  test('is filtered by what was done, whatever it was done to', async () => {
    const owner = await signInAs(api, 'owner')
    await owner.post('/account/password', {
      ...{
        currentPassword: PASSWORD,
        password: 'Nine amber lanterns drift',
        repeated: 'Nine amber lanterns drift',
      },
    })
    const actions = async (query: string) => {
      const { text } = await owner.get(`/backoffice/audit?${query}`)
      return new Set([...text.matchAll(/<p><span class="badge">([^<]*)</g)].map(([, action]) => action))
    }
    expect(await actions('action=password_changed')).toEqual(new Set(['Password changed']))
    expect(await actions('action=created')).toEqual(new Set(['Created']))
    expect((await actions('action=nonsense')).size).toBeGreaterThan(1)
    const { text } = await owner.get('/backoffice/audit?kind=webhook&action=secret_rotated')
    expect(text).toContain('<option value="secret_rotated" selected>Secret rotated</option>')
    expect(text).toContain('No change is like that.')
  })

  test('is filtered in the file as on the page', async () => {
    const owner = await signInAs(api, 'owner')
    const file = await owner.get('/backoffice/audit.csv?kind=user&action=created&actor=system')
    const rows = file.text.split('\r\n').slice(1, -1)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every((row) => row.includes(',user.created,user,'))).toBe(true)
  })
})
