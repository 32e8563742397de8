// Rejected proposals, which are kept for 30 days.
import type { Retention } from '../../kernel/changes/retention.ts'
import { DAY_MS } from '../../kernel/lib/time/units.ts'
import { removeProposal } from './proposals.ts'
import { proposalsDecidedBefore } from './store.ts'
import type { ProposalRow } from './tables.ts'

/** Speakers can correct a rejected proposal until then. */
const REJECTED_MS = 30 * DAY_MS
/** Keeps the transaction short. */
const REJECTED_AT_ONCE = 200

export const proposalsRetention: Retention<ProposalRow[]> = {
  load: (now) => proposalsDecidedBefore({ before: now - REJECTED_MS, limit: REJECTED_AT_ONCE }),
  writes: ({ now }, rejected) => rejected.flatMap((proposal) => removeProposal(proposal, now)),
}
