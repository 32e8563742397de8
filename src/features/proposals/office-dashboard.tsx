// Changes to talks that wait for approval on the dashboard.
import type { ReadDashboard } from '../../kit/office/dashboard.ts'
import { PROPOSALS } from '../../kit/office/paths.ts'
import { countProposals } from './proposals.ts'

export const readDashboard: ReadDashboard = async (services, caller, { messages }) => {
  const { proposals: text } = messages.office.dashboard
  const count = await countProposals(services, caller)
  if (count === 0) return {}
  return { notice: <p class="notice">{text({ count, review: (link) => <a href={PROPOSALS}>{link}</a> })}</p> }
}
