// What every request meets around its route: headers, order of refusals, bodies, methods, addresses, the log.
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorCatalog, Refusal, type RefusalCode } from '../../src/domain/changes/errors.ts'
import { watchRoutes } from '../../src/http/server/route-rules.ts'
import { clientAddress, isSecure } from '../../src/http/server/trusted-proxies.ts'
import { StoreUnavailable } from '../../src/store/store.ts'
import { type Answer, type Shell, startShell } from './test-server.ts'

const API = '/api/external/v1'
const KEY = { authorization: 'Bearer good' }
const JSON_TYPE = { ...KEY, 'content-type': 'application/json' }
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/

const Body = Type.Object(
  { title: Type.Optional(Type.String({ maxLength: 10 })) },
  { additionalProperties: false },
)
const Echo = Type.Object({ code: Type.Literal('ok'), body: Type.Unknown() })

function addRoutes(app: FastifyInstance): void {
  app.register(
    async (scope) => {
      const routes = watchRoutes(scope, { mustBeDescribed: true })
      scope.addHook('onRequest', async (request) => {
        if (request.headers.authorization !== KEY.authorization) throw new Refusal('missing_authorization')
        request.logFields = { key: 'lecs_0123…cdef' }
      })
      const schema = (operationId: string) => ({ operationId, response: { 200: Echo } })
      scope.put('/echo/:id', { schema: { ...schema('putEcho'), body: Body } }, async ({ body }) => ({
        code: 'ok',
        body,
      }))
      scope.get('/echo/:id', { schema: schema('getEcho') }, async ({ params }) => ({
        code: 'ok',
        body: params,
      }))
      scope.post(
        '/private',
        {
          schema: { ...schema('postPrivate'), body: Body },
          onRequest: async () => {
            throw new Refusal('insufficient_permissions')
          },
        },
        async () => ({ code: 'ok', body: null }),
      )
      scope.get('/throw/:code', { schema: schema('getThrow') }, async (request) => {
        const { code } = request.params as { code: string }
        if (code === 'store') throw new StoreUnavailable('the disk of db.internal is gone')
        if (code === 'bug') throw new TypeError('cannot read ada@example.org with lecs_00ff')
        throw new Refusal(code as RefusalCode, { retryAfterSeconds: 7 })
      })
      routes.refuseOtherMethods()
    },
    { prefix: API },
  )
  app.get('/client', async (request) => ({
    address: clientAddress(request),
    isSecure: isSecure(request),
    host: request.host,
  }))
}

let shell: Shell
beforeAll(async () => {
  shell = await startShell(addRoutes)
})
afterAll(() => shell.app.close())

function expectProblem(
  answer: Answer,
  code: RefusalCode,
  message: string = errorCatalog[code].message,
): void {
  const requestId = answer.headers['x-request-id']
  expect(requestId).toMatch(UUID)
  expect(answer.json).toEqual({
    code,
    message,
    type: `https://127.0.0.1:${shell.port}/problems/${code}`,
    title: errorCatalog[code].title,
    status: errorCatalog[code].status,
    instance: `urn:uuid:${requestId}`,
  })
  expect(answer.status).toBe(errorCatalog[code].status)
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

describe('a success', () => {
  test('carries the standard headers and a request id that the client cannot choose', async () => {
    const headers = { ...KEY, 'x-request-id': 'mine', 'request-id': 'mine' }
    const answer = await shell.ask(`${API}/echo/1`, { headers })
    expect([answer.status, answer.json]).toEqual([200, { code: 'ok', body: { id: '1' } }])
    expect(answer.headers['x-request-id']).toMatch(UUID)
    expectStandardHeaders(answer)
  })

  test('is also given to HEAD, without a body', async () => {
    const answer = await shell.ask(`${API}/echo/1`, { method: 'HEAD', headers: KEY })
    expect([answer.status, answer.text]).toEqual([200, ''])
    expectStandardHeaders(answer)
  })

  test('is logged in one line of operation, key, status, time and request id', async () => {
    const path = `${API}/echo/secret-id?note=ada@example.org`
    const answer = await shell.ask(path, { headers: { ...KEY, 'user-agent': 'probe' } })
    const line = await shell.lineOf(answer.headers['x-request-id'])
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

describe('a refusal says the same in every way it comes about', () => {
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
    ['another letter case is another path', 'not_found', 'GET /Client'],
    ['an address that cannot be decoded', 'bad_request', 'GET /%zz'],
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
      'a media type that is none',
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
    ['whatever a handler refuses', 'email_taken', `GET ${API}/throw/email_taken`, KEY],
  ]
  test.each(cases)('%s: %s', async (_name, code, target, headers = {}, body) => {
    const [method, path] = target.split(' ') as [string, string]
    const answer = await shell.ask(path, {
      method,
      headers: { ...headers },
      ...(body === undefined ? {} : { body }),
    })
    if (code === 'bad_request')
      expectProblem(answer, code, 'The address or the length of the body is not valid.')
    else expectProblem(answer, code)
    const line = await shell.lineOf(answer.headers['x-request-id'])
    expect([line.status, line.isAborted]).toEqual([errorCatalog[code].status, undefined])
  })

  test('HEAD of an unknown path has the head of the problem and no body', async () => {
    const answer = await shell.ask('/nothing', { method: 'HEAD' })
    expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([
      404,
      '',
      'application/problem+json',
    ])
    expectStandardHeaders(answer)
  })

  test('405 lists the methods of the path in Allow', async () => {
    const allowed = async (path: string) =>
      (await shell.ask(path, { method: 'DELETE', headers: KEY })).headers.allow
    expect([await allowed(`${API}/echo/1`), await allowed(`${API}/private`)]).toEqual([
      'GET, HEAD, PUT',
      'POST',
    ])
  })

  test('401 names the scheme, and the error only where a key was sent', async () => {
    const challenge = async (code: RefusalCode) =>
      (await shell.ask(`${API}/throw/${code}`, { headers: KEY })).headers['www-authenticate']
    expect([await challenge('missing_authorization'), await challenge('invalid_api_key')]).toEqual([
      'Bearer realm="external-api"',
      'Bearer realm="external-api", error="invalid_token"',
    ])
  })

  test('a refusal that may be retried says after how many seconds', async () => {
    const answer = await shell.ask(`${API}/throw/too_many_requests`, { headers: KEY })
    expectProblem(answer, 'too_many_requests')
    expect(answer.headers['retry-after']).toBe('7')
  })

  test('a store that cannot be reached is 503, to be tried again soon', async () => {
    const answer = await shell.ask(`${API}/throw/store`, { headers: KEY })
    expectProblem(answer, 'unavailable')
    expect(answer.headers['retry-after']).toBe('2')
  })

  test('an error nobody meant to throw is 500 with the request id alone; the log has the cause, without e-mail and key', async () => {
    const answer = await shell.ask(`${API}/throw/bug`, { headers: KEY })
    const requestId = answer.headers['x-request-id']
    expectProblem(
      answer,
      'internal_error',
      `Something went wrong on our side. The request id is ${requestId}.`,
    )
    const line = shell.log.find((entry) => entry.requestId === requestId && entry.msg === 'request failed')
    expect(line?.err).toMatchObject({ type: 'TypeError', message: 'cannot read [e-mail] with [key]' })
    expect(JSON.stringify(shell.log)).not.toMatch(/ada@example|lecs_00ff/)
  })
})

describe('a body', () => {
  const put = (headers: object, body?: string) =>
    shell.ask(`${API}/echo/1`, {
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
  ])('is read as %s', async (type) => {
    const answer = await put({ 'content-type': type }, '{"title":"ä"}')
    expect([answer.status, answer.json]).toEqual([200, { code: 'ok', body: { title: 'ä' } }])
  })

  test.each([
    ['absent', {}],
    ['of length 0', { 'content-length': '0', 'content-type': 'application/json' }],
    ['of length 0 without a type', { 'content-length': '0' }],
    ['chunked and empty', { 'transfer-encoding': 'chunked', 'content-type': 'application/json' }],
    ['not compressed, and saying so', { 'content-encoding': 'identity' }],
  ])('that is %s is an empty object', async (_name, headers) => {
    expect((await put(headers)).json).toEqual({ code: 'ok', body: {} })
  })

  test('of exactly 256 KiB is read', async () => {
    const answer = await put({ 'content-type': 'application/json' }, `{}${' '.repeat(262_142)}`)
    expect(answer.status).toBe(200)
  })

  test('that is not JSON is 400 with what is wrong, not with what was sent', async () => {
    const answer = await put({ 'content-type': 'application/json' }, '{"title": secret}')
    expect(answer.json).toMatchObject({ code: 'invalid_json', message: 'The body is not valid JSON.' })
    expect((await put({ 'content-type': 'application/json' }, '{"a":1,"a":2}')).status).toBe(400)
  })

  test('that does not fit its schema is 422 with every problem', async () => {
    const answer = await put({ 'content-type': 'application/json' }, '{"titel":"x","title":"much too long"}')
    expect(answer.json).toMatchObject({
      code: 'invalid_data',
      message: 'The data is not valid: 2 problems.',
      errors: [
        { pointer: '/titel', code: 'unknown', message: 'is not a known attribute; did you mean "title"?' },
        { pointer: '/title', code: 'maxLength', message: 'must have at most 10 characters' },
      ],
    })
    const line = await shell.lineOf(answer.headers['x-request-id'])
    expect([line.operation, line.status]).toEqual(['putEcho', 422])
  })
})

describe('the host of a problem type', () => {
  const typeFor = async (host: string) =>
    ((await shell.ask('/nothing', { headers: { host } })).json as { type: string }).type

  test('is the Host sent, where it is one', async () => {
    expect(await typeFor('Events.example.org:8443')).toBe(
      'https://Events.example.org:8443/problems/not_found',
    )
    expect(await typeFor('[::1]:8443')).toBe('https://[::1]:8443/problems/not_found')
    expect(await typeFor('a/b"><script>')).toBe('https://localhost/problems/not_found')
  })

  test('is that of the public address, where one is set', async () => {
    const other = await startShell(() => {}, { publicUrl: 'https://events.example.org' })
    const answer = await other.ask('/nothing')
    const raw = await other.raw('nonsense\r\n\r\n')
    await other.app.close()
    expect((answer.json as { type: string }).type).toBe('https://events.example.org/problems/not_found')
    expect(raw).toContain('https://events.example.org/problems/bad_request')
    expect(other.url).toBe('https://events.example.org')
  })
})

describe('the start fails', () => {
  const declare = (schema: object) => {
    const starting = startShell((app) => {
      app.register(
        async (scope) => {
          watchRoutes(scope, { mustBeDescribed: true })
          scope.get('/x', { schema }, async () => ({}))
        },
        { prefix: API },
      )
    })
    return starting.then((started) => started.app.close())
  }
  test('for a route without operationId', async () => {
    await expect(declare({ response: { 200: Echo } })).rejects.toThrow(
      `The route GET ${API}/x has no schema.operationId.`,
    )
  })
  test('for a route without the schema of a 2xx answer', async () => {
    const message = `The route GET ${API}/x has no schema of a 2xx answer.`
    await expect(declare({ operationId: 'getX', response: { 404: Echo } })).rejects.toThrow(message)
  })
})

describe('X-Forwarded-*', () => {
  const forwarded = {
    'x-forwarded-for': '198.51.100.9, 203.0.113.7',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'events.example.org',
  }
  const seen = async (trustedProxies: string[], headers: Record<string, string>) => {
    const other = await startShell(addRoutes, { trustedProxies, httpPort: 0 })
    const host = { host: 'localhost' }
    const plain = await other.askPlain('/client', { headers: { ...host, ...headers } })
    const tls = await other.ask('/client', { headers: { ...host, ...headers } })
    await other.app.close()
    expect(plain.headers['strict-transport-security']).toBe(
      (plain.json as { isSecure: boolean }).isSecure ? 'max-age=31536000' : undefined,
    )
    return { plain: plain.json, tls: tls.json }
  }
  const own = { address: '127.0.0.1', host: 'localhost' }

  test('is not believed from anyone by default', async () => {
    const expected = { plain: { ...own, isSecure: false }, tls: { ...own, isSecure: true } }
    expect(await seen([], forwarded)).toEqual(expected)
    expect(await seen(['10.0.0.0/8', '::1'], forwarded)).toEqual(expected)
  })

  test('is believed from a listed proxy, and the client is the nearest address that is not listed', async () => {
    const expected = { address: '203.0.113.7', host: 'events.example.org', isSecure: true }
    expect(await seen(['127.0.0.0/8'], forwarded)).toEqual({ plain: expected, tls: expected })
    expect(await seen(['::ffff:127.0.0.1', '203.0.113.0/24'], forwarded)).toEqual({
      plain: { ...expected, address: '198.51.100.9' },
      tls: { ...expected, address: '198.51.100.9' },
    })
  })

  test('that a client put before a listed proxy is not believed, nor is anything but an address', async () => {
    expect(await seen(['127.0.0.1'], { 'x-forwarded-for': '127.0.0.1, 203.0.113.7' })).toMatchObject({
      plain: { address: '203.0.113.7', isSecure: false },
    })
    expect(await seen(['127.0.0.1'], { 'x-forwarded-for': 'unknown', 'x-forwarded-proto': 'http' })).toEqual({
      plain: { ...own, isSecure: false },
      tls: { ...own, isSecure: false },
    })
    expect(await seen(['127.0.0.1'], { 'x-forwarded-for': '::ffff:203.0.113.7' })).toMatchObject({
      tls: { address: '203.0.113.7' },
    })
  })
})

test('over HTTP/2 all of this is the same', async () => {
  const { connect } = await import('node:http2')
  const other = await startShell(addRoutes, { isHttp2: true })
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
  const overHttp1 = await other.ask(`${API}/echo/1`, { headers: KEY })
  const framing = await other.raw('nonsense\r\n\r\n')
  session.close()
  await other.app.close()
  expect([fine.status, fine.json]).toEqual([200, { code: 'ok', body: { title: 'x' } }])
  expect([empty.status, empty.json]).toEqual([200, { code: 'ok', body: {} }])
  expect([untyped.status, refused.status, refused.head.allow]).toEqual([415, 405, 'GET, HEAD, PUT'])
  expect(refused.head['strict-transport-security']).toBe('max-age=31536000')
  expect([overHttp1.status, framing.split('\r\n')[0]]).toEqual([200, 'HTTP/1.1 400 Bad Request'])
})
