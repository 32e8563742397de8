// Deletes what features keep only for a while, at the start and then again and again.
import { execute } from '../../kernel/changes/commands.ts'
import { type Services, systemCaller } from '../../kernel/changes/services.ts'
import { type RepeatedJob, startRepeatedJob } from '../../kernel/jobs/repeated-job.ts'
import { RETENTION_EVERY_MS } from './limits.ts'
import { applyRetentionOperation } from './retention.ts'

type Options = { services: Pick<Services, 'store' | 'clock'>; onError(error: unknown): void }

export const applyRetention = (services: Pick<Services, 'store' | 'clock'>) =>
  execute(services, systemCaller(), applyRetentionOperation, {})

/** Rows that a failed run left are deleted by the next one. */
export const startRetention = ({ services, onError }: Options): RepeatedJob =>
  startRepeatedJob({
    clock: services.clock,
    intervalMs: RETENTION_EVERY_MS,
    runsAtStart: true,
    run: () => applyRetention(services),
    onError,
  })
