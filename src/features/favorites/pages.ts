// What pages need of favorites.
import type { FeaturePages } from '../../kernel/changes/features.ts'
import { readFavoriteIds } from './favorites.ts'
import { calendarRoutes } from './page-calendar.tsx'
import { calendarFeedRoutes } from './page-calendar-feed.ts'
import { myAgendaRoutes } from './page-my-agenda.tsx'
import { favoriteRoutes } from './page-routes.ts'

export const pages: FeaturePages = {
  stars: { readStarred: readFavoriteIds },
  siteArea: { path: '/my-agenda', place: 20, text: ({ layout }) => layout.myAgenda },
  routes: {
    site: [favoriteRoutes, myAgendaRoutes, calendarFeedRoutes],
    account: [calendarRoutes],
  },
}
