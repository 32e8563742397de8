// What the writer thread needs of rewards.
import type { FeatureOperations } from '../../kernel/changes/features.ts'
import { changeCreditsOperation, openTalkOperation } from './credits.ts'
import { rewardsLivePart } from './live-part.ts'
import { grantPointsOperation, pointsFor, setListedOperation } from './points.ts'
import { refundOnDeletion } from './refunds.ts'

export const rewardsOperations: FeatureOperations = {
  operations: [grantPointsOperation, setListedOperation, openTalkOperation, changeCreditsOperation],
  onDelete: { deleteTalk: refundOnDeletion },
  live: rewardsLivePart,
  onActivity: pointsFor,
}
