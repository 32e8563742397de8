// What pages need of agenda.
import type { FeaturePages } from '../../kernel/changes/features.ts'
import { embedRoutes } from './embeds/page-embeds.tsx'
import { feedRoutes } from './feeds/page-feeds.ts'
import { agendaRoutes } from './page.tsx'

export const agendaPages: FeaturePages = {
  siteSheets: ['agenda.css'],
  siteArea: { path: '/agenda', place: 10, text: ({ layout }) => layout.agenda },
  routes: {
    site: [agendaRoutes, feedRoutes, embedRoutes],
  },
}
