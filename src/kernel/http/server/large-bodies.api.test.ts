// Large bodies: what is refused before it is parsed, and what is still accepted.
import { request as httpsRequest } from 'node:https'
import { json } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { person, sponsor } from '../../../../test/support/bodies.ts'
import { isReplayed, withKey } from '../../../../test/support/idempotency.ts'
import { useApi } from '../../../../test/support/scenarios.ts'

const server = useApi()
const members = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`a${i}`, 1]))
const sponsors = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    ...sponsor({ name: `Sponsor ${i}`, pageContent: 'x'.repeat(5_000) }),
    externalId: `${i}`,
  }))
const problem = (pointer: string, code: string, message: string) => ({
  status: 422,
  body: { code: 'invalid_data', errors: [{ pointer, code, message }] },
})

describe('a body is refused before it is parsed', () => {
  test('if it has too many members', async () => {
    const { send } = await server.createTenant()
    expect(await send('PUT', '/talks/ext:t', { body: members(2_001) })).toMatchObject(
      problem('', 'maxProperties', 'must have at most 2000 members in total'),
    )
    const fewer = await send('PUT', '/talks/ext:t', { body: members(2_000) })
    expect([fewer.status, fewer.body.errors.length]).toEqual([422, 50])
  })

  test('if it has too many values', async () => {
    const { send } = await server.createTenant()
    expect(await send('PUT', '/talks/ext:t', { body: { tags: Array(10_001).fill('a') } })).toMatchObject(
      problem('', 'maxItems', 'must have at most 10000 values in total'),
    )
  })

  test('if a list or an item of a bulk request has too much', async () => {
    const { send } = await server.createTenant()
    const raw = `{"source":"s","talks":[${Array(20_001).fill('{}').join(',')}, and no JSON`
    expect(await send('PUT', '/programme', { raw })).toMatchObject(
      problem('/talks', 'maxItems', 'must have at most 20000 items'),
    )
    const body = { source: 's', talks: [{}, members(2_001)] }
    expect(await send('PUT', '/programme', { body })).toMatchObject(
      problem('/talks/1', 'maxProperties', 'must have at most 2000 members in total'),
    )
    const operation = { method: 'PUT', path: '/talks/ext:t', body: { title: 'x'.repeat(256 * 1024) } }
    expect(await send('POST', '/batch', { body: { operations: [operation] } })).toMatchObject({
      status: 413,
      body: { code: 'body_too_large', message: 'An item of the body is larger than 256 KiB.' },
    })
  })
})

describe('a large programme', () => {
  test('is imported without a Content-Length', async () => {
    const tenant = await server.createTenant()
    const request = httpsRequest(`${tenant.api.url}/api/external/v1/programme`, {
      method: 'PUT',
      // The certificate of the server was created for the test.
      rejectUnauthorized: false,
      headers: { authorization: `Bearer ${tenant.standard}`, 'content-type': 'application/json' },
    })
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    request.on('error', reject).on('response', (response) => json(response).then(resolve, reject))
    const text = JSON.stringify({ source: 's', sponsors: sponsors(100) })
    request.write(text.slice(0, 300_000))
    request.end(text.slice(300_000))
    expect(await promise).toMatchObject({ code: 'ok', created: { sponsors: 100 } })
  })

  test('is recognized when it is repeated with its idempotency key', async () => {
    const { send } = await server.createTenant()
    const body = { source: 's', sponsors: sponsors(100) }
    const first = await send('PUT', '/programme', { body, ...withKey('once') })
    const repeat = await send('PUT', '/programme', { body, ...withKey('once') })
    expect([first.body, isReplayed(repeat)]).toEqual([repeat.body, true])
    const other = { ...body, source: 't' }
    expect((await send('PUT', '/programme', { body: other, ...withKey('once') })).body.code).toBe(
      'idempotency_key_reused',
    )
  })

  test('gets the problems of the first refused items, and all refused items', async () => {
    const { send } = await server.createTenant()
    const people = Array.from({ length: 30 }, (_, i) => ({
      ...person(`p${i}`),
      externalId: `${i}`,
      ...members(60),
    }))
    const { body } = await send('PUT', '/programme', { body: { source: 's', people } })
    const refused: { message: string; errors?: object[] }[] = body.refused
    expect(refused.map(({ message, errors }) => [message, errors?.length])).toEqual(
      people.map((_, i) => ['The data is not valid: 50 problems.', i < 20 ? 50 : undefined]),
    )
  })
})
