// The journals of live talks, which are kept for two days.
import type { Retention } from '../../kernel/changes/retention.ts'
import { DAY_MS } from '../../kernel/lib/time/units.ts'
import { removeLiveEntriesBefore } from './store.ts'

/** Clients that were away longer start over. */
const JOURNAL_MS = 2 * DAY_MS

export const liveRetention: Retention = {
  writes: ({ now }) => [removeLiveEntriesBefore({ before: now - JOURNAL_MS })],
}
