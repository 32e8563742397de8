// The routes of its pages.
import type { PageParts } from '../../kit/pages/page-parts.ts'
import { agendaRoutes } from './page.tsx'
import { embedRoutes } from './page-embeds.tsx'
import { feedRoutes } from './page-feeds.ts'

export const agendaPages: PageParts = {
  site: [agendaRoutes, feedRoutes, embedRoutes],
}
