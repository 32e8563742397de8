// Changes to talks that wait for approval on the dashboard.
import type { ReadDashboard } from '../../kit/office/dashboard.ts'
import { PROPOSALS } from '../../kit/office/paths.ts'
import { countProposals } from './proposals.ts'

export const readDashboard: ReadDashboard = async (services, caller, { messages }) => {
  const count = await countProposals(services, caller)
  if (count === 0) return {}
  return { actions: [{ text: messages.office.dashboard.proposals({ count }), href: PROPOSALS }] }
}
