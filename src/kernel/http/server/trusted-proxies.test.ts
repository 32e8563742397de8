// X-Forwarded-* headers, which only listed proxies may set.
import { describe, expect, test } from 'vitest'
import { addEchoRoutes } from '../../../../test/support/http/echo-routes.ts'
import { startTestServer } from '../../../../test/support/http/test-server.ts'

describe('an X-Forwarded-* header', () => {
  const forwarded = {
    'x-forwarded-for': '198.51.100.9, 203.0.113.7',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'events.example.org',
  }
  const readClient = async (trustedProxies: string[], headers: Record<string, string>) => {
    const other = await startTestServer(addEchoRoutes, { trustedProxies, httpPort: 0 })
    const host = { host: 'localhost' }
    const plain = await other.requestPlain('/client', { headers: { ...host, ...headers } })
    const tls = await other.request('/client', { headers: { ...host, ...headers } })
    await other.app.close()
    expect(plain.headers['strict-transport-security']).toBe(
      (plain.json as { isSecure: boolean }).isSecure ? 'max-age=31536000' : undefined,
    )
    return { plain: plain.json, tls: tls.json }
  }
  const direct = { address: '127.0.0.1', host: 'localhost' }

  test('is ignored by default', async () => {
    const expected = { plain: { ...direct, isSecure: false }, tls: { ...direct, isSecure: true } }
    expect(await readClient([], forwarded)).toEqual(expected)
    expect(await readClient(['10.0.0.0/8', '::1'], forwarded)).toEqual(expected)
  })

  test('is used from a listed proxy; the client is the nearest address that is not listed', async () => {
    const expected = { address: '203.0.113.7', host: 'events.example.org', isSecure: true }
    expect(await readClient(['127.0.0.0/8'], forwarded)).toEqual({ plain: expected, tls: expected })
    expect(await readClient(['::ffff:127.0.0.1', '203.0.113.0/24'], forwarded)).toEqual({
      plain: { ...expected, address: '198.51.100.9' },
      tls: { ...expected, address: '198.51.100.9' },
    })
  })

  test('is ignored if the client sent it itself or it is not an address', async () => {
    expect(await readClient(['127.0.0.1'], { 'x-forwarded-for': '127.0.0.1, 203.0.113.7' })).toMatchObject({
      plain: { address: '203.0.113.7', isSecure: false },
    })
    expect(
      await readClient(['127.0.0.1'], { 'x-forwarded-for': 'unknown', 'x-forwarded-proto': 'http' }),
    ).toEqual({
      plain: { ...direct, isSecure: false },
      tls: { ...direct, isSecure: false },
    })
    expect(await readClient(['127.0.0.1'], { 'x-forwarded-for': '::ffff:203.0.113.7' })).toMatchObject({
      tls: { address: '203.0.113.7' },
    })
  })
})
