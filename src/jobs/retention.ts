// Deletes rows that are past their retention, at the start and then every hour.
import { applyRetention } from '../domain/platforms/retention.ts'
import { eraseExpired } from '../domain/programme/deleted-objects.ts'
import type { Services } from '../domain/services.ts'
import { type RepeatedJob, startRepeatedJob } from './repeated-job.ts'

const HOUR_MS = 3_600_000

type Options = { services: Pick<Services, 'store' | 'clock'>; onError(error: unknown): void }

/** Rows that a failed run left are deleted by the next one. */
export const startRetention = ({ services, onError }: Options): RepeatedJob =>
  startRepeatedJob({
    clock: services.clock,
    intervalMs: HOUR_MS,
    runsAtStart: true,
    run: async () => {
      await applyRetention(services)
      await eraseExpired(services)
    },
    onError,
  })
