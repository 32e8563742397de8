// The routes of its pages.
import type { PageParts } from '../../kit/pages/page-parts.ts'
import { grantCreditsRoutes } from './office-grant-credits.tsx'
import { talkPriceRoutes } from './office-talk-price.tsx'
import { userLedgerRoutes } from './office-user-ledgers.tsx'
import { leaderboardRoutes } from './page-leaderboard.tsx'
import { openTalkRoutes } from './page-open-talk.tsx'

export const rewardsPages: PageParts = {
  site: [openTalkRoutes, leaderboardRoutes],
  office: [userLedgerRoutes, grantCreditsRoutes, talkPriceRoutes],
}
