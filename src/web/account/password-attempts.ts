// Limits how often a password can be tried, at sign-in and where a form asks to confirm it.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isOwnPassword } from '../../domain/access/passwords.ts'
import type { Problem } from '../../domain/changes/errors.ts'
import { clientAddress } from '../../http/server/trusted-proxies.ts'
import { fieldsOf } from '../forms/forms.ts'
import { callerOf, messagesOf } from '../pages/visit.ts'
import type { WebOptions } from '../website.ts'

const ATTEMPTS_PER_ACCOUNT = 10
const ATTEMPTS_PER_ADDRESS = 30

/**
 * Counts an attempt by client address and by account, even if the account does not exist. Returns the seconds to wait
 * after too many attempts, else 0.
 */
export async function secondsToWait(
  limiter: WebOptions['limiter'],
  request: FastifyRequest,
  account: string,
): Promise<number> {
  const platform = request.visit.platform.id
  const verdicts = [
    await limiter.take(`password:address:${clientAddress(request)}`, ATTEMPTS_PER_ADDRESS),
    await limiter.take(`password:account:${platform}:${account}`, ATTEMPTS_PER_ACCOUNT),
  ]
  const refused = verdicts.filter((verdict) => !verdict.isAllowed)
  return Math.max(0, ...refused.map((verdict) => verdict.resetSeconds))
}

/**
 * Checks the current password in a form of the signed-in user. Returns undefined if it is correct, else the problem of
 * the field, and sets the status to 422, or 429 with Retry-After.
 */
export async function askPassword(
  { limiter }: Pick<WebOptions, 'limiter'>,
  request: FastifyRequest,
  reply: FastifyReply,
  field = 'currentPassword',
): Promise<Problem | undefined> {
  const { user } = callerOf(request)
  const { forms: texts } = messagesOf(request)
  const seconds = await secondsToWait(limiter, request, user.id)
  const pointer = `/${field}`
  if (seconds > 0) {
    reply.code(429).header('retry-after', seconds)
    return { pointer, code: 'too_many_requests', message: texts.tooManyAttempts(seconds) }
  }
  if (await isOwnPassword(user, fieldsOf(request)(field))) return undefined
  reply.code(422)
  return { pointer, code: 'wrong_password', message: texts.wrongPassword }
}
