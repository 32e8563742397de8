// What the writer thread needs of files.
import type { FeatureOperations } from '../../kernel/changes/features.ts'
import { saveFileOperation } from './files.ts'
import { forgetFilesOperation, removeUnusedFilesOperation } from './unused-files.ts'

export const filesOperations: FeatureOperations = {
  operations: [saveFileOperation, removeUnusedFilesOperation, forgetFilesOperation],
}
