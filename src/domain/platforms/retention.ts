// Retention: sessions, links, sign-in attempts, idempotency records, the request log, deliveries, e-mails, and live
// data are deleted after a while.

import { endExpiredSlots } from '../../store/access/one-time-slots.ts'
import { endExpiredLinks } from '../../store/access/sessions.ts'
import { endAttemptsBefore } from '../../store/access/sign-in-attempts.ts'
import { endExpiredSignUps } from '../../store/access/sign-ups.ts'
import { removeOldIdempotencyRecords } from '../../store/changes/idempotency.ts'
import type { Operation } from '../../store/changes/operation.ts'
import { removeAttendanceBefore } from '../../store/live/attendance.ts'
import { removeMessagesBefore } from '../../store/live/chat.ts'
import { removeLiveEntriesBefore } from '../../store/live/live-talks.ts'
import { removeQuestionsBefore } from '../../store/live/questions.ts'
import { removeResponsesBefore } from '../../store/live/survey-responses.ts'
import { removeRequestsBefore } from '../../store/office/request-log.ts'
import { endExpiredCounts } from '../../store/people/daily-counts.ts'
import { endExpiredEmails, removeEmailsBefore } from '../../store/people/emails.ts'
import { removeFavoritesBefore } from '../../store/people/favorites.ts'
import { removeMailingsBefore } from '../../store/people/mailings.ts'
import { listPlatforms } from '../../store/platforms/platforms.ts'
import { proposalsDecidedBefore } from '../../store/programme/proposals.ts'
import { endExpiredImports } from '../../store/programme/uploaded-imports.ts'
import type { Write } from '../../store/sql/statements.ts'
import type { PlatformRow, ProposalRow } from '../../store/sql/tables.ts'
import { removeDeliveriesBefore } from '../../store/webhooks/deliveries.ts'
import { removeRedeliveriesBefore } from '../../store/webhooks/redeliveries.ts'
import { endOfStaleSessions } from '../access/session-limits.ts'
import { ATTEMPT_MEMORY_MS } from '../access/sign-in-attempts.ts'
import { execute } from '../changes/commands.ts'
import { removeProposal } from '../programme/proposals.ts'
import type { Services } from '../services.ts'
import { systemCaller } from '../services.ts'

const DAY_MS = 24 * 3_600_000
const REQUEST_RETENTION_MS = 7 * DAY_MS
const DELIVERY_RETENTION_MS = 30 * DAY_MS
const EMAIL_RETENTION_MS = 30 * DAY_MS
/** Speakers can correct a rejected proposal until then. */
const REJECTED_RETENTION_MS = 30 * DAY_MS
/** Keeps the transaction short. */
const REJECTED_AT_ONCE = 200
/** Clients that were away longer start over. */
const JOURNAL_RETENTION_MS = 2 * DAY_MS

type RetentionState = { platforms: PlatformRow[]; rejected: ProposalRow[] }

export const applyRetentionOperation: Operation<RetentionState, object, null> = {
  name: 'applyRetention',
  load: ({ now }) => ({
    platforms: listPlatforms({}),
    rejected: proposalsDecidedBefore({ before: now - REJECTED_RETENTION_MS, limit: REJECTED_AT_ONCE }),
  }),
  decide: ({ platforms, rejected }, { now }) => ({
    writes: [
      endOfStaleSessions(now),
      endExpiredLinks({ now }),
      endExpiredSlots({ now }),
      endExpiredSignUps({ now }),
      endExpiredCounts({ now }),
      ...endExpiredEmails(now),
      removeEmailsBefore({ before: now - EMAIL_RETENTION_MS }),
      removeMailingsBefore({ before: now - EMAIL_RETENTION_MS }),
      endExpiredImports({ now }),
      ...rejected.flatMap((proposal) => removeProposal(proposal, now)),
      endAttemptsBefore({ before: now - ATTEMPT_MEMORY_MS }),
      removeOldIdempotencyRecords(now),
      ...removeRequestsBefore(now - REQUEST_RETENTION_MS),
      ...removeDeliveriesBefore(now - DELIVERY_RETENTION_MS),
      removeRedeliveriesBefore({ before: now - DELIVERY_RETENTION_MS }),
      removeLiveEntriesBefore({ before: now - JOURNAL_RETENTION_MS }),
      ...platforms.flatMap((platform) => endOfLiveData(platform, now)),
    ],
    events: [],
    answer: null,
  }),
}

/** Removes live data that the settings of a platform no longer keep. */
const endOfLiveData = ({ id, settings: { retention } }: PlatformRow, now: number): Write[] => {
  type Removal = (span: { platformId: string; before: number }) => Write | Write[]
  const remove = (days: number | null, removeBefore: Removal) =>
    days === null ? [] : removeBefore({ platformId: id, before: now - days * DAY_MS })
  return [
    remove(retention.attendance, removeAttendanceBefore),
    remove(retention.messages, removeMessagesBefore),
    remove(retention.questions, removeQuestionsBefore),
    remove(retention.surveys, removeResponsesBefore),
    remove(retention.favorites, removeFavoritesBefore),
  ].flat()
}

/**
 * Deletes, on all platforms, expired rows, journal entries older than 2 days, requests older than 7 days, deliveries,
 * e-mails, and rejected proposals older than 30 days, and data that the settings of the platform no longer keep.
 */
export const applyRetention = (services: Pick<Services, 'store' | 'clock'>) =>
  execute(services, systemCaller(), applyRetentionOperation, {})
