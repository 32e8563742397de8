// Limits how often a password or code can be tried, at sign-in and in forms that ask to confirm it.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '../../../kernel/changes/errors.ts'
import { countedClient } from '../../../kernel/http/server/trusted-proxies.ts'
import type { Requester } from '../../../kernel/lib/security/fair-turns.ts'
import { fieldsOf } from '../../../kit/forms/forms.ts'
import { callerOf, messagesOf } from '../../../kit/pages/visit.ts'
import type { WebOptions } from '../../../kit/pages/web-options.ts'
import type { UserRow } from '../../people/tables.ts'
import { ATTEMPTS_PER_ADDRESS } from '../limits.ts'
import { deviceFor } from '../sessions/page-known-device.ts'
import {
  type AttemptCount,
  type AttemptKind,
  forgetAttempts,
  ownFormSubjects,
  signInLinkSubjects,
  signInSubjects,
  signUpSubjects,
  takeAttempt,
} from '../sessions/sign-in-attempts.ts'
import { isOwnPassword } from './passwords.ts'

type Limits = Pick<WebOptions, 'services' | 'limiter'>
/** Pass `count` to `forgetAttempts` after a right password or code. */
type CountedAttempt = { seconds: number; count: AttemptCount }

/**
 * Counts a sign-in attempt by account and client address. A device that the account has signed in with before has its
 * own count instead. `seconds` is the time to wait after too many attempts, otherwise 0.
 */
export async function countSignIn(
  { services, limiter }: Limits,
  request: FastifyRequest,
  { kind, name, user }: { kind: AttemptKind; name: string; user: UserRow | undefined },
): Promise<CountedAttempt & { requester: Requester }> {
  const { platform } = request.visit
  const device = deviceFor(services, request, user)
  const count = { kind, subjects: signInSubjects(name, user, device) }
  const ofAddress = device === undefined ? await countForAddress(limiter, request) : undefined
  const seconds = ofAddress?.seconds || (await takeAttempt(services, platform, count))
  // During a flood, the first attempt of an address does not wait behind repeated attempts of others.
  const group = ofAddress === undefined || ofAddress.attempts === 1 ? 'sign-in' : 'repeated sign-in'
  const requester = { tenant: `${platform.id} ${group}`, client: device ?? countedClient(request) }
  return { count, seconds, requester }
}

/** Counts a sign-up by e-mail, whether or not it has an account, and by client address. Returns the seconds to wait. */
export async function countSignUp(
  { services, limiter }: Limits,
  request: FastifyRequest,
  email: string,
): Promise<number> {
  const count = { kind: 'password', subjects: signUpSubjects(email) } as const
  const { seconds } = await countForAddress(limiter, request)
  return seconds || takeAttempt(services, request.visit.platform, count)
}

/** Counts a sign-in link by e-mail, whether or not it has an account, and by client address. Returns the seconds to wait. */
export async function countSignInLink(
  { services, limiter }: Limits,
  request: FastifyRequest,
  email: string,
): Promise<number> {
  const count = { kind: 'password', subjects: signInLinkSubjects(email) } as const
  const { seconds } = await countForAddress(limiter, request)
  return seconds || takeAttempt(services, request.visit.platform, count)
}

/**
 * Counts an attempt with a passkey or at an OpenID provider by client address. There is no count per account, because
 * nobody can guess a signature. Returns the seconds to wait.
 */
export const countByAddress = async ({ limiter }: Limits, request: FastifyRequest): Promise<number> =>
  (await countForAddress(limiter, request)).seconds

/** Counts an attempt by client address. `seconds` is the time to wait after too many attempts, otherwise 0. */
async function countForAddress(
  limiter: WebOptions['limiter'],
  request: FastifyRequest,
): Promise<{ seconds: number; attempts: number }> {
  const subject = `password:address:${countedClient(request)}`
  const { isAllowed, left, resetSeconds } = await limiter.take(subject, ATTEMPTS_PER_ADDRESS)
  return { seconds: isAllowed ? 0 : resetSeconds, attempts: ATTEMPTS_PER_ADDRESS - left }
}

/** Counts an attempt at a form of the signed-in user. */
export async function countOwnForm(
  { services }: Pick<WebOptions, 'services'>,
  request: FastifyRequest,
  kind: AttemptKind,
): Promise<CountedAttempt> {
  const count = { kind, subjects: ownFormSubjects(callerOf(request).user) }
  return { count, seconds: await takeAttempt(services, request.visit.platform, count) }
}

/**
 * Checks the current password in a form of the signed-in user. Returns undefined if it is correct. Otherwise, returns
 * the problem of the field, and sets the status to 422, or 429 with Retry-After.
 */
export async function askPassword(
  options: Pick<WebOptions, 'services'>,
  request: FastifyRequest,
  reply: FastifyReply,
  field = 'currentPassword',
): Promise<Problem | undefined> {
  const caller = callerOf(request)
  const { forms: texts, formats } = messagesOf(request)
  const { seconds, count } = await countOwnForm(options, request, 'password')
  const pointer = `/${field}`
  if (seconds > 0) {
    reply.code(429).header('retry-after', seconds)
    return {
      pointer,
      code: 'too_many_requests',
      message: texts.tooManyAttempts({ wait: formats.wait(seconds) }),
    }
  }
  if (await isOwnPassword(options.services, caller, fieldsOf(request)(field))) {
    await forgetAttempts(options.services, caller.platform, count)
    return undefined
  }
  reply.code(422)
  return { pointer, code: 'wrong_password', message: texts.wrongPassword }
}
