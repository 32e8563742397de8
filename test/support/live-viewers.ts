// A process that watches a talk like many browsers: each viewer has its own connection, session, and position.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls'
import { constants, inflateRawSync } from 'node:zlib'

/** The one argument, as JSON. */
export type Viewing = {
  port: number
  talkId: string
  /** A file with one cookie per line, one for each viewer with an account. */
  cookies?: string
  /** The number of viewers without an account. */
  visitors?: number
}

/** A line on standard output. */
export type ViewersLine =
  | { event: 'connected'; ms: number }
  /** All viewers have received something again, in this time after they could connect, and some a snapshot first. */
  | { event: 'back'; ms: number; restarted: number }
  /** The slowest delivery since the last such line. */
  | { event: 'slowest'; ms: number }
  /** All viewers know that a feature is off. */
  | { event: 'off'; ms: number }
  | {
      event: 'watched'
      deliveries: number
      /**
       * Viewers that have not received each message exactly once, or, after a snapshot, do not show everything since its
       * first messages.
       */
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
const RESET = Buffer.from('event: reset')
const EVENT_END = Buffer.from('\n\n')
const HEADERS_END = Buffer.from('\r\n\r\n')
const GZIP_HEADER_BYTES = 10
const STORED_HEADER_BYTES = 5
/** The end of a compressed block. The next block does not refer to anything before it (RFC 1951). */
const BLOCK_END = Buffer.from([0, 0, 0xff, 0xff])
const BIN_MS = 5
const AT_ONCE = 100
const ZERO = 0x30
const KEPT_BLOCKS = 8
/** The first messages of a snapshot are not compared: numbers are given before the server decides about the order. */
const UNORDERED = 20

/** The content of some bytes of a stream. */
type Content = {
  /** The number of each message, and the time the server started to store it. */
  messages: [number: number, storedAt: number][]
  /** The entry that the client has reached; undefined if the bytes do not contain it. */
  position: number | undefined
  /** Whether the bytes end an event. Until then, its position is not reached. */
  isEnd: boolean
  /** Whether it begins a snapshot. */
  isReset: boolean
  /** Whether a feature was turned off. */
  isOff: boolean
}

class Viewer {
  readonly cookie: string
  position = 0
  /** A bit for each message that the page shows. */
  shown = new Uint8Array(64)
  hasRepeats = false
  wasRestarted = false
  isBack = true
  /** The position of an event that has not ended. */
  #next: number | undefined
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

  #receive({ messages, position, isEnd, isReset, isOff }: Content): void {
    const now = Date.now()
    if (isReset) {
      this.shown.fill(0)
      this.wasRestarted = true
    }
    for (const [number, storedAt] of messages) {
      if (this.#show(number) && !this.wasRestarted) this.hasRepeats = true
      if (!isReset) record(now - storedAt)
    }
    this.#next = position ?? this.#next
    if (isEnd && this.#next !== undefined) {
      this.position = this.#next
      this.#next = undefined
      if (!this.isBack) countBack(this)
    }
    if (isOff) countOff()
  }

  /** Whether the message was already shown. */
  #show(number: number): boolean {
    const [at, bit] = [number >> 3, 1 << (number & 7)]
    if (at >= this.shown.length) {
      const larger = new Uint8Array(2 * at)
      larger.set(this.shown)
      this.shown = larger
    }
    const wasShown = this.#isShown(number)
    this.shown[at] = (this.shown[at] ?? 0) | bit
    return wasShown
  }

  #isShown(number: number): boolean {
    return ((this.shown[number >> 3] ?? 0) & (1 << (number & 7))) !== 0
  }

  /** Whether the page shows all messages up to `last`: each once, or those since a snapshot. */
  isRight(last: number): boolean {
    let first = last + 1
    while (first > 1 && this.#isShown(first - 1)) first -= 1
    if (!this.wasRestarted) return first === 1 && !this.hasRepeats
    const earlier = Array.from({ length: Math.max(0, first - 1 - UNORDERED) }, (_none, index) => index + 1)
    return last - first > UNORDERED && !earlier.some((number) => this.#isShown(number))
  }

  forget(): void {
    this.#next = undefined
    this.#rest = undefined
    this.isOpen = false
  }
}

const viewing = JSON.parse(process.argv[2] ?? '{}') as Viewing
const bins = new Map<number, number>()
let deliveries = 0
let slowest = 0
let slowestOfLate = 0
let closedByServer = 0
let isEnding = false
let ticket: Buffer | undefined
/** Most viewers receive the same bytes, so these are read once. The generator should leave the CPU to the server. */
const recent: { bytes: Buffer; content: Content }[] = []
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
  const known = recent.find((one) => one.bytes.equals(bytes))
  if (known) return known.content
  const text = inflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH })
  const content = readContent(text)
  recent.unshift({ bytes: Buffer.from(bytes), content })
  if (recent.length > KEPT_BLOCKS) recent.pop()
  return content
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
    isEnd: bytes.subarray(-EVENT_END.length).equals(EVENT_END),
    isReset: bytes.includes(RESET),
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
  slowestOfLate = Math.max(slowestOfLate, ms)
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
    `GET ${path} HTTP/1.1\r\nHost: localhost:${viewing.port}\r\n${viewer.cookie && `Cookie: ${viewer.cookie}\r\n`}Accept: text/event-stream\r\nAccept-Encoding: gzip\r\n\r\n`,
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

const accounts = viewing.cookies === undefined ? [] : readFileSync(viewing.cookies, 'utf8').split('\n')
const viewers = [...accounts.filter(Boolean), ...Array<string>(viewing.visitors ?? 0).fill('')].map(
  (cookie) => new Viewer(cookie),
)

let returningMs = 0
let waitingCount = 0

function countBack(viewer: Viewer): void {
  viewer.isBack = true
  waitingCount -= 1
  if (waitingCount > 0) return
  const restarted = viewers.filter(({ wasRestarted }) => wasRestarted).length
  say({ event: 'back', ms: Math.round(performance.now() - returningMs), restarted })
}

let offFrom = 0
let countedOff = 0

function countOff(): void {
  countedOff += 1
  if (countedOff === viewers.length) say({ event: 'off', ms: Date.now() - offFrom })
}

/**
 * Lines on standard input: `drop <seconds>` ends all connections at once for some time, `slowest` reports the slowest delivery of late, `off`
 * measures the time until all viewers know of a feature that is off, and `end <messages>` reports and exits.
 */
createInterface({ input: process.stdin }).on('line', async (line) => {
  const [command, argument] = line.split(' ')
  if (command === 'drop') {
    waitingCount = viewers.length
    for (const viewer of viewers) {
      const { socket } = viewer
      viewer.socket = undefined
      viewer.isBack = false
      socket?.destroy()
    }
    await delay(Number(argument ?? 0) * 1_000)
    returningMs = performance.now()
    await openAll()
  }
  if (command === 'slowest') {
    say({ event: 'slowest', ms: slowestOfLate })
    slowestOfLate = 0
  }
  if (command === 'off') offFrom = Date.now()
  if (command === 'end') {
    isEnding = true
    const wrong = viewers.filter((viewer) => !viewer.isRight(Number(argument)))
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
