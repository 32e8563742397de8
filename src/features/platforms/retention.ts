// Deletes what features keep only for a while, in one transaction.
import type { AnyRetention } from '../../kernel/changes/retention.ts'
import { removeOldIdempotencyRecords } from '../../kernel/store/changes/idempotency.ts'
import type { Operation } from '../../kernel/store/changes/operation.ts'
import { listPlatforms } from './store.ts'
import type { PlatformRow } from './tables.ts'

type RetentionState = { platforms: PlatformRow[] } & Record<string, unknown>

export const retentionOperation = (
  retentions: readonly AnyRetention[],
): Operation<RetentionState, object, null> => ({
  name: 'applyRetention',
  load: ({ now }) => ({
    platforms: listPlatforms({}),
    ...Object.fromEntries(
      retentions.flatMap(({ load }, index) => (load ? [[`state${index}`, load(now)]] : [])),
    ),
  }),
  decide: ({ platforms, ...states }, { now }) => ({
    writes: [
      removeOldIdempotencyRecords(now),
      ...retentions.flatMap(({ writes }, index) =>
        writes({ now, platforms }, states[`state${index}`] as never),
      ),
    ],
    events: [],
    answer: null,
  }),
})
