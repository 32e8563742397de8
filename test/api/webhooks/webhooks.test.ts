// Webhooks as they are managed: by privileged keys only, each in its platform, with a secret that is shown once.
import { describe, expect, test } from 'vitest'
import { parameter, Statement } from '../../../src/store/sql/statements.ts'
import { readWholeStore } from '../../support/raw-store.ts'
import {
  get,
  problemsOf,
  type Scenario,
  type Tenant,
  testScenarios,
  useApi,
} from '../../support/scenarios.ts'
import { ALLOW_LOOPBACK, sendPrivileged } from '../../support/webhooks.ts'

const server = useApi({ env: ALLOW_LOOPBACK })
const listless = useApi()
const url = 'https://crm.example.org/hooks'
const UNKNOWN = '01980b5c-7a40-7c3e-9f21-6d2f5b1f0a11'

const made = (tenant: Tenant, more = {}) => sendPrivileged(tenant, 'POST', '/webhooks', { url, ...more })
const problems = (...list: [string, string, string][]) => ({
  errors: list.map(([pointer, code, message]) => ({ pointer, code, message })),
})

const creating = (name: string, body: unknown, answer: Partial<Scenario>): Scenario => ({
  name,
  request: ['POST', '/webhooks', body],
  level: 'privileged',
  status: 422,
  ...answer,
})

describe('a new webhook', () => {
  testScenarios(server, [
    creating(
      'asks for everything, is enabled, and shows its secret in the answer alone',
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
    creating(
      'takes types of events by name, by kind and all, and no others',
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
    creating('asks for at least one type', { url, types: [] }, { has: { errors: [{ pointer: '/types' }] } }),
    creating('needs an address', {}, { has: problems(['/url', 'required', 'is required']) }),
    ...[
      'ftp://crm.example.org/',
      'https://user@crm.example.org/',
      'https:crm.example.org',
      'https://a b/',
    ].map((bad) =>
      creating(
        `does not go to ${bad}`,
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
      creating(
        `does not go to ${bad}, which is not public`,
        { url: bad },
        { has: problems(['/url', 'address', 'must be the URL of a public host']) },
      ),
    ),
    creating(
      'does not go by http to what no operator has listed',
      { url: 'http://192.0.2.7/' },
      { has: problems(['/url', 'address', 'must be an https URL']) },
    ),
    creating(
      'goes to a local name, which may be of an address that is listed',
      { url: 'http://localhost/' },
      { status: 201 },
    ),
    creating('goes by http to what is listed', { url: 'http://127.9.9.9:8080/x' }, { status: 201 }),
    creating('goes by https to any port', { url: 'https://crm.example.org:8443/x' }, { status: 201 }),
  ])

  test('is one of 50 at most', async () => {
    const tenant = await server.createTenant()
    for (let i = 0; i < 50; i += 1) await made(tenant)
    const answer = await tenant.send('POST', '/webhooks', { key: tenant.privileged, body: { url } })
    expect([answer.status, answer.body.code]).toEqual([409, 'too_many_webhooks'])
  })
})

describe('where the operator lists no address, a new webhook', () => {
  testScenarios(listless, [
    ...[
      'localhost',
      'localhost.',
      'api.localhost',
      'printer.local',
      'crm.internal',
      'crm',
      'nas.home.arpa',
    ].map((host) =>
      creating(
        `does not go to ${host}, a name that no public host has`,
        { url: `https://${host}:8443/hooks` },
        { has: problems(['/url', 'address', 'must be the URL of a public host']) },
      ),
    ),
    creating('goes to any other name', { url: 'https://hooks.例え.example:8443/' }, { status: 201 }),
    {
      name: 'is not moved to one of them either',
      request: async (tenant) => [
        'PUT',
        `/webhooks/${(await made(tenant)).id}`,
        { url: 'https://localhost/' },
      ],
      level: 'privileged',
      status: 422,
      has: problems(['/url', 'address', 'must be the URL of a public host']),
    },
  ])
})

describe('a webhook', () => {
  test('changes what is sent of it, and a change that changes nothing writes nothing', async () => {
    const tenant = await server.createTenant()
    const { id } = await made(tenant, { description: 'CRM' })
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

  test('leaves events of its changes, without its secret', async () => {
    const tenant = await server.createTenant()
    const { id, secret } = await made(tenant)
    const rotated = await sendPrivileged(tenant, 'POST', `/webhooks/${id}/rotate`, {})
    await sendPrivileged(tenant, 'PUT', `/webhooks/${id}`, { enabled: false })
    await sendPrivileged(tenant, 'DELETE', `/webhooks/${id}`)
    const events = await eventsOfWebhooks(tenant)
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

  test('has a secret that stands neither in the store nor in the log', async () => {
    const tenant = await server.createTenant()
    const { id, secret } = await made(tenant)
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

  test('says until when its old secret signs', async () => {
    const tenant = await server.createTenant()
    const { id } = await made(tenant)
    const until = async () => (await sendPrivileged(tenant, 'GET', `/webhooks/${id}`)).previousSecretUntil
    await sendPrivileged(tenant, 'POST', `/webhooks/${id}/rotate`, {})
    expect(await until()).toBe(new Date(tenant.api.clock.now() + 24 * 3_600_000).toISOString())
    tenant.api.clock.pass(24 * 3_600_000)
    expect(await until()).toBe(null)
    await sendPrivileged(tenant, 'POST', `/webhooks/${id}/rotate`, { graceMinutes: 0 })
    expect(await until()).toBe(null)
    const tooLong = { key: tenant.privileged, body: { graceMinutes: 10_081 } }
    expect((await tenant.send('POST', `/webhooks/${id}/rotate`, tooLong)).status).toBe(422)
  })
})

const eventsOfWebhooks = ({ api, caller }: Tenant) =>
  api.installation.store.read({
    statement: ofWebhooks,
    values: { platform: caller.platform.id },
    decode: (rows) => rows,
  })
const ofWebhooks = new Statement('test.webhook_events', ({ db }) =>
  db
    .selectFrom('events')
    .selectAll()
    .where('platform_id', '=', parameter('platform'))
    .where('object_kind', '=', 'webhook')
    .orderBy('seq'),
)

const routes = (id: string): [string, string, unknown?][] => [
  ['GET', '/webhooks'],
  ['POST', '/webhooks', { url }],
  ['GET', `/webhooks/${id}`],
  ['PUT', `/webhooks/${id}`, { description: 'x' }],
  ['POST', `/webhooks/${id}/rotate`, {}],
  ['POST', `/webhooks/${id}/test`],
  ['GET', `/webhooks/${id}/deliveries`],
  ['GET', `/webhooks/${id}/deliveries/${UNKNOWN}`],
  ['POST', `/webhooks/${id}/redeliver`, { deliveryId: UNKNOWN }],
  ['DELETE', `/webhooks/${id}`],
]

describe('who may', () => {
  test('a standard key is refused everything, before anything else of the request is looked at', async () => {
    const tenant = await server.createTenant()
    const { id } = await made(tenant)
    for (const [method, path] of routes(id)) {
      const answer = await tenant.send(method, path, { raw: '{', headers: { 'content-type': 'text/plain' } })
      expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'insufficient_permissions'])
    }
  })

  test('a key of another platform finds nothing, and changes nothing', async () => {
    const [mine, theirs] = [await server.createTenant(), await server.createTenant()]
    const { id } = await made(theirs)
    const before = await sendPrivileged(theirs, 'GET', `/webhooks/${id}`)
    for (const [method, path, body] of routes(id).slice(2)) {
      const answer = await mine.send(method, path, { key: mine.privileged, body })
      expect([path, answer.status, answer.body.code]).toEqual([path, 404, 'webhook_not_found'])
    }
    expect((await sendPrivileged(mine, 'GET', '/webhooks')).items).toEqual([])
    expect(await sendPrivileged(theirs, 'GET', `/webhooks/${id}`)).toEqual(before)
  })
})

describe('redelivery', () => {
  const asked = (name: string, body: object, errors: [string, string, string][]): Scenario => ({
    name,
    request: async (tenant) => ['POST', `/webhooks/${(await made(tenant)).id}/redeliver`, body],
    level: 'privileged',
    status: 422,
    has: problems(...errors),
  })
  testScenarios(server, [
    asked('of nothing in particular is refused', {}, [
      ['/from', 'required', 'is required without deliveryId'],
    ]),
    asked('reaches back 30 days', { from: '2027-01-01T00:00:00Z' }, [
      ['/from', 'minimum', 'must not be more than 30 days ago'],
    ]),
    asked('needs a span', { from: '2027-03-01T00:00:00Z', to: '2027-03-01T00:00:00Z' }, [
      ['/to', 'minimum', 'must be after from'],
    ]),
    {
      name: 'of a delivery that there is not is refused',
      request: async (tenant) => [
        'POST',
        `/webhooks/${(await made(tenant)).id}/redeliver`,
        { deliveryId: UNKNOWN },
      ],
      level: 'privileged',
      status: 404,
      has: { code: 'delivery_not_found' },
    },
    {
      name: 'of a span without events queues none',
      request: async (tenant) => [
        'POST',
        `/webhooks/${(await made(tenant)).id}/redeliver`,
        { from: '2027-03-01T00:00:00Z' },
      ],
      level: 'privileged',
      status: 200,
      has: { code: 'ok', queued: 0 },
    },
  ])
})
