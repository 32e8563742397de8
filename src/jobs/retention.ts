// Purges at the start and then every hour.
import { purge } from '../domain/platforms/retention.ts'
import type { Services } from '../domain/services.ts'

const HOUR_MS = 3_600_000

type Options = { services: Pick<Services, 'store' | 'clock'>; onTrouble(error: unknown): void }

/** Begins; `close` waits for a purge under way. What a purge could not do, the next one does. */
export function startPurging({ services, onTrouble }: Options): { close(): Promise<void> } {
  let running = Promise.resolve()
  const run = () => {
    running = running.then(() => purge(services)).then(() => {}, onTrouble)
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
