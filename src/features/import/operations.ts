// What the writer thread needs of import.
import type { FeatureOperations } from '../../kernel/changes/features.ts'
import { planPruneOperation } from './pruning.ts'
import { importRetention } from './retention.ts'
import {
  chooseForImportOperation,
  discardImportOperation,
  endImportOperation,
  keepImportOperation,
  recordImportProgressOperation,
  startImportOperation,
} from './uploaded-imports.ts'

export const importOperations: FeatureOperations = {
  operations: [
    planPruneOperation,
    keepImportOperation,
    chooseForImportOperation,
    startImportOperation,
    recordImportProgressOperation,
    endImportOperation,
    discardImportOperation,
  ],
  retention: importRetention,
}
