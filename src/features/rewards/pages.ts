// What pages need of rewards.
import type { FeaturePages } from '../../kernel/changes/features.ts'
import { GRANT_CREDITS, grantCreditsRoutes } from './office-grant-credits.tsx'
import { talkPriceRoutes } from './office-talk-price.tsx'
import { userLedgerRoutes } from './office-user-ledgers.tsx'
import { CreditLockScreen } from './page-credit-lock.tsx'
import { leaderboardRoutes } from './page-leaderboard.tsx'
import { openTalkRoutes } from './page-open-talk.tsx'
import { rewardsPersonPart } from './page-person-part.tsx'
import { maySeePoints } from './points.ts'

export const rewardsPages: FeaturePages = {
  routes: {
    site: [openTalkRoutes, leaderboardRoutes],
    office: [userLedgerRoutes, grantCreditsRoutes, talkPriceRoutes],
  },
  accountLinks: [
    {
      path: '/leaderboard',
      place: 45,
      text: ({ ledgers }) => ledgers.leaderboard.title,
      isShown: (user, platform) => platform.settings.features.rewardsEarning && maySeePoints(platform, user),
    },
  ],
  person: rewardsPersonPart,
  panel: { LockScreen: CreditLockScreen },
  creditsLink: { href: GRANT_CREDITS, text: ({ office }) => office.ledgers.settings.grant },
  objectTab: { area: 'users', name: 'ledgers' },
  talkLink: ({ id }, { settings, messages }) =>
    settings.credits.isOn
      ? { href: `/backoffice/talks/${id}/price`, text: messages.office.ledgers.price.link }
      : null,
}
