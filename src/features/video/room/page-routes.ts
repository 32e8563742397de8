// The routes of a room: going on stage and watching, in the shape of WHIP (RFC 9725) and WHEP, and what happens there.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../../kernel/changes/errors.ts'
import { requireAllowed } from '../../../kernel/http/guards/rate-limit.ts'
import { countedClient } from '../../../kernel/http/server/trusted-proxies.ts'
import { fieldsOf } from '../../../kit/forms/forms.ts'
import type { WebOptions } from '../../../kit/pages/web-options.ts'
import { answer, type OfTalk, talkOf } from '../../live/page-request.ts'
import { requireVisibleTalk } from '../../talks/programme/visible-talk.ts'
import { JOINS_PER_MINUTE, MAX_UNREAD_BYTES, VISITOR_JOINS_PER_MINUTE } from '../limits.ts'
import { type Role, readPlace } from './rights.ts'
import { moderatorActions } from './rooms.ts'

type OfSession = { Params: { id: string; session: string } }

async function join(options: WebOptions, request: FastifyRequest<OfTalk>, reply: FastifyReply, role: Role) {
  const { services, rooms, limiter } = options
  const { platform, user, session } = request.visit
  const client = countedClient(request)
  await (user
    ? requireAllowed(limiter, `room:${user.id}`, JOINS_PER_MINUTE)
    : requireAllowed(limiter, `room:${client}`, VISITOR_JOINS_PER_MINUTE))
  const talk = await requireVisibleTalk(services, request.visit, talkOf(request).value)
  const visit = { platform, talk, user, client, signInId: session?.id }
  const joined = await rooms.join(role, visit, fieldsOf(request)('offer'))
  return reply
    .code(201)
    .header('location', `/talks/${talk.id}/room/sessions/${joined.id}`)
    .type('application/sdp')
    .send(joined.answer)
}

/** For everyone who may watch. */
export const roomRoutes: FastifyPluginAsync<WebOptions> = async (site, options) => {
  const { rooms } = options
  site.post<OfTalk>(
    '/talks/:id/room/watch',
    // The player of visitors without an account is the same for everyone.
    { config: { operation: 'watchRoom', needsNoToken: true } },
    (request, reply) => join(options, request, reply, 'watch'),
  )

  site.get<OfSession>(
    '/talks/:id/room/sessions/:session/events',
    { config: { operation: 'roomEvents', isStream: true } },
    async (request, reply) => {
      const { raw } = reply
      const isOpen = rooms.follow(request.params.session, {
        follow: (state) => {
          open(reply)
          // A browser that does not read comes back by itself.
          if (raw.writableLength > MAX_UNREAD_BYTES) raw.destroy()
          else raw.write(`data: ${state}\n\n`)
        },
        end: () => raw.end(),
      })
      if (!isOpen) throw new Refusal('not_found')
      // The browser has left.
      raw.on('error', () => {})
      return reply
    },
  )

  site.delete<OfSession>(
    '/talks/:id/room/sessions/:session',
    // Only the browser that joined knows the address.
    { config: { operation: 'leaveRoom', needsNoToken: true } },
    async (request, reply) => {
      rooms.leave(request.params.session)
      return reply.code(204).send()
    },
  )
}

/** Begins a response with server-sent events. */
function open(reply: FastifyReply): void {
  if (reply.sent) return
  reply.hijack()
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Otherwise, proxies such as nginx would buffer events.
    'x-accel-buffering': 'no',
  })
}

/** For people with an account. */
export const stageRoutes: FastifyPluginAsync<WebOptions> = async (site, options) => {
  const { services, rooms } = options
  site.post<OfTalk>('/talks/:id/room/publish', { config: { operation: 'goOnStage' } }, (request, reply) =>
    join(options, request, reply, 'publish'),
  )

  site.post<OfTalk>(
    '/talks/:id/room/moderate',
    { config: { operation: 'moderateRoom' } },
    async (request, reply) => {
      const { visit } = request
      const talk = await requireVisibleTalk(services, visit, talkOf(request).value)
      if (!(await readPlace(services, { ...visit, talk })).mayModerate) throw new Refusal('moderators_only')
      const field = fieldsOf(request)
      const what = moderatorActions.find((one) => one === field('do'))
      if (!what) throw new Refusal('bad_request')
      rooms.moderate(talk.id, field('seat'), what)
      return answer(request, reply, `/talks/${talk.id}/room`)
    },
  )
}
