// Deliveries to webhooks: signed, without values, in the order of each object, tried again by the clock, and given up.
import { randomUUID } from 'node:crypto'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as pass } from 'node:timers/promises'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import pg from 'pg'
import { Webhook } from 'standardwebhooks'
import { describe, expect, inject, test } from 'vitest'
import { applyRetention } from '../../../src/domain/platforms/retention.ts'
import { newId } from '../../../src/lib/data/ids.ts'
import { startApi, TestClock } from '../../support/api.ts'
import { attendee, person, sponsor, talk } from '../../support/bodies.ts'
import { type Endpoint, type Received, respondWith, startEndpoint } from '../../support/endpoint.ts'
import { get, put, type Tenant, useApi } from '../../support/scenarios.ts'
import { waitUntil } from '../../support/until.ts'
import {
  ALLOW_LOOPBACK,
  listDeliveries,
  openWebhook,
  sendPrivileged,
  type TestWebhook,
  waitForAttempts,
  waitForDeliveries,
} from '../../support/webhooks.ts'

// Receivers check the time of a delivery against their own.
const server = useApi({ env: ALLOW_LOOPBACK, clock: new TestClock(Date.now()) })
const [SECOND_MS, MINUTE_MS, HOUR_MS] = [1_000, 60_000, 3_600_000]
const DAY_MS = 24 * HOUR_MS

const headersOf = ({ headers }: Received) => headers as Record<string, string>
const addUser = (tenant: Tenant, name: string) => put(tenant, `/users/ext:${name}`, attendee(name))
const changeUser = (tenant: Tenant, name: string, job: string) => put(tenant, `/users/ext:${name}`, { job })

describe('a delivery', () => {
  test('is signed so that the public library takes it, and with one bit changed does not', async () => {
    const tenant = await server.createTenant()
    await using hook = await openWebhook(tenant)
    await addUser(tenant, 'ada')
    const [first] = await hook.endpoint.waitForCount(1)
    if (!first) throw new Error('Nothing was received.')
    const receiver = new Webhook(hook.secret)
    expect(receiver.verify(first.body, headersOf(first))).toEqual(first.payload)
    const [, signature = ''] = String(first.headers['webhook-signature']).split(',')
    const bytes = Buffer.from(signature, 'base64')
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      const headers = { ...headersOf(first), 'webhook-signature': `v1,${changed.toString('base64')}` }
      expect(() => receiver.verify(first.body, headers)).toThrow('No matching signature found')
    }
    expect(() => receiver.verify(`${first.body} `, headersOf(first))).toThrow()
  })

  test('says what happened to which object by whom, and no value of it', async () => {
    const tenant = await server.createTenant()
    const { id } = await put(tenant, '/talks/ext:t', talk({ title: 'A title that is told to nobody' }))
    await using hook = await openWebhook(tenant, { types: ['talk.updated'] })
    const answer = await tenant.send('PUT', '/talks/ext:t', {
      body: { title: 'Secretly renamed', speakers: [person('somebody-new')] },
    })
    const [first] = await hook.endpoint.waitForCount(1)
    const [delivery] = await waitForDeliveries(tenant, hook, ([one]) => one?.state === 'delivered')
    expect(first?.payload).toEqual({
      type: 'talk.updated',
      timestamp: new Date(tenant.api.clock.now()).toISOString(),
      data: {
        id,
        kind: 'talk',
        version: 2,
        eventId: delivery?.eventId,
        changed: ['/speakers', '/title'],
        actor: { kind: 'api_key', id: expect.any(String) },
      },
    })
    expect(first?.id).toBe(delivery?.id)
    for (const secret of ['Secretly', 'somebody', answer.body.speakers[0].password])
      expect(first?.body).not.toContain(secret)
  })

  test('is as the OpenAPI document describes it', async () => {
    const tenant = await server.createTenant()
    await using hook = await openWebhook(tenant)
    await addUser(tenant, 'ada')
    const [first] = await hook.endpoint.waitForCount(1)
    const { webhooks, components } = await get(tenant, '/openapi.json')
    const { parameters, requestBody } = webhooks.change.post
    for (const { name } of parameters) expect(first?.headers[name]).toEqual(expect.any(String))
    const [[type, { schema }]] = Object.entries<{ schema: object }>(requestBody.content) as [
      [string, { schema: object }],
    ]
    expect(first?.headers['content-type']).toBe(type)
    const check = addFormats.default(new Ajv2020({ strict: false })).compile({ ...schema, components })
    expect([check(first?.payload), check.errors]).toEqual([true, null])
    expect(check({ ...first?.payload, timestamp: 'now' })).toBe(false)
  })

  test('comes for what is asked for alone, from the moment of asking on', async () => {
    const tenant = await server.createTenant()
    await addUser(tenant, 'before')
    await using byKind = await openWebhook(tenant, { types: ['user.*'] })
    await using byName = await openWebhook(tenant, { types: ['user.updated', 'talk.deleted'] })
    await using all = await openWebhook(tenant)
    await addUser(tenant, 'ada')
    await changeUser(tenant, 'ada', 'Engineer')
    await put(tenant, '/talks/ext:t', talk({ speakers: [person('ada')] }))
    await tenant.send('DELETE', '/talks/ext:t')
    const typesOf = async (hook: { id: string }) =>
      (await waitForDeliveries(tenant, hook, (all) => all.every(({ state }) => state === 'delivered')))
        .map(({ type }) => type)
        .reverse()
    await all.endpoint.waitForCount(4)
    expect(await typesOf(all)).toEqual(['user.created', 'user.updated', 'talk.created', 'talk.deleted'])
    expect(await typesOf(byKind)).toEqual(['user.created', 'user.updated'])
    expect(await typesOf(byName)).toEqual(['user.updated', 'talk.deleted'])
  })

  test('of a test comes whatever is asked for, to the one webhook', async () => {
    const tenant = await server.createTenant()
    await using hook = await openWebhook(tenant, { types: ['sponsor.deleted'] })
    await using other = await openWebhook(tenant)
    const { eventId } = await sendPrivileged(tenant, 'POST', `/webhooks/${hook.id}/test`)
    await addUser(tenant, 'ada')
    const [first] = await hook.endpoint.waitForCount(1)
    const data = { id: hook.id, kind: 'webhook', eventId }
    expect(first?.payload).toMatchObject({ type: 'webhook.test', data })
    expect((await listDeliveries(tenant, hook)).map((one) => one.eventId)).toEqual([eventId])
    await other.endpoint.waitForCount(1)
    expect((await listDeliveries(tenant, other)).map(({ type }) => type)).toEqual(['user.created'])
  })

  test('never tells of another platform', async () => {
    const [mine, theirs] = [await server.createTenant(), await server.createTenant()]
    await using hook = await openWebhook(mine)
    await using other = await openWebhook(theirs)
    await addUser(theirs, 'ada')
    await other.endpoint.waitForCount(1)
    await addUser(mine, 'uma')
    const received = await hook.endpoint.waitForCount(1)
    const { id } = (await mine.send('GET', '/users/ext:uma')).body
    expect(received.map(({ payload }) => payload.data.id)).toEqual([id])
  })

  test('carries two signatures for a day after a rotation, then one', async () => {
    const tenant = await server.createTenant()
    await using hook = await openWebhook(tenant)
    const { secret } = await sendPrivileged(tenant, 'POST', `/webhooks/${hook.id}/rotate`, {})
    await addUser(tenant, 'ada')
    const [first] = await hook.endpoint.waitForCount(1)
    if (!first) throw new Error('Nothing was received.')
    expect(String(first.headers['webhook-signature']).split(' ')).toHaveLength(2)
    for (const one of [secret, hook.secret])
      expect(new Webhook(one).verify(first.body, headersOf(first))).toEqual(first.payload)
    tenant.api.clock.pass(DAY_MS)
    await addUser(tenant, 'uma')
    const [, second] = await hook.endpoint.waitForCount(2)
    const at = new Date(Number(second?.headers['webhook-timestamp']) * 1000)
    expect(second?.headers['webhook-signature']).toBe(
      new Webhook(secret).sign(second?.id ?? '', at, second?.body ?? ''),
    )
  })
})

describe('the order', () => {
  test('of one object is kept, and holds up no other object', async () => {
    const tenant = await server.createTenant()
    const { id } = await addUser(tenant, 'ada')
    await using hook = await openWebhook(tenant)
    let isDown = true
    hook.endpoint.answer = (received, response) =>
      respondWith(received.payload.data.id === id && isDown ? 500 : 204)(received, response)
    for (const job of ['a', 'b', 'c']) await changeUser(tenant, 'ada', job)
    await addUser(tenant, 'uma')
    const versions = () =>
      hook.endpoint.received
        .filter(({ payload }) => payload.data.id === id)
        .map(({ payload }) => payload.data.version)
    await waitForDeliveries(tenant, hook, ([newest]) => newest?.state === 'delivered')
    await waitForDeliveries(tenant, hook, (all) => all.at(-1)?.attempts === 1)
    expect(versions()).toEqual([2])
    isDown = false
    tenant.api.clock.pass(6 * SECOND_MS)
    await waitForDeliveries(tenant, hook, (all) => all.every(({ state }) => state === 'delivered'))
    expect(versions()).toEqual([2, 2, 3, 4])
  })

  test('holds at an endpoint that answers late, with many changes of many objects', async () => {
    const tenant = await server.createTenant()
    await using hook = await openWebhook(tenant)
    hook.endpoint.answer = (received, response) =>
      void setTimeout(() => respondWith(204)(received, response), received.body.length % 7)
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l']
    await Promise.all(
      names.map(async (name) => {
        await addUser(tenant, name)
        for (let i = 0; i < 10; i += 1) await changeUser(tenant, name, `job ${i}`)
      }),
    )
    const received = await hook.endpoint.waitForCount(names.length * 11, 30_000)
    const versions = Map.groupBy(received, ({ payload }) => payload.data.id)
    expect([...versions.values()].map((all) => all.map(({ payload }) => payload.data.version))).toEqual(
      names.map(() => [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
    )
  })
})

describe('an endpoint that fails', () => {
  const retries = [
    5 * SECOND_MS,
    5 * MINUTE_MS,
    30 * MINUTE_MS,
    2 * HOUR_MS,
    5 * HOUR_MS,
    10 * HOUR_MS,
    14 * HOUR_MS,
    20 * HOUR_MS,
    24 * HOUR_MS,
  ]

  test('is tried again nine times, each a little later than said and never sooner, then given up', async () => {
    const tenant = await server.createTenant()
    const { clock } = tenant.api
    await using hook = await openWebhook(tenant, { types: ['user.created'] })
    await using watch = await openWebhook(tenant, { types: ['user.updated'] })
    hook.endpoint.answer = respondWith(503)
    await addUser(tenant, 'ada')
    for (const [index, delayMs] of retries.entries()) {
      const { state, lastAttemptAt, nextAttemptAt } = await waitForAttempts(tenant, hook, index + 1)
      expect(state).toBe('pending')
      const waitMs = Date.parse(nextAttemptAt ?? '') - Date.parse(lastAttemptAt ?? '')
      expect([waitMs >= delayMs, waitMs <= delayMs * 1.1]).toEqual([true, true])
      clock.pass(waitMs - 1)
      // Another delivery shows that what is due has been looked at.
      await changeUser(tenant, 'ada', `job ${index}`)
      await watch.endpoint.waitForCount(index + 1)
      expect(hook.endpoint.received).toHaveLength(index + 1)
      clock.pass(1)
    }
    const last = await waitForAttempts(tenant, hook, retries.length + 1)
    expect([last.state, last.nextAttemptAt]).toEqual(['failed', null])
    expect(new Set(hook.endpoint.received.map(({ id }) => id)).size).toBe(1)
    const { log } = await sendPrivileged(tenant, 'GET', `/webhooks/${hook.id}/deliveries/${last.id}`)
    expect(log.map(({ status }: { status: number }) => status)).toEqual(Array(10).fill(503))
  })

  test('with 410 is disabled at once, and sent nothing more', async () => {
    const tenant = await server.createTenant()
    await using hook = await openWebhook(tenant)
    hook.endpoint.answer = respondWith(410)
    await addUser(tenant, 'ada')
    const shown = await waitUntil(
      () => sendPrivileged(tenant, 'GET', `/webhooks/${hook.id}`),
      ({ enabled }) => !enabled,
    )
    expect(shown).toMatchObject({ enabled: false, disabledReason: 'gone', version: 2 })
    const sent = hook.endpoint.received.length
    await using watch = await openWebhook(tenant)
    await addUser(tenant, 'uma')
    await watch.endpoint.waitForCount(1)
    expect(hook.endpoint.received).toHaveLength(sent)
    const test = await tenant.send('POST', `/webhooks/${hook.id}/test`, { key: tenant.privileged })
    expect([test.status, test.body.code]).toEqual([409, 'webhook_disabled'])
  })

  /** Changes the address of a webhook; when what happens from then on comes there. */
  async function moveHook(tenant: Tenant, { id }: TestWebhook, { url, received }: Endpoint): Promise<void> {
    await sendPrivileged(tenant, 'PUT', `/webhooks/${id}`, { url })
    const change = async () => {
      await addUser(tenant, `moved-${randomUUID()}`)
      return received.length
    }
    await waitUntil(change, (count) => count > 0)
  }

  test('late, with 410, does not disable a webhook that goes elsewhere by then', async () => {
    const tenant = await server.createTenant()
    await using hook = await openWebhook(tenant)
    await using elsewhere = await startEndpoint()
    const { promise: isMoved, resolve: answer } = Promise.withResolvers<void>()
    hook.endpoint.answer = (received, response) =>
      void isMoved.then(() => respondWith(410)(received, response))
    await addUser(tenant, 'ada')
    const [first] = await hook.endpoint.waitForCount(1)
    await moveHook(tenant, hook, elsewhere)
    answer()
    const all = await waitForDeliveries(tenant, hook, (all) => all.at(-1)?.attempts === 1)
    expect(all.at(-1)).toMatchObject({ id: first?.id, state: 'pending', lastStatus: 410 })
    const shown = { enabled: true, disabledReason: null, failingSince: null }
    expect(await sendPrivileged(tenant, 'GET', `/webhooks/${hook.id}`)).toMatchObject(shown)
    tenant.api.clock.pass(6 * SECOND_MS)
    await waitForDeliveries(tenant, hook, (all) => all.at(-1)?.state === 'delivered')
    expect(elsewhere.received.map(({ id }) => id)).toContain(first?.id)
  })

  test('is given its time anew at another address', async () => {
    const tenant = await server.createTenant()
    await using hook = await openWebhook(tenant)
    await using elsewhere = await startEndpoint()
    for (const endpoint of [hook.endpoint, elsewhere]) endpoint.answer = respondWith(500)
    await addUser(tenant, 'first')
    await waitForAttempts(tenant, hook, 1)
    tenant.api.clock.pass(5 * DAY_MS - 1)
    const movedAt = tenant.api.clock.now()
    await moveHook(tenant, hook, elsewhere)
    tenant.api.clock.pass(1)
    await addUser(tenant, 'second')
    await waitForDeliveries(tenant, hook, ([newest]) => newest?.attempts === 1)
    const { enabled, failingSince } = await sendPrivileged(tenant, 'GET', `/webhooks/${hook.id}`)
    expect([enabled, Date.parse(failingSince) >= movedAt]).toEqual([true, true])
  })

  test('for five days, with nothing but failures, is disabled', async () => {
    const tenant = await server.createTenant()
    await using hook = await openWebhook(tenant)
    await using mixed = await openWebhook(tenant)
    hook.endpoint.answer = respondWith(500)
    mixed.endpoint.answer = respondWith(500)
    await addUser(tenant, 'first')
    await waitForAttempts(tenant, hook, 1)
    await waitForAttempts(tenant, mixed, 1)
    const { failingSince } = await sendPrivileged(tenant, 'GET', `/webhooks/${hook.id}`)
    expect(failingSince).toBe(new Date(tenant.api.clock.now()).toISOString())
    tenant.api.clock.pass(DAY_MS)
    mixed.endpoint.answer = respondWith(204)
    await waitForDeliveries(tenant, mixed, (all) => all.every(({ state }) => state === 'delivered'))
    await waitForAttempts(tenant, hook, 2)
    mixed.endpoint.answer = respondWith(500)
    tenant.api.clock.pass(4 * DAY_MS - 1)
    await addUser(tenant, 'second')
    await waitForDeliveries(
      tenant,
      hook,
      ([newest, oldest]) => newest?.attempts === 1 && oldest?.attempts === 3,
    )
    expect((await sendPrivileged(tenant, 'GET', `/webhooks/${hook.id}`)).enabled).toBe(true)
    tenant.api.clock.pass(1)
    await addUser(tenant, 'third')
    await waitUntil(
      () => sendPrivileged(tenant, 'GET', `/webhooks/${hook.id}`),
      ({ disabledReason }) => disabledReason === 'failing',
    )
    await waitForAttempts(tenant, mixed, 1)
    expect((await sendPrivileged(tenant, 'GET', `/webhooks/${mixed.id}`)).enabled).toBe(true)
  })

  test('that hangs delays no other', async () => {
    const tenant = await server.createTenant()
    await using hanging = await openWebhook(tenant)
    await using quick = await openWebhook(tenant)
    hanging.endpoint.answer = () => {}
    for (let i = 0; i < 20; i += 1) await addUser(tenant, `u${i}`)
    await quick.endpoint.waitForCount(20)
    const all = await waitForDeliveries(tenant, quick, (all) =>
      all.every(({ state }) => state === 'delivered'),
    )
    expect(all).toHaveLength(20)
    expect((await listDeliveries(tenant, hanging)).map(({ state }) => state)).toEqual(
      Array(20).fill('pending'),
    )
  })

  test('by sending elsewhere is not followed', async () => {
    const tenant = await server.createTenant()
    await using elsewhere = await startEndpoint()
    await using hook = await openWebhook(tenant)
    hook.endpoint.answer = respondWith(307, { location: elsewhere.url })
    await addUser(tenant, 'ada')
    const { state, lastStatus } = await waitForAttempts(tenant, hook, 1)
    expect([state, lastStatus, elsewhere.received]).toEqual(['pending', 307, []])
  })

  test('by a name for an address that is not public is never connected to, and never sent anything', async () => {
    await using api = await startApi({ env: { LECTERN_WEBHOOK_ADDRESSES: '10.0.0.0/8' } })
    const tenant: Tenant = { ...api.platform, send: api.send, api }
    const connections: unknown[] = []
    const listener = createServer((socket) => void connections.push(socket.destroy()))
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
    const { port } = listener.address() as AddressInfo
    const { id } = await sendPrivileged(tenant, 'POST', '/webhooks', { url: `https://localhost:${port}/` })
    await addUser(tenant, 'ada')
    const { lastStatus, lastError } = await waitForAttempts(tenant, { id }, 1)
    expect([lastStatus, lastError]).toEqual([null, 'The host has an address that is not public.'])
    expect(connections).toEqual([])
    await new Promise((resolve) => listener.close(resolve))
  })

  test('is shown with the beginning of what it answered, whatever that is', async () => {
    const tenant = await server.createTenant()
    await using hook = await openWebhook(tenant)
    hook.endpoint.answer = respondWith(500, {}, `\u0000é${'x'.repeat(100_000)}`)
    await addUser(tenant, 'ada')
    const { id } = await waitForAttempts(tenant, hook, 1)
    const shown = await sendPrivileged(tenant, 'GET', `/webhooks/${hook.id}/deliveries/${id}`)
    expect(shown.log).toEqual([
      {
        at: new Date(tenant.api.clock.now()).toISOString(),
        url: hook.endpoint.url,
        durationMs: 0,
        status: 500,
        error: null,
        answer: `\ufffdé${'x'.repeat(1021)}`,
      },
    ])
    expect(JSON.stringify(shown.payload)).toBe(hook.endpoint.received[0]?.body)
  })
})

describe('again', () => {
  test('a delivery is sent with the same id', async () => {
    const tenant = await server.createTenant()
    await using hook = await openWebhook(tenant)
    await addUser(tenant, 'ada')
    const { id } = await waitForAttempts(tenant, hook, 1)
    const answer = await sendPrivileged(tenant, 'POST', `/webhooks/${hook.id}/redeliver`, { deliveryId: id })
    expect(answer).toEqual({ code: 'ok', message: 'Queued.', id: hook.id, queued: 1 })
    const received = await hook.endpoint.waitForCount(2)
    expect(received.map((one) => [one.id, one.body])).toEqual(Array(2).fill([id, received[0]?.body]))
  })

  test('a time span is sent, with what was never sent, and nothing from beside it', async () => {
    const tenant = await server.createTenant()
    const { clock } = tenant.api
    await using hook = await openWebhook(tenant, { types: ['user.created'] })
    await addUser(tenant, 'before')
    await hook.endpoint.waitForCount(1)
    clock.pass(MINUTE_MS)
    const from = new Date(clock.now()).toISOString()
    await addUser(tenant, 'sent')
    const [, sent] = await hook.endpoint.waitForCount(2)
    await waitForDeliveries(tenant, hook, (all) => all.every(({ state }) => state === 'delivered'))
    await sendPrivileged(tenant, 'PUT', `/webhooks/${hook.id}`, { enabled: false })
    await addUser(tenant, 'missed')
    await put(tenant, '/talks/ext:t', talk({ speakers: [person('sent')] }))
    clock.pass(MINUTE_MS)
    const to = new Date(clock.now()).toISOString()
    await addUser(tenant, 'after')
    await sendPrivileged(tenant, 'PUT', `/webhooks/${hook.id}`, { enabled: true })
    const { queued } = await sendPrivileged(tenant, 'POST', `/webhooks/${hook.id}/redeliver`, { from, to })
    expect(queued).toBe(2)
    await waitForDeliveries(
      tenant,
      hook,
      (all) => all.length === 3 && all.every(({ state }) => state === 'delivered'),
    )
    const again = hook.endpoint.received.slice(2)
    const told = await Promise.all(
      ['sent', 'missed'].map(async (name) => (await tenant.send('GET', `/users/ext:${name}`)).body.id),
    )
    expect(again.map(({ payload }) => payload.data.id).sort()).toEqual(told.sort())
    expect(again.map(({ id }) => id)).toContain(sent?.id)
  })

  test('a long span is sent whole, each event once', async () => {
    const tenant = await server.createTenant()
    await using hook = await openWebhook(tenant, { enabled: false })
    const from = new Date(tenant.api.clock.now()).toISOString()
    for (let i = 0; i < 5; i += 1) {
      await Promise.all(
        Array.from({ length: 90 }, (_, index) => {
          return put(tenant, `/sponsors/ext:${i}-${index}`, sponsor())
        }),
      )
    }
    await sendPrivileged(tenant, 'PUT', `/webhooks/${hook.id}`, { enabled: true })
    expect((await sendPrivileged(tenant, 'POST', `/webhooks/${hook.id}/redeliver`, { from })).queued).toBe(
      450,
    )
    const received = await hook.endpoint.waitForCount(450, 30_000)
    expect(new Set(received.map(({ payload }) => payload.data.id)).size).toBe(450)
  })

  test('nothing is sent of a webhook that is gone, and its log goes with it', async () => {
    const tenant = await server.createTenant()
    const hook = await openWebhook(tenant)
    hook.endpoint.answer = respondWith(500)
    await addUser(tenant, 'ada')
    await waitForAttempts(tenant, hook, 1)
    await hook[Symbol.asyncDispose]()
    const answer = await tenant.send('GET', `/webhooks/${hook.id}/deliveries`, { key: tenant.privileged })
    expect([answer.status, answer.body.code]).toEqual([404, 'webhook_not_found'])
  })
})

test('the log is listed page by page, and by state', async () => {
  const tenant = await server.createTenant()
  await using hook = await openWebhook(tenant)
  hook.endpoint.answer = (received, response) =>
    respondWith(received.payload.data.version === 1 ? 204 : 500)(received, response)
  for (const name of ['a', 'b', 'c']) await addUser(tenant, name)
  await changeUser(tenant, 'a', 'job')
  const all = await waitForDeliveries(
    tenant,
    hook,
    (all) => all.length === 4 && all.every(({ attempts }) => attempts > 0),
  )
  const path = `/webhooks/${hook.id}/deliveries`
  const first = await sendPrivileged(tenant, 'GET', `${path}?limit=3`)
  const second = await sendPrivileged(tenant, 'GET', `${path}?limit=3&cursor=${first.next}`)
  expect([...first.items, ...second.items]).toEqual(all)
  expect(second.next).toBe(null)
  const typesOf = async (query: string) =>
    (await sendPrivileged(tenant, 'GET', `${path}?${query}`)).items.map(({ type }: { type: string }) => type)
  expect(await typesOf('state=pending')).toEqual(['user.updated'])
  expect(await typesOf('state=delivered&type=user.created')).toEqual(Array(3).fill('user.created'))
  expect(await typesOf('state=failed')).toEqual([])
})

test('deliveries and attempts are kept for 30 days', async () => {
  const tenant = await server.createTenant()
  await using hook = await openWebhook(tenant)
  await addUser(tenant, 'ada')
  const { id } = await waitForAttempts(tenant, hook, 1)
  tenant.api.clock.pass(30 * DAY_MS)
  await applyRetention(tenant.api.installation)
  expect((await sendPrivileged(tenant, 'GET', `/webhooks/${hook.id}/deliveries/${id}`)).log).toHaveLength(1)
  tenant.api.clock.pass(1)
  await applyRetention(tenant.api.installation)
  expect(await listDeliveries(tenant, hook)).toEqual([])
})

test('several nodes on one store send each event once', async () => {
  const tenant = await server.createTenant()
  await tenant.api.addNode()
  await tenant.api.addNode()
  await using hook = await openWebhook(tenant)
  // So slowly that every node has looked meanwhile.
  hook.endpoint.answer = (received, response) =>
    void setTimeout(() => respondWith(204)(received, response), 300)
  await Promise.all(Array.from({ length: 60 }, (_, i) => put(tenant, `/sponsors/ext:${i}`, sponsor())))
  await waitForDeliveries(
    tenant,
    hook,
    (all) => all.length === 60 && all.every(({ state }) => state === 'delivered'),
  )
  expect(new Set(hook.endpoint.received.map(({ id }) => id)).size).toBe(60)
  expect(hook.endpoint.received).toHaveLength(60)
})

describe.runIf(inject('store') === 'postgres')(
  'a change that is committed late, with an earlier number',
  () => {
    /** A change that has its number, and is committed when `commit` is called. */
    async function openChange({ api, caller }: Tenant) {
      const client = new pg.Client({
        connectionString: api.location.dialect === 'postgres' ? api.location.url : '',
      })
      await client.connect()
      const id = newId(api.clock.now())
      await client.query('begin')
      await client.query(
        `insert into events (id, platform_id, at, actor_kind, type, object_kind, object_id, version, changes)
       values ($1, $2, $3, 'system', 'talk.updated', 'talk', $1, 1, '[]')`,
        [id, caller.platform.id, api.clock.now()],
      )
      return {
        id,
        commit: () => client.query('commit'),
        [Symbol.asyncDispose]: () => client.end(),
      }
    }

    const makings: [string, (tenant: Tenant) => Promise<() => Promise<TestWebhook>>][] = [
      ['made', async (tenant) => () => openWebhook(tenant)],
      [
        'enabled again',
        async (tenant) => {
          const hook = await openWebhook(tenant, { enabled: false })
          return async () => {
            await sendPrivileged(tenant, 'PUT', `/webhooks/${hook.id}`, { enabled: true })
            return hook
          }
        },
      ],
    ]
    test.each(makings)(
      'is not missed by a webhook that is %s meanwhile: it waits',
      async (_name, prepare) => {
        const tenant = await server.createTenant()
        const make = await prepare(tenant)
        await using change = await openChange(tenant)
        await addUser(tenant, 'before')
        const order: string[] = []
        const making = make().finally(() => void order.push('answered'))
        // Long enough for an answer that does not wait.
        await pass(500)
        order.push('committed')
        await change.commit()
        await using hook = await making
        await addUser(tenant, 'after')
        const received = await hook.endpoint.waitForCount(1)
        const { id } = (await tenant.send('GET', '/users/ext:after')).body
        expect([order, received[0]?.payload.data.id]).toEqual([['committed', 'answered'], id])
      },
    )

    test('keeps a webhook from being made for some seconds, and no longer', async () => {
      const tenant = await server.createTenant()
      await using change = await openChange(tenant)
      const url = 'https://crm.example.org/hook'
      const answer = await tenant.send('POST', '/webhooks', { key: tenant.privileged, body: { url } })
      expect([answer.status, answer.body.code, answer.headers['retry-after']]).toEqual([
        503,
        'unavailable',
        '5',
      ])
      expect((await sendPrivileged(tenant, 'GET', '/webhooks')).items).toEqual([])
      await change.commit()
      await sendPrivileged(tenant, 'POST', '/webhooks', { url })
    })
  },
)
