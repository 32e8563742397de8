// What pages need of rewards.
import type { FeaturePages } from '../../kernel/changes/features.ts'
import { grantCreditsRoutes } from './office-grant-credits.tsx'
import { talkPriceRoutes } from './office-talk-price.tsx'
import { userLedgerRoutes } from './office-user-ledgers.tsx'
import { leaderboardRoutes } from './page-leaderboard.tsx'
import { openTalkRoutes } from './page-open-talk.tsx'

export const pages: FeaturePages = {
  routes: {
    site: [openTalkRoutes, leaderboardRoutes],
    office: [userLedgerRoutes, grantCreditsRoutes, talkPriceRoutes],
  },
}
