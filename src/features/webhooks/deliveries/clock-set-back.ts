// Deliveries that were scheduled while the clock was ahead. After it is set back, they would wait for days.

import { execute } from '../../../kernel/changes/commands.ts'
import { type Services, systemCaller } from '../../../kernel/changes/services.ts'
import type { Operation } from '../../../kernel/store/changes/operation.ts'
import { makeFutureDeliveriesDue } from './deliveries-store.ts'

export const rescheduleOperation: Operation<object, object, null> = {
  name: 'reschedule',
  load: () => ({}),
  decide: (_state, { now }) => ({ writes: [makeFutureDeliveriesDue({ now })], events: [], answer: null }),
}

/** Makes the deliveries of all platforms due that were scheduled in the future. */
export const rescheduleDeliveries = (services: Pick<Services, 'store' | 'clock'>) =>
  execute(services, systemCaller(), rescheduleOperation, {})
