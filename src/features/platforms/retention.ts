// Retention: sessions, links, sign-in attempts, idempotency records, the request log, deliveries, e-mails, and live
// data are deleted after a while.

import { execute } from '../../kernel/changes/commands.ts'
import type { Services } from '../../kernel/changes/services.ts'
import { systemCaller } from '../../kernel/changes/services.ts'
import { removeLiveEntriesBefore } from '../../kernel/live/store.ts'
import { endExpiredCounts } from '../../kernel/outbox/daily-counts-store.ts'
import { endExpiredEmails, removeEmailsBefore } from '../../kernel/outbox/store.ts'
import { removeOldIdempotencyRecords } from '../../kernel/store/changes/idempotency.ts'
import type { Operation } from '../../kernel/store/changes/operation.ts'
import type { Write } from '../../kernel/store/sql/statements.ts'
import { endExpiredSlots } from '../access/one-time-slots-store.ts'
import { endOfStaleSessions } from '../access/session-limits.ts'
import { endExpiredLinks } from '../access/sessions-store.ts'
import { ATTEMPT_MEMORY_MS } from '../access/sign-in-attempts.ts'
import { endAttemptsBefore } from '../access/sign-in-attempts-store.ts'
import { endExpiredSignUps } from '../access/sign-ups-store.ts'
import { removeMessagesBefore } from '../chat/store.ts'
import { removeFavoritesBefore } from '../favorites/store.ts'
import { endExpiredImports } from '../import/uploaded-imports-store.ts'
import { removeMailingsBefore } from '../mailings/store.ts'
import { removeProposal } from '../proposals/proposals.ts'
import { proposalsDecidedBefore } from '../proposals/store.ts'
import type { ProposalRow } from '../proposals/tables.ts'
import { removeQuestionsBefore } from '../questions/store.ts'
import { removeRequestsBefore } from '../request-log/store.ts'
import { removeResponsesBefore } from '../surveys/responses-store.ts'
import { removeAttendanceBefore } from '../viewers/attendance-store.ts'
import { removeDeliveriesBefore } from '../webhooks/deliveries-store.ts'
import { removeRedeliveriesBefore } from '../webhooks/redeliveries-store.ts'
import { listPlatforms } from './store.ts'
import type { PlatformRow } from './tables.ts'

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
