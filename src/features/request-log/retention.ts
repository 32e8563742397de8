// Requests, which are kept for 7 days.
import type { Retention } from '../../kernel/changes/retention.ts'
import { DAY_MS } from '../../kernel/lib/time/units.ts'
import { removeRequestsBefore } from './store.ts'

export const requestLogRetention: Retention = {
  writes: ({ now }) => [...removeRequestsBefore(now - 7 * DAY_MS)],
}
