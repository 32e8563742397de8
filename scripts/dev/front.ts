// The HTTPS port of `npm run dev`: stays open while the server restarts, and holds requests until it is ready.

import { execFile } from 'node:child_process'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Agent, createServer, request as requestHttps, type Server } from 'node:https'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import {
  addClientScript,
  COMPONENTS_PATH,
  clientScript,
  type DevState,
  EVENTS_PATH,
  errorPage,
  SCRIPT_PATH,
} from './page.ts'

type App = { port: number } | undefined
type Options = {
  cert: Buffer
  key: Buffer
  /** The running server; undefined if it could not start. Resolves after a restart in progress. */
  findApp(): Promise<App>
  state(): DevState
}

export type Front = { server: Server /** Tells all open pages the current state. */; announce(): void }

export function createFront({ cert, key, findApp, state }: Options): Front {
  const listeners = new Set<ServerResponse>()
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false })
  const event = () => `data: ${JSON.stringify(state())}\n\n`

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === SCRIPT_PATH)
      return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(clientScript)
    if (request.url === EVENTS_PATH) {
      response
        .writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
        .write(event())
      listeners.add(response)
      return void response.once('close', () => listeners.delete(response))
    }
    const app = await findApp()
    if (app && request.url === COMPONENTS_PATH) return sendComponents(response, state())
    if (app) return forward(request, response, { port: app.port, agent, state })
    response.writeHead(500, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    response.end(errorPage(state()))
  }

  const server = createServer({ cert, key }, (request, response) => void handle(request, response))
  return {
    server,
    announce: () => {
      for (const listener of listeners) listener.write(event())
    },
  }
}

const programs = ['load-source.ts', 'components/print.ts'].map((name) =>
  fileURLToPath(new URL(name, import.meta.url)),
)

/** The page of components, or why it cannot be rendered. */
async function sendComponents(response: ServerResponse, state: DevState): Promise<void> {
  const page = promisify(execFile)(process.execPath, ['--import', ...programs], {
    maxBuffer: 8 * 1024 * 1024,
  })
  const html = await page.then(
    ({ stdout }) => addClientScript(stdout, '', state),
    ({ stderr }) => errorPage({ ...state, errors: String(stderr) }),
  )
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    .end(html)
}

type Target = { port: number; agent: Agent; state(): DevState }

function forward(request: IncomingMessage, response: ServerResponse, { port, agent, state }: Target): void {
  const { method, url, headers } = request
  const isPage = headers.accept?.includes('text/html')
  // A compressed page cannot be extended.
  const sent = isPage ? { ...headers, 'accept-encoding': 'identity' } : headers
  const upstream = requestHttps({ port, host: '127.0.0.1', agent, method, path: url, headers: sent })
  upstream.once('response', async (answer) => {
    const { statusCode = 502, rawHeaders } = answer
    if (!isPage || !answer.headers['content-type']?.startsWith('text/html')) {
      response.writeHead(statusCode, rawHeaders)
      return void answer.pipe(response)
    }
    const policy = String(answer.headers['content-security-policy'] ?? '')
    const page = addClientScript(await text(answer), policy, state())
    const { 'content-length': _length, 'transfer-encoding': _encoding, ...kept } = answer.headers
    response.writeHead(statusCode, kept).end(page)
  })
  upstream.once('error', (error) => {
    if (!response.headersSent) response.writeHead(502, { 'content-type': 'text/plain' })
    response.end(error.message)
  })
  response.once('close', () => upstream.destroy())
  request.pipe(upstream)
}
