// A process that watches a talk like many browsers: each viewer has its own connection, session, and position.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { connect, type TLSSocket } from 'node:tls'

/** The one argument, as JSON. */
export type Viewing = {
  port: number
  talkId: string
  /** A file with one cookie per line, one for each viewer. */
  cookies: string
}

/** A line on standard output. */
export type ViewersLine =
  | { event: 'connected'; ms: number }
  | {
      event: 'watched'
      deliveries: number
      /** Viewers that have not received each message exactly once. */
      wrongViewers: number
      /** Milliseconds from the request that wrote a message to its delivery. */
      p50: number
      p99: number
      max: number
      closedByServer: number
    }

const MARK = 'chat-text\\">m'
const BIN_MS = 5
const AT_ONCE = 100

class Viewer {
  readonly cookie: string
  position = 0
  count = 0
  sum = 0
  sumOfSquares = 0
  socket: TLSSocket | undefined
  isOpen = false
  #rest = ''

  constructor(cookie: string) {
    this.cookie = cookie
  }

  read(text: string): void {
    if (!this.isOpen) {
      if (!text.includes('HTTP/1.1 200')) throw new Error(text.slice(0, 200))
      this.isOpen = true
    }
    const all = this.#rest === '' ? text : this.#rest + text
    const end = all.lastIndexOf('\n\n')
    this.#rest = end === -1 ? all : all.slice(end + 2)
    if (end === -1) return
    const now = Date.now()
    for (let at = all.indexOf(MARK); at !== -1 && at < end; at = all.indexOf(MARK, at + MARK.length)) {
      const [number = 0, sentAt = 0] = all
        .slice(at + MARK.length, at + MARK.length + 40)
        .split(/[ <]/)
        .map(Number)
      this.count += 1
      this.sum += number
      this.sumOfSquares += number * number
      record(now - sentAt)
    }
    const idAt = all.lastIndexOf(`id: ${viewing.talkId}:`, end)
    if (idAt !== -1)
      this.position = Number.parseInt(all.slice(idAt + viewing.talkId.length + 5, idAt + 70), 10)
  }

  forget(): void {
    this.#rest = ''
    this.isOpen = false
  }
}

const viewing = JSON.parse(process.argv[2] ?? '{}') as Viewing
const bins = new Map<number, number>()
let deliveries = 0
let slowest = 0
let closedByServer = 0
let isEnding = false
let ticket: Buffer | undefined

function record(ms: number): void {
  deliveries += 1
  slowest = Math.max(slowest, ms)
  const bin = Math.floor(ms / BIN_MS)
  bins.set(bin, (bins.get(bin) ?? 0) + 1)
}

function quantile(q: number): number {
  let left = q * deliveries
  for (const [bin, count] of [...bins].sort(([a], [b]) => a - b)) {
    left -= count
    if (left <= 0) return (bin + 1) * BIN_MS
  }
  return Number.NaN
}

const say = (line: ViewersLine) => process.stdout.write(`${JSON.stringify(line)}\n`)

/** Resolves when the response has begun. */
function open(viewer: Viewer): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  viewer.forget()
  const socket = connect({
    port: viewing.port,
    host: '127.0.0.1',
    rejectUnauthorized: false,
    // Browsers resume sessions, too.
    ...(ticket ? { session: ticket } : {}),
  })
  viewer.socket = socket
  socket.on('session', (session) => {
    ticket = session
  })
  socket.setEncoding('utf8')
  socket.on('data', (text: string) => {
    viewer.read(text)
    resolve()
  })
  socket.on('error', reject)
  socket.on('close', () => {
    if (viewer.socket === socket && !isEnding) closedByServer += 1
  })
  const path = `/live/stream?talks=${viewing.talkId}:${viewer.position}`
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: localhost:${viewing.port}\r\nCookie: ${viewer.cookie}\r\nAccept: text/event-stream\r\n\r\n`,
  )
  return promise
}

/** Connects all viewers, so many at a time. */
async function openAll(): Promise<void> {
  const startedMs = performance.now()
  const waiting = [...viewers]
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let viewer = waiting.pop(); viewer; viewer = waiting.pop()) await open(viewer)
    }),
  )
  say({ event: 'connected', ms: Math.round(performance.now() - startedMs) })
}

const viewers = readFileSync(viewing.cookies, 'utf8')
  .split('\n')
  .filter((cookie) => cookie !== '')
  .map((cookie) => new Viewer(cookie))

/** Lines on standard input: `drop` ends all connections at once, `end <messages>` reports and exits. */
createInterface({ input: process.stdin }).on('line', async (line) => {
  const [command, argument] = line.split(' ')
  if (command === 'drop') {
    for (const viewer of viewers) {
      const { socket } = viewer
      viewer.socket = undefined
      socket?.destroy()
    }
    await openAll()
  }
  if (command === 'end') {
    isEnding = true
    const messages = Number(argument)
    const sum = (messages * (messages + 1)) / 2
    const sumOfSquares = (messages * (messages + 1) * (2 * messages + 1)) / 6
    const wrong = viewers.filter(
      (viewer) => viewer.count !== messages || viewer.sum !== sum || viewer.sumOfSquares !== sumOfSquares,
    )
    say({
      event: 'watched',
      deliveries,
      wrongViewers: wrong.length,
      p50: quantile(0.5),
      p99: quantile(0.99),
      max: slowest,
      closedByServer,
    })
    process.exit(0)
  }
})
await openAll()
