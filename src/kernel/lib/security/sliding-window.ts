// An exact sliding-window rate limit: within any span of the window's length, at most `limit` requests are accepted.

export type Verdict = {
  isAllowed: boolean
  /** The number of further requests that would be accepted now. */
  left: number
  /** Whole seconds until the oldest request leaves the window; after a refusal, until the next one is accepted. */
  resetSeconds: number
}

const FIRST_CAPACITY = 8

/** The window of one caller. Times are in milliseconds of a monotonic clock. A step back counts as no time. */
export class SlidingWindow {
  readonly #windowMs: number
  /** A ring buffer of the times at which accepted requests leave the window, oldest first. */
  #leaveMs = new Float64Array(FIRST_CAPACITY)
  #first = 0
  #count = 0
  #latestMs = Number.NEGATIVE_INFINITY

  constructor(windowMs: number) {
    this.#windowMs = windowMs
  }

  /** Accepts or refuses a request. A refused request does not count. The limit may differ from call to call. */
  take(limit: number, nowMs: number): Verdict {
    this.#advance(nowMs)
    const isAllowed = this.#count < limit
    if (isAllowed) this.#push(this.#latestMs + this.#windowMs)
    // After the limit was lowered, several requests must leave before the next one is accepted.
    const blocking = isAllowed ? 0 : Math.max(0, this.#count - Math.max(limit, 1))
    return {
      isAllowed,
      left: Math.max(0, limit - this.#count),
      resetSeconds: this.#secondsUntil(this.#at(blocking)),
    }
  }

  /** The number of requests accepted within the current window. */
  used(nowMs: number): number {
    this.#advance(nowMs)
    return this.#count
  }

  /** Whether the window is empty and can be discarded. */
  isIdle(nowMs: number): boolean {
    this.#advance(nowMs)
    return this.#count === 0
  }

  #advance(nowMs: number): void {
    this.#latestMs = Math.max(this.#latestMs, nowMs)
    while (this.#count > 0 && this.#at(0) <= this.#latestMs) {
      this.#first = (this.#first + 1) % this.#leaveMs.length
      this.#count--
    }
  }

  #push(leaveMs: number): void {
    if (this.#count === this.#leaveMs.length) this.#grow()
    this.#leaveMs[(this.#first + this.#count) % this.#leaveMs.length] = leaveMs
    this.#count++
  }

  #grow(): void {
    const larger = new Float64Array(this.#leaveMs.length * 2)
    for (let i = 0; i < this.#count; i++) larger[i] = this.#at(i)
    this.#leaveMs = larger
    this.#first = 0
  }

  /** The time when the nth oldest request leaves. Without requests and with a limit of 0, one window from now. */
  #at(index: number): number {
    const isPresent = index < this.#count
    const leaveMs = isPresent ? this.#leaveMs[(this.#first + index) % this.#leaveMs.length] : undefined
    return leaveMs ?? this.#latestMs + this.#windowMs
  }

  #secondsUntil(leaveMs: number): number {
    const longest = Math.ceil(this.#windowMs / 1000)
    const seconds = Math.min(longest, Math.ceil((leaveMs - this.#latestMs) / 1000))
    // Floating-point subtraction may have rounded the difference down across a whole second.
    return this.#latestMs + seconds * 1000 < leaveMs ? seconds + 1 : seconds
  }
}
