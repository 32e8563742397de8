// The routes of its pages.
import type { PageParts } from '../../kit/pages/page-parts.ts'
import { embedRoutes } from './embeds/page-embeds.tsx'
import { feedRoutes } from './feeds/page-feeds.ts'
import { agendaRoutes } from './page.tsx'

export const agendaPages: PageParts = {
  site: [agendaRoutes, feedRoutes, embedRoutes],
}
