// Managing webhooks: endpoint URLs, secrets, permissions, and tenancy.
import { describe, expect, test } from 'vitest'
import { startEndpoint } from '../../../test/support/endpoint.ts'
import { readWholeStore } from '../../../test/support/raw-store.ts'
import {
  get,
  problemsOf,
  type Scenario,
  type Tenant,
  testScenarios,
  useApi,
} from '../../../test/support/scenarios.ts'
import { sendPrivileged } from '../../../test/support/webhooks.ts'
import { text } from '../../kernel/store/sql/columns.ts'
import { defineQuery } from '../../kernel/store/sql/statements.ts'

const server = useApi()
// Shared servers have a list.
const serverWithoutList = useApi({ env: {} })
const url = 'https://crm.example.org/hooks'
const MASKED = 'must contain the values of its query instead of •••, or be the URL as it is shown'
const UNKNOWN_ID = '01980b5c-7a40-7c3e-9f21-6d2f5b1f0a11'

const createWebhook = (tenant: Tenant, more = {}) =>
  sendPrivileged(tenant, 'POST', '/webhooks', { url, ...more })
const problems = (...list: [string, string, string][]) => ({
  errors: list.map(([pointer, code, message]) => ({ pointer, code, message })),
})

const creation = (name: string, body: unknown, answer: Partial<Scenario>): Scenario => ({
  name,
  request: ['POST', '/webhooks', body],
  level: 'privileged',
  status: 422,
  ...answer,
})

describe('a new webhook', () => {
  testScenarios(server, [
    creation(
      'receives all events, is enabled, and returns its secret once',
      { url },
      {
        status: 201,
        has: { code: 'ok', message: 'Webhook created.' },
        after: async (tenant, { body, headers }) => {
          expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
          expect(headers.location).toBe(`/api/external/v1/webhooks/${body.id}`)
          const shown = await sendPrivileged(tenant, 'GET', `/webhooks/${body.id}`)
          const at = new Date(tenant.api.clock.now()).toISOString()
          expect(shown).toEqual({
            id: body.id,
            url,
            types: ['*'],
            description: null,
            enabled: true,
            disabledReason: null,
            failingSince: null,
            previousSecretUntil: null,
            version: 1,
            createdAt: at,
            updatedAt: at,
          })
          expect(await sendPrivileged(tenant, 'GET', '/webhooks')).toEqual({
            code: 'ok',
            items: [shown],
            next: null,
          })
        },
      },
    ),
    creation(
      'accepts event types by name, by kind, and all, and refuses others',
      { url, types: ['talk.*', 'user.created', 'talk.rescheduled', '**'] },
      {
        has: {
          errors: [
            { pointer: '/types/2', code: 'enum' },
            { pointer: '/types/3', code: 'enum' },
          ],
        },
      },
    ),
    creation('requires at least one type', { url, types: [] }, { has: { errors: [{ pointer: '/types' }] } }),
    creation('requires a URL', {}, { has: problems(['/url', 'required', 'is required']) }),
    ...[
      'ftp://crm.example.org/',
      'https://user@crm.example.org/',
      'https:crm.example.org',
      'https://a b/',
    ].map((bad) =>
      creation(
        `refuses ${bad}`,
        { url: bad },
        { has: problems(['/url', 'format', 'must be an https URL without user info']), lacks: [bad] },
      ),
    ),
    ...[
      'https://10.0.0.7/',
      'https://[::1]:8443/',
      'https://169.254.169.254/latest',
      'https://0xa000007/',
      'https://[::7f00:1]/',
      'https://[4000::1]/',
    ].map((bad) =>
      creation(
        `refuses ${bad}, which is not public`,
        { url: bad },
        { has: problems(['/url', 'address', 'must be the URL of a public host']) },
      ),
    ),
    creation(
      'refuses http for an address that is not listed',
      { url: 'http://192.0.2.7/' },
      { has: problems(['/url', 'address', 'must be an https URL']) },
    ),
    creation(
      'accepts a local name, which may have a listed address',
      { url: 'http://localhost/' },
      { status: 201 },
    ),
    creation('accepts http for a listed address', { url: 'http://127.9.9.9:8080/x' }, { status: 201 }),
    creation('accepts https on any port', { url: 'https://crm.example.org:8443/x' }, { status: 201 }),
  ])

  test('is refused beyond 50 webhooks', async () => {
    const tenant = await server.createTenant()
    for (let i = 0; i < 50; i += 1) await createWebhook(tenant)
    const answer = await tenant.send('POST', '/webhooks', { key: tenant.privileged, body: { url } })
    expect([answer.status, answer.body.code]).toEqual([409, 'too_many_webhooks'])
  })
})

describe('a new webhook without listed addresses', () => {
  testScenarios(serverWithoutList, [
    ...[
      'localhost',
      'localhost.',
      'api.localhost',
      'printer.local',
      'crm.internal',
      'crm',
      'nas.home.arpa',
    ].map((host) =>
      creation(
        `refuses ${host}, which is not a public host name`,
        { url: `https://${host}:8443/hooks` },
        { has: problems(['/url', 'address', 'must be the URL of a public host']) },
      ),
    ),
    creation('accepts any other name', { url: 'https://hooks.例え.example:8443/' }, { status: 201 }),
    {
      name: 'refuses such names in an update too',
      request: async (tenant) => [
        'PUT',
        `/webhooks/${(await createWebhook(tenant)).id}`,
        { url: 'https://localhost/' },
      ],
      level: 'privileged',
      status: 422,
      has: problems(['/url', 'address', 'must be the URL of a public host']),
    },
  ])
})

describe('a webhook', () => {
  test('changes only the attributes in the body, and an update without a change writes nothing', async () => {
    const tenant = await server.createTenant()
    const { id } = await createWebhook(tenant, { description: 'CRM' })
    await sendPrivileged(tenant, 'PUT', `/webhooks/${id}`, { types: ['talk.*'], description: null })
    await sendPrivileged(tenant, 'PUT', `/webhooks/${id}`, { types: ['talk.*'], enabled: true })
    expect(await sendPrivileged(tenant, 'GET', `/webhooks/${id}`)).toMatchObject({
      url,
      types: ['talk.*'],
      description: null,
      enabled: true,
      version: 2,
    })
    const refused = await tenant.send('PUT', `/webhooks/${id}`, {
      key: tenant.privileged,
      body: { secret: 'x' },
    })
    expect(problemsOf(refused)).toEqual([['/secret', 'unknown', 'is not a known attribute']])
  })

  test('has change events without its secret', async () => {
    const tenant = await server.createTenant()
    const { id, secret } = await createWebhook(tenant)
    const rotated = await sendPrivileged(tenant, 'POST', `/webhooks/${id}/rotate`, {})
    await sendPrivileged(tenant, 'PUT', `/webhooks/${id}`, { enabled: false })
    await sendPrivileged(tenant, 'DELETE', `/webhooks/${id}`)
    const events = await readWebhookEvents(tenant)
    expect(events.map(({ type }) => type)).toEqual([
      'webhook.created',
      'webhook.secret_rotated',
      'webhook.updated',
      'webhook.deleted',
    ])
    expect(events[2]?.changes).toBe('[{"pointer":"/enabled","before":true,"after":false}]')
    for (const text of [secret, rotated.secret, 'whsec_']) expect(JSON.stringify(events)).not.toContain(text)
    expect((await get(tenant, '/events')).items).toEqual([])
  })

  test('has a secret that appears neither in the store nor in the log', async () => {
    const tenant = await server.createTenant()
    const { id, secret } = await createWebhook(tenant)
    const rotated = await sendPrivileged(tenant, 'POST', `/webhooks/${id}/rotate`, { graceMinutes: 60 })
    const text = [await readWholeStore(tenant.api.installation.store), tenant.api.logged.join('')].join('')
    expect(text).toContain(id)
    for (const one of [secret, rotated.secret])
      for (const form of [
        one,
        one.slice('whsec_'.length),
        Buffer.from(one.slice(6), 'base64').toString('hex'),
      ])
        expect(text.includes(form)).toBe(false)
  })

  test('has a URL whose query values are masked everywhere and used by its requests', async () => {
    const tenant = await server.createTenant()
    await using endpoint = await startEndpoint()
    const secretUrl = `${endpoint.url}?token=s3cr3t==&team=blue`
    const masked = `${endpoint.url}?token=•••&team=•••`
    const { id } = await createWebhook(tenant, { url: secretUrl })
    const shown = await sendPrivileged(tenant, 'GET', `/webhooks/${id}`)
    expect(shown.url).toBe(masked)

    // What was read can be sent back, as it is or as a URL parser writes it.
    await sendPrivileged(tenant, 'PUT', `/webhooks/${id}`, { url: shown.url, description: 'CRM' })
    await sendPrivileged(tenant, 'PUT', `/webhooks/${id}`, { url: new URL(shown.url).href })
    await sendPrivileged(tenant, 'POST', `/webhooks/${id}/test`)
    const [request] = await endpoint.waitForCount(1)
    expect(request?.path).toBe('/hook?token=s3cr3t==&team=blue')

    const dryRun = await sendPrivileged(tenant, 'PUT', `/webhooks/${id}?dryRun=true`, {
      url: `${endpoint.url}?token=other-s3cr3t`,
    })
    expect(dryRun.changes).toEqual([{ pointer: '/url', before: masked, after: `${endpoint.url}?token=•••` }])
    const list = await sendPrivileged(tenant, 'GET', '/webhooks')
    const events = await readWebhookEvents(tenant)
    for (const one of [dryRun, list, events, tenant.api.logged])
      expect(JSON.stringify(one)).not.toContain('s3cr3t')
  })

  testScenarios(server, [
    creation(
      'refuses a URL whose query values are masked',
      { url: `${url}?token=•••` },
      { has: problems(['/url', 'masked', MASKED]) },
    ),
    {
      name: 'refuses a masked URL that is not its own',
      request: async (tenant) => [
        'PUT',
        `/webhooks/${(await createWebhook(tenant, { url: `${url}?token=a` })).id}`,
        { url: `${url}/other?token=%E2%80%A2%E2%80%A2%E2%80%A2` },
      ],
      level: 'privileged',
      status: 422,
      has: problems(['/url', 'masked', MASKED]),
    },
  ])

  test('reports until when its old secret is used', async () => {
    const tenant = await server.createTenant()
    const { id } = await createWebhook(tenant)
    const readPreviousSecretUntil = async () =>
      (await sendPrivileged(tenant, 'GET', `/webhooks/${id}`)).previousSecretUntil
    await sendPrivileged(tenant, 'POST', `/webhooks/${id}/rotate`, {})
    expect(await readPreviousSecretUntil()).toBe(
      new Date(tenant.api.clock.now() + 24 * 3_600_000).toISOString(),
    )
    tenant.api.clock.pass(24 * 3_600_000)
    expect(await readPreviousSecretUntil()).toBe(null)
    await sendPrivileged(tenant, 'POST', `/webhooks/${id}/rotate`, { graceMinutes: 0 })
    expect(await readPreviousSecretUntil()).toBe(null)
    const tooLong = { key: tenant.privileged, body: { graceMinutes: 10_081 } }
    expect((await tenant.send('POST', `/webhooks/${id}/rotate`, tooLong)).status).toBe(422)
  })
})

const webhookEvents = defineQuery(
  'test.webhook_events',
  { platformId: text() },
  ({ db }, p) =>
    db
      .selectFrom('events')
      .selectAll()
      .where('platform_id', '=', p.platformId)
      .where('object_kind', '=', 'webhook')
      .orderBy('seq'),
  (rows) => rows,
)
const readWebhookEvents = ({ api, caller }: Tenant) =>
  api.installation.store.read(webhookEvents({ platformId: caller.platform.id }))

const routes = (id: string): [string, string, unknown?][] => [
  ['GET', '/webhooks'],
  ['POST', '/webhooks', { url }],
  ['GET', `/webhooks/${id}`],
  ['PUT', `/webhooks/${id}`, { description: 'x' }],
  ['POST', `/webhooks/${id}/rotate`, {}],
  ['POST', `/webhooks/${id}/test`],
  ['GET', `/webhooks/${id}/deliveries`],
  ['GET', `/webhooks/${id}/deliveries/${UNKNOWN_ID}`],
  ['POST', `/webhooks/${id}/redeliver`, { deliveryId: UNKNOWN_ID }],
  ['DELETE', `/webhooks/${id}`],
]

describe('permissions for webhooks', () => {
  test('exclude standard keys, whatever else is wrong with the request', async () => {
    const tenant = await server.createTenant()
    const { id } = await createWebhook(tenant)
    for (const [method, path] of routes(id)) {
      const answer = await tenant.send(method, path, { raw: '{', headers: { 'content-type': 'text/plain' } })
      expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'insufficient_permissions'])
    }
  })

  test('exclude keys of another platform, which find and change nothing', async () => {
    const [tenant, other] = [await server.createTenant(), await server.createTenant()]
    const { id } = await createWebhook(other)
    const before = await sendPrivileged(other, 'GET', `/webhooks/${id}`)
    for (const [method, path, body] of routes(id).slice(2)) {
      const answer = await tenant.send(method, path, { key: tenant.privileged, body })
      expect([path, answer.status, answer.body.code]).toEqual([path, 404, 'webhook_not_found'])
    }
    expect((await sendPrivileged(tenant, 'GET', '/webhooks')).items).toEqual([])
    expect(await sendPrivileged(other, 'GET', `/webhooks/${id}`)).toEqual(before)
  })
})

describe('a redelivery request', () => {
  const refusal = (name: string, body: object, errors: [string, string, string][]): Scenario => ({
    name,
    request: async (tenant) => ['POST', `/webhooks/${(await createWebhook(tenant)).id}/redeliver`, body],
    level: 'privileged',
    status: 422,
    has: problems(...errors),
  })
  testScenarios(server, [
    refusal('without a delivery or a time span is refused', {}, [
      ['/from', 'required', 'is required without deliveryId'],
    ]),
    refusal('of events more than 30 days ago is refused', { from: '2027-01-01T00:00:00Z' }, [
      ['/from', 'minimum', 'must not be more than 30 days ago'],
    ]),
    refusal(
      'of an empty time span is refused',
      { from: '2027-03-01T00:00:00Z', to: '2027-03-01T00:00:00Z' },
      [['/to', 'minimum', 'must be after from']],
    ),
    {
      name: 'of an unknown delivery is refused',
      request: async (tenant) => [
        'POST',
        `/webhooks/${(await createWebhook(tenant)).id}/redeliver`,
        { deliveryId: UNKNOWN_ID },
      ],
      level: 'privileged',
      status: 404,
      has: { code: 'delivery_not_found' },
    },
    {
      name: 'of a time span without events queues none',
      request: async (tenant) => [
        'POST',
        `/webhooks/${(await createWebhook(tenant)).id}/redeliver`,
        { from: '2027-03-01T00:00:00Z' },
      ],
      level: 'privileged',
      status: 200,
      has: { code: 'ok', queued: 0 },
    },
  ])
})
