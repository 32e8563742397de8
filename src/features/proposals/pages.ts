// What pages need of proposals.
import type { FeaturePages } from '../../kernel/changes/features.ts'
import { proposalRoutes } from './office.tsx'
import { readDashboard } from './office-dashboard.tsx'
import { talkTextRoutes } from './page-talk-texts.tsx'

export const proposalsPages: FeaturePages = {
  readDashboard,
  routes: {
    account: [talkTextRoutes],
    office: [proposalRoutes],
  },
}
