// The routes of its pages.
import type { PageParts } from '../../kit/pages/page-parts.ts'
import { calendarRoutes } from './page-calendar.tsx'
import { calendarFeedRoutes } from './page-calendar-feed.ts'
import { myAgendaRoutes } from './page-my-agenda.tsx'
import { favoriteRoutes } from './page-routes.ts'

export const favoritesPages: PageParts = {
  site: [favoriteRoutes, myAgendaRoutes, calendarFeedRoutes],
  account: [calendarRoutes],
}
