// Lists and reads: pagination, limits, and cursors.
import { describe, expect, test } from 'vitest'
import { attendee, person, sponsor, talk } from '../../../test/support/bodies.ts'
import {
  get,
  problemsOf,
  put,
  type Scenario,
  type Tenant,
  testScenarios,
  useApi,
} from '../../../test/support/scenarios.ts'

const server = useApi()
const lists = ['/talks', '/talk/upcoming', '/talks/upcoming', '/sponsors', '/users'] as const
type Item = { id: string; externalId: string | null; start: string }
const names = (items: Item[]) => items.map((item) => item.externalId)

/** Creates seven talks, some of which start at the same time, seven sponsors, and seven users. */
const createSevenOfEach = async (tenant: Tenant) => {
  for (const i of [1, 2, 3, 4, 5, 6, 7]) {
    const start = `2027-05-2${Math.floor((9 - i) / 2)}T09:00:00Z`
    await put(tenant, `/talks/ext:t${i}`, talk({ start, speakers: [person('ada'), person('bo')] }))
    await put(tenant, `/sponsors/ext:s${i}`, sponsor({ speakers: [person('ada'), person('bo')] }))
    if (i > 2) await put(tenant, `/users/ext:u${i}`, attendee(`u${i}`))
  }
}

/** Reads a list page by page. */
async function readPages(
  tenant: Tenant,
  path: string,
  limit: number,
): Promise<{ items: Item[]; sizes: number[] }> {
  const items: Item[] = []
  const sizes: number[] = []
  let cursor: string | null = null
  do {
    const query = new URLSearchParams({ limit: String(limit), ...(cursor === null ? {} : { cursor }) })
    const page: { items: Item[]; next: string | null } = await get(tenant, `${path}?${query}`)
    items.push(...page.items)
    sizes.push(page.items.length)
    cursor = page.next
  } while (cursor !== null)
  return { items, sizes }
}

describe.each(lists)('GET %s', (path) => {
  test('returns every item once and in the same order for every limit', async () => {
    const tenant = await server.createTenant()
    await createSevenOfEach(tenant)
    const whole = (await get(tenant, path)).items
    expect(whole.length).toBe(7)
    for (const limit of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const { items, sizes } = await readPages(tenant, path, limit)
      expect(items).toEqual(whole)
      const rest = 7 % limit
      expect(sizes).toEqual([...Array(Math.floor(7 / limit)).fill(limit), ...(rest ? [rest] : [])])
    }
  })

  test('continues after deleted items without losing or repeating others', async () => {
    const tenant = await server.createTenant()
    await createSevenOfEach(tenant)
    const whole: Item[] = (await get(tenant, path)).items
    const first = await get(tenant, `${path}?limit=3`)
    const objects = path === '/users' || path === '/sponsors' ? path : '/talks'
    if (path === '/users') for (const t of ['/talks', '/sponsors']) await deleteAll(tenant, t)
    for (const item of first.items) {
      expect((await tenant.send('DELETE', `${objects}/${item.id}`)).status).toBe(200)
    }
    const second = await get(tenant, `${path}?limit=7&cursor=${first.next}`)
    expect(second.items.map((item: Item) => item.id)).toEqual(whole.slice(3).map((item) => item.id))
  })

  testScenarios(server, [
    {
      name: 'is empty when there are no objects',
      request: ['GET', path],
      status: 200,
      body: { code: 'ok', items: [], next: null },
    },
    ...[
      ['0', 'must be at least 1'],
      ['201', 'must be at most 200'],
      ['-1', 'must be at least 1'],
      ['1.5', 'must be a whole number'],
      ['ten', 'must be a whole number'],
      ['', 'must be a whole number'],
    ].map(
      ([limit, message]): Scenario => ({
        name: `refuses the limit “${limit}”`,
        request: ['GET', `${path}?limit=${limit}`],
        status: 422,
        after: async (_tenant, answer) =>
          expect(answer.body.errors).toEqual([{ parameter: 'limit', code: expect.any(String), message }]),
      }),
    ),
    { name: 'accepts the limit 200', request: ['GET', `${path}?limit=200`], status: 200 },
    ...[
      'nonsense',
      '',
      'W10',
      Buffer.from('[1,2,3]').toString('base64url'),
      Buffer.from('["a\\u0000"]').toString('base64url'),
    ].map(
      (cursor): Scenario => ({
        name: `refuses the invalid cursor “${cursor}”`,
        request: ['GET', `${path}?cursor=${cursor}`],
        status: 422,
        has: {
          code: 'invalid_data',
          errors: [
            {
              parameter: 'cursor',
              code: 'cursor',
              message: 'must be the `next` value of an earlier page of this list',
            },
          ],
        },
      }),
    ),
    {
      name: 'refuses a cursor from a list with another order',
      request: async (tenant) => {
        await createSevenOfEach(tenant)
        const other = path.endsWith('upcoming') ? '/talks' : '/talk/upcoming'
        return ['GET', `${path}?cursor=${(await get(tenant, `${other}?limit=1`)).next}`]
      },
      status: 422,
      has: { errors: [{ parameter: 'cursor' }] },
    },
    {
      name: 'refuses an unknown parameter and suggests the closest known name',
      request: ['GET', `${path}?limt=5`],
      status: 422,
      after: async (_tenant, answer) =>
        expect(problemsOf(answer)).toEqual([
          ['limt', 'unknown', 'is not a known parameter; did you mean "limit"?'],
        ]),
    },
    {
      name: 'refuses a repeated parameter',
      request: ['GET', `${path}?limit=1&limit=2`],
      status: 422,
      has: { errors: [{ parameter: 'limit', code: 'type' }] },
    },
  ])
})

const deleteAll = async (tenant: Tenant, path: string) => {
  for (const item of (await get(tenant, path)).items) await tenant.send('DELETE', `${path}/${item.id}`)
}

test('a list has 50 items by default and at page 200, oldest first', async () => {
  const tenant = await server.createTenant()
  for (let i = 0; i < 201; i += 1) {
    await put(tenant, `/sponsors/ext:s${i}`, sponsor())
    tenant.api.clock.pass(1)
  }
  expect((await get(tenant, '/sponsors')).items.length).toBe(50)
  const page = await get(tenant, '/sponsors?limit=200')
  expect(names(page.items)).toEqual(Array.from({ length: 200 }, (_, i) => `s${i}`))
  expect(names((await get(tenant, `/sponsors?cursor=${page.next}`)).items)).toEqual(['s200'])
})

describe('reading one object', () => {
  const unknownId = '01980b5c-7a40-7c3e-9f21-6d2f5b1f0a11'
  testScenarios(server, [
    ...['talk', 'sponsor', 'user'].flatMap((kind) =>
      [unknownId, 'ext:nothing', 'nonsense', '%00'].map(
        (reference): Scenario => ({
          name: `returns 404 for /${kind}s/${reference}`,
          before: (tenant) => put(tenant, '/talks/ext:t', talk()),
          request: ['GET', `/${kind}s/${reference}`],
          status: 404,
        }),
      ),
    ),
    {
      name: 'accepts the id in upper case',
      request: async (tenant) => [
        'GET',
        `/talks/${(await put(tenant, '/talks/ext:t', talk())).id.toUpperCase()}`,
      ],
      status: 200,
      has: { externalId: 't' },
    },
    {
      name: 'returns a talk exactly as the list does',
      before: (tenant) =>
        put(tenant, '/talks/ext:t', talk({ moderators: [person('mo')], hiddenTags: ['budget'] })),
      request: ['GET', '/talks/ext:t'],
      status: 200,
      has: { hiddenTags: ['budget'], moderators: [{ email: 'mo@example.org' }] },
      after: async (tenant, { body }) => expect((await get(tenant, '/talks')).items).toEqual([body]),
    },
  ])
})
