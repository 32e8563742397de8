// Heartbeats of open pages, and the list of viewers.
import type { FastifyPluginAsync } from 'fastify'
import { Refusal } from '../../kernel/changes/errors.ts'
import { countedClient } from '../../kernel/http/server/trusted-proxies.ts'
import { keyedHash } from '../../kernel/lib/security/api-key-format.ts'
import { fieldsOf } from '../../kit/forms/forms.ts'
import { queryOf } from '../../kit/pages/query.ts'
import { messagesOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { audienceOf } from '../live/items.ts'
import { sendLivePage } from '../live/page-live.tsx'
import { liveContextOf, type OfTalk, talkOf } from '../live/page-request.ts'
import { mayTakePart } from '../live/rights.ts'
import { requireOpenTalk } from '../live/watch-lock.ts'
import { requireVisibleTalk } from '../talks/programme/visible-talk.ts'
import { HEARTBEATS_PER_ACCOUNT, HEARTBEATS_PER_ADDRESS } from './limits.ts'
import { ViewerList } from './page-list.tsx'
import { isListed, listViewers } from './viewers.ts'

/** A time in a recording, in seconds. */
const SECONDS = /^\d{1,6}$/
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const viewerRoutes: FastifyPluginAsync<WebOptions> = async (site, options) => {
  const { services, limiter, heartbeats } = options

  site.post<OfTalk>(
    '/talks/:id/heartbeat',
    { config: { operation: 'heartbeat', isHeartbeat: true, needsNoToken: true } },
    async (request, reply) => {
      const { platform, user } = request.visit
      const verdict = await (user
        ? limiter.take(`heartbeat:${user.id}`, HEARTBEATS_PER_ACCOUNT)
        : limiter.take(`heartbeat:${countedClient(request)}`, HEARTBEATS_PER_ADDRESS))
      if (!verdict.isAllowed)
        throw new Refusal('too_many_requests', { retryAfterSeconds: verdict.resetSeconds })
      const talk = await requireVisibleTalk(services, request.visit, talkOf(request).value)
      const modes = await requireOpenTalk(services, { platform, talk }, user)
      const visitor = fieldsOf(request)('visitor')
      const watched = fieldsOf(request)('watched')
      if (!user && !UUID.test(visitor)) throw new Refusal('bad_request')
      if (watched !== '' && !SECONDS.test(watched)) throw new Refusal('bad_request')
      heartbeats.add({
        platformId: platform.id,
        talkId: talk.id,
        // The name differs in each talk, so that nobody can follow a visitor through the event.
        viewer: user ? user.id : keyedHash(services.secret, `viewer ${talk.id} ${visitor}`),
        userId: user?.id ?? null,
        modes,
        canEarn: user !== null && mayTakePart(platform, user),
        // Visitors keep their place in the browser.
        watchedTo: user === null || watched === '' ? null : Number(watched),
      })
      return reply.code(204).send()
    },
  )

  site.get<OfTalk>(
    '/talks/:id/viewers',
    { config: { operation: 'viewersPage', parameters: ['q', 'page'] } },
    async (request, reply) => {
      const context = await liveContextOf(options, request)
      const { user } = request.visit
      const query = queryOf(request)
      const search = { words: query('q'), page: Math.max(1, Number.parseInt(query('page'), 10) || 1) }
      const audience = audienceOf(context, { user }) ?? 'public'
      const found = await listViewers(services, context, audience, search)
      const isReaderListed = user ? await isListed(services, user.id) : null
      const { title } = messagesOf(request).viewers
      return sendLivePage(request, reply, { title, talk: context.talk }, () => (
        <ViewerList {...{ talk: context.talk, found, search }} isListed={isReaderListed} />
      ))
    },
  )
}
