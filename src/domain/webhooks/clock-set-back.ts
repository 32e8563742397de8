// Deliveries that were scheduled while the clock was ahead. After it is set back, they would wait for days.
import type { Operation } from '../../store/changes/operation.ts'
import { makeFutureDeliveriesDue } from '../../store/webhooks/deliveries.ts'
import { execute } from '../changes/commands.ts'
import { type Services, systemCaller } from '../services.ts'

export const rescheduleOperation: Operation<object, object, null> = {
  name: 'reschedule',
  load: () => ({}),
  decide: (_state, { now }) => ({ writes: [makeFutureDeliveriesDue({ now })], events: [], answer: null }),
}

/** Makes the deliveries of all platforms due that were scheduled in the future. */
export const rescheduleDeliveries = (services: Pick<Services, 'store' | 'clock'>) =>
  execute(services, systemCaller(), rescheduleOperation, {})
