// Opens surveys whose time has come and publishes new results, once a second. Open pages get results at that pace,
// however many people answer.

import type { Services } from '../../kernel/changes/services.ts'
import { type RepeatedJob, startRepeatedJob } from '../../kernel/jobs/repeated-job.ts'
import { advanceSurveys } from './lifecycle.ts'

type Options = {
  services: Pick<Services, 'store' | 'clock'>
  /** Called after changes that open pages follow. */
  onChange(): void
  onError(error: unknown): void
}

export const startSurveys = ({ services, onChange, onError }: Options): RepeatedJob =>
  startRepeatedJob({
    clock: services.clock,
    intervalMs: 1_000,
    async run() {
      if (await advanceSurveys(services)) onChange()
    },
    onError,
  })
