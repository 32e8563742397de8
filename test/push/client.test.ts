// The HTTPS client: waiting, repeating, giving up.

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ClientOptions, createClient, parseBaseUrl } from '../../src/cli/push/client.ts'
import { type ApiServer, startApiServer, type Twist, testKey } from './api-server.ts'

let api: ApiServer
beforeEach(async () => {
  api = await startApiServer()
})
afterEach(() => api.close())

/** Sends one GET; pauses are noted, not made. */
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
    const reply = await client.send('GET', '/talks').catch((error: Error) => error)
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
  it('waits as long as Retry-After says, and goes on', async () => {
    const result = await sendOnce(first(429, { 'retry-after': '17' }))
    expect(result).toMatchObject({ outcome: 200, calls: 2, waits: ['17 s: the server asks to wait (429)'] })
  })

  it('gives up on a limit that never leaves room, and on a wait of hours', async () => {
    const always = await sendOnce(() => ({ status: 429, headers: { 'retry-after': '1' } }))
    expect(always).toMatchObject({ outcome: expect.stringContaining('other callers seem to use'), calls: 21 })
    const hours = await sendOnce(() => ({ status: 429, headers: { 'retry-after': '7200' } }))
    expect(hours.outcome).toBe('The server asks to wait 7200 s.')
  })

  it('waits before the next request where RateLimit says that nothing is left', async () => {
    const waits: number[] = []
    api.twist = () => ({ status: 200, headers: { ratelimit: '"per-key";r=0;t=12' } })
    const pause = async (waitMs: number) => void waits.push(Math.round(waitMs / 1000))
    const client = createClient({ url: api.url, key: testKey, ca: api.certificate, pause })
    await client.send('GET', '/talks')
    expect(waits).toEqual([])
    await client.send('GET', '/talks')
    expect(waits).toEqual([12])
    client.close()
  })

  it.each([502, 503, 504])('repeats after %i', async (status) => {
    expect(await sendOnce(first(status))).toMatchObject({ outcome: 200, calls: 2 })
  })

  it('repeats after a connection that broke, each time later, at most four times', async () => {
    expect(await sendOnce((_, count) => (count === 1 ? 'drop' : undefined))).toMatchObject({
      outcome: 200,
      calls: 2,
    })
    const always = await sendOnce(() => 'drop')
    expect(always).toMatchObject({ outcome: `${api.url} cannot be reached (ECONNRESET)` })
    expect(always.waits.map((wait) => wait.split(':')[0])).toEqual(['0.5 s', '1 s', '2 s', '4 s'])
  })

  it.each([401, 403])('gives up on %i at once', async (status) => {
    const result = await sendOnce(() => ({ status, body: { message: 'No.' } }))
    expect(result).toMatchObject({ outcome: `The server refuses the key: No. (${status})`, calls: 1 })
  })

  it('follows no redirect, which would hand the key on', async () => {
    const result = await sendOnce(() => ({ status: 302, headers: { location: 'https://example.org/' } }))
    expect(result).toMatchObject({ outcome: 'The server redirects (302): check --url.', calls: 1 })
  })

  it('talks to nobody whose certificate it does not trust', async () => {
    const result = await sendOnce(() => undefined, { ca: '' })
    expect(result).toMatchObject({
      outcome: expect.stringContaining('its certificate is not trusted'),
      calls: 0,
    })
    expect(await sendOnce(() => undefined, { ca: '', isInsecure: true })).toMatchObject({ outcome: 200 })
  })

  it.each([
    ['https://example.org', 'https://example.org/api/external/v1'],
    ['https://example.org:8443/', 'https://example.org:8443/api/external/v1'],
    ['https://example.org/api/external/v1/', 'https://example.org/api/external/v1'],
    ['https://example.org/lectern', 'https://example.org/lectern/api/external/v1'],
  ])('takes the origin or the whole base address: %s', (url, base) => {
    expect(parseBaseUrl(url)).toBe(base)
  })

  it.each(['http://example.org', 'example.org', 'https://a:b@example.org', 'https://example.org/?a'])(
    'sends nothing to %s',
    (url) => {
      expect(() => parseBaseUrl(url)).toThrow('--url')
    },
  )
})
