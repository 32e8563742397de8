// A small HTTPS server that imports programmes like the API, or responds as a test needs, with responses that a real server
// cannot be made to send.

import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { generate } from 'selfsigned'

export type Answer = { status: number; headers?: Record<string, string>; body?: unknown }
export type Call = {
  method: string
  path: string
  authorization: string | undefined
  idempotencyKey: string | undefined
  body: Document
}
type Talk = Record<string, unknown> & { externalId: string; speakers?: { email: string }[] }
type Document = { source?: string; talks?: Talk[]; prune?: boolean; confirm?: boolean }

/** What to do instead: send this response, or `drop` to execute the request and close the connection without a response. */
export type Twist = (call: Call, count: number) => Answer | 'drop' | undefined

export type ApiServer = {
  url: string
  certificate: string
  calls: Call[]
  talks: Map<string, Talk>
  /** Responses by idempotency key, each with the body of its request. */
  answers: Map<string, { body: string; answer: Answer }>
  twist: Twist
  /** Responses wait for this promise. */
  hold: Promise<void>
  close(): Promise<void>
}

export const testKey = 'test-key'
const DAY_MS = 86_400_000

type Certificate = { address?: string; notBefore?: Date; notAfter?: Date }

/** The certificate is valid for 127.0.0.1 and for a year, unless a test needs another one. */
export async function startApiServer({
  address = '127.0.0.1',
  notBefore = new Date(Date.now() - DAY_MS),
  notAfter = new Date(Date.now() + 365 * DAY_MS),
}: Certificate = {}): Promise<ApiServer> {
  const names = [{ type: 7 as const, ip: address }]
  const pems = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: notBefore,
    notAfterDate: notAfter,
    extensions: [{ name: 'subjectAltName', altNames: names }],
  })
  const api: ApiServer = {
    url: '',
    certificate: pems.cert,
    calls: [],
    talks: new Map(),
    answers: new Map(),
    twist: () => undefined,
    hold: Promise.resolve(),
    close: async () => {},
  }
  const server = createServer({ key: pems.private, cert: pems.cert }, (req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', async () => {
      const text = Buffer.concat(chunks).toString('utf8')
      const { method = '', url: path = '', headers } = req
      const call = {
        method,
        path,
        authorization: headers.authorization,
        idempotencyKey: headers['idempotency-key']?.toString(),
        body: text === '' ? {} : JSON.parse(text),
      }
      api.calls.push(call)
      await api.hold
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
  if (call.idempotencyKey === undefined) return putProgramme(api, call)
  const kept = api.answers.get(call.idempotencyKey)
  const body = JSON.stringify(call.body)
  if (kept !== undefined && kept.body !== body)
    return { status: 409, body: { code: 'idempotency_key_reused', message: 'Used for another request.' } }
  if (kept !== undefined) return { ...kept.answer, headers: { 'idempotent-replayed': 'true' } }
  const answer = putProgramme(api, call)
  api.answers.set(call.idempotencyKey, { body, answer })
  return answer
}

function putProgramme(api: ApiServer, { path, body }: Call): Answer {
  const isDryRun = path.endsWith('?dryRun=true')
  const talks = new Map(api.talks)
  const [created, updated, unchanged] = [counts(), counts(), counts()]
  const accounts: { email: string; password?: string }[] = []
  for (const talk of body.talks ?? []) {
    const existing = talks.get(talk.externalId)
    const next = { ...existing, ...talk }
    const isSame = JSON.stringify(existing) === JSON.stringify(next)
    ;(existing === undefined ? created : isSame ? unchanged : updated).talks += 1
    const known = new Set(
      [...talks.values()].flatMap(({ speakers = [] }) => speakers.map(({ email }) => email)),
    )
    for (const { email } of talk.speakers ?? [])
      if (!known.has(email)) accounts.push(isDryRun ? { email } : { email, password: `password,of ${email}` })
    talks.set(talk.externalId, next)
  }
  if (!isDryRun) api.talks = talks
  return {
    status: 200,
    body: {
      code: 'ok',
      message: 'Saved.',
      created,
      updated,
      unchanged,
      removed: counts(),
      accounts,
      refused: [],
    },
  }
}

const counts = () => ({ talks: 0, sponsors: 0, people: 0, surveys: 0 })
