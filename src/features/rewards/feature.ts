// What the server needs of rewards.
import type { Feature } from '../../kernel/changes/features.ts'
import { rewardsApi } from './api.ts'
import { exportedLedgers, ownLedgerData } from './export.ts'

export const rewardsFeature: Feature = {
  api: [rewardsApi],
  exports: exportedLedgers,
  personalData: ownLedgerData,
}
