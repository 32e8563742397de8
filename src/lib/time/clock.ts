// Time as a dependency, so that tests can set it.
export type Clock = {
  /** Wall clock in epoch milliseconds, a whole number. */
  now(): number
  /** Milliseconds that never go back, for durations and windows. */
  monotonic(): number
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
}
