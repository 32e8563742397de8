// What the writer thread needs of platforms.
import type { FeatureOperations } from '../../kernel/changes/features.ts'
import { changeSettingsOperation, createPlatformOperation, saveSecretOperation } from './platforms.ts'
import { applyRetentionOperation } from './retention.ts'
import { filesInSettings } from './store.ts'
import { claimHostsOperation } from './tenants.ts'

export const platformsOperations: FeatureOperations = {
  operations: [
    createPlatformOperation,
    changeSettingsOperation,
    saveSecretOperation,
    claimHostsOperation,
    applyRetentionOperation,
  ],
  fileReferences: [filesInSettings],
}
