// Limits how often a password or code can be tried, at sign-in and where a form asks to confirm it.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isOwnPassword } from '../../domain/access/passwords.ts'
import {
  type AttemptCount,
  type AttemptKind,
  forgetAttempts,
  ownFormSubjects,
  signInSubjects,
  signUpSubjects,
  takeAttempt,
} from '../../domain/access/sign-in-attempts.ts'
import type { Problem } from '../../domain/changes/errors.ts'
import { countedClient } from '../../http/server/trusted-proxies.ts'
import type { UserRow } from '../../store/sql/tables.ts'
import { fieldsOf } from '../forms/forms.ts'
import { callerOf, messagesOf } from '../pages/visit.ts'
import type { WebOptions } from '../website.ts'
import { deviceFor } from './known-device.ts'

const ATTEMPTS_PER_ADDRESS = 30

type Limits = Pick<WebOptions, 'services' | 'limiter'>
/** `count` is for `forgetAttempts` after a right password or code. */
type CountedAttempt = { seconds: number; count: AttemptCount }

/**
 * Counts an attempt to sign in, by account and by client address. A device that the account has signed in with before
 * has a count of its own instead. `seconds` is the time to wait after too many attempts, else 0.
 */
export async function countSignIn(
  { services, limiter }: Limits,
  request: FastifyRequest,
  { kind, name, user }: { kind: AttemptKind; name: string; user: UserRow | undefined },
): Promise<CountedAttempt> {
  const device = deviceFor(services, request, user)
  const count = { kind, subjects: signInSubjects(name, user, device) }
  const ofAddress = device === undefined ? await secondsForAddress(limiter, request) : 0
  return { count, seconds: ofAddress || (await takeAttempt(services, request.visit.platform, count)) }
}

/** Counts a sign-up by e-mail, whether or not it has an account, and by client address. Returns the seconds to wait. */
export async function countSignUp(
  { services, limiter }: Limits,
  request: FastifyRequest,
  email: string,
): Promise<number> {
  const count = { kind: 'password', subjects: signUpSubjects(email) } as const
  const ofAddress = await secondsForAddress(limiter, request)
  return ofAddress || takeAttempt(services, request.visit.platform, count)
}

/** Counts an attempt by client address. Returns the seconds to wait after too many, else 0. */
async function secondsForAddress(limiter: WebOptions['limiter'], request: FastifyRequest): Promise<number> {
  const verdict = await limiter.take(`password:address:${countedClient(request)}`, ATTEMPTS_PER_ADDRESS)
  return verdict.isAllowed ? 0 : verdict.resetSeconds
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
 * Checks the current password in a form of the signed-in user. Returns undefined if it is correct, else the problem of
 * the field, and sets the status to 422, or 429 with Retry-After.
 */
export async function askPassword(
  options: Pick<WebOptions, 'services'>,
  request: FastifyRequest,
  reply: FastifyReply,
  field = 'currentPassword',
): Promise<Problem | undefined> {
  const { user, platform } = callerOf(request)
  const { forms: texts } = messagesOf(request)
  const { seconds, count } = await countOwnForm(options, request, 'password')
  const pointer = `/${field}`
  if (seconds > 0) {
    reply.code(429).header('retry-after', seconds)
    return { pointer, code: 'too_many_requests', message: texts.tooManyAttempts(seconds) }
  }
  if (await isOwnPassword(user, fieldsOf(request)(field))) {
    await forgetAttempts(options.services, platform, count)
    return undefined
  }
  reply.code(422)
  return { pointer, code: 'wrong_password', message: texts.wrongPassword }
}
