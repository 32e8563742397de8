// Retention: how long sessions, links, sign-in attempts, receipts, the request log, and deliveries are kept.

import { endExpiredSlots } from '../../store/access/one-time-slots.ts'
import { endExpiredLinks } from '../../store/access/sessions.ts'
import { endAttemptsBefore } from '../../store/access/sign-in-attempts.ts'
import type { Operation } from '../../store/changes/operation.ts'
import { removeOldReceipts } from '../../store/changes/receipts.ts'
import { removeRequestsBefore } from '../../store/office/request-log.ts'
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

export const applyRetentionOperation: Operation<object, object, null> = {
  name: 'applyRetention',
  load: () => ({}),
  decide: (_state, { now }) => ({
    writes: [
      endOfStaleSessions(now),
      endExpiredLinks(now),
      endExpiredSlots(now),
      endAttemptsBefore(now - ATTEMPT_MEMORY_MS),
      removeOldReceipts(now),
      ...removeRequestsBefore(now - REQUEST_RETENTION_MS),
      ...removeDeliveriesBefore(now - DELIVERY_RETENTION_MS),
      removeRedeliveriesBefore(now - DELIVERY_RETENTION_MS),
    ],
    events: [],
    answer: null,
  }),
}

/** Deletes, on all platforms, rows that have expired, requests older than 7 days, and deliveries older than 30 days. */
export const applyRetention = (services: Pick<Services, 'store' | 'clock'>) =>
  execute(services, systemCaller(), applyRetentionOperation, {})
