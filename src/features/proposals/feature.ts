// What the server needs of proposals.
import type { Feature } from '../../kernel/changes/features.ts'
import { ownProposalData } from './export.ts'
import { countProposals } from './proposals.ts'

export const proposalsFeature: Feature = {
  countProposals,
  personalData: ownProposalData,
}
