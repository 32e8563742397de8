// What pages need of favorites.
import type { FeaturePages } from '../../kernel/changes/features.ts'
import { readFavoriteIds } from './favorites.ts'
import { readDashboard } from './office-dashboard.tsx'
import { calendarRoutes } from './page-calendar.tsx'
import { calendarFeedRoutes } from './page-calendar-feed.ts'
import { myAgendaRoutes } from './page-my-agenda.tsx'
import { favoriteRoutes } from './page-routes.ts'
import { OwnStarForm } from './page-star-form.tsx'

export const favoritesPages: FeaturePages = {
  readDashboard,
  siteSheets: ['favorites.css'],
  accountLinks: [{ path: '/account/calendar', place: 30, text: ({ favorites }) => favorites.calendar.title }],
  accountFrame: { scripts: ['favorites.js'], styles: ['favorites.css'], Foot: OwnStarForm },
  stars: { script: 'favorites.js', readStarred: readFavoriteIds },
  siteArea: { path: '/my-agenda', place: 20, text: ({ layout }) => layout.myAgenda },
  routes: {
    site: [favoriteRoutes, myAgendaRoutes, calendarFeedRoutes],
    account: [calendarRoutes],
  },
}
