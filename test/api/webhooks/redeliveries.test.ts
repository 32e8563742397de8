// Redelivery as a write like any other: rehearsed, repeated, conditional, in a batch; and what it refuses.
import { describe, expect, test } from 'vitest'
import { TestClock } from '../../support/api.ts'
import { sponsor } from '../../support/bodies.ts'
import { insertEvents } from '../../support/many-events.ts'
import { readRaw } from '../../support/raw-store.ts'
import { problemsOf, put, type Tenant, useApi } from '../../support/scenarios.ts'
import {
  ALLOW_LOOPBACK,
  listDeliveries,
  openWebhook,
  sendPrivileged,
  waitForDeliveries,
} from '../../support/webhooks.ts'

const server = useApi({ env: ALLOW_LOOPBACK, clock: new TestClock(Date.now()) })
const DAY_MS = 24 * 3_600_000

const instant = ({ api }: Tenant, laterMs = 0) => new Date(api.clock.now() + laterMs).toISOString()

/** A webhook to which three events were delivered, and how to ask for them again. */
async function prepare(count = 3) {
  const tenant = await server.createTenant()
  const hook = await openWebhook(tenant, { types: ['sponsor.created'] })
  for (let i = 0; i < count; i += 1) await put(tenant, `/sponsors/ext:${i}`, sponsor())
  await hook.endpoint.waitForCount(count)
  await waitForDeliveries(tenant, hook, (all) => all.every(({ state }) => state === 'delivered'))
  const path = `/webhooks/${hook.id}/redeliver`
  const ask = (body: unknown, { query = '', headers = {} } = {}) =>
    tenant.send('POST', `${path}${query}`, { key: tenant.privileged, body, headers })
  return { tenant, hook, path, ask, [Symbol.asyncDispose]: () => hook[Symbol.asyncDispose]() }
}

/** Shows that nothing was sent again, by something that comes after it. */
async function expectNothingAgain({ tenant, hook }: Awaited<ReturnType<typeof prepare>>, count = 3) {
  await put(tenant, '/sponsors/ext:after', sponsor())
  const received = await hook.endpoint.waitForCount(count + 1)
  expect(new Set(received.map(({ id }) => id)).size).toBe(count + 1)
}

describe('redelivery', () => {
  test('as a dry run tells how much would be queued, and sends nothing', async () => {
    await using prepared = await prepare()
    const { tenant, hook, ask } = prepared
    const before = await listDeliveries(tenant, hook)
    const span = await ask({ from: instant(tenant) }, { query: '?dryRun=true' })
    const dryRun = { code: 'ok', dryRun: true, status: 200, id: hook.id, changes: [], accounts: [] }
    const message = 'Dry run, nothing was changed: Queued.'
    expect([span.status, span.body]).toEqual([200, { ...dryRun, message, queued: 3 }])
    const one = await ask({ deliveryId: before[0]?.id }, { query: '?dryRun=true' })
    expect([one.status, one.body]).toEqual([200, { ...dryRun, message, queued: 1 }])
    expect(await listDeliveries(tenant, hook)).toEqual(before)
    await expectNothingAgain(prepared)
  })

  test('with an idempotency key is done once, however often it is sent', async () => {
    await using prepared = await prepare()
    const { tenant, hook, ask } = prepared
    const headers = { 'idempotency-key': 'once' }
    const body = { from: instant(tenant) }
    const first = await ask(body, { headers })
    expect(first.body).toEqual({ code: 'ok', message: 'Queued.', id: hook.id, queued: 3 })
    await hook.endpoint.waitForCount(6)
    const again = await ask(body, { headers })
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true'])
    const other = await ask({ from: instant(tenant, -1) }, { headers })
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])
    await put(tenant, '/sponsors/ext:after', sponsor())
    const received = await hook.endpoint.waitForCount(7)
    expect(received.slice(3, 6).map(({ id }) => id)).toEqual(received.slice(0, 3).map(({ id }) => id))
  })

  test('of a webhook that has changed since is refused', async () => {
    await using prepared = await prepare()
    const { tenant, hook, ask } = prepared
    const tag = async () =>
      (await tenant.send('GET', `/webhooks/${hook.id}`, { key: tenant.privileged })).headers.etag ?? ''
    const stale = await tag()
    await sendPrivileged(tenant, 'PUT', `/webhooks/${hook.id}`, { description: 'Changed' })
    const refused = await ask({ from: instant(tenant) }, { headers: { 'if-match': stale } })
    expect([refused.status, refused.body.code]).toEqual([412, 'precondition_failed'])
    await expectNothingAgain(prepared)
    const done = await ask({ from: instant(tenant) }, { headers: { 'if-match': await tag() } })
    expect(done.body.queued).toBe(4)
  })

  test('is an operation of a batch', async () => {
    await using prepared = await prepare()
    const { tenant, hook, path } = prepared
    const operations = [{ method: 'POST', path, body: { from: instant(tenant) } }]
    const { results } = await sendPrivileged(tenant, 'POST', '/batch', { operations })
    expect(results).toEqual([
      { status: 200, body: { code: 'ok', message: 'Queued.', id: hook.id, queued: 3 } },
    ])
    await hook.endpoint.waitForCount(6)
    const byStandard = await tenant.send('POST', '/batch', { body: { operations } })
    expect(byStandard.body.results[0].body.code).toBe('insufficient_permissions')
  })

  test('of a span goes on where it was when the webhook is enabled again, without what came meanwhile', async () => {
    await using prepared = await prepare(450)
    const { tenant, hook, ask } = prepared
    const { id, endpoint } = hook
    expect((await ask({ from: instant(tenant) })).body.queued).toBe(450)
    await sendPrivileged(tenant, 'PUT', `/webhooks/${id}`, { enabled: false })
    await put(tenant, '/sponsors/ext:meanwhile', sponsor())
    await sendPrivileged(tenant, 'PUT', `/webhooks/${id}`, { enabled: true })
    const received = await endpoint.waitForCount(900)
    await waitForDeliveries(tenant, hook, (all) => all.every(({ state }) => state === 'delivered'))
    expect(new Set(received.map((one) => one.id)).size).toBe(450)
  })

  test('of a span without events leaves nothing behind', async () => {
    await using prepared = await prepare()
    const { tenant, ask } = prepared
    const before = await auditOf(tenant)
    const answer = await ask({ from: instant(tenant, -DAY_MS), to: instant(tenant) })
    expect(answer.body).toMatchObject({ message: 'No events to deliver.', queued: 0 })
    expect(await auditOf(tenant)).toEqual(before)
  })
})

const auditOf = ({ api }: Tenant) => {
  const text = 'select type from events order by seq'
  return readRaw(api.installation.store, 'test.audit', { sqlite: text, postgres: text })
}

describe('redelivery refuses', () => {
  test.each<[string, (tenant: Tenant) => object, [string, string, string][]]>([
    [
      'a span beside a delivery',
      (tenant) => ({ deliveryId: 'any', from: instant(tenant), to: instant(tenant, 1) }),
      [
        ['/from', 'exclusive', 'cannot be combined with deliveryId'],
        ['/to', 'exclusive', 'cannot be combined with deliveryId'],
      ],
    ],
    [
      'an end alone',
      (tenant) => ({ to: instant(tenant) }),
      [['/from', 'required', 'is required without deliveryId']],
    ],
    [
      'a beginning in the future',
      (tenant) => ({ from: instant(tenant, 1) }),
      [['/from', 'maximum', 'must not be in the future']],
    ],
    [
      'a beginning long ago',
      (tenant) => ({ from: instant(tenant, -30 * DAY_MS - 1) }),
      [['/from', 'minimum', 'must not be more than 30 days ago']],
    ],
    [
      'an end before the beginning',
      (tenant) => ({ from: instant(tenant, -1), to: instant(tenant, -2) }),
      [['/to', 'minimum', 'must be after from']],
    ],
  ])('%s', async (_name, body, problems) => {
    await using prepared = await prepare()
    const answer = await prepared.ask(body(prepared.tenant))
    expect([answer.status, problemsOf(answer)]).toEqual([422, problems])
    await expectNothingAgain(prepared)
  })

  test('an unknown parameter', async () => {
    await using prepared = await prepare()
    const answer = await prepared.ask({ from: instant(prepared.tenant) }, { query: '?dryrun=true' })
    expect([answer.status, problemsOf(answer)[0]?.[0]]).toEqual([422, 'dryrun'])
    await expectNothingAgain(prepared)
  })

  test('a webhook that is disabled', async () => {
    await using prepared = await prepare()
    const { tenant, hook, ask } = prepared
    const [delivery] = await listDeliveries(tenant, hook)
    await sendPrivileged(tenant, 'PUT', `/webhooks/${hook.id}`, { enabled: false })
    for (const body of [{ from: instant(tenant) }, { deliveryId: delivery?.id }]) {
      const answer = await ask(body)
      expect([answer.status, answer.body.code]).toEqual([409, 'webhook_disabled'])
    }
  })

  test('a span of more than 100,000 events, and takes one of as many', async () => {
    const tenant = await server.createTenant()
    await insertEvents(tenant, 100_001)
    await using hook = await openWebhook(tenant, { types: ['sponsor.deleted'] })
    const span = { from: instant(tenant, -100_001), to: instant(tenant) }
    const path = `/webhooks/${hook.id}/redeliver`
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
