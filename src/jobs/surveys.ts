// Opens surveys whose time has come and publishes new results, once a second. Open pages get results at that pace, however
// many people answer.
import { advanceSurveys } from '../domain/live/surveys/survey-lifecycle.ts'
import type { Services } from '../domain/services.ts'

const INTERVAL_MS = 1_000

type Options = {
  services: Pick<Services, 'store' | 'clock'>
  /** Called after changes that open pages follow. */
  onChange(): void
  /** Called for the first failure only, until a run succeeds again. */
  onError(error: unknown): void
}

/** `close` waits for a run in progress. */
export function startSurveys({ services, onChange, onError }: Options): { close(): Promise<void> } {
  let running: Promise<void> | undefined
  let isFailing = false
  const advance = async () => {
    try {
      if (await advanceSurveys(services)) onChange()
      isFailing = false
    } catch (error) {
      if (!isFailing) onError(error)
      isFailing = true
    }
  }
  const timer = setInterval(() => {
    running ??= advance().finally(() => {
      running = undefined
    })
  }, INTERVAL_MS).unref()
  return {
    async close() {
      clearInterval(timer)
      await running
    },
  }
}
