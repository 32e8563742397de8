// Deletes what features keep only for a while, in one transaction.
import { operationHooks } from '../../kernel/changes/features.ts'
import { removeOldIdempotencyRecords } from '../../kernel/store/changes/idempotency-records.ts'
import type { Operation } from '../../kernel/store/changes/operation.ts'
import { listPlatforms } from './store.ts'
import type { PlatformRow } from './tables.ts'

type RetentionState = { platforms: PlatformRow[] } & Record<string, unknown>

export const applyRetentionOperation: Operation<RetentionState, object, null> = {
  name: 'applyRetention',
  load: ({ now }) => ({
    platforms: listPlatforms({}),
    ...Object.fromEntries(
      operationHooks
        .of('retention')
        .flatMap(({ load }, index) => (load ? [[`state${index}`, load(now)]] : [])),
    ),
  }),
  decide: ({ platforms, ...states }, { now }) => ({
    writes: [
      removeOldIdempotencyRecords(now),
      ...operationHooks
        .of('retention')
        .flatMap(({ writes }, index) => writes({ now, platforms }, states[`state${index}`] as never)),
    ],
    events: [],
    answer: null,
  }),
}
