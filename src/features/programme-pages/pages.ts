// What pages need of programme pages.
import type { FeaturePages } from '../../kernel/changes/features.ts'
import { cardRoutes } from './page-cards.ts'
import { crawlerRoutes } from './page-crawlers.ts'
import { homeRoutes } from './page-home.tsx'
import { manifestRoutes } from './page-manifest.ts'
import { offlineRoutes } from './page-offline.tsx'
import { talkRoutes } from './page-talk.tsx'

export const programmePagesPages: FeaturePages = {
  talkSheets: ['talk.css'],
  routes: {
    site: [homeRoutes, talkRoutes, cardRoutes, crawlerRoutes, manifestRoutes, offlineRoutes],
  },
}
