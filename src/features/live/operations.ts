// What the writer thread needs of live talks.
import type { FeatureOperations } from '../../kernel/changes/feature-operations.ts'
import { liveRetention } from './retention.ts'
import { changeLiveOperation, updateLiveOperation } from './settings.ts'

export const liveOperations: FeatureOperations = {
  operations: [changeLiveOperation, updateLiveOperation],
  retention: liveRetention,
}
