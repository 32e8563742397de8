// What happens around every route: standard headers, the order of checks, problems, and the access log.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { API, addEchoRoutes, KEY } from '../../../../test/support/http/echo-routes.ts'
import { type Answer, startTestServer, type TestServer } from '../../../../test/support/http/test-server.ts'
import { type RefusalCode, refusalMessages } from '../../changes/errors.ts'
import { problemCatalog } from '../problems/catalog.ts'

const JSON_TYPE = { ...KEY, 'content-type': 'application/json' }
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/

let server: TestServer
beforeAll(async () => {
  server = await startTestServer(addEchoRoutes)
})
afterAll(() => server.app.close())

function expectProblem(answer: Answer, code: RefusalCode, message: string = refusalMessages[code]): void {
  const requestId = answer.headers['x-request-id']
  expect(requestId).toMatch(UUID)
  expect(answer.json).toEqual({
    code,
    message,
    type: `https://127.0.0.1:${server.port}/problems/${code}`,
    title: problemCatalog[code].title,
    status: problemCatalog[code].status,
    instance: `urn:uuid:${requestId}`,
  })
  expect(answer.status).toBe(problemCatalog[code].status)
  expect(answer.headers['content-type']).toBe('application/problem+json')
  expectStandardHeaders(answer)
}

function expectStandardHeaders({ headers }: Answer): void {
  expect({
    cache: headers['cache-control'],
    sniffing: headers['x-content-type-options'],
    hsts: headers['strict-transport-security'],
    csp: headers['content-security-policy'],
    server: headers.server,
  }).toEqual({
    cache: 'no-store',
    sniffing: 'nosniff',
    hsts: 'max-age=31536000',
    csp: "default-src 'none'; frame-ancestors 'none'",
    server: undefined,
  })
}

describe('a successful response', () => {
  test('has the standard headers and a request id that the client cannot choose', async () => {
    const headers = { ...KEY, 'x-request-id': 'mine', 'request-id': 'mine' }
    const answer = await server.request(`${API}/echo/1`, { headers })
    expect([answer.status, answer.json]).toEqual([200, { code: 'ok', body: { id: '1' } }])
    expect(answer.headers['x-request-id']).toMatch(UUID)
    expectStandardHeaders(answer)
  })

  test('has no body for HEAD', async () => {
    const answer = await server.request(`${API}/echo/1`, { method: 'HEAD', headers: KEY })
    expect([answer.status, answer.text]).toEqual([200, ''])
    expectStandardHeaders(answer)
  })

  test('is logged in one line with operation, key, status, time, and request id', async () => {
    const path = `${API}/echo/secret-id?note=ada@example.org`
    const answer = await server.request(path, { headers: { ...KEY, 'user-agent': 'probe' } })
    const line = await server.waitForLogLine(answer.headers['x-request-id'])
    expect(line).toEqual({
      level: 30,
      time: expect.any(Number),
      requestId: answer.headers['x-request-id'],
      operation: 'getEcho',
      key: 'lecs_0123…cdef',
      status: 200,
      ms: expect.any(Number),
      msg: 'request',
    })
  })
})

describe('a refusal', () => {
  const cases: [string, RefusalCode, string, object?, string?][] = [
    ['credentials before an unknown path', 'missing_authorization', `GET ${API}/nothing`],
    ['credentials before a wrong method', 'missing_authorization', `DELETE ${API}/echo/1`],
    [
      'credentials before a bad body',
      'missing_authorization',
      `PUT ${API}/echo/1`,
      { 'content-type': 'text/plain' },
      '{',
    ],
    ['an unknown path', 'not_found', `GET ${API}/nothing`, KEY],
    ['an unknown path, long', 'not_found', `GET ${API}/${'x'.repeat(3000)}`, KEY],
    ['an unknown path with a body that cannot be read', 'not_found', `POST ${API}/nothing`, JSON_TYPE, '{'],
    [
      'an unknown path with a body of another type',
      'not_found',
      'POST /nothing',
      { 'content-type': 'text/xml' },
      '<a/>',
    ],
    ['an unknown path by an unknown method', 'not_found', 'PROPFIND /nothing'],
    ['a path in another letter case', 'not_found', 'GET /Client'],
    ['a path that cannot be decoded', 'bad_request', 'GET /%zz'],
    ['a parameter that is too long', 'uri_too_long', `GET ${API}/echo/${'x'.repeat(4097)}`, KEY],
    ['a wrong method', 'method_not_allowed', `DELETE ${API}/echo/1`, KEY],
    ['a wrong method with a bad body', 'method_not_allowed', `PATCH ${API}/echo/1`, JSON_TYPE, '{'],
    ['OPTIONS', 'method_not_allowed', `OPTIONS ${API}/echo/1`, KEY],
    ['QUERY', 'method_not_allowed', `QUERY ${API}/echo/1`, KEY],
    [
      'privilege before the media type',
      'insufficient_permissions',
      `POST ${API}/private`,
      { ...KEY, 'content-type': 'a/b' },
      'x',
    ],
    [
      'another media type',
      'unsupported_media_type',
      `PUT ${API}/echo/1`,
      { ...KEY, 'content-type': 'text/plain' },
      '{}',
    ],
    ['no media type', 'unsupported_media_type', `PUT ${API}/echo/1`, KEY, '{}'],
    [
      'an invalid media type',
      'unsupported_media_type',
      `PUT ${API}/echo/1`,
      { ...KEY, 'content-type': 'json' },
      '{}',
    ],
    [
      'another charset',
      'unsupported_media_type',
      `PUT ${API}/echo/1`,
      { ...KEY, 'content-type': 'application/json; charset=latin1' },
      '{}',
    ],
    [
      'a compressed body',
      'unsupported_media_type',
      `PUT ${API}/echo/1`,
      { ...JSON_TYPE, 'content-encoding': 'gzip' },
      '{}',
    ],
    [
      'the media type before the size',
      'unsupported_media_type',
      `PUT ${API}/echo/1`,
      { ...KEY, 'content-type': 'a/b' },
      'x'.repeat(300_000),
    ],
    ['a body above 256 KiB', 'body_too_large', `PUT ${API}/echo/1`, JSON_TYPE, 'x'.repeat(262_145)],
    ['a body far above 256 KiB', 'body_too_large', `PUT ${API}/echo/1`, JSON_TYPE, 'x'.repeat(20_000_000)],
    [
      'a chunked body far above 256 KiB',
      'body_too_large',
      `PUT ${API}/echo/1`,
      { ...JSON_TYPE, 'transfer-encoding': 'chunked' },
      'x'.repeat(20_000_000),
    ],
    ['a refusal from a handler', 'email_taken', `GET ${API}/throw/email_taken`, KEY],
  ]
  test.each(cases)('is a complete problem: %s gets %s', async (_name, code, target, headers = {}, body) => {
    const [method, path] = target.split(' ') as [string, string]
    const answer = await server.request(path, {
      method,
      headers: { ...headers },
      ...(body === undefined ? {} : { body }),
    })
    if (code === 'bad_request') expectProblem(answer, code, 'The URL or the Content-Length is not valid.')
    else expectProblem(answer, code)
    const line = await server.waitForLogLine(answer.headers['x-request-id'])
    expect([line.status, line.isAborted]).toEqual([problemCatalog[code].status, undefined])
  })

  test('has the headers of the problem and no body for HEAD', async () => {
    const answer = await server.request('/nothing', { method: 'HEAD' })
    expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([
      404,
      '',
      'application/problem+json',
    ])
    expectStandardHeaders(answer)
  })

  test('with 405 lists the methods of the path in Allow', async () => {
    const allowed = async (path: string) =>
      (await server.request(path, { method: 'DELETE', headers: KEY })).headers.allow
    expect([await allowed(`${API}/echo/1`), await allowed(`${API}/private`)]).toEqual([
      'GET, HEAD, PUT',
      'POST',
    ])
  })

  test('with 401 names the scheme, and the error only if a key was sent', async () => {
    const challenge = async (code: RefusalCode) =>
      (await server.request(`${API}/throw/${code}`, { headers: KEY })).headers['www-authenticate']
    expect([await challenge('missing_authorization'), await challenge('invalid_api_key')]).toEqual([
      'Bearer realm="external-api"',
      'Bearer realm="external-api", error="invalid_token"',
    ])
  })

  test('that may be retried has Retry-After', async () => {
    const answer = await server.request(`${API}/throw/too_many_requests`, { headers: KEY })
    expectProblem(answer, 'too_many_requests')
    expect(answer.headers['retry-after']).toBe('7')
  })

  test('is 503 with Retry-After if the store cannot be reached', async () => {
    const answer = await server.request(`${API}/throw/store`, { headers: KEY })
    expectProblem(answer, 'unavailable')
    expect(answer.headers['retry-after']).toBe('2')
  })

  test('is 500 with only the request id for an unexpected error; the log has the cause without e-mails and keys', async () => {
    const answer = await server.request(`${API}/throw/bug`, { headers: KEY })
    const requestId = answer.headers['x-request-id']
    expectProblem(
      answer,
      'internal_error',
      `Something went wrong on our side. The request id is ${requestId}.`,
    )
    const line = server.log.find((entry) => entry.requestId === requestId && entry.msg === 'request failed')
    expect(line?.err).toMatchObject({ type: 'TypeError', message: 'cannot read [e-mail] with [key]' })
    expect(JSON.stringify(server.log)).not.toMatch(/ada@example|lecs_00ff/)
  })
})

describe('the host of a problem type', () => {
  const typeFor = async (host: string) =>
    ((await server.request('/nothing', { headers: { host } })).json as { type: string }).type

  test('is the Host header if it is a valid host', async () => {
    expect(await typeFor('Events.example.org:8443')).toBe(
      'https://Events.example.org:8443/problems/not_found',
    )
    expect(await typeFor('[::1]:8443')).toBe('https://[::1]:8443/problems/not_found')
    expect(await typeFor('a/b"><script>')).toBe('https://localhost/problems/bad_request')
  })

  test('is that of the public URL if one is set', async () => {
    const other = await startTestServer(() => {}, { publicUrl: 'https://events.example.org' })
    const answer = await other.request('/nothing')
    const raw = await other.sendRaw('nonsense\r\n\r\n')
    await other.app.close()
    expect((answer.json as { type: string }).type).toBe('https://events.example.org/problems/not_found')
    expect(raw).toContain('https://events.example.org/problems/bad_request')
    expect(other.url).toBe('https://events.example.org')
  })
})

test('behaves the same over HTTP/2', async () => {
  const { connect } = await import('node:http2')
  const other = await startTestServer(addEchoRoutes, { isHttp2: true })
  const session = connect(`https://127.0.0.1:${other.port}`, { ca: other.certificate.cert })
  const ask = async (headers: Record<string, string>, body?: string) => {
    const stream = session.request(headers, { endStream: body === undefined })
    if (body !== undefined) stream.end(body)
    const [head] = await new Promise<[Record<string, unknown>]>((resolve) =>
      stream.once('response', (h) => resolve([h])),
    )
    const text = Buffer.concat(await stream.toArray()).toString()
    return { status: head[':status'], head, json: JSON.parse(text) }
  }
  const put = { ':method': 'PUT', ':path': `${API}/echo/1`, ...KEY }
  const fine = await ask({ ...put, 'content-type': 'application/json' }, '{"title":"x"}')
  const empty = await ask(put)
  const untyped = await ask(put, '{"title":"x"}')
  const refused = await ask({ ...put, ':method': 'DELETE' })
  const overHttp1 = await other.request(`${API}/echo/1`, { headers: KEY })
  const framing = await other.sendRaw('nonsense\r\n\r\n')
  session.close()
  await other.app.close()
  expect([fine.status, fine.json]).toEqual([200, { code: 'ok', body: { title: 'x' } }])
  expect([empty.status, empty.json]).toEqual([200, { code: 'ok', body: {} }])
  expect([untyped.status, refused.status, refused.head.allow]).toEqual([415, 405, 'GET, HEAD, PUT'])
  expect(refused.head['strict-transport-security']).toBe('max-age=31536000')
  expect([overHttp1.status, framing.split('\r\n')[0]]).toEqual([200, 'HTTP/1.1 400 Bad Request'])
})
