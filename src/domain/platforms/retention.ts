// What has served its time: sessions, one-time links, the request log, receipts and deliveries to webhooks.

import { endExpiredLinks } from '../../store/access/sessions.ts'
import { removeOldReceipts } from '../../store/changes/receipts.ts'
import { removeRequestsBefore } from '../../store/office/request-log.ts'
import type { Operation } from '../../store/store.ts'
import { removeDeliveriesBefore } from '../../store/webhooks/deliveries.ts'
import { removeRedeliveriesBefore } from '../../store/webhooks/redeliveries.ts'
import { endOfStaleSessions } from '../access/sessions.ts'
import type { Services } from '../services.ts'

const DAY_MS = 24 * 3_600_000
const REQUESTS_KEPT_MS = 7 * DAY_MS
const DELIVERIES_KEPT_MS = 30 * DAY_MS

export const applyRetentionOperation: Operation<object, object, null> = {
  name: 'applyRetention',
  load: () => ({}),
  decide: (_state, { now }) => ({
    writes: [
      endOfStaleSessions(now),
      endExpiredLinks(now),
      removeOldReceipts(now),
      ...removeRequestsBefore(now - REQUESTS_KEPT_MS),
      ...removeDeliveriesBefore(now - DELIVERIES_KEPT_MS),
      removeRedeliveriesBefore(now - DELIVERIES_KEPT_MS),
    ],
    events: [],
    answer: null,
  }),
}

/** Removes, in all platforms, what can no longer be used, requests of more than seven days ago and deliveries of more than 30. */
export const applyRetention = ({ store, clock }: Pick<Services, 'store' | 'clock'>) =>
  store.run(
    applyRetentionOperation,
    {
      platformId: '',
      actor: { kind: 'system', id: null, level: 'privileged' },
      requestId: null,
      now: clock.now(),
    },
    {},
  )
