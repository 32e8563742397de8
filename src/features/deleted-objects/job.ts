// Erases deleted objects whose time is over, at the start and then every hour.
import type { Services } from '../../kernel/changes/services.ts'
import { type RepeatedJob, startRepeatedJob } from '../../kernel/jobs/repeated-job.ts'
import { HOUR_MS } from '../../kernel/lib/time/units.ts'
import { eraseExpired } from './deleted-objects.ts'

type Options = { services: Pick<Services, 'store' | 'clock'>; onError(error: unknown): void }

export const startErasing = ({ services, onError }: Options): RepeatedJob =>
  startRepeatedJob({
    clock: services.clock,
    intervalMs: HOUR_MS,
    runsAtStart: true,
    run: () => eraseExpired(services),
    onError,
  })
