// Health checks for load balancers and supervisors.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../test/support/http/test-server.ts'
import { addHealth } from './health.ts'

let isReady: () => Promise<boolean> = async () => true
let server: TestServer
beforeAll(async () => {
  server = await startTestServer((app) => addHealth(app, { isReady: () => isReady() }), { httpPort: 0 })
})
afterAll(() => server.app.close())

describe('the health checks', () => {
  test('answer on both ports without a key', async () => {
    const live = { code: 'ok', message: 'The process is running.' }
    expect([(await server.request('/live')).json, (await server.requestPlain('/live')).json]).toEqual([
      live,
      live,
    ])
    const ready = await server.request('/ready')
    expect([ready.status, ready.json]).toEqual([200, { code: 'ok', message: 'The store is reachable.' }])
  })

  test.each([
    ['is not ready', async () => false],
    ['fails', async () => Promise.reject(new Error('no store'))],
  ])('return 503 when the store %s', async (_name, answer) => {
    isReady = answer
    const { status, headers, json } = await server.request('/ready')
    isReady = async () => true
    expect([status, headers['retry-after'], json]).toMatchObject([503, '2', { code: 'unavailable' }])
  })
})
