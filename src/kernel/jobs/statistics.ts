// Renews the statistics of tables that have grown once a minute. The store chooses indexes from them.
import type { Services } from '../changes/services.ts'
import { type RepeatedJob, startRepeatedJob } from './repeated-job.ts'

const MINUTE_MS = 60_000

type Options = { services: Pick<Services, 'store' | 'clock'>; onError(error: unknown): void }

export const startStatistics = ({ services, onError }: Options): RepeatedJob =>
  startRepeatedJob({
    clock: services.clock,
    intervalMs: MINUTE_MS,
    run: () => services.store.renewStatistics(),
    onError,
  })
