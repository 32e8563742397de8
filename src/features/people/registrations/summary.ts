// The daily summary of registrations, for admins and owners. Each counts the registrations since the one before, so that
// none is missing after a day without a server.

import { execute } from '../../../kernel/changes/commands.ts'
import { type Services, systemCaller } from '../../../kernel/changes/services.ts'
import { lastTimeOfDay } from '../../../kernel/lib/time/calendar-days.ts'
import { EMAIL_LIFETIME_MS } from '../../../kernel/limits.ts'
import { queueEmail } from '../../../kernel/outbox/emails.ts'
import { latestEmail } from '../../../kernel/outbox/store.ts'
import type { EmailData, EmailRow } from '../../../kernel/outbox/tables.ts'
import type { Operation } from '../../../kernel/store/changes/operation.ts'
import { listPlatforms, platformForChange } from '../../platforms/store.ts'
import type { PlatformRow } from '../../platforms/tables.ts'
import { SUMMARY_AT, SUMMARY_DELAY_MS, SUMMARY_REACH_MS } from '../limits.ts'
import { type Addressee, adminsAndOwners, countRegistrations } from './registrations-store.ts'

type Summary = NonNullable<EmailData['registrations']>
type State = { platform: PlatformRow | undefined; latest: EmailRow | undefined; staff: Addressee[] }
type Input = { origin: string; summary: Summary }

const kind = 'registration_summary'

export const sendSummaryOperation: Operation<State, Input, null> = {
  name: 'sendRegistrationSummary',
  load: ({ platformId }) => ({
    // Locked, so that of several nodes only one sends the summary.
    platform: platformForChange({ id: platformId }),
    latest: latestEmail({ platformId, kind }),
    staff: adminsAndOwners({ platformId }),
  }),
  decide({ latest, staff }, ctx, { origin, summary }) {
    const isSent = (latest?.data.registrations?.until ?? 0) > summary.since
    const draft = {
      kind,
      data: { origin, path: '/backoffice/registrations', registrations: summary },
      secret: null,
      expiresAt: ctx.now + EMAIL_LIFETIME_MS,
    } as const
    return { writes: isSent ? [] : staff.map((one) => queueEmail(ctx, one, draft)), events: [], answer: null }
  },
}

/** Returns a function that sends the summaries that are due, and looks at each platform once a day. */
export function dailySummaries(
  services: Pick<Services, 'store' | 'clock'>,
  originOf: (platformId: string) => Promise<string | undefined>,
): () => Promise<void> {
  /** The ends of the last days that were looked at, by platform. */
  const looked = new Map<string, number>()
  return async () => {
    for (const platform of await services.store.read(listPlatforms({}))) {
      const { id, settings } = platform
      if (!settings.hasSignUp || !settings.registration.hasSummary) continue
      const until = lastTimeOfDay(services.clock.now() - SUMMARY_DELAY_MS, settings.timezone, SUMMARY_AT)
      if (looked.get(id) === until) continue
      const origin = await originOf(id)
      if (origin !== undefined) await sendSummary(services, platform, { origin, until })
      looked.set(id, until)
    }
  }
}

/** Sends nothing if nobody has registered since the last summary. */
async function sendSummary(
  services: Pick<Services, 'store' | 'clock'>,
  platform: PlatformRow,
  { origin, until }: { origin: string; until: number },
): Promise<void> {
  const { id: platformId, createdAt } = platform
  const latest = await services.store.read(latestEmail({ platformId, kind }))
  const since = latest?.data.registrations?.until ?? Math.max(createdAt, until - SUMMARY_REACH_MS)
  if (since >= until) return
  const counts = await services.store.read(countRegistrations({ platformId, since, until }))
  if (counts.registered === 0) return
  const summary = { ...counts, since, until }
  await execute(services, systemCaller(platform), sendSummaryOperation, { origin, summary })
}
