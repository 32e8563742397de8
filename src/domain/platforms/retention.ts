// Retention: how long sessions, links, sign-in attempts, receipts, the request log, deliveries, and live data are kept.

import { endExpiredSlots } from '../../store/access/one-time-slots.ts'
import { endExpiredLinks } from '../../store/access/sessions.ts'
import { endAttemptsBefore } from '../../store/access/sign-in-attempts.ts'
import type { Operation } from '../../store/changes/operation.ts'
import { removeOldReceipts } from '../../store/changes/receipts.ts'
import { removeAttendanceBefore } from '../../store/live/attendance.ts'
import { removeMessagesBefore } from '../../store/live/chat.ts'
import { removeLiveEntriesBefore } from '../../store/live/live-talks.ts'
import { removeRequestsBefore } from '../../store/office/request-log.ts'
import { listPlatforms } from '../../store/platforms/platforms.ts'
import type { PlatformRow } from '../../store/sql/tables.ts'
import { removeDeliveriesBefore } from '../../store/webhooks/deliveries.ts'
import { removeRedeliveriesBefore } from '../../store/webhooks/redeliveries.ts'
import { endOfStaleSessions } from '../access/sessions.ts'
import { ATTEMPT_MEMORY_MS } from '../access/sign-in-attempts.ts'
import { execute } from '../changes/commands.ts'
import type { Services } from '../services.ts'
import { systemCaller } from '../services.ts'

const DAY_MS = 24 * 3_600_000
const REQUEST_RETENTION_MS = 7 * DAY_MS
const DELIVERY_RETENTION_MS = 30 * DAY_MS
/** Clients that were away for longer start over. */
const JOURNAL_RETENTION_MS = 2 * DAY_MS

export const applyRetentionOperation: Operation<{ platforms: PlatformRow[] }, object, null> = {
  name: 'applyRetention',
  load: () => ({ platforms: listPlatforms() }),
  decide: ({ platforms }, { now }) => ({
    writes: [
      endOfStaleSessions(now),
      endExpiredLinks(now),
      endExpiredSlots(now),
      endAttemptsBefore(now - ATTEMPT_MEMORY_MS),
      removeOldReceipts(now),
      ...removeRequestsBefore(now - REQUEST_RETENTION_MS),
      ...removeDeliveriesBefore(now - DELIVERY_RETENTION_MS),
      removeRedeliveriesBefore(now - DELIVERY_RETENTION_MS),
      removeLiveEntriesBefore(now - JOURNAL_RETENTION_MS),
      ...platforms.flatMap(({ id, settings: { retention } }) =>
        retention.messages === null ? [] : [removeMessagesBefore(id, now - retention.messages * DAY_MS)],
      ),
      ...platforms.map(({ id, settings }) =>
        removeAttendanceBefore(id, now - settings.retention.attendance * DAY_MS),
      ),
    ],
    events: [],
    answer: null,
  }),
}

/**
 * Deletes, on all platforms, rows that have expired, entries of journals older than 2 days, requests older than 7 days,
 * deliveries older than 30 days, and what the settings of the platform do not keep any longer.
 */
export const applyRetention = (services: Pick<Services, 'store' | 'clock'>) =>
  execute(services, systemCaller(), applyRetentionOperation, {})
