// Generates load in its own process: connections, each with one request in progress and all requests different.
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { answerQuestions } from './child.ts'

/** A request. Its body is the parts, joined by the number of the request. Without parts, there is no body. */
export type Template = { method: string; path: string; bodyAroundNumber: string[] }
export type Load = {
  port: number
  /** Undefined for plain HTTP. */
  ca?: string
  key: string
  templates: Template[]
  connections: number
  seconds: number
}
export type Measured = { perSecond: number; medianMs: number; p99Ms: number }

// Requests are written directly to the socket, because a client library would use much of the CPU that the server
// needs.
const HEAD_END = '\r\n\r\n'
const NUMBER_DIGITS = 10

let lastNumber = 0

answerQuestions<Load>(async (load) => {
  const sockets = await Promise.all(Array.from({ length: load.connections }, () => open(load)))
  const latencies: number[] = []
  const writers = load.templates.map((template) => writer(template, load))
  const startedMs = performance.now()
  const endMs = startedMs + load.seconds * 1000
  await Promise.all(sockets.map((socket) => keepBusy(socket, writers, endMs, latencies)))
  const elapsedSeconds = (performance.now() - startedMs) / 1000
  for (const socket of sockets) socket.destroy()
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.floor((latencies.length - 1) * share)] ?? Number.NaN
  return {
    perSecond: latencies.length / elapsedSeconds,
    medianMs: at(0.5),
    p99Ms: at(0.99),
  } satisfies Measured
})

function open({ port, ca }: Load): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const address = { host: '127.0.0.1', port }
  const socket: Socket =
    ca === undefined
      ? connect(address, () => resolve(socket))
      : connectTls({ ...address, ca, ALPNProtocols: ['http/1.1'] }, () => resolve(socket))
  socket.once('error', reject).setNoDelay(true)
  return promise
}

function writer({ method, path, bodyAroundNumber: parts }: Template, { port, key }: Load): () => string {
  const numbers = Math.max(0, parts.length - 1)
  const length = Buffer.byteLength(parts.join('')) + numbers * NUMBER_DIGITS
  const content = parts.length === 0 ? '' : `content-type: application/json\r\ncontent-length: ${length}\r\n`
  const head = `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${key}\r\n${content}\r\n`
  if (parts.length === 0) return () => head
  return () => {
    lastNumber += 1
    return head + parts.join(String(lastNumber).padStart(NUMBER_DIGITS, '0'))
  }
}

/** Sends one request after another until `endMs`. Rejects if a response is not 2xx. */
function keepBusy(
  socket: Socket,
  writers: readonly (() => string)[],
  endMs: number,
  latencies: number[],
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let sentMs = 0
  const send = () => {
    sentMs = performance.now()
    socket.write(writers[Math.floor(Math.random() * writers.length)]?.() ?? '')
  }
  onResponses(socket, (problem) => {
    if (problem !== undefined) return reject(new Error(problem))
    const nowMs = performance.now()
    latencies.push(nowMs - sentMs)
    if (nowMs < endMs) send()
    else resolve()
  })
  socket.once('error', reject).once('close', () => reject(new Error('the server closed a connection')))
  send()
  return promise
}

/** Calls back after the last byte of each response, with its headers if it is not 2xx. */
function onResponses(socket: Socket, callback: (problem: string | undefined) => void): void {
  let head = ''
  let missing = 0
  socket.on('data', (chunk: Buffer) => {
    if (missing > 0) {
      missing -= chunk.length
    } else {
      head += chunk.toString('latin1')
      const end = head.indexOf(HEAD_END)
      if (end === -1) return
      missing = lengthOf(head) - (head.length - end - HEAD_END.length)
    }
    if (missing > 0) return
    const problem = head.startsWith('HTTP/1.1 2') ? undefined : head
    head = ''
    missing = 0
    callback(problem)
  })
}

function lengthOf(head: string): number {
  const length = /\r\ncontent-length: (\d+)\r\n/i.exec(head)?.[1]
  if (length === undefined) throw new Error('a response without Content-Length')
  return Number(length)
}
