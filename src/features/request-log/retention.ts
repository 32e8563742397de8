// Requests, which are kept for 7 days.
import { DAY_MS, type Retention } from '../../kernel/changes/retention.ts'
import { removeRequestsBefore } from './store.ts'

export const requestLogRetention: Retention = {
  writes: ({ now }) => [...removeRequestsBefore(now - 7 * DAY_MS)],
}
