// A process that watches a talk like many browsers: each viewer has its own connection, session, and position.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls'
import { constants, inflateRawSync } from 'node:zlib'

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
  /** All viewers know that a feature is off. */
  | { event: 'off'; ms: number }
  | {
      event: 'watched'
      deliveries: number
      /** Viewers that have not received each message exactly once. */
      wrongViewers: number
      /** Milliseconds from the time the server started to store a message until its delivery. */
      p50: number
      p99: number
      max: number
      closedByServer: number
    }

const TIME = Buffer.from('datetime=\\"')
const OFF = Buffer.from('"off":["')
const MARK = Buffer.from('chat-text\\">m')
const HEADERS_END = Buffer.from('\r\n\r\n')
const GZIP_HEADER_BYTES = 10
const STORED_HEADER_BYTES = 5
/** The end of a compressed block. The next block does not refer to anything before it (RFC 1951). */
const BLOCK_END = Buffer.from([0, 0, 0xff, 0xff])
const BIN_MS = 5
const AT_ONCE = 100
const ZERO = 0x30

/** The content of some bytes of a stream. */
type Content = {
  /** The number of each message, and the time the server started to store it. */
  messages: [number: number, storedAt: number][]
  /** The entry that the client has reached; undefined if the bytes do not contain it. */
  position: number | undefined
  /** Whether a feature was turned off. */
  isOff: boolean
}

class Viewer {
  readonly cookie: string
  position = 0
  count = 0
  sum = 0
  sumOfSquares = 0
  socket: TLSSocket | undefined
  isOpen = false
  /** The start of a block whose end has not arrived. */
  #rest: Buffer | undefined

  constructor(cookie: string) {
    this.cookie = cookie
  }

  /** `chunk` is overwritten after this call. */
  read(chunk: Buffer): void {
    const all = this.#rest ? Buffer.concat([this.#rest, chunk]) : chunk
    let end = this.isOpen ? 0 : this.#readHeaders(all)
    for (let block = blockAt(all, end); block; block = blockAt(all, end)) {
      this.#receive(block.content)
      end = block.end
    }
    this.#rest = end === all.length ? undefined : Buffer.from(all.subarray(end))
  }

  /** Returns the offset of the body, or 0 if it has not started. */
  #readHeaders(all: Buffer): number {
    const end = all.indexOf(HEADERS_END)
    if (end === -1 || all.length < end + HEADERS_END.length + GZIP_HEADER_BYTES) return 0
    const headers = all.toString('utf8', 0, end)
    if (!/^HTTP\/1.1 200 [\s\S]*content-encoding: gzip/i.test(headers)) throw new Error(headers)
    this.isOpen = true
    return end + HEADERS_END.length + GZIP_HEADER_BYTES
  }

  #receive({ messages, position, isOff }: Content): void {
    const now = Date.now()
    for (const [number, storedAt] of messages) {
      this.count += 1
      this.sum += number
      this.sumOfSquares += number * number
      record(now - storedAt)
    }
    this.position = position ?? this.position
    if (isOff) countOff()
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
/** Most viewers receive the same bytes, so these are read once. The generator should leave the CPU to the server. */
let last: { bytes: Buffer; content: Content } | undefined
/** All sockets read into the same memory. */
const shared = Buffer.allocUnsafe(64 * 1024)

/**
 * The next block of a compressed stream: stored as it is, or compressed up to a flush. Undefined if it is incomplete.
 */
function blockAt(all: Buffer, at: number): { content: Content; end: number } | undefined {
  if (all.length < at + STORED_HEADER_BYTES) return undefined
  if (all[at] === 0) {
    const start = at + STORED_HEADER_BYTES
    const end = start + all.readUInt16LE(at + 1)
    return all.length < end ? undefined : { content: readContent(all.subarray(start, end)), end }
  }
  const flush = all.indexOf(BLOCK_END, at)
  if (flush === -1) return undefined
  const end = flush + BLOCK_END.length
  return { content: contentOf(all.subarray(at, end)), end }
}

function contentOf(bytes: Buffer): Content {
  if (!last?.bytes.equals(bytes)) {
    const text = inflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH })
    last = { bytes: Buffer.from(bytes), content: readContent(text) }
  }
  return last.content
}

function readContent(bytes: Buffer): Content {
  const messages: Content['messages'] = []
  for (let at = bytes.indexOf(MARK); at !== -1; at = bytes.indexOf(MARK, at)) {
    at += MARK.length
    const number = numberAt(bytes, at)
    const timeAt = bytes.lastIndexOf(TIME, at) + TIME.length
    messages.push([number, Date.parse(bytes.toString('latin1', timeAt, bytes.indexOf('\\', timeAt)))])
  }
  const id = `id: ${viewing.talkId}:`
  const idAt = bytes.lastIndexOf(id)
  return {
    messages,
    position: idAt === -1 ? undefined : numberAt(bytes, idAt + id.length),
    isOff: bytes.includes(OFF),
  }
}

/** The number that starts at an offset. */
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

/** Resolves when the response has started. */
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
    `GET ${path} HTTP/1.1\r\nHost: localhost:${viewing.port}\r\nCookie: ${viewer.cookie}\r\nAccept: text/event-stream\r\nAccept-Encoding: gzip\r\n\r\n`,
  )
  return promise
}

/** Connects all viewers, a limited number at a time. */
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

let offFrom = 0
let countedOff = 0

function countOff(): void {
  countedOff += 1
  if (countedOff === viewers.length) say({ event: 'off', ms: Date.now() - offFrom })
}

/**
 * Lines on standard input: `drop` ends all connections at once, `off` measures the time until all viewers know of a
 * feature that is off, and `end <messages>` reports and exits.
 */
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
  if (command === 'off') offFrom = Date.now()
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
