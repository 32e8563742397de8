// The clock as a dependency, so that tests can control time.
export type Clock = {
  /** Wall-clock time in whole epoch milliseconds. */
  now(): number
  /** Milliseconds that never decrease, for measuring durations. */
  monotonic(): number
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
}
