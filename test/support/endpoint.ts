// A webhook endpoint for tests. It records the requests it receives and responds as configured.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = {
  id: string
  /** The path, with the query. */
  path: string
  headers: IncomingHttpHeaders
  body: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read payloads of every type.
  payload: any
}

export type Endpoint = {
  url: string
  port: number
  received: Received[]
  /** The response to each request. Default: 204. */
  answer: (received: Received, response: ServerResponse) => void
  /** Waits for this many requests and returns them. */
  waitForCount(wanted: number, withinMs?: number): Promise<Received[]>
  [Symbol.asyncDispose](): Promise<void>
}

/** Only a hanging request takes this long. */
const LIMIT_MS = 60_000

export const respondWith =
  (code: number, headers: Record<string, string> = {}, body = '') =>
  (_received: Received, response: ServerResponse) =>
    void response.writeHead(code, headers).end(body)

export async function startEndpoint(host = '127.0.0.1'): Promise<Endpoint> {
  const waiting = new Set<() => void>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const id = String(request.headers['webhook-id'])
      const path = request.url ?? ''
      const received = { id, path, headers: request.headers, body, payload: JSON.parse(body) }
      endpoint.received.push(received)
      endpoint.answer(received, response)
      for (const look of waiting) look()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const { port } = server.address() as AddressInfo
  const endpoint: Endpoint = {
    url: `http://${host}:${port}/hook`,
    port,
    received: [],
    answer: respondWith(204),
    waitForCount: (wanted, withinMs = LIMIT_MS) => {
      const { promise, resolve, reject } = Promise.withResolvers<Received[]>()
      const fail = () => reject(new Error(`${endpoint.received.length} of ${wanted} were received.`))
      const timer = setTimeout(fail, withinMs)
      const look = () => {
        if (endpoint.received.length < wanted) return
        clearTimeout(timer)
        waiting.delete(look)
        resolve(endpoint.received)
      }
      waiting.add(look)
      look()
      return promise
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return endpoint
}
