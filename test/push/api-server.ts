// A small HTTPS server that keeps talks as the contract says, and answers what a test wants instead.

import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { generate } from 'selfsigned'

export type Answer = { status: number; headers?: Record<string, string>; body?: unknown }
export type Call = { method: string; path: string; authorization: string | undefined; body: Talk }
type Talk = Record<string, unknown> & { speakers?: { email: string }[] }

/** What to do instead of the usual: an answer, or `drop` to do it and cut the connection before answering. */
export type Twist = (call: Call, count: number) => Answer | 'drop' | undefined

export type ApiServer = {
  url: string
  certificate: string
  calls: Call[]
  talks: Map<string, Talk>
  twist: Twist
  close(): Promise<void>
}

export const testKey = 'test-key'

export async function startApiServer(): Promise<ApiServer> {
  const names = [{ type: 7 as const, ip: '127.0.0.1' }]
  const pems = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames: names }],
  })
  const api: ApiServer = {
    url: '',
    certificate: pems.cert,
    calls: [],
    talks: new Map(),
    twist: () => undefined,
    close: async () => {},
  }
  const server = createServer({ key: pems.private, cert: pems.cert }, (req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8')
      const { method = '', url: path = '', headers } = req
      const call = {
        method,
        path,
        authorization: headers.authorization,
        body: text === '' ? {} : JSON.parse(text),
      }
      api.calls.push(call)
      const twisted = api.twist(call, api.calls.length)
      const answer = twisted === undefined || twisted === 'drop' ? answerCall(api, call) : twisted
      if (twisted === 'drop') return void req.socket.destroy()
      res.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
      res.end(JSON.stringify(answer.body ?? {}))
    })
  })
  await listen(server)
  api.url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  api.close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return api
}

const listen = (server: Server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

function answerCall(api: ApiServer, call: Call): Answer {
  if (call.authorization !== `Bearer ${testKey}`) {
    return { status: 401, body: { code: 'invalid_api_key', message: 'Invalid API key' } }
  }
  return call.method === 'GET' ? listTalks(api, call.path) : putTalk(api, call)
}

/** Pages of two, so that a handful of talks shows whether the cursor is followed. */
function listTalks({ talks }: ApiServer, path: string): Answer {
  const start = Number(new URLSearchParams(path.split('?')[1]).get('cursor') ?? 0)
  const items = [...talks.values()].slice(start, start + 2)
  return { status: 200, body: { code: 'ok', items, next: start + 2 < talks.size ? String(start + 2) : null } }
}

function putTalk({ talks }: ApiServer, { path, body }: Call): Answer {
  const externalId = decodeURIComponent(path.split('/').at(-1) ?? '').replace('ext:', '')
  const existing = talks.get(externalId)
  const known = new Set(
    [...talks.values()].flatMap(({ speakers = [] }) => speakers.map(({ email }) => email)),
  )
  talks.set(externalId, { externalId, image: null, track: null, ...existing, ...body })
  const speakers = (body.speakers ?? []).map(({ email }) =>
    known.has(email) ? { id: email, email } : { id: email, email, password: `password,of ${email}` },
  )
  return {
    status: existing === undefined ? 201 : 200,
    body: { code: 'ok', message: 'Saved.', id: externalId, speakers },
  }
}
