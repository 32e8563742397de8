// What the writer thread needs of live talks.
import type { FeatureOperations } from '../../kernel/changes/features.ts'
import { talkLivePart } from './live-part.ts'
import { liveRetention } from './retention.ts'
import { changeLiveOperation, updateLiveOperation } from './settings.ts'
import { liveTalkForChange } from './store.ts'

export const liveOperations: FeatureOperations = {
  operations: [changeLiveOperation, updateLiveOperation],
  retention: liveRetention,
  // Everything that happens in a talk locks it first, and would otherwise deadlock with its removal.
  onDelete: { deleteTalk: { lock: liveTalkForChange } },
  live: talkLivePart,
}
