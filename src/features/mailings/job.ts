// Announces changed talks, sends reminders of talks, and queues the e-mails of mailings, in every process that has a
// mail server.

import type { Services } from '../../kernel/changes/services.ts'
import { type RepeatedJob, startRepeatedJob } from '../../kernel/jobs/repeated-job.ts'
import { readSiteOrigin } from '../platforms/site-origin.ts'
import { queueMailings } from './mailings.ts'
import { announceTalkChanges } from './talk-announcements.ts'
import { remindOfTalks } from './talk-reminders.ts'

type Options = {
  services: Pick<Services, 'store' | 'clock'>
  /** The setting LECTERN_PUBLIC_URL. */
  publicUrl: string | undefined
  onError(error: unknown): void
}

export const startMailings = ({ services, publicUrl, onError }: Options): RepeatedJob =>
  startRepeatedJob({
    clock: services.clock,
    intervalMs: 1_000,
    async run() {
      const originOf = (id: string) => readSiteOrigin(services, id, publicUrl)
      await announceTalkChanges(services, originOf)
      await remindOfTalks(services, originOf)
      await queueMailings(services)
    },
    onError,
  })
