// Announces changed talks, sends reminders of talks, and queues the e-mails of mailings, in every process that has a
// mail server.
import { queueMailings } from '../domain/people/mailings.ts'
import { announceTalkChanges } from '../domain/people/talk-announcements.ts'
import { remindOfTalks } from '../domain/people/talk-reminders.ts'
import { readSiteOrigin } from '../domain/platforms/site-origin.ts'
import type { Services } from '../domain/services.ts'
import { type RepeatedJob, startRepeatedJob } from './repeated-job.ts'

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
