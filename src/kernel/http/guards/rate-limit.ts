// Rate limits: an exact sliding window of accepted requests, in this process.
import { Refusal } from '../../changes/errors.ts'
import { SlidingWindow, type Verdict } from '../../lib/security/sliding-window.ts'
import type { Clock } from '../../lib/time/clock.ts'

export const WINDOW_MS = 60_000

export interface RateLimiter {
  /** Await this before the first `take`. */
  open(): Promise<void>
  /** Counts a request of `subject` if it has fewer than `limit` in the last 60 seconds. A refused request does not count. */
  take(subject: string, limit: number): Promise<Verdict>
  /** The number of accepted requests of `subject` in the last 60 seconds. */
  used(subject: string): Promise<number>
  close(): Promise<void>
}

/** Counts a request, or throws `too_many_requests`. */
export async function requireAllowed(limiter: RateLimiter, subject: string, limit: number): Promise<void> {
  const { isAllowed, resetSeconds } = await limiter.take(subject, limit)
  if (!isAllowed) throw new Refusal('too_many_requests', { retryAfterSeconds: resetSeconds })
}

/** Limits within this process. */
export class LocalRateLimiter implements RateLimiter {
  readonly #clock: Clock
  readonly #windows = new Map<string, SlidingWindow>()
  readonly #sweeping: NodeJS.Timeout

  constructor(clock: Clock) {
    this.#clock = clock
    this.#sweeping = setInterval(() => this.#sweep(), WINDOW_MS).unref()
  }

  async open(): Promise<void> {}

  async take(subject: string, limit: number): Promise<Verdict> {
    return this.takeNow(subject, limit)
  }

  takeNow(subject: string, limit: number): Verdict {
    let window = this.#windows.get(subject)
    if (!window) {
      window = new SlidingWindow(WINDOW_MS)
      this.#windows.set(subject, window)
    }
    return window.take(limit, this.#clock.monotonic())
  }

  async used(subject: string): Promise<number> {
    return this.#windows.get(subject)?.used(this.#clock.monotonic()) ?? 0
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeping)
  }

  #sweep(): void {
    const now = this.#clock.monotonic()
    for (const [subject, window] of this.#windows) if (window.isIdle(now)) this.#windows.delete(subject)
  }
}
