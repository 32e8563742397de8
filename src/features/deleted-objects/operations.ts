// What the stores need of deleted objects.
import type { FeatureOperations } from '../../kernel/changes/features.ts'
import { eraseDeletedOperation, eraseExpiredOperation } from './erasing.ts'

export const deletedObjectsOperations: FeatureOperations = {
  operations: [eraseDeletedOperation, eraseExpiredOperation],
}
