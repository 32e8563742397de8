// A server of the shell alone, on free ports, with a few routes of its own: what the tests of shell-*.test.ts talk to.
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { type IncomingMessage, request as plainRequest } from 'node:http'
import { type RequestOptions, request as tlsRequest } from 'node:https'
import { connect as plainConnect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as tlsConnect } from 'node:tls'
import type { FastifyInstance } from 'fastify'
import { type Config, readConfig } from '../../src/config.ts'
import { type Certificate, loadCertificate } from '../../src/http/server/certificate.ts'
import { type Listening, listen } from '../../src/http/server/listen.ts'
import { createServer } from '../../src/http/server/server.ts'

export type Answer = { status: number; headers: IncomingMessage['headers']; text: string; json: unknown }
export type LogLine = Record<string, unknown>
export type Ask = RequestOptions & { body?: string | Buffer }

export type Shell = Listening & {
  app: FastifyInstance
  certificate: Certificate
  log: LogLine[]
  /** The next request line of the log, or the last one where it stands there already. */
  lineOf(requestId: unknown): Promise<LogLine>
  ask(path: string, options?: Ask): Promise<Answer>
  askPlain(path: string, options?: Ask): Promise<Answer>
  /** Sends the text as it stands over TLS and gives all that comes back until the connection ends. */
  raw(text: string): Promise<string>
  rawPlain(text: string): Promise<string>
}

export async function startShell(
  addRoutes: (app: FastifyInstance) => void = () => {},
  settings: Partial<Config> = {},
): Promise<Shell> {
  const dataDir = settings.dataDir ?? (await mkdtemp(join(tmpdir(), 'shell-')))
  const { config } = readConfig({})
  const certificate = await loadCertificate({ dataDir, tls: settings.tls })
  const log: LogLine[] = []
  const waiting = new Set<() => void>()
  const logStream = {
    write: (line: string) => {
      log.push(JSON.parse(line))
      for (const wake of waiting) wake()
    },
  }
  const app = createServer({
    config: { ...config, port: 0, host: '127.0.0.1', dataDir, ...settings },
    certificate,
    logStream,
  })
  addRoutes(app)
  const listening = await listen(app)
  const { port, httpPort } = listening
  const lineOf = async (requestId: unknown): Promise<LogLine> => {
    const find = () => log.find((line) => line.requestId === requestId && line.msg === 'request')
    for (;;) {
      const line = find()
      if (line !== undefined) return line
      await new Promise<void>((resolve) => waiting.add(resolve))
    }
  }
  return {
    ...listening,
    app,
    certificate,
    log,
    lineOf,
    ask: (path, options = {}) =>
      answerOf(
        tlsRequest({
          host: '127.0.0.1',
          port,
          path,
          ca: certificate.cert,
          servername: 'localhost',
          agent: false,
          ...options,
        }),
        options.body,
      ),
    askPlain: (path, options = {}) =>
      answerOf(
        plainRequest({ host: '127.0.0.1', port: httpPort, path, agent: false, ...options }),
        options.body,
      ),
    raw: (text) =>
      exchange(tlsConnect({ host: '127.0.0.1', port, ca: certificate.cert, servername: 'localhost' }), text),
    rawPlain: (text) => exchange(plainConnect({ host: '127.0.0.1', port: httpPort ?? 0 }), text),
  }
}

async function answerOf(
  request: ReturnType<typeof tlsRequest>,
  body: string | Buffer | undefined,
): Promise<Answer> {
  request.end(body)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const chunks = await response.toArray()
  const text = Buffer.concat(chunks).toString()
  const isJson = /json/.test(response.headers['content-type'] ?? '') && text !== ''
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text,
    json: isJson ? JSON.parse(text) : undefined,
  }
}

async function exchange(socket: ReturnType<typeof plainConnect>, text: string): Promise<string> {
  socket.write(text)
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  socket.on('error', () => {})
  await once(socket, 'close')
  return Buffer.concat(chunks).toString()
}
