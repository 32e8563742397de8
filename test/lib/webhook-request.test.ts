// Requests to webhooks: where they may go, how long they may take, how much of an answer is read.
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { parseRanges } from '../../src/lib/addresses.ts'
import { isWebhookUrl, mayBeCalled } from '../../src/lib/webhook-address.ts'
import { openEndpoints } from '../../src/lib/webhook-request.ts'

const userAgent = 'Lectern/test'
const NOT_PUBLIC = { status: null, error: 'The host has an address that is not public.', answer: null }

async function openServer(listener: RequestListener, host = '127.0.0.1') {
  const server = createServer(listener)
  let connections = 0
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function post(url: string, { listed = [] as string[], longestMs = 5_000 } = {}) {
  const endpoints = openEndpoints({ listed: parseRanges(listed), userAgent, longestMs })
  try {
    return await endpoints.post({ url, headers: {}, body: '{}' })
  } finally {
    endpoints.close()
  }
}

describe('an address', () => {
  test.each([
    ['https://127.0.0.1', []],
    ['https://localhost', []],
    ['https://[::1]', []],
    ['https://[::ffff:127.0.0.1]', []],
    ['https://[::7f00:1]', []],
    ['https://0.0.0.0', []],
    ['https://2130706433', []],
    ['http://127.0.0.1', []],
    ['http://127.0.0.1', ['10.0.0.0/8', '::/0']],
    ['http://localhost', ['127.0.0.2']],
  ])('%s is not connected to where %j is listed', async (origin, listed) => {
    await using server = await openServer((_request, response) => void response.end())
    expect(await post(`${origin}:${server.port}/`, { listed })).toEqual(NOT_PUBLIC)
    expect(server.connections()).toBe(0)
  })

  test.each([
    ['http://127.0.0.1', ['127.0.0.1']],
    ['http://127.0.0.1', ['2001:db8::/32', '127.0.0.0/8']],
    ['http://localhost', ['127.0.0.0/8', '::1']],
  ])('%s is connected to where %j is listed', async (origin, listed) => {
    await using server = await openServer((_request, response) => void response.end('fine'))
    const answer = await post(`${origin}:${server.port}/`, { listed })
    expect(answer).toEqual({ status: 200, error: null, answer: 'fine' })
  })

  test('of a public host is only called over https', () => {
    expect(mayBeCalled('https://93.184.215.14/', [])).toBe(true)
    expect(mayBeCalled('http://93.184.215.14/', [])).toBe(false)
    expect(mayBeCalled('http://93.184.215.14/', parseRanges(['93.184.215.0/24']))).toBe(true)
    expect(mayBeCalled('http://crm.example.org/', [])).toBe(false)
  })

  test.each([
    'https://crm.example.org',
    'https://crm.example.org:8443/a?b=c#d',
    'http://10.0.0.7/',
    'https://[2001:db8::1]/',
    'https://例え.example/',
  ])('may be written %s', (url) => expect(isWebhookUrl(url)).toBe(true))
  test.each([
    'https://user@crm.example.org/',
    'https:/crm.example.org/',
    'https:\\\\crm.example.org\\',
    'https://crm.example.org\\@10.0.0.7/',
    'https://crm.example.org/a b',
    ' https://crm.example.org/',
    'ftp://crm.example.org/',
    'https://',
    `https://crm.example.org/${'x'.repeat(2048)}`,
  ])('may not be written %s', (url) => expect(isWebhookUrl(url)).toBe(false))
})

describe('an answer', () => {
  const listed = ['127.0.0.1']
  const of = (port: number) => `http://127.0.0.1:${port}/`

  test('that does not come in time is none', async () => {
    await using server = await openServer(() => {})
    const answer = await post(of(server.port), { listed, longestMs: 100 })
    expect(answer).toEqual({ status: null, error: 'no whole answer within 0.1 s', answer: null })
  })

  test('that does not end in time is none', async () => {
    await using server = await openServer((_request, response) => void response.writeHead(200).write('a'))
    const answer = await post(of(server.port), { listed, longestMs: 100 })
    expect(answer).toEqual({ status: 200, error: 'no whole answer within 0.1 s', answer: null })
  })

  test('that never ends is read no further than 64 KiB', async () => {
    let written = 0
    await using server = await openServer((_request, response) => {
      const write = () => {
        while (!response.destroyed && response.write('x'.repeat(16_384))) written += 16_384
      }
      response.on('drain', write)
      write()
    })
    const answer = await post(of(server.port), { listed })
    expect(answer).toEqual({ status: 200, error: null, answer: 'x'.repeat(1024) })
    expect(written).toBeLessThan(32 * 1024 * 1024)
  })

  test('of a port that nobody listens on is none', async () => {
    const { port } = await (async () => {
      await using server = await openServer(() => {})
      return server
    })()
    expect(await post(of(port), { listed })).toEqual({ status: null, error: 'ECONNREFUSED', answer: null })
  })

  test('of a connection that was kept and closed meanwhile is asked for again on a new one', async () => {
    let requests = 0
    await using server = await openServer((request, response) => {
      requests += 1
      if (requests === 2) request.socket.resetAndDestroy()
      else response.end(String(requests))
    })
    const endpoints = openEndpoints({ listed: parseRanges(listed), userAgent })
    const request = { url: of(server.port), headers: {}, body: '{}' }
    expect((await endpoints.post(request))?.answer).toBe('1')
    expect(await endpoints.post(request)).toEqual({ status: 200, error: null, answer: '3' })
    expect(server.connections()).toBe(2)
    endpoints.close()
  })

  test('is nothing where the process ends first', async () => {
    await using server = await openServer(() => endpoints.close())
    const endpoints = openEndpoints({ listed: parseRanges(listed), userAgent })
    expect(await endpoints.post({ url: of(server.port), headers: {}, body: '{}' })).toBe(null)
  })
})
