// How much the path to a viewer carries, as its browser reports the arrivals of numbered packets: less when packets are
// lost or have to wait in a queue, and more when none do.
import { distance16, PACKET_OVERHEAD_BYTES } from './rtp.ts'
import { readArrivals } from './twcc.ts'

/** More than are on their way at the same time. */
const NUMBERS = 2 ** 10
const WINDOW_MS = 500
/** Of a window while there is a long queue, or while pictures wait for its end. */
const SHORT_WINDOW_MS = 200
/** A share needs this many packets. */
const MIN_PACKETS = 10
const FIRST_BUDGET = 600_000
const MIN_BUDGET = 50_000
/** What is tried on a free path, as a multiple of what has arrived: a layer has four times the pixels of the one before. */
const GROWTH = 4
/** The share of what arrived that a crowded path is used for. */
const REST = 0.85
/** Lost packets are sent again up to this share. */
const FULL_LOSS = 0.15
const CLEAR_LOSS = 0.05
const FULL_QUEUE_MS = 100
const CLEAR_QUEUE_MS = 50
const LONG_QUEUE_MS = 250
/** Sound suffers: at once, or after a while in which no smaller layer has helped. */
const BLOCKED_LOSS = 0.4
const BLOCKED_QUEUE_MS = 1_000
const BLOCKED_WINDOWS = 3
const LITTLE = 400_000
const FULL_MS = 4_000
const SILENT_MS = 1_500
/** Time until more is tried. It doubles each time that this goes wrong, and starts again after a good time. */
const PAUSE_MS = { min: 2_000, max: 64_000 }
/** Pictures continue as soon as the queue is empty, and after a wait that doubles if they have not lasted. */
const WAIT_MS = { min: 2_000, max: 16_000 }
const GOOD_MS = 8_000
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
  /** What to do if a packet is lost, by its number. */
  readonly #onLost = new Map<number, () => void>()
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
  /** Of the fastest packet in the last report. */
  #queueMs = 0
  #longQueueSinceMs: number | undefined
  #lossyWindows = 0
  /** Since when it has been full although it carries more than a little. */
  #fullSinceMs: number | undefined
  #isBlocked = false
  #waitMs = 0
  #blockedUntilMs = Number.NEGATIVE_INFINITY
  #resumedMs = Number.NEGATIVE_INFINITY
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

  /** Call this a few times a second: notices a browser that reports nothing any more, and a path on which nothing is left. */
  check(): void {
    const now = performance.now()
    if (this.#reported >= this.#next) this.#resume(now)
    if (now - (this.#unreportedSinceMs ?? now) <= SILENT_MS) return
    // What was sent in the meantime says nothing about the path when it works again.
    this.#reported = this.#next
    this.#block(now)
  }

  /** Notes a packet that is sent now, and returns its number on the path. `onLost` is called if it does not arrive. */
  note(bytes: number, onLost?: () => void): number {
    const number = this.#next
    this.#onLost.delete(number - NUMBERS)
    if (onLost) this.#onLost.set(number, onLost)
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
    const delaysMs = arrivals.atMs.map((arrivedMs, index) => this.#count(first + index, arrivedMs))
    this.#reported = Math.max(this.#reported, first + arrivals.atMs.length)
    this.#noteQueue(Math.min(...delaysMs), now)
    if (this.#isDue(now)) {
      this.#judge(this.#window, now)
      this.#window = emptyWindow(now)
    }
  }

  /** Returns the delay of a packet, infinite for one that did not arrive. */
  #count(number: number, arrivedMs: number | undefined): number {
    const isKnown = number < this.#next && number >= this.#next - NUMBERS
    const bits = isKnown ? (this.#sentBits[number % NUMBERS] ?? 0) : 0
    const window = this.#window
    if (bits === 0) return Number.POSITIVE_INFINITY
    if (arrivedMs === undefined) {
      // Later reports can begin with packets that an earlier one had.
      if (number < this.#reported) return Number.POSITIVE_INFINITY
      window.lost += 1
      if (!this.#isBlocked) this.#onLost.get(number)?.()
      return Number.POSITIVE_INFINITY
    }
    this.#sentBits[number % NUMBERS] = 0
    window.received += 1
    window.bits += bits
    const delayMs = arrivedMs - (this.#sentMs[number % NUMBERS] ?? 0)
    window.delayMs = Math.min(window.delayMs, delayMs)
    return delayMs
  }

  /** Packets that came before a long queue began say nothing about it. */
  #noteQueue(delayMs: number, now: number): void {
    if (delayMs === Number.POSITIVE_INFINITY) return
    this.#queueMs = delayMs - this.#baseOf(delayMs, now)
    const isLong = this.#queueMs > LONG_QUEUE_MS
    if (isLong && this.#longQueueSinceMs === undefined) this.#window.delayMs = delayMs
    this.#longQueueSinceMs = isLong ? (this.#longQueueSinceMs ?? now) : undefined
  }

  #isDue(now: number): boolean {
    if (this.#longQueueSinceMs !== undefined) return now - this.#longQueueSinceMs >= SHORT_WINDOW_MS
    return now - this.#window.sinceMs >= (this.#isBlocked ? SHORT_WINDOW_MS : WINDOW_MS)
  }

  #judge({ sinceMs, received, lost, bits, delayMs }: Window, now: number): void {
    const loss = received + lost < MIN_PACKETS ? 0 : lost / (received + lost)
    const queueMs = received === 0 ? 0 : delayMs - this.#baseOf(delayMs, now)
    const rate = (1000 * bits) / (now - sinceMs)
    const isFull = loss > FULL_LOSS || queueMs > FULL_QUEUE_MS
    if (isFull) {
      this.#pause(now)
      this.budget = Math.max(MIN_BUDGET, REST * rate)
    } else {
      this.#resume(now)
      // A queue that begins to grow may not fill half a second yet.
      if (loss < CLEAR_LOSS && this.#queueMs < CLEAR_QUEUE_MS && this.mayRise)
        this.budget = Math.max(this.budget, GROWTH * rate)
    }
    this.#fullSinceMs = isFull && rate > LITTLE ? (this.#fullSinceMs ?? sinceMs) : undefined
    this.#lossyWindows = loss > BLOCKED_LOSS ? this.#lossyWindows + 1 : 0
    const isBad = queueMs > BLOCKED_QUEUE_MS || this.#lossyWindows >= BLOCKED_WINDOWS
    if (isBad || now - (this.#fullSinceMs ?? now) >= FULL_MS) this.#block(now)
  }

  /** The clocks of the browser and the server differ, so that only differences between delays mean something. */
  #baseOf(delayMs: number, now: number): number {
    if (now - this.#base.sinceMs > BASE_MS)
      this.#base = { sinceMs: now, ms: Number.POSITIVE_INFINITY, lastMs: this.#base.ms }
    this.#base.ms = Math.min(this.#base.ms, delayMs)
    return Math.min(this.#base.ms, this.#base.lastMs)
  }

  #block(now: number): void {
    this.#lossyWindows = 0
    this.#fullSinceMs = undefined
    this.#unreportedSinceMs = undefined
    this.#pause(now)
    if (this.#isBlocked) return
    this.#isBlocked = true
    const hasLasted = now - this.#resumedMs > GOOD_MS
    this.#waitMs = hasLasted ? 0 : Math.min(WAIT_MS.max, Math.max(WAIT_MS.min, 2 * this.#waitMs))
    this.#blockedUntilMs = now + this.#waitMs
  }

  #resume(now: number): void {
    if (!this.#isBlocked || now < this.#blockedUntilMs) return
    this.#isBlocked = false
    this.#resumedMs = now
  }

  /** Several bad windows in a row are one attempt that went wrong. */
  #pause(now: number): void {
    if (this.mayRise) {
      const wasGood = now - this.#pausedUntilMs > Math.max(GOOD_MS, 2 * this.#pauseMs)
      this.#pauseMs = wasGood ? PAUSE_MS.min : Math.min(PAUSE_MS.max, 2 * this.#pauseMs)
    }
    this.#pausedUntilMs = now + this.#pauseMs
  }
}
