// Completes the attendance of people who have left talks that are over.
import { completeAttendance } from '../domain/live/viewers/attendance.ts'
import type { Services } from '../domain/services.ts'

const PERIOD_MS = 5_000

type Options = {
  services: Pick<Services, 'store' | 'clock'>
  /** Called when a run fails, and then only after one has succeeded again. */
  onError(error: unknown): void
}

/** `close` waits for a run in progress. */
export function startAttendance({ services, onError }: Options): { close(): Promise<void> } {
  let running: Promise<void> | undefined
  let isFailing = false
  const run = async () => {
    try {
      await completeAttendance(services)
      isFailing = false
    } catch (error) {
      if (!isFailing) onError(error)
      isFailing = true
    }
  }
  const timer = setInterval(() => {
    running ??= run().finally(() => {
      running = undefined
    })
  }, PERIOD_MS).unref()
  return {
    async close() {
      clearInterval(timer)
      await running
    },
  }
}
