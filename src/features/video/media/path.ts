// How much the path to a viewer carries, as its browser reports the arrivals of numbered packets: less when packets are
// lost or have to wait in a queue, and more when none do.
import { distance16, PACKET_OVERHEAD_BYTES } from './rtp.ts'
import { readArrivals } from './twcc.ts'

/** More than are on their way at the same time. */
const NUMBERS = 2 ** 10
const WINDOW_MS = 500
/** A share needs this many packets. */
const MIN_PACKETS = 10
const FIRST_BUDGET = 600_000
const MIN_BUDGET = 50_000
const MAX_BUDGET = 20_000_000
const GROWTH = 1.5
/** The share of what arrived that a crowded path is used for. */
const REST = 0.85
/** Lost packets are sent again up to this share. */
const FULL_LOSS = 0.15
const CLEAR_LOSS = 0.05
const FULL_QUEUE_MS = 100
const CLEAR_QUEUE_MS = 50
/** Sound suffers: at once, or after a while in which no smaller layer has helped. */
const BLOCKED_LOSS = 0.4
const BLOCKED_QUEUE_MS = 1_000
const BLOCKED_WINDOWS = 3
const LITTLE = 400_000
const FULL_WINDOWS = 8
const SILENT_MS = 1_500
/** Time until more is tried. It doubles each time that this goes wrong. */
const PAUSE_MS = { min: 4_000, max: 64_000 }
/** How long the shortest delay counts as that of a path without a queue, before another one replaces it. */
const BASE_MS = 15_000

type Window = { sinceMs: number; received: number; lost: number; bits: number; delayMs: number }
const emptyWindow = (sinceMs: number): Window => ({
  ...{ sinceMs, received: 0, lost: 0, bits: 0 },
  delayMs: Number.POSITIVE_INFINITY,
})

export class Path {
  /** Bits per second that a viewer can be sent. */
  budget = FIRST_BUDGET
  /** When the last packets were sent, and how long they are; 0 if their arrival is known. */
  readonly #sentMs = new Float64Array(NUMBERS)
  readonly #sentBits = new Uint32Array(NUMBERS)
  #next = 0
  /** The number after the last one that was reported. */
  #reported = 0
  #unreportedSinceMs: number | undefined
  #window = emptyWindow(Number.NEGATIVE_INFINITY)
  #base = {
    sinceMs: Number.NEGATIVE_INFINITY,
    ms: Number.POSITIVE_INFINITY,
    lastMs: Number.POSITIVE_INFINITY,
  }
  #blockedWindows = 0
  #fullWindows = 0
  #isBlocked = false
  #pauseMs = PAUSE_MS.min
  #pausedUntilMs = Number.NEGATIVE_INFINITY

  /** Whether more than now can be tried. */
  get mayRise(): boolean {
    return performance.now() >= this.#pausedUntilMs
  }

  /** Whether it carries no pictures now. */
  get isBlocked(): boolean {
    return this.#isBlocked
  }

  /** Call this a few times a second: notices a browser that reports nothing any more, and the end of a pause. */
  check(): void {
    const now = performance.now()
    if (this.mayRise) this.#isBlocked = false
    if (now - (this.#unreportedSinceMs ?? now) > SILENT_MS) this.#block(now)
  }

  /** Notes a packet that is sent now, and returns its number on the path. */
  note(bytes: number): number {
    const number = this.#next
    const now = performance.now()
    this.#sentMs[number % NUMBERS] = now
    this.#sentBits[number % NUMBERS] = 8 * (bytes + PACKET_OVERHEAD_BYTES)
    if (this.#reported > 0) this.#unreportedSinceMs ??= now
    this.#next += 1
    return number & 0xffff
  }

  /** Reads a report of the browser, without its header. */
  read(report: Buffer): void {
    const arrivals = readArrivals(report)
    if (!arrivals) return
    const now = performance.now()
    // Nothing was sent for a while.
    if (now - this.#window.sinceMs > 2 * WINDOW_MS) this.#window = emptyWindow(now)
    this.#unreportedSinceMs = undefined
    const first = this.#next + distance16(this.#next, arrivals.first)
    for (const [index, arrivedMs] of arrivals.atMs.entries()) this.#count(first + index, arrivedMs)
    this.#reported = Math.max(this.#reported, first + arrivals.atMs.length)
    if (now - this.#window.sinceMs >= WINDOW_MS) {
      this.#judge(this.#window, now)
      this.#window = emptyWindow(now)
    }
  }

  #count(number: number, arrivedMs: number | undefined): void {
    const isKnown = number < this.#next && number >= this.#next - NUMBERS
    const bits = isKnown ? (this.#sentBits[number % NUMBERS] ?? 0) : 0
    const window = this.#window
    if (bits === 0) return
    if (arrivedMs === undefined) {
      // Later reports can begin with packets that an earlier one had.
      if (number >= this.#reported) window.lost += 1
      return
    }
    this.#sentBits[number % NUMBERS] = 0
    window.received += 1
    window.bits += bits
    window.delayMs = Math.min(window.delayMs, arrivedMs - (this.#sentMs[number % NUMBERS] ?? 0))
  }

  #judge({ sinceMs, received, lost, bits, delayMs }: Window, now: number): void {
    const loss = received + lost < MIN_PACKETS ? 0 : lost / (received + lost)
    const queueMs = received === 0 ? 0 : delayMs - this.#baseOf(delayMs, now)
    const rate = (1000 * bits) / (now - sinceMs)
    const isFull = loss > FULL_LOSS || queueMs > FULL_QUEUE_MS
    if (isFull) {
      this.#pause(now)
      this.budget = Math.max(MIN_BUDGET, REST * rate)
    } else if (loss < CLEAR_LOSS && queueMs < CLEAR_QUEUE_MS && this.mayRise)
      this.budget = Math.min(MAX_BUDGET, this.budget * GROWTH)
    this.#fullWindows = isFull && rate > LITTLE ? this.#fullWindows + 1 : 0
    this.#blockedWindows = loss > BLOCKED_LOSS || queueMs > BLOCKED_QUEUE_MS ? this.#blockedWindows + 1 : 0
    if (this.#blockedWindows >= BLOCKED_WINDOWS || this.#fullWindows >= FULL_WINDOWS) this.#block(now)
  }

  /** The clocks of the browser and the server differ, so that only differences between delays mean something. */
  #baseOf(delayMs: number, now: number): number {
    if (now - this.#base.sinceMs > BASE_MS)
      this.#base = { sinceMs: now, ms: Number.POSITIVE_INFINITY, lastMs: this.#base.ms }
    this.#base.ms = Math.min(this.#base.ms, delayMs)
    return Math.min(this.#base.ms, this.#base.lastMs)
  }

  #block(now: number): void {
    this.#isBlocked = true
    this.#blockedWindows = 0
    this.#fullWindows = 0
    this.#unreportedSinceMs = undefined
    this.#pause(now)
  }

  /** Several bad windows in a row are one attempt that went wrong. */
  #pause(now: number): void {
    if (this.mayRise) {
      const wasGood = now - this.#pausedUntilMs > 2 * this.#pauseMs
      this.#pauseMs = wasGood ? PAUSE_MS.min : Math.min(PAUSE_MS.max, 2 * this.#pauseMs)
    }
    this.#pausedUntilMs = now + this.#pauseMs
  }
}
