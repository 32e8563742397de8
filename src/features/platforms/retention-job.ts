// Deletes rows that are past their retention, at the start and then every hour.

import type { Services } from '../../kernel/changes/services.ts'
import { type RepeatedJob, startRepeatedJob } from '../../kernel/jobs/repeated-job.ts'
import { eraseExpired } from '../talks/deleted-objects.ts'
import { applyRetention } from './retention.ts'

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
