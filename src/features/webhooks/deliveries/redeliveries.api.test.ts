// Redelivery: what is sent again, dry runs, idempotency keys, preconditions, batches, and refusals.
import { describe, expect, test } from 'vitest'
import { attendee, person, sponsor, talk } from '../../../../test/support/bodies.ts'
import { respondWith } from '../../../../test/support/endpoint.ts'
import { insertEvents } from '../../../../test/support/many-events.ts'
import { readRaw } from '../../../../test/support/raw-store.ts'
import { problemsOf, put, type Tenant, useApi } from '../../../../test/support/scenarios.ts'
import {
  listDeliveries,
  openWebhook,
  sendPrivileged,
  waitForAttempts,
  waitForDeliveries,
} from '../../../../test/support/webhooks.ts'

const server = useApi()
const MINUTE_MS = 60_000
const DAY_MS = 24 * 3_600_000

const addUser = (tenant: Tenant, name: string) => put(tenant, `/users/ext:${name}`, attendee(name))

const instant = ({ api }: Tenant, laterMs = 0) => new Date(api.clock.now() + laterMs).toISOString()

/** Creates a webhook that has received three events, and a function that requests a redelivery. */
async function createDelivered(count = 3) {
  const tenant = await server.createTenant()
  const webhook = await openWebhook(tenant, { types: ['sponsor.created'] })
  for (let i = 0; i < count; i += 1) await put(tenant, `/sponsors/ext:${i}`, sponsor())
  await webhook.endpoint.waitForCount(count)
  await waitForDeliveries(tenant, webhook, (all) => all.every(({ state }) => state === 'delivered'))
  const path = `/webhooks/${webhook.id}/redeliver`
  const redeliver = (body: unknown, { query = '', headers = {} } = {}) =>
    tenant.send('POST', `${path}${query}`, { key: tenant.privileged, body, headers })
  return { tenant, webhook, path, redeliver, [Symbol.asyncDispose]: () => webhook[Symbol.asyncDispose]() }
}

/** Expects that nothing was sent again by waiting for a later event. */
async function expectNoRedelivery(
  { tenant, webhook }: Awaited<ReturnType<typeof createDelivered>>,
  count = 3,
) {
  await put(tenant, '/sponsors/ext:after', sponsor())
  const received = await webhook.endpoint.waitForCount(count + 1)
  expect(new Set(received.map(({ id }) => id)).size).toBe(count + 1)
}

describe('a redelivery', () => {
  test('of a delivery has the same id', async () => {
    const tenant = await server.createTenant()
    await using webhook = await openWebhook(tenant)
    await addUser(tenant, 'ada')
    const { id } = await waitForAttempts(tenant, webhook, 1)
    const answer = await sendPrivileged(tenant, 'POST', `/webhooks/${webhook.id}/redeliver`, {
      deliveryId: id,
    })
    expect(answer).toEqual({ code: 'ok', message: 'Queued.', id: webhook.id, queued: 1 })
    const received = await webhook.endpoint.waitForCount(2)
    expect(received.map((one) => [one.id, one.body])).toEqual(Array(2).fill([id, received[0]?.body]))
  })

  test('of a time span includes events that were never sent and no events outside of it', async () => {
    const tenant = await server.createTenant()
    const { clock } = tenant.api
    await using webhook = await openWebhook(tenant, { types: ['user.created'] })
    await addUser(tenant, 'before')
    await webhook.endpoint.waitForCount(1)
    clock.pass(MINUTE_MS)
    const from = new Date(clock.now()).toISOString()
    await addUser(tenant, 'sent')
    const [, sent] = await webhook.endpoint.waitForCount(2)
    await waitForDeliveries(tenant, webhook, (all) => all.every(({ state }) => state === 'delivered'))
    await sendPrivileged(tenant, 'PUT', `/webhooks/${webhook.id}`, { enabled: false })
    await addUser(tenant, 'missed')
    await put(tenant, '/talks/ext:t', talk({ speakers: [person('sent')] }))
    clock.pass(MINUTE_MS)
    const to = new Date(clock.now()).toISOString()
    await addUser(tenant, 'after')
    await sendPrivileged(tenant, 'PUT', `/webhooks/${webhook.id}`, { enabled: true })
    const { queued } = await sendPrivileged(tenant, 'POST', `/webhooks/${webhook.id}/redeliver`, { from, to })
    expect(queued).toBe(2)
    await waitForDeliveries(
      tenant,
      webhook,
      (all) => all.length === 3 && all.every(({ state }) => state === 'delivered'),
    )
    const again = webhook.endpoint.received.slice(2)
    const ids = await Promise.all(
      ['sent', 'missed'].map(async (name) => (await tenant.send('GET', `/users/ext:${name}`)).body.id),
    )
    expect(again.map(({ payload }) => payload.data.id).sort()).toEqual(ids.sort())
    expect(again.map(({ id }) => id)).toContain(sent?.id)
  })

  test('of a long time span sends every event once', async () => {
    const tenant = await server.createTenant()
    await using webhook = await openWebhook(tenant, { enabled: false })
    const from = new Date(tenant.api.clock.now()).toISOString()
    for (let i = 0; i < 5; i += 1) {
      await Promise.all(
        Array.from({ length: 90 }, (_, index) => {
          return put(tenant, `/sponsors/ext:${i}-${index}`, sponsor())
        }),
      )
    }
    await sendPrivileged(tenant, 'PUT', `/webhooks/${webhook.id}`, { enabled: true })
    expect((await sendPrivileged(tenant, 'POST', `/webhooks/${webhook.id}/redeliver`, { from })).queued).toBe(
      450,
    )
    const received = await webhook.endpoint.waitForCount(450)
    expect(new Set(received.map(({ payload }) => payload.data.id)).size).toBe(450)
  })

  test('is not possible for a deleted webhook, whose delivery log is deleted too', async () => {
    const tenant = await server.createTenant()
    const webhook = await openWebhook(tenant)
    webhook.endpoint.answer = respondWith(500)
    await addUser(tenant, 'ada')
    await waitForAttempts(tenant, webhook, 1)
    await webhook[Symbol.asyncDispose]()
    const answer = await tenant.send('GET', `/webhooks/${webhook.id}/deliveries`, { key: tenant.privileged })
    expect([answer.status, answer.body.code]).toEqual([404, 'webhook_not_found'])
  })
})

describe('a redelivery request', () => {
  test('as a dry run reports the number of deliveries and sends nothing', async () => {
    await using delivered = await createDelivered()
    const { tenant, webhook, redeliver } = delivered
    const before = await listDeliveries(tenant, webhook)
    const span = await redeliver({ from: instant(tenant) }, { query: '?dryRun=true' })
    const dryRun = { code: 'ok', dryRun: true, status: 200, id: webhook.id, changes: [], accounts: [] }
    const message = 'Dry run, nothing was changed: Queued.'
    expect([span.status, span.body]).toEqual([200, { ...dryRun, message, queued: 3 }])
    const one = await redeliver({ deliveryId: before[0]?.id }, { query: '?dryRun=true' })
    expect([one.status, one.body]).toEqual([200, { ...dryRun, message, queued: 1 }])
    expect(await listDeliveries(tenant, webhook)).toEqual(before)
    await expectNoRedelivery(delivered)
  })

  test('with an idempotency key is executed once', async () => {
    await using delivered = await createDelivered()
    const { tenant, webhook, redeliver } = delivered
    const headers = { 'idempotency-key': 'once' }
    const body = { from: instant(tenant) }
    const first = await redeliver(body, { headers })
    expect(first.body).toEqual({ code: 'ok', message: 'Queued.', id: webhook.id, queued: 3 })
    await webhook.endpoint.waitForCount(6)
    const again = await redeliver(body, { headers })
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true'])
    const other = await redeliver({ from: instant(tenant, -1) }, { headers })
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])
    await put(tenant, '/sponsors/ext:after', sponsor())
    const received = await webhook.endpoint.waitForCount(7)
    expect(received.slice(3, 6).map(({ id }) => id)).toEqual(received.slice(0, 3).map(({ id }) => id))
  })

  test('with a stale If-Match is refused', async () => {
    await using delivered = await createDelivered()
    const { tenant, webhook, redeliver } = delivered
    const tag = async () =>
      (await tenant.send('GET', `/webhooks/${webhook.id}`, { key: tenant.privileged })).headers.etag ?? ''
    const stale = await tag()
    await sendPrivileged(tenant, 'PUT', `/webhooks/${webhook.id}`, { description: 'Changed' })
    const refused = await redeliver({ from: instant(tenant) }, { headers: { 'if-match': stale } })
    expect([refused.status, refused.body.code]).toEqual([412, 'precondition_failed'])
    await expectNoRedelivery(delivered)
    const done = await redeliver({ from: instant(tenant) }, { headers: { 'if-match': await tag() } })
    expect(done.body.queued).toBe(4)
  })

  test('can be an operation of a batch', async () => {
    await using delivered = await createDelivered()
    const { tenant, webhook, path } = delivered
    const operations = [{ method: 'POST', path, body: { from: instant(tenant) } }]
    const { results } = await sendPrivileged(tenant, 'POST', '/batch', { operations })
    expect(results).toEqual([
      {
        index: 0,
        externalId: null,
        status: 200,
        body: { code: 'ok', message: 'Queued.', id: webhook.id, queued: 3 },
      },
    ])
    await webhook.endpoint.waitForCount(6)
    const byStandard = await tenant.send('POST', '/batch', { body: { operations } })
    expect(byStandard.body.results[0].body.code).toBe('insufficient_permissions')
  })

  test('for a time span continues after the webhook was disabled, without events from that time', async () => {
    await using delivered = await createDelivered(450)
    const { tenant, webhook, redeliver } = delivered
    const { id, endpoint } = webhook
    expect((await redeliver({ from: instant(tenant) })).body.queued).toBe(450)
    await sendPrivileged(tenant, 'PUT', `/webhooks/${id}`, { enabled: false })
    await put(tenant, '/sponsors/ext:meanwhile', sponsor())
    await sendPrivileged(tenant, 'PUT', `/webhooks/${id}`, { enabled: true })
    const received = await endpoint.waitForCount(900)
    await waitForDeliveries(tenant, webhook, (all) => all.every(({ state }) => state === 'delivered'))
    expect(new Set(received.map((one) => one.id)).size).toBe(450)
  })

  test('for a time span without events writes nothing', async () => {
    await using delivered = await createDelivered()
    const { tenant, redeliver } = delivered
    const before = await readEventTypes(tenant)
    const answer = await redeliver({ from: instant(tenant, -DAY_MS), to: instant(tenant) })
    expect(answer.body).toMatchObject({ message: 'No events to deliver.', queued: 0 })
    expect(await readEventTypes(tenant)).toEqual(before)
  })
})

const readEventTypes = ({ api }: Tenant) => {
  const text = 'select type from events order by seq'
  return readRaw(api.installation.store, 'test.audit', { sqlite: text, postgres: text })
}

describe('a refused redelivery request', () => {
  test.each<[string, (tenant: Tenant) => object, [string, string, string][]]>([
    [
      'a time span together with a delivery',
      (tenant) => ({ deliveryId: 'any', from: instant(tenant), to: instant(tenant, 1) }),
      [
        ['/from', 'exclusive', 'cannot be combined with deliveryId'],
        ['/to', 'exclusive', 'cannot be combined with deliveryId'],
      ],
    ],
    [
      'only an end',
      (tenant) => ({ to: instant(tenant) }),
      [['/from', 'required', 'is required without deliveryId']],
    ],
    [
      'a start in the future',
      (tenant) => ({ from: instant(tenant, 1) }),
      [['/from', 'maximum', 'must not be in the future']],
    ],
    [
      'a start more than 30 days ago',
      (tenant) => ({ from: instant(tenant, -30 * DAY_MS - 1) }),
      [['/from', 'minimum', 'must not be more than 30 days ago']],
    ],
    [
      'an end before the start',
      (tenant) => ({ from: instant(tenant, -1), to: instant(tenant, -2) }),
      [['/to', 'minimum', 'must be after from']],
    ],
  ])('has %s', async (_name, body, problems) => {
    await using delivered = await createDelivered()
    const answer = await delivered.redeliver(body(delivered.tenant))
    expect([answer.status, problemsOf(answer)]).toEqual([422, problems])
    await expectNoRedelivery(delivered)
  })

  test('has an unknown parameter', async () => {
    await using delivered = await createDelivered()
    const answer = await delivered.redeliver({ from: instant(delivered.tenant) }, { query: '?dryrun=true' })
    expect([answer.status, problemsOf(answer)[0]?.[0]]).toEqual([422, 'dryrun'])
    await expectNoRedelivery(delivered)
  })

  test('is for a disabled webhook', async () => {
    await using delivered = await createDelivered()
    const { tenant, webhook, redeliver } = delivered
    const [delivery] = await listDeliveries(tenant, webhook)
    await sendPrivileged(tenant, 'PUT', `/webhooks/${webhook.id}`, { enabled: false })
    for (const body of [{ from: instant(tenant) }, { deliveryId: delivery?.id }]) {
      const answer = await redeliver(body)
      expect([answer.status, answer.body.code]).toEqual([409, 'webhook_disabled'])
    }
  })

  test('is for more than 100,000 events, which is the maximum', async () => {
    const tenant = await server.createTenant()
    await insertEvents(tenant, 100_001)
    await using webhook = await openWebhook(tenant, { types: ['sponsor.deleted'] })
    const span = { from: instant(tenant, -100_001), to: instant(tenant) }
    const path = `/webhooks/${webhook.id}/redeliver`
    const refused = await tenant.send('POST', path, { key: tenant.privileged, body: span })
    expect([refused.status, problemsOf(refused)]).toEqual([
      422,
      [
        [
          '/to',
          'maximum',
          'must be earlier, because the time span has more than 100000 events; redeliver it in parts',
        ],
      ],
    ])
    const shorter = { ...span, to: instant(tenant, -1) }
    expect((await tenant.send('POST', path, { key: tenant.privileged, body: shorter })).body.code).toBe('ok')
  })
})
