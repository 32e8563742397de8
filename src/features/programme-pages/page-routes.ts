// The public site: the programme, its people and sponsors, and the feeds.
import type { FastifyPluginAsync } from 'fastify'
import { agendaRoutes } from '../agenda/page.tsx'
import { embedRoutes } from '../agenda/page-embeds.tsx'
import { feedRoutes } from '../agenda/page-feeds.ts'
import { calendarFeedRoutes } from '../favorites/page-calendar-feed.ts'
import { myAgendaRoutes } from '../favorites/page-my-agenda.tsx'
import { favoriteRoutes } from '../favorites/page-routes.ts'
import { leaderboardRoutes } from '../rewards/page-leaderboard.tsx'
import { openTalkRoutes } from '../rewards/page-open-talk.tsx'
import { speakerRoutes } from '../speakers/page.tsx'
import { sponsorRoutes } from '../sponsors/page.tsx'
import { playerRoutes } from '../video/page-player.tsx'
import { cardRoutes } from './page-cards.ts'
import { crawlerRoutes } from './page-crawlers.ts'
import { homeRoutes } from './page-home.tsx'
import { type LiveOptions, liveRoutes } from './page-live-routes.ts'
import { manifestRoutes } from './page-manifest.ts'
import { offlineRoutes } from './page-offline.tsx'
import { talkRoutes } from './page-talk.tsx'

export const publicRoutes: FastifyPluginAsync<LiveOptions> = async (site, options) => {
  await site.register(homeRoutes, options)
  await site.register(agendaRoutes, options)
  await site.register(favoriteRoutes, options)
  await site.register(myAgendaRoutes, options)
  await site.register(calendarFeedRoutes, options)
  await site.register(talkRoutes, options)
  await site.register(playerRoutes, options)
  await site.register(openTalkRoutes, options)
  await site.register(liveRoutes, options)
  await site.register(leaderboardRoutes, options)
  await site.register(speakerRoutes, options)
  await site.register(sponsorRoutes, options)
  await site.register(feedRoutes, options)
  await site.register(embedRoutes, options)
  await site.register(cardRoutes, options)
  await site.register(crawlerRoutes, options)
  await site.register(manifestRoutes, options)
  await site.register(offlineRoutes, options)
}
