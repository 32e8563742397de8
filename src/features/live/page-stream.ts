// GET /live/stream: what happens in the talks of all open pages of a browser.
import type { FastifyPluginAsync } from 'fastify'
import { Refusal } from '../../kernel/changes/errors.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { MAX_BROWSER_TALKS } from './limits.ts'
import { parsePositions } from './streams/cursors.ts'
import { openLiveStream } from './streams/open-stream.ts'
import { watchLock } from './watch-lock.ts'

export const liveStreamRoute: FastifyPluginAsync<WebOptions> = async (site, { services, hub }) => {
  site.get(
    '/live/stream',
    { config: { operation: 'liveStream', isStream: true } },
    async (request, reply) => {
      const { talks: text } = request.query as { talks?: unknown }
      const talks = parsePositions(String(text))
      if (!talks || talks.size > MAX_BROWSER_TALKS) throw new Refusal('bad_request')
      const { platform, user, session, language } = request.visit
      if (user?.registrationStatus === 'rejected') throw new Refusal('watching_restricted')
      const unpaid = await watchLock()?.readLockedAmong(services, platform, [...talks.keys()], user)
      await openLiveStream(hub, request, reply, {
        platformId: platform.id,
        recipient: { user, sessionId: session?.id, unpaid },
        format: `html-${language}`,
        talks,
      })
    },
  )
}
