// What the writer thread needs of api keys.
import type { FeatureOperations } from '../../kernel/changes/features.ts'
import {
  createApiKeyOperation,
  recordApiKeyUseOperation,
  revokeApiKeyOperation,
  rotateApiKeyOperation,
} from './api-keys.ts'

export const apiKeysOperations: FeatureOperations = {
  operations: [createApiKeyOperation, rotateApiKeyOperation, revokeApiKeyOperation, recordApiKeyUseOperation],
}
