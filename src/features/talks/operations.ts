// What the writer thread needs of talks.
import type { FeatureOperations } from '../../kernel/changes/features.ts'
import { eraseDeletedOperation, eraseExpiredOperation } from './saved-objects/deletion.ts'
import { refuseSoleSpeaker } from './sole-speakers.ts'
import { deleteTalkOperation, restoreTalkOperation, saveTalkOperation } from './talks.ts'

export const talksOperations: FeatureOperations = {
  operations: [
    saveTalkOperation,
    deleteTalkOperation,
    restoreTalkOperation,
    eraseDeletedOperation,
    eraseExpiredOperation,
  ],
  onDelete: { deleteUser: refuseSoleSpeaker },
}
