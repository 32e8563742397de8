// Asking for a password: at sign-in and again before what it protects, so often and no more.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isOwnPassword } from '../../domain/access/passwords.ts'
import type { Problem } from '../../domain/changes/errors.ts'
import { clientAddress } from '../../http/server/trusted-proxies.ts'
import { fieldsOf } from '../forms/forms.ts'
import { callerOf } from '../pages/visit.ts'
import type { WebOptions } from '../website.ts'

const TRIES_PER_ACCOUNT = 10
const TRIES_PER_ADDRESS = 30

/**
 * Counts a try, by the address that asks and by the account that is named, whether it exists or not. Answers 0, or
 * where there were too many the seconds to wait.
 */
export async function secondsToWait(
  limiter: WebOptions['limiter'],
  request: FastifyRequest,
  account: string,
): Promise<number> {
  const platform = request.visit.platform.id
  const verdicts = [
    await limiter.take(`password:address:${clientAddress(request)}`, TRIES_PER_ADDRESS),
    await limiter.take(`password:account:${platform}:${account}`, TRIES_PER_ACCOUNT),
  ]
  const refused = verdicts.filter((verdict) => !verdict.isAllowed)
  return Math.max(0, ...refused.map((verdict) => verdict.resetSeconds))
}

export const tooManyTries = (seconds: number) => `Too many tries. Wait ${seconds} seconds and try again.`

/**
 * Asks whoever has signed in for the password again. Answers undefined where the field holds it; else the problem to
 * be shown beside the field, with the status of the answer set: 422, or 429 with Retry-After.
 */
export async function askPassword(
  { limiter }: Pick<WebOptions, 'limiter'>,
  request: FastifyRequest,
  reply: FastifyReply,
  field = 'currentPassword',
): Promise<Problem | undefined> {
  const { user } = callerOf(request)
  const seconds = await secondsToWait(limiter, request, user.id)
  const pointer = `/${field}`
  if (seconds > 0) {
    reply.code(429).header('retry-after', seconds)
    return { pointer, code: 'too_many_requests', message: tooManyTries(seconds) }
  }
  if (await isOwnPassword(user, fieldsOf(request)(field))) return undefined
  reply.code(422)
  return { pointer, code: 'wrong_password', message: 'This is not your password.' }
}
