// Lists of users: filters, pagination, and private data.
import { describe, expect, test } from 'vitest'
import { createUser, createUserWithRole } from '../../../test/support/accounts.ts'
import { attendee } from '../../../test/support/bodies.ts'
import {
  get,
  problemsOf,
  type Scenario,
  type Tenant,
  testScenarios,
  useApi,
} from '../../../test/support/scenarios.ts'

const server = useApi()

type Item = { id: string; email: string }
const namesIn = (body: { items: Item[] }) => body.items.map(({ email }) => email.split('@')[0]).sort()

/** Creates four accounts that differ in all filtered attributes and changes one of them an hour later. */
async function createUsers(tenant: Tenant): Promise<void> {
  await createUser(tenant, attendee('ada', { externalId: 'crm/1', tags: ['Web'] }))
  await createUser(tenant, attendee('bob', { options: { endRegistration: true }, tags: ['Web', 'Late'] }))
  await createUser(tenant, attendee('cid', { type: 'Speaker', tags: ['Webs'] }))
  await createUserWithRole(tenant, 'admin', attendee('dan'))
  tenant.api.clock.pass(3_600_000)
  await tenant.send('PUT', '/users/ada@example.org', { body: { city: 'Lyon' } })
}

const now = ({ api }: Tenant) => new Date(api.clock.now()).toISOString()

describe('GET /users', () => {
  const filterScenario = (query: string, ...names: string[]): Scenario => ({
    name: `with ${query || 'no filter'} lists ${names.join(', ') || 'nobody'}`,
    before: createUsers,
    request: ['GET', `/users?${query}`],
    status: 200,
    lacks: ['password', 'argon2id', 'usernameKey', 'emailKey', 'platformId'],
    after: async (_tenant, { body }) => {
      expect(namesIn(body)).toEqual(names)
      expect(body).toMatchObject({ code: 'ok', next: null })
    },
  })
  testScenarios(server, [
    filterScenario('', 'ada', 'bob', 'cid', 'dan'),
    filterScenario('externalId=crm%2F1', 'ada'),
    filterScenario('externalId=CRM%2F1'),
    filterScenario('email=ADA%40example.org', 'ada'),
    filterScenario('email=ad'),
    filterScenario('role=attendee', 'ada', 'bob'),
    filterScenario('role=admin', 'dan'),
    filterScenario('registrationStatus=in_review', 'ada'),
    filterScenario('registrationStatus=rejected'),
    filterScenario('tag=Web', 'ada', 'bob'),
    filterScenario('tag=Web&registrationStatus=accepted', 'bob'),
    filterScenario('tag=web'),
    {
      name: 'with updatedSince includes the instant itself, in any offset',
      before: createUsers,
      request: (tenant) => {
        const inParis = now(tenant).replace('T13', 'T14')
        return ['GET', `/users?updatedSince=${encodeURIComponent(inParis.replace('Z', '+01:00'))}`]
      },
      status: 200,
      after: async (tenant, answer) => {
        const later = new Date(tenant.api.clock.now() + 1).toISOString()
        expect(namesIn(answer.body)).toEqual(['ada'])
        expect(namesIn(await get(tenant, `/users?updatedSince=${later}`))).toEqual([])
      },
    },
  ])

  test('returns all accounts page by page, each once and in the order of their ids', async () => {
    const tenant = await server.createTenant()
    for (let i = 0; i < 7; i++) await createUser(tenant, attendee(`user${i}`))
    const all = (await get(tenant, '/users')).items
    const pages: Item[][] = []
    for (let cursor = ''; ; ) {
      const { items, next } = await get(tenant, `/users?limit=3${cursor}`)
      pages.push(items)
      if (next === null) break
      cursor = `&cursor=${next}`
    }
    expect(pages.map((page) => page.length)).toEqual([3, 3, 1])
    expect(pages.flat()).toEqual(all)
    expect(all.map(({ id }: Item) => id)).toEqual(all.map(({ id }: Item) => id).sort())
    expect((await get(tenant, '/users?limit=7')).next).toBeNull()
  })

  test('returns 50 accounts by default and at most 200', async () => {
    const tenant = await server.createTenant()
    const people = Array.from({ length: 51 }, (_, index) => ({ email: `person${index}@example.org` }))
    const sponsor = { name: 'Example', logo: 'https://example.org/l.png', level: 1 }
    for (const [id, speakers] of [
      ['a', people.slice(0, 50)],
      ['b', people.slice(50)],
    ] as const) {
      await tenant.send('PUT', `/sponsors/ext:${id}`, { body: { ...sponsor, speakers } })
    }
    expect((await get(tenant, '/users')).items).toHaveLength(50)
    expect((await get(tenant, '/users?limit=200')).items).toHaveLength(51)
  })

  test.each([
    ['limit=0', 'limit', 'must be at least 1'],
    ['limit=201', 'limit', 'must be at most 200'],
    ['limit=2.5', 'limit', 'must be a whole number'],
    ['limit=1e1', 'limit', 'must be a whole number'],
    ['limit=1e999', 'limit', 'must be a whole number'],
    ['limit=0x10', 'limit', 'must be a whole number'],
    ['limit=%202', 'limit', 'must be a whole number'],
    ['limit=x', 'limit', 'must be a whole number'],
    ['limit=1&limit=2', 'limit', 'must be a whole number'],
    ['cursor=x', 'cursor', 'must be the `next` value of an earlier page of this list'],
    ['cursor=WzFd', 'cursor', 'must be the `next` value of an earlier page of this list'],
    ['role=god', 'role', 'must be one of "attendee", "speaker", "admin", "owner"'],
    ['registrationStatus=', 'registrationStatus', 'must be one of "in_review", "accepted", "rejected"'],
    ['updatedSince=yesterday', 'updatedSince', 'must be an ISO 8601 date and time with an offset or Z'],
    [
      'updatedSince=2027-03-01T12:00:00',
      'updatedSince',
      'must be an ISO 8601 date and time with an offset or Z',
    ],
    ['email=%00', 'email', 'contains characters that cannot be stored'],
    ['offset=2', 'offset', 'is not a known parameter'],
    ['limits=2', 'limits', 'is not a known parameter; did you mean "limit"?'],
  ])('refuses ?%s', async (query, parameter, message) => {
    const tenant = await server.createTenant()
    const answer = await tenant.send('GET', `/users?${query}`)
    expect([answer.status, problemsOf(answer)]).toEqual([422, [[parameter, expect.any(String), message]]])
  })
})

describe('GET /users/:param', () => {
  testScenarios(server, [
    {
      name: 'never returns a password or its hash',
      before: (tenant) => createUser(tenant, attendee('ada')),
      request: ['GET', '/users/ada@example.org'],
      status: 200,
      has: { email: 'ada@example.org' },
      lacks: ['password', 'argon2id'],
    },
    {
      name: 'does not find an account of another platform by id',
      request: async () => {
        const other = await server.createTenant()
        return ['GET', `/users/${await createUser(other, attendee('ada'))}`]
      },
      status: 404,
      has: { code: 'user_not_found', message: 'No user has this identifier.' },
    },
    {
      name: 'does not find an account of another platform by e-mail or externalId',
      before: async () => createUser(await server.createTenant(), attendee('ada', { externalId: 'ada' })),
      request: ['GET', '/users/ada@example.org'],
      status: 404,
      has: { code: 'user_not_found' },
      after: async (tenant) => expect((await tenant.send('GET', '/users/ext:ada')).status).toBe(404),
    },
  ])
})
