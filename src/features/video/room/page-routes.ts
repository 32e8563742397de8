// The routes of a room: going on stage and watching, in the shape of WHIP (RFC 9725) and WHEP, and what happens there.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { execute } from '../../../kernel/changes/commands.ts'
import { Refusal } from '../../../kernel/changes/errors.ts'
import { requireAllowed } from '../../../kernel/http/guards/rate-limit.ts'
import { countedClient } from '../../../kernel/http/server/trusted-proxies.ts'
import type { Reference } from '../../../kernel/store/changes/objects.ts'
import { fieldsOf } from '../../../kit/forms/forms.ts'
import { callerOf } from '../../../kit/pages/visit.ts'
import type { WebOptions } from '../../../kit/pages/web-options.ts'
import { answer, type OfTalk, prepareAction, talkOf } from '../../live/page-request.ts'
import { requireVisibleTalk } from '../../talks/programme/visible-talk.ts'
import {
  HANDS_PER_MINUTE,
  JOINS_PER_MINUTE,
  MAX_OFFER_BYTES,
  MAX_ON_STAGE,
  MAX_UNREAD_BYTES,
  RESIZES_PER_MINUTE,
  VISITOR_JOINS_PER_MINUTE,
} from '../limits.ts'
import type { Shown } from '../media/viewer.ts'
import type { Role } from './rights.ts'
import {
  moderatePersonOperation,
  moderateStageOperation,
  personActions,
  raiseHandOperation,
  stageActions,
  stopScreenOperation,
} from './stage-people.ts'

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
  const { rooms, limiter } = options
  site.post<OfTalk>(
    '/talks/:id/room/watch',
    // The player of visitors without an account is the same for everyone.
    { config: { operation: 'watchRoom', needsNoToken: true }, bodyLimit: MAX_OFFER_BYTES },
    (request, reply) => join(options, request, reply, 'watch'),
  )

  site.get<OfSession>(
    '/talks/:id/room/sessions/:session/events',
    { config: { operation: 'roomEvents', isStream: true } },
    async (request, reply) => {
      const { raw } = reply
      const { id, session } = request.params
      const isOpen = await rooms.follow(id, session, {
        follow: (state) => {
          open(reply)
          // A browser that does not read comes back by itself.
          if (raw.writableLength > MAX_UNREAD_BYTES) raw.destroy()
          else raw.write(`data: ${state}\n\n`)
        },
        // Without an event, the browser would wait before it asks again.
        end: (reason) => {
          open(reply)
          raw.end(`event: ${reason ?? 'lost'}\ndata:\n\n`)
        },
      })
      if (!isOpen) throw new Refusal('not_found')
      open(reply)
      // The browser has left.
      raw.on('error', () => {})
      return reply
    },
  )

  site.put<OfSession>(
    '/talks/:id/room/sessions/:session',
    { config: { operation: 'resizeRoom', needsNoToken: true } },
    async (request, reply) => {
      const { id, session } = request.params
      if (!(await rooms.isWatching(id, session))) throw new Refusal('not_found')
      await requireAllowed(limiter, `room-size:${session}`, RESIZES_PER_MINUTE)
      await rooms.resize(id, session, shownIn(request))
      return reply.code(204).send()
    },
  )

  site.delete<OfSession>(
    '/talks/:id/room/sessions/:session',
    // Only the browser that joined knows the address.
    { config: { operation: 'leaveRoom', needsNoToken: true } },
    async (request, reply) => {
      await rooms.leave(request.params.id, request.params.session)
      return reply.code(204).send()
    },
  )
}

/** The widths of pictures, in pixels, and the number of tiles. A page without tiles has a large picture. */
function shownIn(request: FastifyRequest): Shown {
  const field = fieldsOf(request)
  const shown = {
    width: Number(field('width')),
    tiles: Number(field('tiles')),
    tileWidth: Number(field('tileWidth')),
  }
  const isValid = Object.values(shown).every((value) => Number.isSafeInteger(value) && value >= 0)
  if (!isValid || shown.tiles > MAX_ON_STAGE || shown.width + shown.tiles === 0)
    throw new Refusal('bad_request')
  return shown
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
  const { services, rooms, limiter } = options
  site.post<OfTalk>('/talks/:id/room/publish', { config: { operation: 'goOnStage' } }, (request, reply) =>
    join(options, request, reply, 'publish'),
  )

  site.post<OfTalk>('/talks/:id/room/follow', { config: { operation: 'followStage' } }, (request, reply) =>
    join(options, request, reply, 'follow'),
  )

  site.post<OfTalk>(
    '/talks/:id/room/hand',
    { config: { operation: 'raiseHand' } },
    async (request, reply) => {
      const caller = callerOf(request)
      await requireAllowed(limiter, `hand:${caller.user.id}`, HANDS_PER_MINUTE)
      const talk = talkOf(request)
      await requireVisibleTalk(services, request.visit, talk.value)
      const isRaised = fieldsOf(request)('raised') !== ''
      await execute(services, caller, raiseHandOperation, { talk, isRaised })
      await rooms.update(talk.value)
      return answer(request, reply, `/talks/${talk.value}`)
    },
  )

  site.post<OfTalk>(
    '/talks/:id/room/moderate',
    { config: { operation: 'moderateRoom' } },
    async (request, reply) => {
      await prepareAction(options, request)
      const talk = talkOf(request)
      const field = fieldsOf(request)
      await moderate(options, request, { talk, action: field('do'), userId: field('person') })
      await rooms.update(talk.value)
      return answer(request, reply, `/talks/${talk.value}/room`)
    },
  )
}

type Moderation = { talk: Reference; action: string; userId: string }

async function moderate(
  { services, rooms }: WebOptions,
  request: FastifyRequest<OfTalk>,
  { talk, action, userId }: Moderation,
): Promise<void> {
  const caller = callerOf(request)
  const onPerson = personActions.find((one) => one === action)
  const onAll = stageActions.find((one) => one === action)
  if (onPerson) await execute(services, caller, moderatePersonOperation, { talk, userId, what: onPerson })
  else if (onAll)
    await execute(services, caller, moderateStageOperation, {
      ...{ talk, what: onAll },
      onStage: await rooms.peopleOnStage(talk.value),
    })
  else if (action !== 'stop_screen') throw new Refusal('bad_request')
  else {
    const onStage = await rooms.peopleOnStage(talk.value)
    await execute(services, caller, stopScreenOperation, { talk, userId, onStage })
    await rooms.stopScreen(talk.value, userId)
  }
}
