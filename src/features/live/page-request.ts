// Shared by all live routes: the talk in the path, limits, and the two kinds of answers.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { invalidData, Refusal } from '../../kernel/changes/errors.ts'
import { requireAllowed } from '../../kernel/http/guards/rate-limit.ts'
import { isId } from '../../kernel/lib/data/ids.ts'
import type { Reference } from '../../kernel/store/changes/objects.ts'
import { check } from '../../kit/forms/form-validation.ts'
import { callerOf, messagesOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { requireVisibleTalk } from '../talks/programme/visible-talk.ts'
import { isVisibleTo } from '../talks/talk-states.ts'
import { type LiveContext, readLiveContext } from './items.ts'
import { ACTIONS_PER_MINUTE } from './limits.ts'
import { requireOpenTalk } from './watch-lock.ts'

export type OfTalk = { Params: { id: string } }
export type OfMessage = { Params: { id: string; messageId: string } }

/** The talk in the path. Page addresses contain no external identifiers. */
export function talkOf({ params }: { params: { id: string } }): Reference {
  if (!isId(params.id)) throw new Refusal('talk_not_found')
  return { by: 'id', value: params.id.toLowerCase() }
}

/** The talk in the path, for a visitor who may watch it now. */
export async function liveContextOf(
  { services }: WebOptions,
  request: FastifyRequest<OfTalk>,
): Promise<LiveContext> {
  const { platform, user } = request.visit
  const context = await readLiveContext(services, platform.id, talkOf(request))
  if (!context || !isVisibleTo(context.talk, user)) throw new Refusal('talk_not_found')
  await requireOpenTalk(services, context, user)
  return context
}

/** Call this before an action of the signed-in user on a talk. Throws `talk_not_found` and `too_many_requests`. */
export async function prepareAction(options: WebOptions, request: FastifyRequest<OfTalk>): Promise<void> {
  await requireVisibleTalk(options.services, callerOf(request), talkOf(request).value)
  await limitActions(options, request)
}

/** Throws `too_many_requests` if the signed-in user makes far more requests than a person does. */
export async function limitActions({ limiter }: WebOptions, request: FastifyRequest): Promise<void> {
  const { user } = callerOf(request)
  await requireAllowed(limiter, `live:${user.id}`, ACTIONS_PER_MINUTE)
}

/** The value if it matches the schema. Throws `invalid_data` with every problem. */
export function checked<T extends object>(request: FastifyRequest, schema: object, value: T): T {
  const problems = check(messagesOf(request), schema, value)
  if (problems.length > 0) throw invalidData(problems)
  return value
}

/** Sends the answer to scripts, and redirects pages. */
export function answer(request: FastifyRequest, reply: FastifyReply, path: string, value: object = {}) {
  const wantsPage = request.headers.accept?.includes('text/html') ?? false
  return wantsPage ? reply.redirect(path, 303) : reply.send({ code: 'ok', ...value })
}
