// An exact sliding window over accepted requests: in no span of the window's length are more accepted than the limit.

export type Verdict = {
  isAllowed: boolean
  /** How many more would be accepted at this moment. */
  left: number
  /** Whole seconds until the next place frees; after a refusal, until the next request is accepted. */
  resetSeconds: number
}

const FIRST_CAPACITY = 8

/** One caller's window. Times are in milliseconds of a clock that does not go back; a step back counts as standing still. */
export class SlidingWindow {
  readonly #windowMs: number
  /** A ring of the times at which accepted requests leave the window, oldest first. */
  #leaveMs = new Float64Array(FIRST_CAPACITY)
  #first = 0
  #count = 0
  #latestMs = Number.NEGATIVE_INFINITY

  constructor(windowMs: number) {
    this.#windowMs = windowMs
  }

  /** Accepts a request, or refuses it at no cost to the caller. The limit may differ from call to call. */
  take(limit: number, nowMs: number): Verdict {
    this.#advance(nowMs)
    const isAllowed = this.#count < limit
    if (isAllowed) this.#push(this.#latestMs + this.#windowMs)
    // Where the limit was lowered, more than the oldest must leave before the next is accepted.
    const blocking = isAllowed ? 0 : Math.max(0, this.#count - Math.max(limit, 1))
    return {
      isAllowed,
      left: Math.max(0, limit - this.#count),
      resetSeconds: this.#secondsUntil(this.#at(blocking)),
    }
  }

  /** How many requests were accepted within the last window. */
  used(nowMs: number): number {
    this.#advance(nowMs)
    return this.#count
  }

  /** Whether nothing is remembered any more, so that the window may be dropped. */
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

  /** When the nth oldest leaves; with nothing accepted and a limit of 0, a whole window from now. */
  #at(index: number): number {
    const isPresent = index < this.#count
    const leaveMs = isPresent ? this.#leaveMs[(this.#first + index) % this.#leaveMs.length] : undefined
    return leaveMs ?? this.#latestMs + this.#windowMs
  }

  #secondsUntil(leaveMs: number): number {
    const longest = Math.ceil(this.#windowMs / 1000)
    const seconds = Math.min(longest, Math.ceil((leaveMs - this.#latestMs) / 1000))
    // The difference of two fractions may have been rounded down across a whole second.
    return this.#latestMs + seconds * 1000 < leaveMs ? seconds + 1 : seconds
  }
}
