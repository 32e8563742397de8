// What the writer thread needs of sponsors.
import type { FeatureOperations } from '../../kernel/changes/features.ts'
import { deleteSponsorOperation, restoreSponsorOperation, saveSponsorOperation } from './sponsors.ts'

export const sponsorsOperations: FeatureOperations = {
  operations: [saveSponsorOperation, deleteSponsorOperation, restoreSponsorOperation],
}
