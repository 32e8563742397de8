// Failing endpoints: retries, disabled webhooks, and what the delivery log keeps of a failure.
import { randomUUID } from 'node:crypto'
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { startApi } from '../../../../test/support/api.ts'
import { attendee } from '../../../../test/support/bodies.ts'
import { type Endpoint, respondWith, startEndpoint } from '../../../../test/support/endpoint.ts'
import { put, type Tenant, useApi } from '../../../../test/support/scenarios.ts'
import { waitUntil } from '../../../../test/support/until.ts'
import {
  listDeliveries,
  openWebhook,
  sendPrivileged,
  type TestWebhook,
  waitForAttempts,
  waitForDeliveries,
} from '../../../../test/support/webhooks.ts'

const server = useApi()
const [SECOND_MS, MINUTE_MS, HOUR_MS] = [1_000, 60_000, 3_600_000]
const DAY_MS = 24 * HOUR_MS

const addUser = (tenant: Tenant, name: string) => put(tenant, `/users/ext:${name}`, attendee(name))
const changeUser = (tenant: Tenant, name: string, job: string) => put(tenant, `/users/ext:${name}`, { job })

describe('a failing endpoint', () => {
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

  test('gets its retries soon after a clock that was days ahead has been set back', async () => {
    const tenant = await server.createTenant()
    const { clock } = tenant.api
    await using webhook = await openWebhook(tenant)
    clock.pass(3 * DAY_MS)
    webhook.endpoint.answer = respondWith(503)
    await addUser(tenant, 'ada')
    await waitForAttempts(tenant, webhook, 1)
    clock.pass(-3 * DAY_MS)
    webhook.endpoint.answer = respondWith(204)
    const { state, attempts } = await waitForAttempts(tenant, webhook, 2)
    expect([state, attempts]).toEqual(['delivered', 2])
    expect(webhook.endpoint.received).toHaveLength(2)
  })

  test('gets nine retries, each at its time or slightly later, and then the delivery fails', async () => {
    const tenant = await server.createTenant()
    const { clock } = tenant.api
    await using webhook = await openWebhook(tenant, { types: ['user.created'] })
    await using probe = await openWebhook(tenant, { types: ['user.updated'] })
    webhook.endpoint.answer = respondWith(503)
    await addUser(tenant, 'ada')
    for (const [index, delayMs] of retries.entries()) {
      const { state, lastAttemptAt, nextAttemptAt } = await waitForAttempts(tenant, webhook, index + 1)
      expect(state).toBe('pending')
      const waitMs = Date.parse(nextAttemptAt ?? '') - Date.parse(lastAttemptAt ?? '')
      expect([waitMs >= delayMs, waitMs <= delayMs * 1.1]).toEqual([true, true])
      clock.pass(waitMs - 1)
      // Another delivery proves that due deliveries have been checked.
      await changeUser(tenant, 'ada', `job ${index}`)
      await probe.endpoint.waitForCount(index + 1)
      expect(webhook.endpoint.received).toHaveLength(index + 1)
      clock.pass(1)
    }
    const last = await waitForAttempts(tenant, webhook, retries.length + 1)
    expect([last.state, last.nextAttemptAt]).toEqual(['failed', null])
    expect(new Set(webhook.endpoint.received.map(({ id }) => id)).size).toBe(1)
    const { log } = await sendPrivileged(tenant, 'GET', `/webhooks/${webhook.id}/deliveries/${last.id}`)
    expect(log.map(({ status }: { status: number }) => status)).toEqual(Array(10).fill(503))
  })

  test('that answers 410 disables its webhook at once and gets nothing more', async () => {
    const tenant = await server.createTenant()
    await using webhook = await openWebhook(tenant)
    webhook.endpoint.answer = respondWith(410)
    await addUser(tenant, 'ada')
    const current = await waitUntil(
      () => sendPrivileged(tenant, 'GET', `/webhooks/${webhook.id}`),
      ({ enabled }) => !enabled,
    )
    expect(current).toMatchObject({ enabled: false, disabledReason: 'gone', version: 2 })
    const sent = webhook.endpoint.received.length
    await using probe = await openWebhook(tenant)
    await addUser(tenant, 'uma')
    await probe.endpoint.waitForCount(1)
    expect(webhook.endpoint.received).toHaveLength(sent)
    const test = await tenant.send('POST', `/webhooks/${webhook.id}/test`, { key: tenant.privileged })
    expect([test.status, test.body.code]).toEqual([409, 'webhook_disabled'])
  })

  /** Changes the URL of a webhook and waits until new events arrive there. */
  async function moveWebhook(
    tenant: Tenant,
    { id }: TestWebhook,
    { url, received }: Endpoint,
  ): Promise<void> {
    await sendPrivileged(tenant, 'PUT', `/webhooks/${id}`, { url })
    const change = async () => {
      await addUser(tenant, `moved-${randomUUID()}`)
      return received.length
    }
    await waitUntil(change, (count) => count > 0)
  }

  test('that answers 410 late does not disable a webhook that has another URL by then', async () => {
    const tenant = await server.createTenant()
    await using webhook = await openWebhook(tenant)
    await using otherEndpoint = await startEndpoint()
    const { promise: isMoved, resolve: answer } = Promise.withResolvers<void>()
    webhook.endpoint.answer = (received, response) =>
      void isMoved.then(() => respondWith(410)(received, response))
    await addUser(tenant, 'ada')
    const [first] = await webhook.endpoint.waitForCount(1)
    await moveWebhook(tenant, webhook, otherEndpoint)
    answer()
    const all = await waitForDeliveries(tenant, webhook, (all) => all.at(-1)?.attempts === 1)
    expect(all.at(-1)).toMatchObject({ id: first?.id, state: 'pending', lastStatus: 410 })
    const shown = { enabled: true, disabledReason: null, failingSince: null }
    expect(await sendPrivileged(tenant, 'GET', `/webhooks/${webhook.id}`)).toMatchObject(shown)
    tenant.api.clock.pass(6 * SECOND_MS)
    await waitForDeliveries(tenant, webhook, (all) => all.at(-1)?.state === 'delivered')
    expect(otherEndpoint.received.map(({ id }) => id)).toContain(first?.id)
  })

  test('gets a new period of five days when its URL changes', async () => {
    const tenant = await server.createTenant()
    await using webhook = await openWebhook(tenant)
    await using otherEndpoint = await startEndpoint()
    for (const endpoint of [webhook.endpoint, otherEndpoint]) endpoint.answer = respondWith(500)
    await addUser(tenant, 'first')
    await waitForAttempts(tenant, webhook, 1)
    tenant.api.clock.pass(5 * DAY_MS - 1)
    const movedAt = tenant.api.clock.now()
    await moveWebhook(tenant, webhook, otherEndpoint)
    tenant.api.clock.pass(1)
    await addUser(tenant, 'second')
    await waitForDeliveries(tenant, webhook, ([newest]) => newest?.attempts === 1)
    const { enabled, failingSince } = await sendPrivileged(tenant, 'GET', `/webhooks/${webhook.id}`)
    expect([enabled, Date.parse(failingSince) >= movedAt]).toEqual([true, true])
  })

  test('without a success for five days disables its webhook', async () => {
    const tenant = await server.createTenant()
    await using webhook = await openWebhook(tenant)
    await using mixed = await openWebhook(tenant)
    webhook.endpoint.answer = respondWith(500)
    mixed.endpoint.answer = respondWith(500)
    await addUser(tenant, 'first')
    await waitForAttempts(tenant, webhook, 1)
    await waitForAttempts(tenant, mixed, 1)
    const { failingSince } = await sendPrivileged(tenant, 'GET', `/webhooks/${webhook.id}`)
    expect(failingSince).toBe(new Date(tenant.api.clock.now()).toISOString())
    tenant.api.clock.pass(DAY_MS)
    mixed.endpoint.answer = respondWith(204)
    await waitForDeliveries(tenant, mixed, (all) => all.every(({ state }) => state === 'delivered'))
    await waitForAttempts(tenant, webhook, 2)
    mixed.endpoint.answer = respondWith(500)
    tenant.api.clock.pass(4 * DAY_MS - 1)
    await addUser(tenant, 'second')
    await waitForDeliveries(
      tenant,
      webhook,
      ([newest, oldest]) => newest?.attempts === 1 && oldest?.attempts === 3,
    )
    expect((await sendPrivileged(tenant, 'GET', `/webhooks/${webhook.id}`)).enabled).toBe(true)
    tenant.api.clock.pass(1)
    await addUser(tenant, 'third')
    await waitUntil(
      () => sendPrivileged(tenant, 'GET', `/webhooks/${webhook.id}`),
      ({ disabledReason }) => disabledReason === 'failing',
    )
    await waitForAttempts(tenant, mixed, 1)
    expect((await sendPrivileged(tenant, 'GET', `/webhooks/${mixed.id}`)).enabled).toBe(true)
  })

  test('that hangs does not delay other webhooks', async () => {
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

  test('that redirects is not followed', async () => {
    const tenant = await server.createTenant()
    await using otherEndpoint = await startEndpoint()
    await using webhook = await openWebhook(tenant)
    webhook.endpoint.answer = respondWith(307, { location: otherEndpoint.url })
    await addUser(tenant, 'ada')
    const { state, lastStatus } = await waitForAttempts(tenant, webhook, 1)
    expect([state, lastStatus, otherEndpoint.received]).toEqual(['pending', 307, []])
  })

  test('whose name resolves to an address that is not public is never connected to', async () => {
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

  test('has the start of its response in the delivery log, whatever that is', async () => {
    const tenant = await server.createTenant()
    await using webhook = await openWebhook(tenant)
    webhook.endpoint.answer = respondWith(500, {}, `\u0000é${'x'.repeat(100_000)}`)
    await addUser(tenant, 'ada')
    const { id } = await waitForAttempts(tenant, webhook, 1)
    const shown = await sendPrivileged(tenant, 'GET', `/webhooks/${webhook.id}/deliveries/${id}`)
    expect(shown.log).toEqual([
      {
        at: new Date(tenant.api.clock.now()).toISOString(),
        url: webhook.endpoint.url,
        durationMs: 0,
        status: 500,
        error: null,
        answer: `\ufffdé${'x'.repeat(1021)}`,
      },
    ])
    expect(JSON.stringify(shown.payload)).toBe(webhook.endpoint.received[0]?.body)
  })
})
