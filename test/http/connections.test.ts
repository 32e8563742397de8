// Below the request: framing that is no HTTP, time-outs, the plain port, and figures for this machine only.
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addHealth } from '../../src/http/server/health.ts'
import { addMetrics } from '../../src/http/server/metrics.ts'
import { type Shell, startShell } from './test-server.ts'

const TOKEN = 't'.repeat(16)
let isReady: () => Promise<boolean> = async () => true
let shell: Shell

beforeAll(async () => {
  shell = await startShell(
    (app) => {
      addHealth(app, { isReady: () => isReady() })
      addMetrics(app, { token: TOKEN })
      app.put('/echo', async ({ body }) => body)
    },
    { httpPort: 0, trustedProxies: ['192.0.2.1'] },
  )
})
afterAll(() => shell.app.close())

type RawAnswer = { line: string; headers: Record<string, string>; body: Record<string, unknown> }

function readRaw(text: string): RawAnswer {
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const [line = '', ...fields] = head.split('\r\n')
  const headers = Object.fromEntries(fields.map((field) => field.split(': ') as [string, string]))
  return { line, headers, body: JSON.parse(body) }
}

const HEAD = 'PUT /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
const CLOSE = 'Connection: close\r\n\r\n'

describe('what is not HTTP gets one whole answer, as a problem with all headers, and the connection ends', () => {
  const cases: [string, string, string][] = [
    ['nonsense', 'nonsense\r\n\r\n', '400 Bad Request'],
    [
      'length and chunks at once',
      `${HEAD}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`,
      '400 Bad Request',
    ],
    ['two lengths', `${HEAD}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, '400 Bad Request'],
    ['a length that is none', `${HEAD}Content-Length: -2\r\n\r\n{}`, '400 Bad Request'],
    ['another transfer coding', `${HEAD}Transfer-Encoding: gzip\r\n\r\n{}`, '400 Bad Request'],
    [
      'a chunk that is none',
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
  test.each(cases)('%s', async (_name, sent, line) => {
    const { line: received, headers, body } = readRaw(await shell.raw(sent))
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
    const logged = await shell.lineOf(headers['x-request-id'])
    expect(logged).toMatchObject({ operation: 'unknown', status: Number(line.slice(0, 3)) })
  })

  test('on the plain port too, without HSTS', async () => {
    const { line, headers } = readRaw(await shell.rawPlain('nonsense\r\n\r\n'))
    expect([line, headers['strict-transport-security']]).toEqual(['HTTP/1.1 400 Bad Request', undefined])
  })

  test('a request that does not arrive in time is 408', async () => {
    const slow = await startShell()
    slow.app.server.headersTimeout = 1
    const { line, body } = readRaw(await slow.raw('GET / HTTP/1.1\r\nHost:'))
    await slow.app.close()
    expect([line, body.code]).toEqual(['HTTP/1.1 408 Request Timeout', 'request_timeout'])
  })

  test('a client that goes away in the middle of its body costs nothing but a log line', async () => {
    const before = shell.log.length
    const socket = connect({ host: '127.0.0.1', port: shell.httpPort ?? 0 })
    const begun = once(shell.app.plainServer ?? shell.app.server, 'request')
    socket.write(`${HEAD}Content-Length: 100\r\n\r\n{`)
    await begun
    socket.destroy()
    const gone = () => shell.log.slice(before).filter((line) => line.isAborted === true)
    while (gone().length === 0) await new Promise((resolve) => setImmediate(resolve))
    expect(gone()).toMatchObject([{ operation: 'unknown', status: null, msg: 'request' }])
    expect(shell.log.filter((line) => line.msg === 'request failed')).toEqual([])
  })
})

describe('what Node would answer by itself comes to our handlers', () => {
  test.each([
    ['no Host', `GET /live HTTP/1.1\r\n${CLOSE}`, 'HTTP/1.1 400 Bad Request'],
    [
      'two Hosts',
      `GET /live HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\n${CLOSE}`,
      'HTTP/1.1 400 Bad Request',
    ],
    ['no Host in HTTP/1.0', `GET /live HTTP/1.0\r\n\r\n`, 'HTTP/1.1 200 OK'],
    [
      'an unknown Expect',
      `GET /live HTTP/1.1\r\nHost: localhost\r\nExpect: miracles\r\n${CLOSE}`,
      'HTTP/1.1 200 OK',
    ],
    ['an upgrade', `GET /live HTTP/1.1\r\nHost: localhost\r\nUpgrade: h2c\r\n${CLOSE}`, 'HTTP/1.1 200 OK'],
  ])('%s', async (_name, sent, line) => {
    const text = await shell.raw(sent)
    expect(text.split('\r\n')[0]).toBe(line)
    expect(text).toContain('x-request-id: ')
  })

  test('a large body of a client that closes its connection is read to the end before it is refused', async () => {
    const text = await shell.raw(`${HEAD}Content-Length: 4000000\r\n${CLOSE}${'x'.repeat(4_000_000)}`)
    expect(text.split('\r\n')[0]).toBe('HTTP/1.1 413 Payload Too Large')
    expect(text).toContain('"code":"body_too_large"')
  })

  test('two requests in one go get two answers', async () => {
    const text = await shell.raw(
      `GET /live HTTP/1.1\r\nHost: localhost\r\n\r\nGET /live HTTP/1.1\r\nHost: localhost\r\n${CLOSE}`,
    )
    expect(text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2)
  })
})

describe('health', () => {
  test('is told on both ports, without a key', async () => {
    const live = { code: 'ok', message: 'The process is running.' }
    expect([(await shell.ask('/live')).json, (await shell.askPlain('/live')).json]).toEqual([live, live])
    const ready = await shell.ask('/ready')
    expect([ready.status, ready.json]).toEqual([200, { code: 'ok', message: 'The store can be reached.' }])
  })

  test.each([
    ['says no', async () => false],
    ['fails', async () => Promise.reject(new Error('no store'))],
  ])('is 503 while the store %s', async (_name, answer) => {
    isReady = answer
    const { status, headers, json } = await shell.ask('/ready')
    isReady = async () => true
    expect([status, headers['retry-after'], json]).toMatchObject([503, '2', { code: 'unavailable' }])
  })
})

describe('metrics', () => {
  test('count the requests by operation, method and status, for this machine', async () => {
    await shell.ask('/live')
    await shell.ask('/nothing')
    const { status, headers, text } = await shell.ask('/metrics')
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
    expect(text).toContain(
      'lectern_http_request_duration_seconds_count{operation="getLive",method="GET",status="2xx"}',
    )
    expect(text).toContain(
      'lectern_http_request_duration_seconds_count{operation="unknown",method="GET",status="4xx"}',
    )
    expect(text).toContain('process_cpu_seconds_total')
  })

  test('are hidden from whoever comes through a proxy without the token', async () => {
    const through = { 'x-forwarded-for': '127.0.0.1' }
    const status = async (headers: Record<string, string>) =>
      (await shell.ask('/metrics', { headers })).status
    expect([
      await status(through),
      await status({ forwarded: 'for=127.0.0.1' }),
      await status({ ...through, authorization: 'Bearer wrong' }),
      await status({ ...through, authorization: `Bearer ${TOKEN}` }),
    ]).toEqual([404, 404, 404, 200])
    const plain = await shell.askPlain('/metrics', {
      headers: { ...through, authorization: `Bearer ${TOKEN}` },
    })
    expect(plain.status).toBe(404)
  })
})
