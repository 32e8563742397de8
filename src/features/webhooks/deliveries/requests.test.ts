// Requests to webhook endpoints: allowed addresses, timeouts, and how much of a response is read.
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { openDns } from '../../../../test/support/dns.ts'
import { hashPassword } from '../../../kernel/lib/security/passwords.ts'
import { parseRanges } from '../../../kernel/lib/web/ip-addresses.ts'
import { isHttpUrl } from '../../../kernel/lib/web/urls.ts'
import { openResolver } from '../../../kernel/outbound/dns-lookup.ts'
import { mayBeCalled } from '../../../kernel/outbound/permitted-addresses.ts'
import { openEndpoints } from './requests.ts'

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

async function post(
  url: string,
  { listed = [] as string[], timeoutMs = 5_000, resolver = openResolver() } = {},
) {
  const endpoints = openEndpoints({ listed: parseRanges(listed), userAgent, timeoutMs, resolver })
  try {
    return await endpoints.post({ url, headers: {}, body: '{}' })
  } finally {
    endpoints.close()
  }
}

describe('an endpoint URL', () => {
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
  ])('%s is not connected to when %j is listed', async (origin, listed) => {
    await using server = await openServer((_request, response) => void response.end())
    expect(await post(`${origin}:${server.port}/`, { listed })).toEqual(NOT_PUBLIC)
    expect(server.connections()).toBe(0)
  })

  test.each([
    ['http://127.0.0.1', ['127.0.0.1']],
    ['http://127.0.0.1', ['2001:db8::/32', '127.0.0.0/8']],
    ['http://localhost', ['127.0.0.0/8', '::1']],
  ])('%s is connected to when %j is listed', async (origin, listed) => {
    await using server = await openServer((_request, response) => void response.end('fine'))
    const answer = await post(`${origin}:${server.port}/`, { listed })
    expect(answer).toEqual({ status: 200, error: null, answer: 'fine' })
  })

  test('with a public host is called over https only', () => {
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
  ])('%s is valid', (url) => expect(isHttpUrl(url)).toBe(true))
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
  ])('%s is not valid', (url) => expect(isHttpUrl(url)).toBe(false))
})

describe('a host name', () => {
  const names = { 'crm.test': ['127.0.0.1'], 'both.test': ['93.184.215.14', '127.0.0.1'], 'none.test': [] }

  test('is connected to at the address from DNS if that address is listed', async () => {
    await using server = await openServer((request, response) => void response.end(request.headers.host))
    await using dns = await openDns(names)
    const url = `http://crm.test:${server.port}/`
    const answer = await post(url, { listed: ['127.0.0.1'], resolver: dns.resolver })
    expect(answer).toEqual({ status: 200, error: null, answer: `crm.test:${server.port}` })
  })

  test.each(['crm.test', 'both.test'])(
    '%s is not connected to because it has an address that is not public',
    async (host) => {
      await using server = await openServer((_request, response) => void response.end())
      await using dns = await openDns(names)
      const answer = await post(`https://${host}:${server.port}/`, { resolver: dns.resolver })
      expect([answer, server.connections()]).toEqual([NOT_PUBLIC, 0])
    },
  )

  test('without an address fails with ENODATA', async () => {
    await using dns = await openDns(names)
    const answer = await post('https://none.test/', { resolver: dns.resolver })
    expect(answer).toEqual({ status: null, error: 'ENODATA', answer: null })
  })

  test('with a silent DNS server times out and does not hold up password hashing', async () => {
    await using dns = await openDns({})
    const { resolver } = dns
    const endpoints = openEndpoints({ listed: [], userAgent, timeoutMs: 5_000, resolver })
    const ended: string[] = []
    const answers = Array.from({ length: 16 }, (_, i) =>
      endpoints
        .post({ url: `https://silent-${i}.test/`, headers: {}, body: '{}' })
        .finally(() => ended.push('name')),
    )
    await hashPassword('hashed in the meantime').finally(() => ended.push('hash'))
    expect(await Promise.all(answers)).toEqual(
      Array(16).fill({ status: null, error: 'ETIMEOUT', answer: null }),
    )
    endpoints.close()
    expect(ended[0]).toBe('hash')
  })
})

describe('a response', () => {
  const listed = ['127.0.0.1']
  const urlOf = (port: number) => `http://127.0.0.1:${port}/`

  test('that does not arrive in time is an error', async () => {
    await using server = await openServer(() => {})
    const answer = await post(urlOf(server.port), { listed, timeoutMs: 100 })
    expect(answer).toEqual({ status: null, error: 'no complete response within 0.1 s', answer: null })
  })

  test('that does not end in time is an error', async () => {
    await using server = await openServer((_request, response) => void response.writeHead(200).write('a'))
    const answer = await post(urlOf(server.port), { listed, timeoutMs: 1_000 })
    expect(answer).toEqual({ status: 200, error: 'no complete response within 1 s', answer: null })
  })

  test('that never ends is read up to 64 KiB only', async () => {
    let written = 0
    await using server = await openServer((_request, response) => {
      const write = () => {
        while (!response.destroyed && response.write('x'.repeat(16_384))) written += 16_384
      }
      response.on('drain', write)
      write()
    })
    const answer = await post(urlOf(server.port), { listed })
    expect(answer).toEqual({ status: 200, error: null, answer: 'x'.repeat(1024) })
    expect(written).toBeLessThan(32 * 1024 * 1024)
  })

  test('from a port without a listener is an error', async () => {
    const { port } = await (async () => {
      await using server = await openServer(() => {})
      return server
    })()
    expect(await post(urlOf(port), { listed })).toEqual({ status: null, error: 'ECONNREFUSED', answer: null })
  })

  test('that fails on a closed keep-alive connection is requested again on a new one', async () => {
    let requests = 0
    await using server = await openServer((request, response) => {
      requests += 1
      if (requests === 2) request.socket.resetAndDestroy()
      else response.end(String(requests))
    })
    const endpoints = openEndpoints({ listed: parseRanges(listed), userAgent })
    const request = { url: urlOf(server.port), headers: {}, body: '{}' }
    expect((await endpoints.post(request))?.answer).toBe('1')
    expect(await endpoints.post(request)).toEqual({ status: 200, error: null, answer: '3' })
    expect(server.connections()).toBe(2)
    endpoints.close()
  })

  test('is null if the process shuts down first', async () => {
    await using server = await openServer(() => endpoints.close())
    const endpoints = openEndpoints({ listed: parseRanges(listed), userAgent })
    expect(await endpoints.post({ url: urlOf(server.port), headers: {}, body: '{}' })).toBe(null)
  })
})
