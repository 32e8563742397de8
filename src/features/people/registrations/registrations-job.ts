// Fills places that have become free, and sends the daily summaries of registrations.

import type { Services } from '../../../kernel/changes/services.ts'
import { type RepeatedJob, startRepeatedJob } from '../../../kernel/jobs/repeated-job.ts'
import { readSiteOrigin } from '../../platforms/site-origin.ts'
import { REGISTRATIONS_EVERY_MS } from '../limits.ts'
import { dailySummaries } from './summary.ts'
import { fillPlaces } from './waiting-list.ts'

type Options = {
  services: Pick<Services, 'store' | 'clock'> & { hasMailer: boolean }
  /** The setting LECTERN_PUBLIC_URL. */
  publicUrl: string | undefined
  onError(error: unknown): void
}

export function startRegistrations({ services, publicUrl, onError }: Options): RepeatedJob {
  const originOf = async (id: string) =>
    services.hasMailer ? readSiteOrigin(services, id, publicUrl) : undefined
  const sendSummaries = dailySummaries(services, originOf)
  return startRepeatedJob({
    clock: services.clock,
    intervalMs: REGISTRATIONS_EVERY_MS,
    async run() {
      await fillPlaces(services, originOf)
      if (services.hasMailer) await sendSummaries()
    },
    onError,
  })
}
