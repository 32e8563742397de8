// Conditional reads: what is answered has an entity tag, and who names it is answered 304.
import { describe, expect, test } from 'vitest'
import type { Answer } from '../../support/api.ts'
import { attendee, person, sponsor, talk } from '../../support/bodies.ts'
import { type Own, put, useApi } from '../../support/scenarios.ts'

const server = useApi()
const T = '/talks/ext:t'

const read = (own: Own, path: string, match?: string, method = 'GET'): Promise<Answer> =>
  own.send(method, path, { headers: match === undefined ? {} : { 'if-none-match': match } })
const tagAt = async (own: Own, path: string): Promise<string> => {
  const { status, headers } = await read(own, path)
  expect(status).toBe(200)
  return headers.etag ?? ''
}

describe('the entity tag', () => {
  test('of an object is strong and begins with its version', async () => {
    const own = await server.ownPlatform()
    await put(own, T, talk())
    await put(own, '/sponsors/ext:s', sponsor())
    await put(own, '/users/ext:u', attendee('uma'))
    for (const path of [T, '/sponsors/ext:s', '/users/ext:u']) {
      expect(await tagAt(own, path)).toMatch(/^"1-[0-9a-f]{8}[\w-]{22}"$/)
    }
    await put(own, T, { title: 'Renamed' })
    expect(await tagAt(own, T)).toMatch(/^"2-[0-9a-f]{8}[\w-]{22}"$/)
  })

  test('stays while nothing changes, and changes with the account of a speaker', async () => {
    const own = await server.ownPlatform()
    await put(own, T, talk())
    const before = await tagAt(own, T)
    await put(own, T, { title: talk().title })
    expect(await tagAt(own, T)).toBe(before)
    await put(own, '/users/ada@example.org', { job: 'Engineer' })
    const after = await tagAt(own, T)
    expect(after).not.toBe(before)
    expect(after).toMatch(/^"1-/)
  })

  test.each(['/talks', '/talk/upcoming', '/sponsors', '/users', '/events'])(
    'of %s is of the page alone',
    async (path) => {
      const own = await server.ownPlatform()
      await put(own, T, talk())
      await put(own, '/sponsors/ext:s', sponsor())
      const before = await tagAt(own, path)
      expect(before).toMatch(/^"[\w-]{22}"$/)
      expect((await read(own, path, before)).status).toBe(304)
      await put(own, T, { title: 'Renamed', speakers: [person('bo')] })
      await put(own, '/sponsors/ext:s', { level: 1 })
      expect((await read(own, path, before)).status).toBe(200)
    },
  )

  test('is on no answer to a write and on no refusal', async () => {
    const own = await server.ownPlatform()
    const answers = [
      await own.send('POST', '/talks', { body: talk() }),
      await own.send('PUT', T, { body: talk() }),
      await own.send('PUT', T, { body: { title: 'Renamed' } }),
      await own.send('DELETE', T),
      await read(own, T, '*'),
      await read(own, '/talks?limit=0', '*'),
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
  test('that names the tag is answered 304 with the tag and without a body, for HEAD too', async () => {
    const own = await server.ownPlatform()
    await put(own, T, talk())
    const tag = await tagAt(own, T)
    for (const match of [tag, `W/${tag}`, '*', `"other", ${tag}`, `"a,b" ,${tag},`]) {
      for (const method of ['GET', 'HEAD']) {
        const { status, headers, text } = await read(own, T, match, method)
        expect([status, headers.etag, text, headers['content-type']]).toEqual([304, tag, '', undefined])
        expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
        expect(headers.ratelimit).toBeDefined()
      }
    }
  })

  test('that names another, or nothing, is answered in full', async () => {
    const own = await server.ownPlatform()
    await put(own, T, talk())
    const tag = await tagAt(own, T)
    const bare = tag.slice(1, -1)
    for (const match of ['"other"', bare, `"${bare}x"`, '"1"', '', ',', '"unclosed', `${tag} ${tag}`]) {
      const { status, headers, body } = await read(own, T, match)
      expect([match, status, headers.etag, body?.externalId]).toEqual([match, 200, tag, 't'])
    }
  })

  test('is as good in several headers', async () => {
    const own = await server.ownPlatform()
    await put(own, T, talk())
    const tag = await tagAt(own, T)
    const answer = await own.send('GET', T, { headers: { 'if-none-match': ['"other"', tag] } })
    expect(answer.status).toBe(304)
  })
})
