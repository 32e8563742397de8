// The clock as a dependency, so that tests can control time.
export type Clock = {
  /** Wall-clock time in whole epoch milliseconds. */
  now(): number
  /** Milliseconds that never decrease, for measuring durations. */
  monotonic(): number
  /** Calls `run` repeatedly until the returned function is called. Does not keep the process running. */
  every(intervalMs: number, run: () => void): () => void
  /** Calls `run` once, unless the returned function is called first. Does not keep the process running. */
  after(delayMs: number, run: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  every(intervalMs, run) {
    const timer = setInterval(run, intervalMs).unref()
    return () => clearInterval(timer)
  },
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs).unref()
    return () => clearTimeout(timer)
  },
}
