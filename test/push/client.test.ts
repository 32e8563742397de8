// The HTTPS client: waiting, retrying, and giving up.

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ClientOptions, createClient, parseBaseUrl } from '../../src/cli/push/client.ts'
import { type ApiServer, startApiServer, type Twist, testKey } from './api-server.ts'

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
    ca: api.certificate,
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
    const result = await sendOnce(() => undefined, { ca: '' })
    expect(result).toMatchObject({
      outcome: expect.stringContaining('the certificate is not trusted'),
      calls: 0,
    })
    expect(await sendOnce(() => undefined, { ca: '', isInsecure: true })).toMatchObject({ outcome: 200 })
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
