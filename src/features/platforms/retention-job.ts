// Deletes what features keep only for a while, at the start and then every hour.
import { execute } from '../../kernel/changes/commands.ts'
import { type Services, systemCaller } from '../../kernel/changes/services.ts'
import { type RepeatedJob, startRepeatedJob } from '../../kernel/jobs/repeated-job.ts'
import { HOUR_MS } from '../../kernel/lib/time/units.ts'
import { applyRetentionOperation } from './retention.ts'

type Options = { services: Pick<Services, 'store' | 'clock'>; onError(error: unknown): void }

export const applyRetention = (services: Pick<Services, 'store' | 'clock'>) =>
  execute(services, systemCaller(), applyRetentionOperation, {})

/** Rows that a failed run left are deleted by the next one. */
export const startRetention = ({ services, onError }: Options): RepeatedJob =>
  startRepeatedJob({
    clock: services.clock,
    intervalMs: HOUR_MS,
    runsAtStart: true,
    run: () => applyRetention(services),
    onError,
  })
