// Keeps the clock of this process in step with the clock of the database, and reports a machine whose own clock is
// wrong.
import type { Clock } from '../lib/time/clock.ts'
import { MAX_CLOCK_OFFSET_MS } from '../limits.ts'
import { type RepeatedJob, startRepeatedJob } from './repeated-job.ts'

const INTERVAL_MS = 5_000

type Options = {
  clock: Clock
  /** Follows the database's clock, and returns the milliseconds that this machine's clock is behind it. */
  correctClock(): Promise<number>
  /** Called once when the offset exceeds a second, and again only after it was smaller in between. */
  onOffset(offsetMs: number): void
}

export function startClockCheck({ clock, correctClock, onOffset }: Options): RepeatedJob {
  let isWrong = false
  return startRepeatedJob({
    clock,
    intervalMs: INTERVAL_MS,
    runsAtStart: true,
    async run() {
      const offsetMs = await correctClock()
      const wasWrong = isWrong
      isWrong = Math.abs(offsetMs) > MAX_CLOCK_OFFSET_MS
      if (isWrong && !wasWrong) onOffset(Math.round(offsetMs))
    },
    // While the database cannot be reached, the last reading stays in use.
    onError() {},
  })
}
