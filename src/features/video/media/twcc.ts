// Reports of which packets of a connection arrived and when (draft-holmer-rmcat-transport-wide-cc-extensions-01): writes
// those to speakers, whose browsers estimate their bandwidth, and reads those of viewers.
import { distance16 } from './rtp.ts'

/** Packets in one report at most. */
const MAX_PACKETS = 700
const REFERENCE_US = 64_000
const DELTA_US = 250
const SYMBOLS_PER_CHUNK = 7
/** A chunk of seven symbols of two bits each. */
const VECTOR = 0xc000
const SMALL_DELTA = 1
const LARGE_DELTA = 2

/** One for each connection, because its tracks share the numbers. */
export class ArrivalReporter {
  /** Arrivals that are not reported yet, in microseconds, by number without wrapping. */
  readonly #arrivals = new Map<number, number>()
  #newest: number | undefined
  /** The number after the last one that was reported. */
  #next: number | undefined
  #reports = 0

  /** Call this for every packet. `atUs` never decreases. */
  add(number: number, atUs: number): void {
    const unwrapped = this.#newest === undefined ? number : this.#newest + distance16(this.#newest, number)
    this.#newest = Math.max(this.#newest ?? unwrapped, unwrapped)
    this.#arrivals.set(unwrapped, atUs)
  }

  /** The report since the last one, without its header; undefined if nothing arrived. Gaps count as lost. */
  take(): Buffer | undefined {
    const numbers = [...this.#arrivals.keys()].sort((a, b) => a - b)
    const [first] = numbers
    const last = numbers.at(-1)
    if (first === undefined || last === undefined) return undefined
    const start = Math.max(Math.min(first, this.#next ?? first), last - MAX_PACKETS + 1)
    const report = writeReport(start, last, this.#arrivals, this.#reports++ & 0xff)
    this.#next = Math.max(this.#next ?? 0, last + 1)
    this.#arrivals.clear()
    return report
  }
}

function writeReport(
  start: number,
  last: number,
  arrivals: ReadonlyMap<number, number>,
  count: number,
): Buffer {
  const first = Math.min(...[...arrivals].flatMap(([number, atUs]) => (number >= start ? [atUs] : [])))
  const reference = Math.floor(first / REFERENCE_US)
  const symbols: number[] = []
  const deltas: Buffer[] = []
  // The first delta counts from the reference, and each other one from the packet before.
  let ticks = (reference * REFERENCE_US) / DELTA_US
  for (let number = start; number <= last; number++) {
    const atUs = arrivals.get(number)
    if (atUs === undefined) {
      symbols.push(0)
      continue
    }
    const delta = Math.round(atUs / DELTA_US) - ticks
    ticks += delta
    symbols.push(delta >= 0 && delta <= 0xff ? SMALL_DELTA : LARGE_DELTA)
    deltas.push(deltaBytes(delta))
  }
  const header = Buffer.alloc(8)
  header.writeUInt16BE(start & 0xffff, 0)
  header.writeUInt16BE(symbols.length, 2)
  header.writeUIntBE(reference & 0xffffff, 4, 3)
  header.writeUInt8(count, 7)
  const body = Buffer.concat([header, ...chunksOf(symbols), ...deltas])
  return Buffer.concat([body, Buffer.alloc(-body.length & 3)])
}

function deltaBytes(delta: number): Buffer {
  if (delta >= 0 && delta <= 0xff) return Buffer.from([delta])
  const bytes = Buffer.alloc(2)
  bytes.writeInt16BE(Math.max(-0x8000, Math.min(0x7fff, delta)))
  return bytes
}

function chunksOf(symbols: readonly number[]): Buffer[] {
  const chunks: Buffer[] = []
  for (let at = 0; at < symbols.length; at += SYMBOLS_PER_CHUNK) {
    let chunk = VECTOR
    for (let index = 0; index < SYMBOLS_PER_CHUNK; index++)
      chunk |= (symbols[at + index] ?? 0) << (2 * (SYMBOLS_PER_CHUNK - 1 - index))
    const bytes = Buffer.alloc(2)
    bytes.writeUInt16BE(chunk)
    chunks.push(bytes)
  }
  return chunks
}

/** Packets in a report that is read. More cannot be on their way. */
const MAX_READ_PACKETS = 2 ** 10

/** The times of arrival of packets by a clock of the browser, in milliseconds; undefined for those that did not arrive. */
type Arrivals = { first: number; atMs: (number | undefined)[] }

/** Reads a report without its header; undefined if it is malformed. */
export function readArrivals(report: Buffer): Arrivals | undefined {
  if (report.length < 8) return undefined
  const count = report.readUInt16BE(2)
  if (count > MAX_READ_PACKETS) return undefined
  const symbols: number[] = []
  let at = 8
  for (; symbols.length < count && at + 2 <= report.length; at += 2)
    symbols.push(...symbolsOf(report.readUInt16BE(at), count - symbols.length))
  const deltaBytes = symbols.reduce((sum, symbol) => sum + symbol, 0)
  if (symbols.length < count || at + deltaBytes > report.length) return undefined
  let ticks = (report.readUIntBE(4, 3) * REFERENCE_US) / DELTA_US
  const atMs = symbols.map((symbol) => {
    if (symbol === 0) return undefined
    ticks += symbol === SMALL_DELTA ? report.readUInt8(at) : report.readInt16BE(at)
    at += symbol
    return (ticks * DELTA_US) / 1000
  })
  return { first: report.readUInt16BE(0), atMs }
}

/** The symbols of a chunk, `most` at most. Each is the length of a delta. */
function symbolsOf(chunk: number, most: number): number[] {
  if (chunk < 0x8000) return Array(Math.min(chunk & 0x1fff, most)).fill(symbolOf(chunk >> 13))
  const [bits, all] = chunk < VECTOR ? [1, 2 * SYMBOLS_PER_CHUNK] : [2, SYMBOLS_PER_CHUNK]
  return Array.from({ length: Math.min(all, most) }, (_, index) =>
    symbolOf((chunk >> (bits * (all - 1 - index))) & (2 ** bits - 1)),
  )
}

/** One that is reserved means nothing. */
const symbolOf = (bits: number): number => ((bits & 3) === 3 ? 0 : bits & 3)
