// The HTTP server without the product's routes, on free ports, for the tests of this folder.
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { type IncomingMessage, request as plainRequest } from 'node:http'
import { type RequestOptions, request as tlsRequest } from 'node:https'
import { connect as plainConnect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as tlsConnect } from 'node:tls'
import type { FastifyInstance } from 'fastify'
import { type Config, readConfig } from '../../../src/config.ts'
import { type Certificate, loadCertificate } from '../../../src/kernel/http/server/certificate.ts'
import { type Listening, listen } from '../../../src/kernel/http/server/listen.ts'
import { createServer } from '../../../src/kernel/http/server/server.ts'

export type Answer = { status: number; headers: IncomingMessage['headers']; text: string; json: unknown }
export type LogLine = Record<string, unknown>
export type RequestSettings = RequestOptions & { body?: string | Buffer }

export type TestServer = Listening & {
  app: FastifyInstance
  certificate: Certificate
  log: LogLine[]
  /** The access log line of a request, once it is written. */
  waitForLogLine(requestId: unknown): Promise<LogLine>
  request(path: string, options?: RequestSettings): Promise<Answer>
  requestPlain(path: string, options?: RequestSettings): Promise<Answer>
  /** Sends the text as it is over TLS and returns everything received until the connection ends. */
  sendRaw(text: string): Promise<string>
  sendRawPlain(text: string): Promise<string>
}

export async function startTestServer(
  addRoutes: (app: FastifyInstance) => void = () => {},
  settings: Partial<Config> = {},
): Promise<TestServer> {
  const dataDir = settings.dataDir ?? (await mkdtemp(join(tmpdir(), 'lectern-http-')))
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
  const waitForLogLine = async (requestId: unknown): Promise<LogLine> => {
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
    waitForLogLine,
    request: (path, options = {}) =>
      readAnswer(
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
    requestPlain: (path, options = {}) =>
      readAnswer(
        plainRequest({ host: '127.0.0.1', port: httpPort, path, agent: false, ...options }),
        options.body,
      ),
    sendRaw: (text) =>
      exchange(tlsConnect({ host: '127.0.0.1', port, ca: certificate.cert, servername: 'localhost' }), text),
    sendRawPlain: (text) => exchange(plainConnect({ host: '127.0.0.1', port: httpPort ?? 0 }), text),
  }
}

async function readAnswer(
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
