// Connections below the level of a request: invalid HTTP, timeouts, and what Node would otherwise answer itself.
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../test/support/http/test-server.ts'
import { addHealth } from './health.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer(
    (app) => {
      addHealth(app, { isReady: async () => true })
      app.put('/echo', async ({ body }) => body)
    },
    { httpPort: 0 },
  )
})
afterAll(() => server.app.close())

type RawAnswer = { line: string; headers: Record<string, string>; body: Record<string, unknown> }

function readRaw(text: string): RawAnswer {
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const [line = '', ...fields] = head.split('\r\n')
  const headers = Object.fromEntries(fields.map((field) => field.split(': ') as [string, string]))
  return { line, headers, body: JSON.parse(body) }
}

const HEAD = 'PUT /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
const CLOSE = 'Connection: close\r\n\r\n'

describe('invalid HTTP', () => {
  const cases: [string, string, string][] = [
    ['text that is not HTTP', 'nonsense\r\n\r\n', '400 Bad Request'],
    [
      'both a length and chunked encoding',
      `${HEAD}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`,
      '400 Bad Request',
    ],
    ['two lengths', `${HEAD}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, '400 Bad Request'],
    ['a negative length', `${HEAD}Content-Length: -2\r\n\r\n{}`, '400 Bad Request'],
    ['an unsupported transfer coding', `${HEAD}Transfer-Encoding: gzip\r\n\r\n{}`, '400 Bad Request'],
    [
      'an invalid chunk size',
      `${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
      '400 Bad Request',
    ],
    ['a header name with a space', `GET / HTTP/1.1\r\nHost : localhost\r\n\r\n`, '400 Bad Request'],
    [
      'a bare line feed in a header',
      `GET / HTTP/1.1\r\nHost: localhost\r\nX: a\nb\r\n\r\n`,
      '400 Bad Request',
    ],
    [
      'headers above 16 KiB',
      `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`,
      '431 Request Header Fields Too Large',
    ],
    ['CONNECT', `CONNECT localhost:1 HTTP/1.1\r\nHost: localhost:1\r\n\r\n`, '400 Bad Request'],
  ]
  test.each(cases)(
    'gets a problem with all headers and a closed connection: %s',
    async (_name, sent, line) => {
      const { line: received, headers, body } = readRaw(await server.sendRaw(sent))
      expect(received).toBe(`HTTP/1.1 ${line}`)
      expect(headers).toEqual({
        'x-request-id': expect.any(String),
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'strict-transport-security': 'max-age=31536000',
        date: expect.any(String),
        connection: 'close',
        'content-type': 'application/problem+json',
        'content-length': String(JSON.stringify(body).length),
      })
      const code = line.startsWith('431') ? 'headers_too_large' : 'bad_request'
      expect(body).toMatchObject({
        code,
        status: Number(line.slice(0, 3)),
        type: `https://localhost/problems/${code}`,
        instance: `urn:uuid:${headers['x-request-id']}`,
      })
      const logged = await server.waitForLogLine(headers['x-request-id'])
      expect(logged).toMatchObject({ operation: 'unknown', status: Number(line.slice(0, 3)) })
    },
  )

  test('gets the same response on the plain port, without HSTS', async () => {
    const { line, headers } = readRaw(await server.sendRawPlain('nonsense\r\n\r\n'))
    expect([line, headers['strict-transport-security']]).toEqual(['HTTP/1.1 400 Bad Request', undefined])
  })

  test('includes a request that does not arrive in time, which gets 408', async () => {
    const slow = await startTestServer()
    slow.app.server.headersTimeout = 1
    const { line, body } = readRaw(await slow.sendRaw('GET / HTTP/1.1\r\nHost:'))
    await slow.app.close()
    expect([line, body.code]).toEqual(['HTTP/1.1 408 Request Timeout', 'request_timeout'])
  })

  test('includes a client that disconnects within its body, which only writes a log line', async () => {
    const before = server.log.length
    const socket = connect({ host: '127.0.0.1', port: server.httpPort ?? 0 })
    const requested = once(server.app.plainServer ?? server.app.server, 'request')
    socket.write(`${HEAD}Content-Length: 100\r\n\r\n{`)
    await requested
    socket.destroy()
    const abortedLines = () => server.log.slice(before).filter((line) => line.isAborted === true)
    while (abortedLines().length === 0) await new Promise((resolve) => setImmediate(resolve))
    expect(abortedLines()).toMatchObject([{ operation: 'unknown', status: null, msg: 'request' }])
    expect(server.log.filter((line) => line.msg === 'request failed')).toEqual([])
  })
})

describe('a request that Node would answer by itself', () => {
  test.each([
    ['no Host header', `GET /live HTTP/1.1\r\n${CLOSE}`, 'HTTP/1.1 400 Bad Request'],
    [
      'two Host headers',
      `GET /live HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\n${CLOSE}`,
      'HTTP/1.1 400 Bad Request',
    ],
    ['an empty Host header', `GET /live HTTP/1.1\r\nHost:\r\n${CLOSE}`, 'HTTP/1.1 400 Bad Request'],
    ['an invalid Host header', `GET /live HTTP/1.1\r\nHost: a b/c\r\n${CLOSE}`, 'HTTP/1.1 400 Bad Request'],
    ['no version, as in HTTP/0.9', `GET /live\r\nHost: localhost\r\n${CLOSE}`, 'HTTP/1.1 400 Bad Request'],
    [
      'a second transfer coding',
      `PUT /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: gzip, chunked\r\nConnection: close\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
      'HTTP/1.1 400 Bad Request',
    ],
    ['no Host header in HTTP/1.0', `GET /live HTTP/1.0\r\n\r\n`, 'HTTP/1.1 200 OK'],
    [
      'an unknown Expect header',
      `GET /live HTTP/1.1\r\nHost: localhost\r\nExpect: miracles\r\n${CLOSE}`,
      'HTTP/1.1 200 OK',
    ],
    [
      'an Upgrade header',
      `GET /live HTTP/1.1\r\nHost: localhost\r\nUpgrade: h2c\r\n${CLOSE}`,
      'HTTP/1.1 200 OK',
    ],
  ])('reaches our handlers: %s', async (_name, sent, line) => {
    const text = await server.sendRaw(sent)
    expect(text.split('\r\n')[0]).toBe(line)
    expect(text).toContain('x-request-id: ')
  })

  test('is read to the end before its large body is refused, if it asks to close the connection', async () => {
    const text = await server.sendRaw(`${HEAD}Content-Length: 4000000\r\n${CLOSE}${'x'.repeat(4_000_000)}`)
    expect(text.split('\r\n')[0]).toBe('HTTP/1.1 413 Payload Too Large')
    expect(text).toContain('"code":"body_too_large"')
  })

  test('gets a response of its own when two requests are pipelined', async () => {
    const text = await server.sendRaw(
      `GET /live HTTP/1.1\r\nHost: localhost\r\n\r\nGET /live HTTP/1.1\r\nHost: localhost\r\n${CLOSE}`,
    )
    expect(text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2)
  })
})
