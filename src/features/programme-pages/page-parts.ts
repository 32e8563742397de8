// The routes of its pages.
import type { PageParts } from '../../kit/pages/page-parts.ts'
import type { PanelOptions } from '../live/page-projector.tsx'
import { cardRoutes } from './page-cards.ts'
import { crawlerRoutes } from './page-crawlers.ts'
import { homeRoutes } from './page-home.tsx'
import { manifestRoutes } from './page-manifest.ts'
import { offlineRoutes } from './page-offline.tsx'
import { talkRoutes } from './page-talk.tsx'

export const programmePagesPages: PageParts<PanelOptions> = {
  site: [homeRoutes, talkRoutes, cardRoutes, crawlerRoutes, manifestRoutes, offlineRoutes],
}
