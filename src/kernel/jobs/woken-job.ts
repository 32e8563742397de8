// Repeats a job once a second and right after changes, one run at a time.
import type { Clock } from '../lib/time/clock.ts'

/** Longest wait of changes from other processes and of work that is due at a certain time. */
const IDLE_POLL_MS = 1_000
/** Changes within this time are handled in one run. */
const BUSY_POLL_MS = 20

export type WokenJob = {
  /** Call this after a change. The next run starts at once. */
  wake(): void
  /** Starts no new run, and waits for the one in progress. */
  close(): Promise<void>
}

/** Starts with a first run. `run` reports its errors itself. */
export function startWokenJob(clock: Clock, run: () => Promise<void>): WokenJob {
  let isClosed = false
  let isAwake = false
  let running: Promise<void> | undefined
  let cancel = () => {}
  const startSoon = () => {
    if (!isClosed) cancel = clock.after(BUSY_POLL_MS, start)
  }
  const start = () => {
    isAwake = false
    running = run().finally(() => {
      running = undefined
      if (isAwake) startSoon()
    })
  }
  const stop = clock.every(IDLE_POLL_MS, () => {
    if (!isAwake && !running) start()
  })
  start()
  return {
    wake() {
      if (isAwake) return
      isAwake = true
      if (!running) startSoon()
    },
    async close() {
      isClosed = true
      stop()
      cancel()
      await running
    },
  }
}
