// The HTTPS client: waiting, retrying, and giving up.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type ApiServer,
  startApiServer,
  type Twist,
  testKey,
} from '../../../../test/support/push/api-server.ts'
import { type ClientOptions, createClient, parseBaseUrl } from './client.ts'
import { PushFailure } from './failure.ts'
import { parseCertificates } from './tls-errors.ts'

let api: ApiServer
beforeEach(async () => {
  api = await startApiServer()
})
afterEach(() => api.close())

/** Sends one PUT. Pauses are recorded instead of waited for. */
async function sendOnce(twist: Twist, options: Partial<ClientOptions> = {}) {
  const waits: string[] = []
  api.twist = twist
  const client = createClient({
    url: api.url,
    key: testKey,
    ca: [api.certificate],
    onWait: (waitMs, reason) => waits.push(`${Math.round(waitMs / 100) / 10} s: ${reason}`),
    pause: async () => {},
    ...options,
  })
  try {
    const reply = await client.put('/programme', Buffer.from('{}'), 'k').catch((error: Error) => error)
    return {
      waits,
      calls: api.calls.length,
      outcome: reply instanceof Error ? reply.message : reply.status,
      isUncertain: reply instanceof PushFailure && reply.isUncertain,
      client,
    }
  } finally {
    client.close()
  }
}

const first =
  (status: number, headers = {}) =>
  (_: unknown, count: number) =>
    count === 1 ? { status, headers } : undefined

describe('the client', () => {
  it('waits for Retry-After and retries', async () => {
    const result = await sendOnce(first(429, { 'retry-after': '17' }))
    expect(result).toMatchObject({ outcome: 200, calls: 2, waits: ['17 s: rate limit reached (429)'] })
  })

  it('gives up if the rate limit stays exhausted, or if the wait would take hours', async () => {
    const always = await sendOnce(() => ({ status: 429, headers: { 'retry-after': '1' } }))
    expect(always).toMatchObject({
      outcome: expect.stringContaining('Another client may be using'),
      calls: 21,
    })
    const hours = await sendOnce(() => ({ status: 429, headers: { 'retry-after': '7200' } }))
    expect(hours.outcome).toBe('The server asks to wait 7200 s.')
  })

  it('polls a request that is still in progress at growing intervals, for ten minutes', async () => {
    const inUse = { status: 409, headers: { 'retry-after': '1' }, body: { code: 'idempotency_key_in_use' } }
    const waits: number[] = []
    const pause = async (waitMs: number) => void waits.push(waitMs / 1000)
    const result = await sendOnce((_, count) => (count <= 6 ? inUse : undefined), { pause })
    expect(result).toMatchObject({ outcome: 200, calls: 7 })
    expect(waits).toEqual([1, 2, 4, 8, 15, 15])
    expect(result.waits).toEqual(['1 s: the server is still processing the previous attempt'])
    waits.length = 0
    expect(await sendOnce(() => inUse, { pause })).toMatchObject({ outcome: 409 })
    expect(waits.reduce((sum, seconds) => sum + seconds)).toBe(600)
  })

  it('sends the same idempotency key with every retry', async () => {
    await sendOnce((_, count) => (count < 3 ? 'drop' : undefined))
    expect(api.calls.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['k', 'k', 'k'])
  })

  it.each([502, 503, 504])('retries after %i', async (status) => {
    expect(await sendOnce(first(status))).toMatchObject({ outcome: 200, calls: 2 })
  })

  it('retries after a broken connection with growing pauses, at most four times', async () => {
    expect(await sendOnce((_, count) => (count === 1 ? 'drop' : undefined))).toMatchObject({
      outcome: 200,
      calls: 2,
    })
    const always = await sendOnce(() => 'drop')
    expect(always).toMatchObject({ outcome: `Cannot reach ${api.url} (ECONNRESET)` })
    expect(always.waits.map((wait) => wait.split(':')[0])).toEqual(['0.5 s', '1 s', '2 s', '4 s'])
  })

  it('reports that the request may have been executed, also if its retries are refused', async () => {
    const unsent = await sendOnce(() => undefined, { url: 'https://127.0.0.1:1' })
    expect(unsent).toMatchObject({ outcome: expect.stringContaining('ECONNREFUSED'), isUncertain: false })
    const denied = (_: unknown, count: number) => (count === 1 ? 'drop' : { status: 401 })
    expect(await sendOnce(denied)).toMatchObject({ isUncertain: true })
    api.calls.length = 0
    const refused = await sendOnce(() => 'drop', { pause: () => api.close() })
    expect(refused).toMatchObject({
      outcome: `Cannot reach ${api.url} (ECONNREFUSED)`,
      calls: 1,
      isUncertain: true,
    })
    api.close = async () => {}
  })

  it.each([401, 403])('gives up after %i', async (status) => {
    const result = await sendOnce(() => ({ status, body: { message: 'No.' } }))
    expect(result).toMatchObject({ outcome: `The server refused the API key: No. (${status})`, calls: 1 })
  })

  it('distinguishes a proxy with its own size limit from a wrong URL', async () => {
    const page = { headers: { 'content-type': 'text/html' }, body: 'too large' }
    expect(await sendOnce(() => ({ status: 413, ...page }))).toMatchObject({
      outcome: 'A proxy in front of the server refuses requests of this size. Raise its limit to 32 MiB.',
    })
    expect(await sendOnce(() => ({ status: 200, ...page }))).toMatchObject({
      outcome: 'The response is not from the API (200, not JSON). Check --url.',
    })
  })

  it('does not mistake the response of a proxy for an unreachable server for a wrong URL', async () => {
    const page = { status: 502, headers: { 'content-type': 'text/html' }, body: 'Bad Gateway' }
    const { outcome } = await sendOnce(() => page)
    expect(outcome).toBe('The server responded with 502.')
  })

  it('follows no redirect, which would send the API key to another server', async () => {
    const result = await sendOnce(() => ({ status: 302, headers: { location: 'https://example.org/' } }))
    expect(result).toMatchObject({
      outcome: 'The server redirects to another URL (302). Check --url.',
      calls: 1,
    })
  })

  it('refuses a server with an untrusted certificate', async () => {
    const result = await sendOnce(() => undefined, { ca: [] })
    expect(result).toMatchObject({
      outcome: expect.stringContaining('the certificate is not trusted'),
      calls: 0,
    })
    expect(await sendOnce(() => undefined, { ca: [], isInsecure: true })).toMatchObject({ outcome: 200 })
  })

  const YEAR_MS = 365 * 86_400_000
  it.each([
    [
      'has expired',
      { notBefore: new Date(Date.now() - 2 * YEAR_MS), notAfter: new Date(Date.now() - YEAR_MS) },
      'the certificate has expired; renew it, or check the clock of this machine',
    ],
    [
      'is not valid yet',
      { notBefore: new Date(Date.now() + YEAR_MS), notAfter: new Date(Date.now() + 2 * YEAR_MS) },
      'the certificate is not valid yet; check the clock of this machine',
    ],
    [
      'is for another host',
      { address: '192.0.2.7' },
      'the certificate is for 192.0.2.7, not for 127.0.0.1; check --url',
    ],
  ])('says why a certificate is refused that %s, even if it is trusted', async (_, certificate, reason) => {
    await api.close()
    api = await startApiServer(certificate)
    const result = await sendOnce(() => undefined)
    expect(result).toMatchObject({ outcome: expect.stringContaining(`): ${reason}`), calls: 0, waits: [] })
  })

  it('says that a port does not serve HTTPS', async () => {
    const server = createServer((_req, res) => res.end()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const result = await sendOnce(() => undefined, { url: `https://127.0.0.1:${port}` })
    server.close()
    expect(result.outcome).toContain(': the server does not use TLS on this port; check --url')
  })

  it.each([
    ['not PEM', () => Buffer.from([0x30, 0x82, 0x01])],
    ['a private key', () => Buffer.from('-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n')],
    ['a damaged certificate', () => Buffer.from(api.certificate.replace(/.{200}/s, ''))],
    ['empty', () => Buffer.from('')],
  ])('trusts no file that is %s', (_, file) => {
    expect(() => parseCertificates('ca.pem', file())).toThrow(
      '--ca: ca.pem contains no valid certificate in PEM format',
    )
  })

  it('trusts every certificate of a PEM file', () => {
    const file = Buffer.from(`# comment\n${api.certificate}\n${api.certificate}`)
    expect(parseCertificates('ca.pem', file)).toHaveLength(2)
  })

  it.each([
    ['https://example.org', 'https://example.org/api/external/v1'],
    ['https://example.org:8443/', 'https://example.org:8443/api/external/v1'],
    ['https://example.org/api/external/v1/', 'https://example.org/api/external/v1'],
    ['https://example.org/lectern', 'https://example.org/lectern/api/external/v1'],
  ])('accepts the origin or the full base URL: %s', (url, base) => {
    expect(parseBaseUrl(url)).toBe(base)
  })

  it.each(['http://example.org', 'example.org', 'https://a:b@example.org', 'https://example.org/?a'])(
    'sends nothing to %s',
    (url) => {
      expect(() => parseBaseUrl(url)).toThrow('--url')
    },
  )
})
