// The daily summary of registrations, for admins and owners.

import { execute } from '../../../kernel/changes/commands.ts'
import { type Services, systemCaller } from '../../../kernel/changes/services.ts'
import { clockOf, dayOf } from '../../../kernel/lib/time/calendar-days.ts'
import { DAY_MS } from '../../../kernel/lib/time/units.ts'
import { dailyCountsForChange, dailyCountWrites } from '../../../kernel/outbox/daily-counts-store.ts'
import { queueEmail } from '../../../kernel/outbox/emails.ts'
import type { DailyCountRow } from '../../../kernel/outbox/tables.ts'
import type { Operation } from '../../../kernel/store/changes/operation.ts'
import { listPlatforms } from '../../platforms/store.ts'
import type { PlatformRow } from '../../platforms/tables.ts'
import { SUMMARY_AT } from '../limits.ts'
import {
  type Addressee,
  adminsAndOwners,
  countRegistrations,
  type RegistrationCounts,
} from './registrations-store.ts'

type State = { sent: DailyCountRow[]; staff: Addressee[] }
type Input = {
  /** Identifies the summary of a platform and a day, which is sent once. */
  id: string
  origin: string
  registrations: RegistrationCounts
}

export const sendSummaryOperation: Operation<State, Input, null> = {
  name: 'sendRegistrationSummary',
  load: ({ platformId }, { id }) => ({
    sent: dailyCountsForChange({ ids: [id] }),
    staff: adminsAndOwners({ platformId }),
  }),
  decide({ sent, staff }, ctx, { id, origin, registrations }) {
    if (sent.length > 0) return { writes: [], events: [], answer: null }
    const expiresAt = ctx.now + DAY_MS
    const draft = {
      kind: 'registration_summary' as const,
      data: { origin, path: '/backoffice/registrations', registrations },
      secret: null,
      expiresAt,
    }
    return {
      writes: [
        dailyCountWrites.insert({ id, count: 1, expiresAt: expiresAt + DAY_MS }),
        ...staff.map((one) => queueEmail(ctx, one, draft)),
      ],
      events: [],
      answer: null,
    }
  },
}

/** Queues the summaries of platforms where it is eight in the morning or later, and somebody has registered since yesterday. */
export async function sendSummaries(
  services: Pick<Services, 'store' | 'clock'>,
  originOf: (platformId: string) => Promise<string | undefined>,
): Promise<void> {
  const now = services.clock.now()
  for (const platform of await services.store.read(listPlatforms({}))) {
    if (!isDue(platform, now)) continue
    const { id, settings } = platform
    const registrations = await services.store.read(
      countRegistrations({ platformId: id, since: now - DAY_MS }),
    )
    const origin = await originOf(id)
    if (registrations.registered === 0 || origin === undefined) continue
    await execute(services, systemCaller(platform), sendSummaryOperation, {
      id: `registration summary ${dayOf(now, settings.timezone)} ${id}`,
      origin,
      registrations,
    })
  }
}

const isDue = ({ settings: { hasSignUp, registration, timezone } }: PlatformRow, now: number): boolean =>
  hasSignUp && registration.hasSummary && clockOf(now, timezone) >= SUMMARY_AT
