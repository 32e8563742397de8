// What the writer thread needs of sponsors.
import type { FeatureOperations } from '../../kernel/changes/features.ts'
import { nameIn } from '../audit/store.ts'
import { pathIn } from '../files/references-store.ts'
import { deleteSponsorOperation, restoreSponsorOperation, saveSponsorOperation } from './sponsors.ts'

export const sponsorsOperations: FeatureOperations = {
  operations: [saveSponsorOperation, deleteSponsorOperation, restoreSponsorOperation],
  fileReferences: [pathIn('sponsors', 'logo'), pathIn('sponsors', 'icon')],
  objectNames: [nameIn('sponsors', 'name')],
}
