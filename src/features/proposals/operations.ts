// What the writer thread needs of proposals.
import type { FeatureOperations } from '../../kernel/changes/features.ts'
import { idsIn } from '../files/references-store.ts'
import { releaseOnTalkDeletion, releaseOnUserDeletion } from './deletion.ts'
import { decideProposalOperation, proposeOperation } from './proposals.ts'
import { proposalsRetention } from './retention.ts'

export const proposalsOperations: FeatureOperations = {
  operations: [proposeOperation, decideProposalOperation],
  retention: proposalsRetention,
  onDelete: { deleteTalk: releaseOnTalkDeletion, deleteUser: releaseOnUserDeletion },
  // Proposals may be approved, or corrected after they were rejected.
  fileReferences: [idsIn('talk_proposals', 'files')],
}
