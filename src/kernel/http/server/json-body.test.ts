// Request bodies: media types, sizes, JSON, and validation.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { API, addEchoRoutes, KEY } from '../../../../test/support/http/echo-routes.ts'
import { startTestServer, type TestServer } from '../../../../test/support/http/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer(addEchoRoutes)
})
afterAll(() => server.app.close())

describe('a request body', () => {
  const put = (headers: object, body?: string) =>
    server.request(`${API}/echo/1`, {
      method: 'PUT',
      headers: { ...KEY, ...headers },
      ...(body === undefined ? {} : { body }),
    })

  test.each([
    ['application/json'],
    ['application/json; charset=utf-8'],
    ['Application/JSON;charset=UTF-8'],
    ['application/json; charset="utf-8"'],
    ['application/json;'],
  ])('is read with the content type %s', async (type) => {
    const answer = await put({ 'content-type': type }, '{"title":"ä"}')
    expect([answer.status, answer.json]).toEqual([200, { code: 'ok', body: { title: 'ä' } }])
  })

  test.each([
    ['absent', {}],
    ['of length 0', { 'content-length': '0', 'content-type': 'application/json' }],
    ['of length 0 without a type', { 'content-length': '0' }],
    ['chunked and empty', { 'transfer-encoding': 'chunked', 'content-type': 'application/json' }],
    ['uncompressed and labeled as such', { 'content-encoding': 'identity' }],
  ])('is an empty object if it is %s', async (_name, headers) => {
    expect((await put(headers)).json).toEqual({ code: 'ok', body: {} })
  })

  test('is read up to 256 KiB', async () => {
    const answer = await put({ 'content-type': 'application/json' }, `{}${' '.repeat(262_142)}`)
    expect(answer.status).toBe(200)
  })

  test('that is not JSON gets 400 with an error that repeats nothing of it', async () => {
    const answer = await put({ 'content-type': 'application/json' }, '{"title": secret}')
    expect(answer.json).toMatchObject({ code: 'invalid_json', message: 'The body is not valid JSON.' })
    expect((await put({ 'content-type': 'application/json' }, '{"a":1,"a":2}')).status).toBe(400)
  })

  test('that does not match its schema gets 422 with every problem', async () => {
    const answer = await put({ 'content-type': 'application/json' }, '{"titel":"x","title":"much too long"}')
    expect(answer.json).toMatchObject({
      code: 'invalid_data',
      message: 'The data is not valid: 2 problems.',
      errors: [
        { pointer: '/titel', code: 'unknown', message: 'is not a known attribute; did you mean "title"?' },
        { pointer: '/title', code: 'maxLength', message: 'must have at most 10 characters' },
      ],
    })
    const line = await server.waitForLogLine(answer.headers['x-request-id'])
    expect([line.operation, line.status]).toEqual(['putEcho', 422])
  })
})
