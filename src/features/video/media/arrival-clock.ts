// The time of a stream on the clock of this process. Packets arrive late, but never early, so those with the shortest
// delay say what a time stamp means.

/** How long the shortest delay counts before a longer one replaces it, because clocks drift apart. */
const WINDOW_MS = 10_000
/** The stream has been interrupted, or its time stamps have begun again. */
const MAX_DELAY_MS = 1_000

export class ArrivalClock {
  readonly #ticksPerMs: number
  #newest: number | undefined
  #streamMs = 0
  #window = {
    sinceMs: Number.NEGATIVE_INFINITY,
    offset: Number.POSITIVE_INFINITY,
    lastOffset: Number.POSITIVE_INFINITY,
  }

  constructor(ticksPerSecond: number) {
    this.#ticksPerMs = ticksPerSecond / 1_000
  }

  timeOf(timestamp: number, nowMs: number): number {
    // Time stamps wrap at 2^32.
    this.#streamMs += ((timestamp - (this.#newest ?? timestamp)) | 0) / this.#ticksPerMs
    this.#newest = timestamp
    const offset = nowMs - this.#streamMs
    const { sinceMs } = this.#window
    if (offset - this.#offset > MAX_DELAY_MS)
      this.#window = { sinceMs: nowMs, offset, lastOffset: Number.POSITIVE_INFINITY }
    else if (nowMs - sinceMs > WINDOW_MS)
      this.#window = { sinceMs: nowMs, offset, lastOffset: this.#window.offset }
    else this.#window.offset = Math.min(this.#window.offset, offset)
    return this.#streamMs + this.#offset
  }

  get #offset(): number {
    return Math.min(this.#window.offset, this.#window.lastOffset)
  }
}
