// Filters of lists, and upcoming talks.
import { describe, expect, test } from 'vitest'
import { attendee, person, sponsor, talk } from '../support/bodies.ts'
import { get, problemsOf, put, type Tenant, useApi } from '../support/scenarios.ts'

const server = useApi()
type Item = { id: string; externalId: string | null; start: string }
const names = (items: Item[]) => items.map((item) => item.externalId)
/** For lists whose order does not matter, because objects of the same millisecond have none. */
const sorted = (items: Item[]) => names(items).sort()

describe('updatedSince', () => {
  const at = async (tenant: Tenant, path: string, instant: string) =>
    sorted((await get(tenant, `${path}?updatedSince=${encodeURIComponent(instant)}`)).items)
  test.each(['/talks', '/sponsors', '/users'])(
    'of %s selects objects that changed at or after the instant',
    async (path) => {
      const tenant = await server.createTenant()
      const createBody =
        path === '/talks' ? talk : path === '/sponsors' ? sponsor : attendee.bind(null, 'ada')
      const change = path === '/talks' ? { title: 'x' } : path === '/sponsors' ? { name: 'x' } : { job: 'x' }
      for (const name of ['a', 'b', 'c']) {
        await put(tenant, `${path}/ext:${name}`, path === '/users' ? attendee(name) : createBody())
        tenant.api.clock.pass(1000)
      }
      await put(tenant, `${path}/ext:a`, change)
      await put(tenant, `${path}/ext:b`, {})
      expect(await at(tenant, path, '2027-03-01T12:00:01Z')).toEqual(['a', 'b', 'c'])
      expect(await at(tenant, path, '2027-03-01T12:00:01.001Z')).toEqual(['a', 'c'])
      expect(await at(tenant, path, '2027-03-01T14:00:03+02:00')).toEqual(['a'])
      expect(await at(tenant, path, '2027-03-01T12:00:03.001Z')).toEqual([])
      const answer = await tenant.send('GET', `${path}?updatedSince=yesterday`)
      expect(problemsOf(answer)).toEqual([
        ['updatedSince', 'format', 'must be an ISO 8601 date and time with an offset or Z'],
      ])
    },
  )
})

describe('the filters of talks', () => {
  const createTalks = async (tenant: Tenant) => {
    await put(
      tenant,
      '/talks/ext:a',
      talk({
        ...{ track: 'Web', tags: ['x', 'y'], featured: true, speakers: [person('ada')] },
        ...{ room: 'Hall 1', language: 'en' },
      }),
    )
    await put(
      tenant,
      '/talks/ext:b',
      talk({
        track: 'web',
        tags: ['X'],
        hiddenTags: ['secret'],
        type: 'replay',
        keynote: true,
        speakers: [person('bo')],
      }),
    )
    await put(
      tenant,
      '/talks/ext:c',
      talk({
        ...{ track: 'Web', tags: ['y', 'xy'], recommended: true, speakers: [person('bo'), person('ada')] },
        ...{ room: 'Hall 1', language: 'pt-br', state: 'cancelled' },
      }),
    )
    await put(
      tenant,
      '/talks/ext:d',
      talk({ speakers: [person('cy')], moderators: [person('ada')], kind: 'break', state: 'draft' }),
    )
  }
  const filters: [query: string, found: string[]][] = [
    ['track=Web', ['a', 'c']],
    ['tag=x', ['a']],
    ['tag=y', ['a', 'c']],
    ['tag=secret', ['b']],
    ['tag=%22x%22', []],
    ['type=replay', ['b']],
    ['type=embedded', []],
    ['type=none', ['a', 'c', 'd']],
    ['featured=true', ['a']],
    ['featured=false', ['b', 'c', 'd']],
    ['recommended=true', ['c']],
    ['keynote=true', ['b']],
    ['speaker=ada@example.org', ['a', 'c']],
    ['speaker=ADA@EXAMPLE.ORG', ['a', 'c']],
    ['speaker=nobody@example.org', []],
    ['track=Web&tag=y&speaker=ada@example.org&recommended=true', ['c']],
    ['track=Web&keynote=true', []],
    ['externalId=d', ['d']],
    ['track=', []],
    ['', ['a', 'b', 'c', 'd']],
    ['room=Hall%201', ['a', 'c']],
    ['room=Hall', []],
    ['language=pt-BR', ['c']],
    ['language=PT-br', ['c']],
    ['language=pt', []],
    ['state=draft', ['d']],
    ['state=cancelled', ['c']],
    ['state=published', ['a', 'b']],
    ['kind=break', ['d']],
    ['kind=talk', ['a', 'b', 'c']],
    ['room=Hall%201&state=cancelled&kind=talk&language=pt-BR', ['c']],
  ]
  test.each(filters)('select by ?%s', async (query, found) => {
    const tenant = await server.createTenant()
    await createTalks(tenant)
    expect(sorted((await get(tenant, `/talks?${query}`)).items)).toEqual(found)
  })
  test('select by the id of a speaker', async () => {
    const tenant = await server.createTenant()
    await createTalks(tenant)
    const { id } = await get(tenant, '/users/ada@example.org')
    expect(sorted((await get(tenant, `/talks?speaker=${id}`)).items)).toEqual(['a', 'c'])
  })
  test('apply across pages', async () => {
    const tenant = await server.createTenant()
    await createTalks(tenant)
    const first = await get(tenant, '/talks?track=Web&limit=1')
    const second = await get(tenant, `/talks?track=Web&limit=1&cursor=${first.next}`)
    expect(sorted([...first.items, ...second.items])).toEqual(['a', 'c'])
    expect(second.next).toBeNull()
  })
  test.each([
    ['type=live', 'type'],
    ['featured=yes', 'featured'],
    ['keynote=1', 'keynote'],
    [`tag=${'x'.repeat(61)}`, 'tag'],
  ])('refuse ?%s', async (query, parameter) => {
    const tenant = await server.createTenant()
    const answer = await tenant.send('GET', `/talks?${query}`)
    expect({ status: answer.status, errors: answer.body.errors }).toMatchObject({
      status: 422,
      errors: [{ parameter }],
    })
  })
})

describe('the filters of sponsors and users', () => {
  test('find sponsors by level', async () => {
    const tenant = await server.createTenant()
    for (const [name, level] of [
      ['a', 1],
      ['b', 2],
      ['c', 1],
    ] as const)
      await put(tenant, `/sponsors/ext:${name}`, sponsor({ level }))
    expect(sorted((await get(tenant, '/sponsors?level=1')).items)).toEqual(['a', 'c'])
    expect((await tenant.send('GET', '/sponsors?level=6')).status).toBe(422)
  })
  const filters: [query: string, found: string[]][] = [
    ['email=ADA@example.ORG', ['a']],
    ['email=nobody@example.org', []],
    ['role=attendee', ['a', 'b']],
    ['role=speaker', ['c']],
    ['role=owner', []],
    ['registrationStatus=in_review', ['a']],
    ['registrationStatus=accepted', ['b', 'c']],
    ['tag=Rust', ['b', 'c']],
    ['tag=Rust&role=attendee', ['b']],
  ]
  test.each(filters)('find users by ?%s', async (query, found) => {
    const tenant = await server.createTenant()
    await put(tenant, '/users/ext:a', attendee('ada', { tags: ['Rusty'] }))
    await put(tenant, '/users/ext:b', attendee('bo', { tags: ['Rust'], options: { endRegistration: true } }))
    await put(tenant, '/users/ext:c', attendee('cy', { tags: ['Web', 'Rust'], type: 'Speaker' }))
    expect(sorted((await get(tenant, `/users?${query}`)).items)).toEqual(found)
  })
})

describe('upcoming talks', () => {
  const at = (start: string, more = {}) => talk({ start, duration: 30, ...more })
  const upcoming = async (tenant: Tenant) => names((await get(tenant, '/talk/upcoming')).items)
  test('are those that have not ended yet, including running ones, by start', async () => {
    const tenant = await server.createTenant()
    await put(tenant, '/talks/ext:later', at('2027-03-02T10:00:00Z'))
    await put(tenant, '/talks/ext:soon', at('2027-03-01T12:10:00Z'))
    await put(tenant, '/talks/ext:running', at('2027-03-01T11:45:00Z'))
    await put(tenant, '/talks/ext:over', at('2027-03-01T11:00:00Z'))
    expect(await upcoming(tenant)).toEqual(['running', 'soon', 'later'])
    tenant.api.clock.pass(15 * 60_000 - 1)
    expect(await upcoming(tenant)).toEqual(['running', 'soon', 'later'])
    tenant.api.clock.pass(1)
    expect(await upcoming(tenant)).toEqual(['soon', 'later'])
  })
  test('leave out drafts and canceled talks', async () => {
    const tenant = await server.createTenant()
    for (const state of ['draft', 'published', 'cancelled'])
      await put(tenant, `/talks/ext:${state}`, at('2027-03-02T10:00:00Z', { state }))
    expect(await upcoming(tenant)).toEqual(['published'])
  })
  test('change with the start or duration of a talk', async () => {
    const tenant = await server.createTenant()
    await put(tenant, '/talks/ext:a', at('2027-03-01T11:00:00Z'))
    await put(tenant, '/talks/ext:b', at('2027-03-01T13:00:00Z'))
    await put(tenant, '/talks/ext:a', { duration: 61 })
    expect(await upcoming(tenant)).toEqual(['a', 'b'])
    await put(tenant, '/talks/ext:a', { start: '2027-03-01T14:00:00Z' })
    expect(await upcoming(tenant)).toEqual(['b', 'a'])
    await put(tenant, '/talks/ext:b', { start: '2027-02-01T14:00:00Z' })
    expect(await upcoming(tenant)).toEqual(['a'])
  })
  test.each(['/talk/upcoming', '/talks/upcoming'])(
    'at %s include speakers but no moderators or hidden tags',
    async (path) => {
      const tenant = await server.createTenant()
      const people = { speakers: [person('ada')], moderators: [person('mo')] }
      await put(tenant, '/talks/ext:t', talk({ ...people, tags: ['Web'], hiddenTags: ['budget'] }))
      const { moderators, hiddenTags, ...visible } = await get(tenant, '/talks/ext:t')
      expect([moderators.length, hiddenTags]).toEqual([1, ['budget']])
      const answer = await tenant.send('GET', path)
      expect(answer.body).toEqual({ code: 'ok', items: [visible], next: null })
      expect(answer.text).not.toMatch(/mo@example|budget|moderators|hiddenTags/)
    },
  )
  test('accept only limit and cursor', async () => {
    const tenant = await server.createTenant()
    expect((await tenant.send('GET', '/talk/upcoming?track=Web')).status).toBe(422)
  })
})
