// Hostile clients in a separate process. Each sends one kind of request after another, in random order.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request as httpsRequest } from 'node:https'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { connect } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { talk } from './bodies.ts'
import { HOSTILE_BODIES, HOSTILE_IDS, HOSTILE_TEXTS } from './hostile.ts'

const CLIENTS = 8
const MIB = 1024 * 1024
/** Further responses on a connection that the server has refused are not read. */
const RAW_WAIT_MS = 200

export type HostileClients = { port: number; key: string; seconds: number }
export type HostileRun = { requests: number; statuses: Record<string, number> }

/** Runs the clients for this many seconds. */
export async function runHostileClients(clients: HostileClients): Promise<HostileRun> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url)], {
    env: { HOSTILE: JSON.stringify(clients) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return JSON.parse(await text(child.stdout))
}

type Sending = { method?: string; path: string; body?: Buffer | string; headers?: Record<string, string> }
/** `cutAfter` is the part of the body after which the client disconnects. */
type Cut = { cutAfter?: number }

const NO_PAGE = { text: '', cookie: '' }

const one = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)] as T
const random = () => Math.random().toString(36).slice(2)
const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const unknownMembers = (bytes: number) =>
  `{${Array.from({ length: bytes / 12 }, (_, index) => `"a${index}":1`).join(',')}}`
const LARGE = Buffer.from(`{"source":"s","talks":[${unknownMembers(8 * MIB)}]}`)
const MANY_MEMBERS = unknownMembers(200_000)
const LINE = `${JSON.stringify({ method: 'PUT', path: '/talks/ext:streamed', body: talk() })}\n`
const API = '/api/external/v1'

const RAW = [
  'nonsense\r\n\r\n',
  'GET / HTTP/1.1\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a b\r\n\r\n',
  'GET / HTTP/0.9\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
  'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n',
  `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`,
  `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
]

async function runClient({ port, key }: HostileClients, run: HostileRun, signal: AbortSignal): Promise<void> {
  const agent = new Agent({ keepAlive: true })
  const authorization = { authorization: `Bearer ${key}` }
  const send = async ({ method = 'GET', path, body, headers = {} }: Sending, { cutAfter }: Cut = {}) => {
    const request = httpsRequest({
      host: '127.0.0.1',
      port,
      method,
      path,
      headers: body === undefined ? headers : { 'content-length': Buffer.byteLength(body), ...headers },
      // The certificate of the server was created for the test.
      rejectUnauthorized: false,
      agent,
    })
    const responded = once(request, 'response')
    if (cutAfter !== undefined) {
      responded.catch(() => {})
      request.write(Buffer.from(body ?? '').subarray(0, cutAfter))
      await delay(20)
      request.destroy()
      return NO_PAGE
    }
    request.end(body)
    const [response] = await responded
    run.statuses[response.statusCode] = (run.statuses[response.statusCode] ?? 0) + 1
    const cookie = (response.headers['set-cookie'] ?? []).map((line: string) => line.split(';')[0]).join('; ')
    return { text: await text(response), cookie }
  }
  const put = (path: string, body: Buffer | string, cut: Cut = {}) =>
    send({ method: 'PUT', path: `${API}${path}`, body, headers: { ...authorization, ...json } }, cut)
  const get = (path: string, headers: Record<string, string> = authorization) => send({ path, headers })

  const attacks: (() => Promise<unknown>)[] = [
    () => put('/programme', LARGE),
    () => put('/programme', LARGE, { cutAfter: MIB }),
    () => put('/talks/ext:t', one(HOSTILE_BODIES)),
    () => put('/talks/ext:t', MANY_MEMBERS),
    () => put('/talks/ext:t', MANY_MEMBERS, { cutAfter: 100_000 }),
    () => put('/talks/ext:t', JSON.stringify(talk({ title: one(HOSTILE_TEXTS) }))),
    () => get(`${API}/talks/${one(HOSTILE_IDS)}`),
    () => get(`${API}/talks?limit=${encodeURIComponent(one(HOSTILE_TEXTS).slice(0, 300).toWellFormed())}`),
    () => get(`${API}/talks`, { authorization: `Bearer lecs_${random()}` }),
    () => get(`/agenda?day=${random()}`, {}),
    () => get(one(['/', '/agenda', '/speakers', '/sponsors', '/schedule.json', `/${random()}`]), {}),
    () => sendStream(),
    () => sendRaw(),
    () => signIn(),
  ]
  const sendStream = () =>
    send(
      {
        method: 'POST',
        path: `${API}/batch`,
        body: LINE.repeat(200),
        headers: { ...authorization, 'content-type': 'application/x-ndjson' },
      },
      { cutAfter: LINE.length * 50 + 20 },
    )
  const sendRaw = async () => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false })
    socket.on('error', () => {})
    socket.end(one(RAW))
    socket.resume()
    await Promise.race([once(socket, 'close'), delay(RAW_WAIT_MS)])
    socket.destroy()
  }
  const signIn = async () => {
    const page = await send({ path: '/sign-in', headers: {} })
    const token = /name="_csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    const headers = {
      origin: `https://127.0.0.1:${port}`,
      'sec-fetch-site': 'same-origin',
      cookie: page.cookie,
    }
    const body = new URLSearchParams({ _csrf: token, name: random(), password: random() }).toString()
    return send({ method: 'POST', path: '/sign-in', body, headers: { ...form, ...headers } })
  }
  while (!signal.aborted) {
    run.requests += 1
    // A server may close a connection whose request it refuses.
    await one(attacks)().catch(() => {})
  }
  agent.destroy()
}

const { HOSTILE } = process.env
if (HOSTILE !== undefined) {
  const clients: HostileClients = JSON.parse(HOSTILE)
  const run: HostileRun = { requests: 0, statuses: {} }
  const signal = AbortSignal.timeout(clients.seconds * 1_000)
  await Promise.all(Array.from({ length: CLIENTS }, () => runClient(clients, run, signal)))
  process.stdout.write(JSON.stringify(run))
}
