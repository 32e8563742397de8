// Draining: between SIGTERM and the end, requests are still answered while load balancers turn away.
import { once } from 'node:events'
import { connect } from 'node:http2'
import { Agent, request } from 'node:https'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../test/support/http/test-server.ts'
import { addHealth } from './health.ts'
import { drain } from './shutdown.ts'

let server: TestServer
let finish: () => void
beforeEach(async () => {
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  server = await startTestServer(
    (app) => {
      addHealth(app, { isReady: async () => true })
      app.get('/slow', async () => {
        await finished
        return { code: 'ok' }
      })
    },
    { drainSeconds: 0, isHttp2: true },
  )
})
afterEach(() => server.app.close())

test('while draining, /ready answers 503, /live 200, and responses on old and new connections close them', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const send = async (path: string) => {
    const sent = request({ host: '127.0.0.1', port: server.port, path, agent, rejectUnauthorized: false })
    const [response] = await once(sent.end(), 'response')
    response.resume()
    return [response.statusCode, response.headers.connection]
  }
  expect(await send('/ready')).toEqual([200, 'keep-alive'])
  await drain(server.app)
  expect(await send('/ready')).toEqual([503, 'close'])
  expect(await send('/live')).toEqual([200, 'close'])
  expect(await send('/nothing')).toEqual([404, 'close'])
  agent.destroy()
})

test('a response in flight when draining starts closes its connection', async () => {
  const agent = new Agent({ keepAlive: true })
  const answer = server.request('/slow', { agent })
  await new Promise((resolve) => server.app.server.once('request', resolve))
  await drain(server.app)
  finish()
  expect((await answer).headers.connection).toBe('close')
  agent.destroy()
})

test('requests that do not end are cut off 22 seconds after draining started, also over HTTP/2', async () => {
  const session = connect(`https://127.0.0.1:${server.port}`, { rejectUnauthorized: false })
  const closed = once(
    session.on('error', () => {}),
    'close',
  )
  session.request({ ':path': '/slow' }).on('error', () => {})
  const answer = server.request('/slow')
  const requests: unknown[] = []
  await new Promise<void>((resolve) =>
    server.app.server.on('request', (request) => requests.push(request) === 2 && resolve()),
  )
  await drain(server.app)
  server.app.drainingSinceMs = performance.now() - 21_500
  await Promise.all([
    server.app.close(),
    expect(answer).rejects.toMatchObject({ code: 'ECONNRESET' }),
    closed,
  ])
})

test('over HTTP/2, requests are answered while draining, and the session ends without an error', async () => {
  const session = connect(`https://127.0.0.1:${server.port}`, { rejectUnauthorized: false })
  const send = async (path: string) => {
    const stream = session.request({ ':path': path })
    const [headers] = await once(stream, 'response')
    stream.resume()
    return headers[':status']
  }
  expect(await send('/ready')).toBe(200)
  await drain(server.app)
  expect([await send('/ready'), await send('/live')]).toEqual([503, 200])
  const slow = send('/slow')
  await new Promise((resolve) => server.app.server.once('request', resolve))
  const goaway = once(session, 'goaway')
  const closed = server.app.close()
  expect((await goaway)[0]).toBe(0)
  finish()
  expect(await slow).toBe(200)
  await closed
})
