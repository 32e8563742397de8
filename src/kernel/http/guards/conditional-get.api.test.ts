// Conditional reads: responses to reads have an entity tag, and a request with that tag gets 304.
import { describe, expect, test } from 'vitest'
import type { Answer } from '../../../../test/support/api.ts'
import { attendee, person, sponsor, talk } from '../../../../test/support/bodies.ts'
import { put, type Tenant, useApi } from '../../../../test/support/scenarios.ts'

const server = useApi()
const T = '/talks/ext:t'

const read = (tenant: Tenant, path: string, match?: string, method = 'GET'): Promise<Answer> =>
  tenant.send(method, path, { headers: match === undefined ? {} : { 'if-none-match': match } })
const readTag = async (tenant: Tenant, path: string): Promise<string> => {
  const { status, headers } = await read(tenant, path)
  expect(status).toBe(200)
  return headers.etag ?? ''
}

describe('an entity tag', () => {
  test('of an object is strong and starts with its version', async () => {
    const tenant = await server.createTenant()
    await put(tenant, T, talk())
    await put(tenant, '/sponsors/ext:s', sponsor())
    await put(tenant, '/users/ext:u', attendee('uma'))
    for (const path of [T, '/sponsors/ext:s', '/users/ext:u']) {
      expect(await readTag(tenant, path)).toMatch(/^"1-[0-9a-f]{8}[\w-]{22}"$/)
    }
    await put(tenant, T, { title: 'Renamed' })
    expect(await readTag(tenant, T)).toMatch(/^"2-[0-9a-f]{8}[\w-]{22}"$/)
  })

  test('stays the same without a change and changes with the account of a speaker', async () => {
    const tenant = await server.createTenant()
    await put(tenant, T, talk())
    const before = await readTag(tenant, T)
    await put(tenant, T, { title: talk().title })
    expect(await readTag(tenant, T)).toBe(before)
    await put(tenant, '/users/ada@example.org', { job: 'Engineer' })
    const after = await readTag(tenant, T)
    expect(after).not.toBe(before)
    expect(after).toMatch(/^"1-/)
  })

  test.each(['/talks', '/talk/upcoming', '/sponsors', '/users', '/events'])(
    'of %s depends only on the page',
    async (path) => {
      const tenant = await server.createTenant()
      await put(tenant, T, talk())
      await put(tenant, '/sponsors/ext:s', sponsor())
      const before = await readTag(tenant, path)
      expect(before).toMatch(/^"[\w-]{22}"$/)
      expect((await read(tenant, path, before)).status).toBe(304)
      await put(tenant, T, { title: 'Renamed', speakers: [person('bo')] })
      await put(tenant, '/sponsors/ext:s', { level: 1 })
      expect((await read(tenant, path, before)).status).toBe(200)
    },
  )

  test('is absent from responses to writes and from refusals', async () => {
    const tenant = await server.createTenant()
    const answers = [
      await tenant.send('POST', '/talks', { body: talk() }),
      await tenant.send('PUT', T, { body: talk() }),
      await tenant.send('PUT', T, { body: { title: 'Renamed' } }),
      await tenant.send('DELETE', T),
      await read(tenant, T, '*'),
      await read(tenant, '/talks?limit=0', '*'),
    ]
    expect(answers.map(({ status, headers }) => [status, headers.etag])).toEqual([
      [201, undefined],
      [201, undefined],
      [200, undefined],
      [200, undefined],
      [404, undefined],
      [422, undefined],
    ])
  })
})

describe('If-None-Match', () => {
  test('with the current tag gets 304 with the tag and no body, also for HEAD', async () => {
    const tenant = await server.createTenant()
    await put(tenant, T, talk())
    const tag = await readTag(tenant, T)
    for (const match of [tag, `W/${tag}`, '*', `"other", ${tag}`, `"a,b" ,${tag},`]) {
      for (const method of ['GET', 'HEAD']) {
        const { status, headers, text } = await read(tenant, T, match, method)
        expect([status, headers.etag, text, headers['content-type']]).toEqual([304, tag, '', undefined])
        expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
        expect(headers.ratelimit).toBeDefined()
      }
    }
  })

  test('with another or an invalid tag gets the full response', async () => {
    const tenant = await server.createTenant()
    await put(tenant, T, talk())
    const tag = await readTag(tenant, T)
    const unquoted = tag.slice(1, -1)
    for (const match of [
      '"other"',
      unquoted,
      `"${unquoted}x"`,
      '"1"',
      '',
      ',',
      '"unclosed',
      `${tag} ${tag}`,
    ]) {
      const { status, headers, body } = await read(tenant, T, match)
      expect([match, status, headers.etag, body?.externalId]).toEqual([match, 200, tag, 't'])
    }
  })

  test('may be sent in several headers', async () => {
    const tenant = await server.createTenant()
    await put(tenant, T, talk())
    const tag = await readTag(tenant, T)
    const answer = await tenant.send('GET', T, { headers: { 'if-none-match': ['"other"', tag] } })
    expect(answer.status).toBe(304)
  })
})
