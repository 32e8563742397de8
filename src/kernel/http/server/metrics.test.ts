// Metrics for Prometheus, which only this machine or a caller with the token may read.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../test/support/http/test-server.ts'
import { addHealth } from './health.ts'
import { addMetrics } from './metrics.ts'

const TOKEN = 't'.repeat(16)
let server: TestServer
beforeAll(async () => {
  server = await startTestServer(
    (app) => {
      addHealth(app, { isReady: async () => true })
      addMetrics(app, { token: TOKEN })
    },
    { httpPort: 0, trustedProxies: ['192.0.2.1'] },
  )
})
afterAll(() => server.app.close())

describe('metrics', () => {
  test('count requests by operation, method, and status', async () => {
    await server.request('/live')
    await server.request('/nothing')
    const { status, headers, text } = await server.request('/metrics')
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
    expect(text).toContain(
      'lectern_http_request_duration_seconds_count{operation="getLive",method="GET",status="2xx"}',
    )
    expect(text).toContain(
      'lectern_http_request_duration_seconds_count{operation="unknown",method="GET",status="4xx"}',
    )
    expect(text).toContain('process_cpu_seconds_total')
  })

  test('are hidden from callers behind a proxy without the token', async () => {
    const proxied = { 'x-forwarded-for': '127.0.0.1' }
    const status = async (headers: Record<string, string>) =>
      (await server.request('/metrics', { headers })).status
    expect([
      await status(proxied),
      await status({ forwarded: 'for=127.0.0.1' }),
      await status({ ...proxied, authorization: 'Bearer wrong' }),
      await status({ ...proxied, authorization: `Bearer ${TOKEN}` }),
    ]).toEqual([404, 404, 404, 200])
    const plain = await server.requestPlain('/metrics', {
      headers: { ...proxied, authorization: `Bearer ${TOKEN}` },
    })
    expect(plain.status).toBe(404)
  })
})
