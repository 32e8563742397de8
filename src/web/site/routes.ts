// The public site: the programme, its people and sponsors, and the feeds.
import type { FastifyPluginAsync } from 'fastify'
import type { WebOptions } from '../website.ts'
import { agendaRoutes } from './agenda/agenda.tsx'
import { cardRoutes } from './cards.ts'
import { crawlerRoutes } from './crawlers.ts'
import { embedRoutes } from './embeds/embeds.tsx'
import { favoriteRoutes } from './favorites.ts'
import { feedRoutes } from './feeds/feeds.ts'
import { homeRoutes } from './home.tsx'
import { leaderboardRoutes } from './leaderboard.tsx'
import { liveRoutes } from './live/live-routes.ts'
import { manifestRoutes } from './manifest.ts'
import { calendarFeedRoutes } from './my-agenda/calendar-feed.ts'
import { myAgendaRoutes } from './my-agenda/my-agenda.tsx'
import { offlineRoutes } from './offline.tsx'
import { speakerRoutes } from './speakers.tsx'
import { sponsorRoutes } from './sponsors.tsx'
import { openTalkRoutes } from './talk/open-talk.tsx'
import { playerRoutes } from './talk/player.tsx'
import { talkRoutes } from './talk/talk.tsx'

export const publicRoutes: FastifyPluginAsync<WebOptions> = async (site, options) => {
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
