// Repeats a job at an interval, one run at a time.
import type { Clock } from '../lib/time/clock.ts'

/** `close` waits for a run in progress. */
export type RepeatedJob = { close(): Promise<void> }

type Options = {
  clock: Clock
  intervalMs: number
  /** Whether the first run starts at once instead of after the interval. */
  runsAtStart?: boolean
  run(): Promise<unknown>
  /** Called when a run fails, and then again only after one has succeeded. */
  onError(error: unknown): void
}

export function startRepeatedJob({
  clock,
  intervalMs,
  runsAtStart = false,
  run,
  onError,
}: Options): RepeatedJob {
  let running: Promise<void> | undefined
  let isFailing = false
  const attempt = async () => {
    try {
      await run()
      isFailing = false
    } catch (error) {
      if (!isFailing) onError(error)
      isFailing = true
    }
  }
  const start = () => {
    running ??= attempt().finally(() => {
      running = undefined
    })
  }
  const stop = clock.every(intervalMs, start)
  if (runsAtStart) start()
  return {
    async close() {
      stop()
      await running
    },
  }
}
