// The routes of the live content of talks.
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { Refusal } from '../../kernel/changes/errors.ts'
import { requireUser } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { messagePages } from '../chat/page-message-pages.tsx'
import { moderationRoutes } from '../chat/page-moderation-routes.tsx'
import { chatRoutes } from '../chat/page-routes.tsx'
import { type OfTalk, prepareAction } from '../live/page-request.ts'
import { parsePositions } from '../live/streams/cursors.ts'
import type { LiveHub } from '../live/streams/live-hub.ts'
import { openLiveStream } from '../live/streams/open-stream.ts'
import { MessageAsQuestion } from '../questions/page-message-as-question.tsx'
import { questionPages } from '../questions/page-questions.tsx'
import { questionRoutes } from '../questions/page-routes.tsx'
import { readUnpaidAmong } from '../rewards/watching.ts'
import { surveyRoutes } from '../surveys/page-routes.tsx'
import { type ViewerOptions, viewerRoutes } from '../viewers/page-routes.tsx'
import { stagePage } from './page-projector.tsx'

/** More talks than a browser usually has open in tabs. */
const MAX_TALKS = 20

/** What the routes of live talks can use. */
export type LiveOptions = ViewerOptions & { hub: LiveHub }

export const liveRoutes: FastifyPluginAsync<LiveOptions> = async (site, options) => {
  await site.register(messagePages, { ...options, moderatorForms: [MessageAsQuestion] })
  await site.register(viewerRoutes, options)
  await site.register(surveyRoutes, options)
  await site.register(questionPages, options)
  await site.register(stagePage, options)
  await site.register(actions, options)

  site.get(
    '/live/stream',
    { config: { operation: 'liveStream', isStream: true } },
    async (request, reply) => {
      const { talks: text } = request.query as { talks?: unknown }
      const talks = parsePositions(String(text))
      if (!talks || talks.size > MAX_TALKS) throw new Refusal('bad_request')
      const { platform, user, session, language } = request.visit
      if (user?.registrationStatus === 'rejected') throw new Refusal('watching_restricted')
      const unpaid = await readUnpaidAmong(options.services, platform, [...talks.keys()], user)
      await openLiveStream(options.hub, request, reply, {
        platformId: platform.id,
        recipient: { user, sessionId: session?.id, unpaid },
        format: `html-${language}`,
        talks,
      })
    },
  )
}

/** Actions of signed-in people on a talk. */
const actions: FastifyPluginAsync<WebOptions> = async (site, options) => {
  site.addHook('onRequest', requireUser)
  site.addHook('preHandler', (request) => prepareAction(options, request as FastifyRequest<OfTalk>))
  await site.register(chatRoutes, options)
  await site.register(moderationRoutes, options)
  await site.register(questionRoutes, options)
}
