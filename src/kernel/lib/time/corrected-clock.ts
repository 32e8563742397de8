// The clock of this machine, corrected to another clock that several machines share.
import type { Clock } from './clock.ts'

/** A reading that took longer is too inexact. */
const MAX_TRIP_MS = 1_000

/** Between two readings, time follows the monotonic clock, so changes to the machine's clock have no effect. */
export class CorrectedClock implements Clock {
  readonly #machine: Clock
  #anchor: { now: number; atMs: number } | undefined

  constructor(machine: Clock) {
    this.#machine = machine
  }

  now(): number {
    if (!this.#anchor) return this.#machine.now()
    return Math.round(this.#anchor.now + this.#machine.monotonic() - this.#anchor.atMs)
  }

  monotonic(): number {
    return this.#machine.monotonic()
  }

  every(intervalMs: number, run: () => void): () => void {
    return this.#machine.every(intervalMs, run)
  }

  after(delayMs: number, run: () => void): () => void {
    return this.#machine.after(delayMs, run)
  }

  /** The number of milliseconds that the clock of this machine is behind the other one. */
  get offsetMs(): number {
    return this.now() - this.#machine.now()
  }

  /** Follows the other clock. `read` returns its epoch milliseconds. Throws what `read` throws. */
  async follow(read: () => Promise<number>): Promise<void> {
    const startedMs = this.#machine.monotonic()
    const now = await read()
    const endedMs = this.#machine.monotonic()
    const tripMs = endedMs - startedMs
    // The reading is assumed to be from the middle of the round trip, so the error is at most half of it.
    if (tripMs <= MAX_TRIP_MS) this.#anchor = { now: now + tripMs / 2, atMs: endedMs }
  }
}
