// Renews the statistics of tables that have grown once a minute. The store chooses indexes from them.
import type { Services } from '../changes/services.ts'
import { MINUTE_MS } from '../lib/time/units.ts'
import { type RepeatedJob, startRepeatedJob } from './repeated-job.ts'

type Options = { services: Pick<Services, 'store' | 'clock'>; onError(error: unknown): void }

export const startStatistics = ({ services, onError }: Options): RepeatedJob =>
  startRepeatedJob({
    clock: services.clock,
    intervalMs: MINUTE_MS,
    run: () => services.store.renewStatistics(),
    onError,
  })
