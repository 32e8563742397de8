// Proposals in what a person downloads about themselves.
import { formatInstant } from '../../kernel/lib/time/instants.ts'
import type { PersonalData } from '../people/personal-data.ts'
import { proposalsBy } from './store.ts'
import type { ProposalRow } from './tables.ts'

export const ownProposalData: PersonalData = async ({ store }, { user }) => ({
  proposals: (await store.read(proposalsBy({ userId: user.id }))).map(presentOwnProposal),
})

const presentOwnProposal = ({ talkId, changes, state, reason, proposedAt }: ProposalRow) => ({
  talk: talkId,
  changes,
  state,
  reason,
  proposedAt: formatInstant(proposedAt),
})
