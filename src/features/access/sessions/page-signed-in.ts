// The last step of every sign-in: the session, and the page that the visitor wanted.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { clientAddress } from '../../../kernel/http/server/trusted-proxies.ts'
import type { WebOptions } from '../../../kit/pages/web-options.ts'
import type { UserRow } from '../../people/tables.ts'
import { rememberDevice } from './page-known-device.ts'
import { startSession } from './page-visits.ts'

/** Starts the session of an account and redirects to `next`. */
export function enter(
  services: WebOptions['services'],
  request: FastifyRequest,
  reply: FastifyReply,
  { token, user }: { token: string; user: UserRow },
  next: string,
) {
  rememberDevice(services, request, reply, user)
  startSession(reply, token, user)
  return reply.redirect(user.passwordMustChange ? withNext('/account/password', next) : next, 303)
}

/** The device of a session. */
export const deviceOf = (request: FastifyRequest) => ({
  address: clientAddress(request),
  agent: request.headers['user-agent'] ?? '',
})

/** The address of a page that continues to `next`, which is left out if it is the home page. */
export const withNext = (path: string, next: string): string =>
  next === '/' ? path : `${path}?next=${encodeURIComponent(next)}`
