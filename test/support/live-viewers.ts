// A process that watches a talk like many browsers: each viewer has its own connection, session, and position.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls'

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
      /** Milliseconds from when the server began to store a message to its delivery. */
      p50: number
      p99: number
      max: number
      closedByServer: number
    }

const TIME = Buffer.from('datetime=\\"')
const MARK = Buffer.from('chat-text\\">m')
const FRAME_END = Buffer.from('\n\n')
const BIN_MS = 5
const AT_ONCE = 100
const ZERO = 0x30

/** What some bytes of a stream contain. */
type Content = {
  /** The number of each message, and when the server began to store it. */
  messages: [number: number, storedAt: number][]
  /** The entry that the client has reached; undefined if the bytes do not say it. */
  position: number | undefined
}

class Viewer {
  readonly cookie: string
  position = 0
  count = 0
  sum = 0
  sumOfSquares = 0
  socket: TLSSocket | undefined
  isOpen = false
  /** The beginning of a frame whose end has not arrived. */
  #rest: Buffer | undefined

  constructor(cookie: string) {
    this.cookie = cookie
  }

  /** `chunk` is overwritten after that. */
  read(chunk: Buffer): void {
    if (!this.isOpen) {
      if (!chunk.includes('HTTP/1.1 200')) throw new Error(chunk.toString('utf8', 0, 200))
      this.isOpen = true
    }
    const all = this.#rest ? Buffer.concat([this.#rest, chunk]) : chunk
    const lastEnd = all.lastIndexOf(FRAME_END)
    const end = lastEnd === -1 ? 0 : lastEnd + FRAME_END.length
    this.#rest = end === all.length ? undefined : Buffer.from(all.subarray(end))
    if (end === 0) return
    const { messages, position } = contentOf(all.subarray(0, end))
    const now = Date.now()
    for (const [number, storedAt] of messages) {
      this.count += 1
      this.sum += number
      this.sumOfSquares += number * number
      record(now - storedAt)
    }
    this.position = position ?? this.position
  }

  forget(): void {
    this.#rest = undefined
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
/** Most viewers receive the same bytes, so these are read once. The generator should leave the processor to the server. */
let last: { bytes: Buffer; content: Content } | undefined
/** All sockets are read into the same memory. */
const shared = Buffer.allocUnsafe(64 * 1024)

function contentOf(bytes: Buffer): Content {
  if (last?.bytes.equals(bytes)) return last.content
  const messages: Content['messages'] = []
  for (let at = bytes.indexOf(MARK); at !== -1; at = bytes.indexOf(MARK, at)) {
    at += MARK.length
    const number = numberAt(bytes, at)
    const timeAt = bytes.lastIndexOf(TIME, at) + TIME.length
    messages.push([number, Date.parse(bytes.toString('latin1', timeAt, bytes.indexOf('\\', timeAt)))])
  }
  const id = `id: ${viewing.talkId}:`
  const idAt = bytes.lastIndexOf(id)
  last = {
    bytes: Buffer.from(bytes),
    content: { messages, position: idAt === -1 ? undefined : numberAt(bytes, idAt + id.length) },
  }
  return last.content
}

/** The digits from an offset on. */
function numberAt(bytes: Buffer, offset: number): number {
  let number = 0
  for (let at = offset; ; at += 1) {
    const digit = (bytes[at] ?? 0) - ZERO
    if (digit < 0 || digit > 9) return number
    number = number * 10 + digit
  }
}

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
    // Missing in the types of TLS, which passes it on (https://nodejs.org/api/net.html#new-netsocketoptions).
    onread: {
      buffer: shared,
      callback: (length: number) => {
        viewer.read(shared.subarray(0, length))
        resolve()
        return true
      },
    },
  } as ConnectionOptions)
  viewer.socket = socket
  socket.on('session', (session) => {
    ticket = session
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
