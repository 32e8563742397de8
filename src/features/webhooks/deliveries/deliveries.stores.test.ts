// Deliveries to webhooks: signatures, content, order, and the delivery log.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import pg from 'pg'
import { Webhook } from 'standardwebhooks'
import { describe, expect, inject, test, vi } from 'vitest'
import { attendee, person, sponsor, talk } from '../../../../test/support/bodies.ts'
import { type Received, respondWith } from '../../../../test/support/endpoint.ts'
import { countReads } from '../../../../test/support/reads.ts'
import { get, put, type Tenant, useApi } from '../../../../test/support/scenarios.ts'
import { waitUntil } from '../../../../test/support/until.ts'
import {
  listDeliveries,
  openWebhook,
  sendPrivileged,
  type TestWebhook,
  waitForAttempts,
  waitForDeliveries,
} from '../../../../test/support/webhooks.ts'
import { newId } from '../../../kernel/lib/data/ids.ts'
import { applyRetention } from '../../platforms/retention-job.ts'

const server = useApi()
const SECOND_MS = 1_000
const DAY_MS = 24 * 3_600_000
/** More than three nodes make at once. */
const CHECKS = 9

const headersOf = ({ headers }: Received) => headers as Record<string, string>
const addUser = (tenant: Tenant, name: string) => put(tenant, `/users/ext:${name}`, attendee(name))
const changeUser = (tenant: Tenant, name: string, job: string) => put(tenant, `/users/ext:${name}`, { job })

describe('a delivery', () => {
  test('has a signature that the public library accepts, and rejects with any bit changed', async () => {
    const tenant = await server.createTenant()
    // Receivers check the timestamp.
    tenant.api.clock.set(Date.now())
    await using webhook = await openWebhook(tenant)
    await addUser(tenant, 'ada')
    const [first] = await webhook.endpoint.waitForCount(1)
    if (!first) throw new Error('Nothing was received.')
    const receiver = new Webhook(webhook.secret)
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

  test('reports what happened to which object and by whom, without values', async () => {
    const tenant = await server.createTenant()
    const { id } = await put(tenant, '/talks/ext:t', talk({ title: 'A title that is not delivered' }))
    await using webhook = await openWebhook(tenant, { types: ['talk.updated'] })
    const answer = await tenant.send('PUT', '/talks/ext:t', {
      body: { title: 'Secretly renamed', speakers: [person('somebody-new')] },
    })
    const [first] = await webhook.endpoint.waitForCount(1)
    const [delivery] = await waitForDeliveries(tenant, webhook, ([one]) => one?.state === 'delivered')
    expect(first?.payload).toEqual({
      type: 'talk.updated',
      timestamp: new Date(tenant.api.clock.now()).toISOString(),
      data: {
        id,
        kind: 'talk',
        externalId: 't',
        talkId: null,
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

  test('matches the OpenAPI document', async () => {
    const tenant = await server.createTenant()
    await using webhook = await openWebhook(tenant)
    await addUser(tenant, 'ada')
    const [first] = await webhook.endpoint.waitForCount(1)
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

  test('is sent for the selected event types, from the creation of the webhook', async () => {
    const tenant = await server.createTenant()
    await addUser(tenant, 'before')
    await using byKind = await openWebhook(tenant, { types: ['user.*'] })
    await using byName = await openWebhook(tenant, { types: ['user.updated', 'talk.deleted'] })
    await using all = await openWebhook(tenant)
    await addUser(tenant, 'ada')
    await changeUser(tenant, 'ada', 'Engineer')
    await put(tenant, '/talks/ext:t', talk({ speakers: [person('ada')] }))
    await tenant.send('DELETE', '/talks/ext:t')
    const typesOf = async (webhook: { id: string }) =>
      (await waitForDeliveries(tenant, webhook, (all) => all.every(({ state }) => state === 'delivered')))
        .map(({ type }) => type)
        .reverse()
    await all.endpoint.waitForCount(4)
    expect(await typesOf(all)).toEqual(['user.created', 'user.updated', 'talk.created', 'talk.deleted'])
    expect(await typesOf(byKind)).toEqual(['user.created', 'user.updated'])
    expect(await typesOf(byName)).toEqual(['user.updated', 'talk.deleted'])
  })

  test('of a test event is sent to that one webhook, whatever its event types', async () => {
    const tenant = await server.createTenant()
    await using webhook = await openWebhook(tenant, { types: ['sponsor.deleted'] })
    await using other = await openWebhook(tenant)
    const { eventId } = await sendPrivileged(tenant, 'POST', `/webhooks/${webhook.id}/test`)
    await addUser(tenant, 'ada')
    const [first] = await webhook.endpoint.waitForCount(1)
    const data = { id: webhook.id, kind: 'webhook', eventId }
    expect(first?.payload).toMatchObject({ type: 'webhook.test', data })
    expect((await listDeliveries(tenant, webhook)).map((one) => one.eventId)).toEqual([eventId])
    await other.endpoint.waitForCount(1)
    expect((await listDeliveries(tenant, other)).map(({ type }) => type)).toEqual(['user.created'])
  })

  test('is never sent for another platform', async () => {
    const [tenant, other] = [await server.createTenant(), await server.createTenant()]
    await using webhook = await openWebhook(tenant)
    await using otherWebhook = await openWebhook(other)
    await addUser(other, 'ada')
    await otherWebhook.endpoint.waitForCount(1)
    await addUser(tenant, 'uma')
    const received = await webhook.endpoint.waitForCount(1)
    const { id } = (await tenant.send('GET', '/users/ext:uma')).body
    expect(received.map(({ payload }) => payload.data.id)).toEqual([id])
  })

  test('has two signatures for a day after a rotation, and then one', async () => {
    const tenant = await server.createTenant()
    tenant.api.clock.set(Date.now())
    await using webhook = await openWebhook(tenant)
    const { secret } = await sendPrivileged(tenant, 'POST', `/webhooks/${webhook.id}/rotate`, {})
    await addUser(tenant, 'ada')
    const [first] = await webhook.endpoint.waitForCount(1)
    if (!first) throw new Error('Nothing was received.')
    expect(String(first.headers['webhook-signature']).split(' ')).toHaveLength(2)
    for (const one of [secret, webhook.secret])
      expect(new Webhook(one).verify(first.body, headersOf(first))).toEqual(first.payload)
    tenant.api.clock.pass(DAY_MS)
    await addUser(tenant, 'uma')
    const [, second] = await webhook.endpoint.waitForCount(2)
    const at = new Date(Number(second?.headers['webhook-timestamp']) * 1000)
    expect(second?.headers['webhook-signature']).toBe(
      new Webhook(secret).sign(second?.id ?? '', at, second?.body ?? ''),
    )
  })

  test('is signed with both secrets, even if the rotation takes place after the webhooks were read', async () => {
    const tenant = await server.createTenant()
    await using webhook = await openWebhook(tenant)
    const { store } = tenant.api.installation
    const read = store.read.bind(store)
    const [started, rotated] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    using _late = vi.spyOn(store, 'read').mockImplementation(async (query) => {
      const found = await read(query)
      if (query.statement.name === 'webhooks.enabled') {
        started.resolve()
        await rotated.promise
      }
      return found
    })
    await addUser(tenant, 'ada')
    await started.promise
    await sendPrivileged(tenant, 'POST', `/webhooks/${webhook.id}/rotate`, {})
    await addUser(tenant, 'uma')
    rotated.resolve()
    const [, second] = await webhook.endpoint.waitForCount(2)
    expect(String(second?.headers['webhook-signature']).split(' ')).toHaveLength(2)
  })
})

describe('the order of deliveries', () => {
  test('is kept for each object and does not delay other objects', async () => {
    const tenant = await server.createTenant()
    const { id } = await addUser(tenant, 'ada')
    await using webhook = await openWebhook(tenant)
    let isDown = true
    webhook.endpoint.answer = (received, response) =>
      respondWith(received.payload.data.id === id && isDown ? 500 : 204)(received, response)
    for (const job of ['a', 'b', 'c']) await changeUser(tenant, 'ada', job)
    await addUser(tenant, 'uma')
    const versions = () =>
      webhook.endpoint.received
        .filter(({ payload }) => payload.data.id === id)
        .map(({ payload }) => payload.data.version)
    await waitForDeliveries(tenant, webhook, ([newest]) => newest?.state === 'delivered')
    await waitForDeliveries(tenant, webhook, (all) => all.at(-1)?.attempts === 1)
    expect(versions()).toEqual([2])
    isDown = false
    tenant.api.clock.pass(6 * SECOND_MS)
    await waitForDeliveries(tenant, webhook, (all) => all.every(({ state }) => state === 'delivered'))
    expect(versions()).toEqual([2, 2, 3, 4])
  })

  test('is kept at a slow endpoint with many changes of many objects', async () => {
    const tenant = await server.createTenant()
    await using webhook = await openWebhook(tenant)
    webhook.endpoint.answer = async (received, response) => {
      for (let turns = received.body.length % 7; turns > 0; turns -= 1) await nextTurn()
      respondWith(204)(received, response)
    }
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l']
    await Promise.all(
      names.map(async (name) => {
        await addUser(tenant, name)
        for (let i = 0; i < 10; i += 1) await changeUser(tenant, name, `job ${i}`)
      }),
    )
    const received = await webhook.endpoint.waitForCount(names.length * 11)
    const versions = Map.groupBy(received, ({ payload }) => payload.data.id)
    expect([...versions.values()].map((all) => all.map(({ payload }) => payload.data.version))).toEqual(
      names.map(() => [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
    )
  })
})

test('the delivery log is listed page by page and by state', async () => {
  const tenant = await server.createTenant()
  await using webhook = await openWebhook(tenant)
  webhook.endpoint.answer = (received, response) =>
    respondWith(received.payload.data.version === 1 ? 204 : 500)(received, response)
  for (const name of ['a', 'b', 'c']) await addUser(tenant, name)
  await changeUser(tenant, 'a', 'job')
  const all = await waitForDeliveries(
    tenant,
    webhook,
    (all) => all.length === 4 && all.every(({ attempts }) => attempts > 0),
  )
  const path = `/webhooks/${webhook.id}/deliveries`
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
  await using webhook = await openWebhook(tenant)
  await addUser(tenant, 'ada')
  const { id } = await waitForAttempts(tenant, webhook, 1)
  tenant.api.clock.pass(30 * DAY_MS)
  await applyRetention(tenant.api.installation)
  expect((await sendPrivileged(tenant, 'GET', `/webhooks/${webhook.id}/deliveries/${id}`)).log).toHaveLength(
    1,
  )
  tenant.api.clock.pass(1)
  await applyRetention(tenant.api.installation)
  expect(await listDeliveries(tenant, webhook)).toEqual([])
})

test('several nodes on one store send each event once', async () => {
  const tenant = await server.createTenant()
  await using nodes = new AsyncDisposableStack()
  for (let count = 0; count < 2; count += 1) nodes.use(await tenant.api.addNode())
  await using webhook = await openWebhook(tenant)
  using checks = countReads(tenant.api.installation.store, 'webhooks.enabled')
  // The endpoint is so slow that every node has checked for deliveries in the meantime.
  webhook.endpoint.answer = async (received, response) => {
    const before = checks.count()
    await waitUntil(
      async () => checks.count() - before,
      (count) => count >= CHECKS,
    )
    respondWith(204)(received, response)
  }
  await Promise.all(Array.from({ length: 60 }, (_, i) => put(tenant, `/sponsors/ext:${i}`, sponsor())))
  await waitForDeliveries(
    tenant,
    webhook,
    (all) => all.length === 60 && all.every(({ state }) => state === 'delivered'),
  )
  expect(new Set(webhook.endpoint.received.map(({ id }) => id)).size).toBe(60)
  expect(webhook.endpoint.received).toHaveLength(60)
})

describe.runIf(inject('store') === 'postgres')('a change that commits late with an earlier number', () => {
  /** A change that already has its number and commits when `commit` is called. */
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

  const activations: [string, (tenant: Tenant) => Promise<() => Promise<TestWebhook>>][] = [
    ['created', async (tenant) => () => openWebhook(tenant)],
    [
      'enabled again',
      async (tenant) => {
        const webhook = await openWebhook(tenant, { enabled: false })
        return async () => {
          await sendPrivileged(tenant, 'PUT', `/webhooks/${webhook.id}`, { enabled: true })
          return webhook
        }
      },
    ],
  ]
  test.each(activations)(
    'is not missed by a webhook that is %s in the meantime, because that waits',
    async (_name, prepareActivation) => {
      const tenant = await server.createTenant()
      const activate = await prepareActivation(tenant)
      await using change = await openChange(tenant)
      await addUser(tenant, 'before')
      const order: string[] = []
      const activation = activate().finally(() => void order.push('answered'))
      // A response that does not wait would come before those of later requests.
      for (let count = 0; count < 10; count += 1) await tenant.send('GET', '/talks')
      order.push('committed')
      await change.commit()
      await using webhook = await activation
      await addUser(tenant, 'after')
      const received = await webhook.endpoint.waitForCount(1)
      const { id } = (await tenant.send('GET', '/users/ext:after')).body
      expect([order, received[0]?.payload.data.id]).toEqual([['committed', 'answered'], id])
    },
  )

  test('delays the creation of a webhook by a few seconds at most', async () => {
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
})
