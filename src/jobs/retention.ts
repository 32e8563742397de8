// Deletes rows that are past their retention: at the start and then every hour.
import { applyRetention } from '../domain/platforms/retention.ts'
import type { Services } from '../domain/services.ts'

const HOUR_MS = 3_600_000

type Options = { services: Pick<Services, 'store' | 'clock'>; onError(error: unknown): void }

/** `close` waits for a run in progress. The next run deletes what a failed one left. */
export function startRetention({ services, onError }: Options): { close(): Promise<void> } {
  let running = Promise.resolve()
  const run = () => {
    running = running.then(() => applyRetention(services)).then(() => {}, onError)
  }
  run()
  const timer = setInterval(run, HOUR_MS).unref()
  return {
    close() {
      clearInterval(timer)
      return running
    },
  }
}
