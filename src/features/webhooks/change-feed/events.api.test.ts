// The change feed: its content, its cursors, its filter by type, and its refusals.
import { describe, expect, test } from 'vitest'
import { attendee, person, sponsor, talk } from '../../../../test/support/bodies.ts'
import { insertEvents } from '../../../../test/support/many-events.ts'
import {
  get,
  problemsOf,
  put,
  type Scenario,
  type Tenant,
  testScenarios,
  useApi,
} from '../../../../test/support/scenarios.ts'
import { changeSettings } from '../../platforms/platforms.ts'

const server = useApi()
const T = '/talks/ext:t'

type Item = { type: string; object: { id: string; externalId: string | null } }
const typesOf = ({ items }: { items: Item[] }) => items.map(({ type }) => type)

/** Creates, changes, and deletes a talk with a speaker, and creates a sponsor and an account. */
async function makeChanges(tenant: Tenant) {
  await put(tenant, T, talk())
  await put(tenant, T, { title: 'Renamed', features: { chat: false } })
  await put(tenant, '/sponsors/ext:s', sponsor())
  await put(tenant, '/users/ext:u', attendee('uma'))
  await tenant.send('DELETE', T)
}
const allTypes = [
  'user.created',
  'talk.created',
  'talk.updated',
  'sponsor.created',
  'user.created',
  'talk.deleted',
]

describe('the change feed', () => {
  test('reports who changed which attributes of which object and when, without values', async () => {
    const tenant = await server.createTenant()
    await put(tenant, T, talk())
    const { next } = await get(tenant, '/events')
    tenant.api.clock.pass(1_000)
    const answer = await tenant.send('PUT', T, { body: { title: 'Renamed', features: { chat: false } } })
    const { items } = await get(tenant, `/events?after=${next}`)
    expect(items).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        at: new Date(tenant.api.clock.now()).toISOString(),
        type: 'talk.updated',
        actor: { kind: 'api_key', id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
        object: { kind: 'talk', id: answer.body.id, externalId: 't' },
        talkId: null,
        version: 2,
        requestId: answer.headers['x-request-id'],
        changed: ['/features/chat', '/title'],
      },
    ])
  })

  test('names each object by its externalId, also after its deletion and after a change of it', async () => {
    const tenant = await server.createTenant()
    await makeChanges(tenant)
    await put(tenant, '/sponsors/ext:s', { externalId: 'renamed' })
    await put(tenant, '/sponsors/ext:renamed', { externalId: null })
    const { items } = await get(tenant, '/events')
    const named = items.map(({ type, object }: Item) => `${type} ${object.externalId}`)
    expect(named).toEqual([
      'user.created null',
      'talk.created t',
      'talk.updated t',
      'sponsor.created s',
      'user.created u',
      'talk.deleted t',
      'sponsor.updated renamed',
      'sponsor.updated null',
    ])
  })

  test('returns every change once and in order with every limit, and an empty page at the end', async () => {
    const tenant = await server.createTenant()
    await makeChanges(tenant)
    const whole = await get(tenant, '/events')
    expect(typesOf(whole)).toEqual(allTypes)
    for (const limit of [1, 2, 3, 6, 7]) {
      const items: Item[] = []
      let page = await get(tenant, `/events?limit=${limit}`)
      while (page.items.length > 0) {
        expect(page.items.length).toBeLessThanOrEqual(limit)
        items.push(...page.items)
        page = await get(tenant, `/events?limit=${limit}&after=${page.next}`)
      }
      expect(items).toEqual(whole.items)
      expect(await get(tenant, `/events?after=${page.next}`)).toEqual({
        code: 'ok',
        items: [],
        next: page.next,
      })
    }
  })

  test('starts at the current end with `after=now`', async () => {
    const tenant = await server.createTenant()
    await makeChanges(tenant)
    const { items, next } = await get(tenant, '/events?after=now')
    expect(items).toEqual([])
    await put(tenant, '/sponsors/ext:s', { level: 1 })
    expect(typesOf(await get(tenant, `/events?after=${next}`))).toEqual(['sponsor.updated'])
  })

  test.each([
    ['talk.*', ['talk.created', 'talk.updated', 'talk.deleted']],
    ['user.created', ['user.created', 'user.created']],
    ['sponsor.created,talk.deleted', ['sponsor.created', 'talk.deleted']],
    ['talk.*,talk.created,user.*', allTypes.filter((type) => type !== 'sponsor.created')],
    ['sponsor.deleted', []],
    ['*', allTypes],
    ['sponsor.deleted,*', allTypes],
    ['talk.deleted,%20sponsor.*%20', ['sponsor.created', 'talk.deleted']],
  ])('returns only these types: %s', async (types, expected) => {
    const tenant = await server.createTenant()
    await makeChanges(tenant)
    expect(typesOf(await get(tenant, `/events?types=${types}`))).toEqual(expected)
  })

  test('continues after events of other types', async () => {
    const tenant = await server.createTenant()
    await makeChanges(tenant)
    const { next } = await get(tenant, '/events?types=sponsor.*')
    expect((await get(tenant, `/events?after=${next}`)).items).toEqual([])
  })

  test('finds a rare type in one request, however many events precede it', async () => {
    const tenant = await server.createTenant()
    for (const count of [5_000, 5_001, 12_000]) {
      const { next } = await get(tenant, '/events?after=now')
      await insertEvents(tenant, count)
      await put(tenant, `/sponsors/ext:${count}`, sponsor())
      tenant.api.clock.pass(60_000)
      const page = await get(tenant, `/events?types=sponsor.*&limit=1&after=${next}`)
      expect(typesOf(page)).toEqual(['sponsor.created'])
      expect((await get(tenant, `/events?after=${page.next}`)).items).toEqual([])
    }
  })

  test('contains nothing about keys, settings, passwords, or another platform', async () => {
    const [tenant, other] = [await server.createTenant(), await server.createTenant()]
    await changeSettings(tenant.api.installation, tenant.caller, { requestsPerMinute: 999_999 })
    await put(other, T, talk({ speakers: [person('secret')] }))
    await put(tenant, '/sponsors/ext:s', sponsor())
    expect(typesOf(await get(tenant, '/events'))).toEqual(['sponsor.created'])
    const otherFeed = await get(other, '/events')
    expect(typesOf(await get(tenant, `/events?after=${otherFeed.next}`))).toEqual([])
  })
})

describe('a request for the change feed', () => {
  const refusedWith = (query: string, problem: [string, string, string]): Scenario => ({
    name: `is refused with ${query}`,
    request: ['GET', `/events?${query}`],
    status: 422,
    after: async (_tenant, answer) => expect(problemsOf(answer)).toEqual([problem]),
  })
  const wrongCursor: [string, string, string] = [
    'after',
    'cursor',
    'must be `now`, or `next` from an earlier response of this list',
  ]
  const unknownType = (hint = '') => `is not an event type${hint}`
  testScenarios(server, [
    refusedWith('after=', wrongCursor),
    refusedWith('after=nonsense', wrongCursor),
    refusedWith(`after=${Buffer.from('["1"]').toString('base64url')}`, wrongCursor),
    refusedWith('types=talk.renamed', ['types', 'unknown', unknownType('; did you mean "talk.created"?')]),
    refusedWith('types=talks.*', ['types', 'unknown', unknownType('; did you mean "talk.*"?')]),
    refusedWith('types=talk.created,', ['types', 'unknown', unknownType()]),
    refusedWith('types=*.created', ['types', 'unknown', unknownType()]),
    refusedWith('types=', ['types', 'unknown', unknownType()]),
    refusedWith('types=api_key.rotated', ['types', 'unknown', unknownType()]),
    refusedWith('limit=501', ['limit', 'maximum', 'must be at most 500']),
    refusedWith('limit=0', ['limit', 'minimum', 'must be at least 1']),
    refusedWith('cursor=x', ['cursor', 'unknown', 'is not a known parameter']),
    {
      name: 'is refused with a cursor beyond the last event, as after a restored backup',
      request: async (tenant) => {
        await makeChanges(tenant)
        const { next } = await get(tenant, '/events?after=now')
        const [last = 0] = JSON.parse(Buffer.from(next, 'base64url').toString())
        const beyond = Buffer.from(JSON.stringify([last + 1])).toString('base64url')
        return ['GET', `/events?after=${beyond}`]
      },
      status: 422,
      after: async (_tenant, answer) =>
        expect(problemsOf(answer)).toEqual([
          [
            'after',
            'cursor',
            'points past the last event, which happens after a backup was restored: start again without `after`',
          ],
        ]),
    },
    {
      name: 'is refused with a cursor of another list',
      request: async (tenant) => {
        await put(tenant, '/sponsors/ext:a', sponsor())
        await put(tenant, '/sponsors/ext:b', sponsor())
        return ['GET', `/events?after=${(await get(tenant, '/sponsors?limit=1')).next}`]
      },
      status: 422,
      has: { errors: [{ parameter: 'after' }] },
    },
  ])
})
