// What the writer thread needs of talks.
import type { FeatureOperations } from '../../kernel/changes/features.ts'
import { nameIn } from '../audit/store.ts'
import { idIn, idsIn, pathIn } from '../files/references-store.ts'
import { editTalkOperation } from './editing/bulk-edit.ts'
import { refuseSoleSpeaker } from './sole-speakers.ts'
import { deleteTalkOperation, restoreTalkOperation, saveTalkOperation } from './talks.ts'

export const talksOperations: FeatureOperations = {
  operations: [saveTalkOperation, editTalkOperation, deleteTalkOperation, restoreTalkOperation],
  onDelete: { deleteUser: refuseSoleSpeaker },
  fileReferences: [
    pathIn('talks', 'image'),
    idIn('talk_files', 'file_id'),
    // Deleted objects can be restored.
    idsIn('deleted_objects', 'files'),
  ],
  objectNames: [nameIn('talks', 'title')],
}
