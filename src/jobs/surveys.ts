// Opens surveys whose time has come and publishes new results, once a second. Open pages get results at that pace,
// however many people answer.
import { advanceSurveys } from '../domain/live/surveys/survey-lifecycle.ts'
import type { Services } from '../domain/services.ts'
import { type RepeatedJob, startRepeatedJob } from './repeated-job.ts'

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
