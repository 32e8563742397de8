// Deliveries, which are kept for 30 days.
import type { Retention } from '../../kernel/changes/retention.ts'
import { DAY_MS } from '../../kernel/lib/time/units.ts'
import { removeDeliveriesBefore } from './deliveries/deliveries-store.ts'
import { removeRedeliveriesBefore } from './deliveries/redeliveries-store.ts'

export const webhooksRetention: Retention = {
  writes: ({ now }) => [
    ...removeDeliveriesBefore(now - 30 * DAY_MS),
    removeRedeliveriesBefore({ before: now - 30 * DAY_MS }),
  ],
}
