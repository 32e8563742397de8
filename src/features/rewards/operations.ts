// What the writer thread needs of rewards.
import type { FeatureOperations } from '../../kernel/changes/feature-operations.ts'
import { changeCreditsOperation, openTalkOperation } from './credits.ts'
import { grantPointsOperation, setListedOperation } from './points.ts'
import { refundOnDeletion } from './refunds.ts'

export const rewardsOperations: FeatureOperations = {
  operations: [grantPointsOperation, setListedOperation, openTalkOperation, changeCreditsOperation],
  onDelete: { deleteTalk: refundOnDeletion },
}
