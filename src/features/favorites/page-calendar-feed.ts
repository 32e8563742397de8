// The personal calendar of a person: their favorites as an iCalendar file, at an address that only they know.
import type { FastifyPluginAsync } from 'fastify'
import { requireAllowed } from '../../kernel/http/guards/rate-limit.ts'
import { originOf } from '../../kernel/http/server/hosts.ts'
import { countedClient } from '../../kernel/http/server/trusted-proxies.ts'
import { makeOwnResponse, sendResponse } from '../../kit/pages/public-response.ts'
import { messagesOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { readTalkEvents } from '../agenda/feeds/feeds.ts'
import { talkCalendar } from '../agenda/feeds/page-talk-icalendar.ts'
import { requireCalendarUser } from './calendar-links.ts'
import { readFavoriteIds } from './favorites.ts'
import { CALENDARS_PER_MINUTE } from './limits.ts'

type Token = { Params: { token: string } }

export const calendarFeedRoutes: FastifyPluginAsync<WebOptions> = async (site, { services, limiter }) => {
  site.get<Token>(
    '/calendars/:token.ics',
    { config: { operation: 'personalCalendar', isForEveryone: true, parameters: [] } },
    async (request, reply) => {
      await requireAllowed(limiter, `calendar:${countedClient(request)}`, CALENDARS_PER_MINUTE)
      const { platform } = request.visit
      const user = await requireCalendarUser(services, platform, request.params.token)
      const ids = await readFavoriteIds(services, user)
      const events = readTalkEvents(services, platform, ids)
      const name = messagesOf(request).favorites.calendar.nameOf({ platform: platform.name })
      const content = talkCalendar({ ...platform, name }, events, originOf(request))
      return sendResponse(
        request,
        reply,
        await makeOwnResponse(request, { content, type: 'text/calendar; charset=utf-8' }),
      )
    },
  )
}
