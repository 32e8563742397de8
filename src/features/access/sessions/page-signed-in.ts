// The last step of every sign-in: the session, and the page that the visitor wanted.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { clientAddress } from '../../../kernel/http/server/trusted-proxies.ts'
import { isProtectedRole } from '../../../kernel/schema/roles.ts'
import type { WebOptions } from '../../../kit/pages/web-options.ts'
import type { UserRow } from '../../people/tables.ts'
import { rememberDevice } from './page-known-device.ts'
import { startSession } from './page-visits.ts'

/** Starts the session of an account and redirects to `next`, or staff to the Back Office. */
export function enter(
  services: WebOptions['services'],
  request: FastifyRequest,
  reply: FastifyReply,
  { token, user }: { token: string; user: UserRow },
  next: string,
) {
  rememberDevice(services, request, reply, user)
  startSession(reply, token, user)
  const page = landing(request, user, next)
  return reply.redirect(user.passwordMustChange ? withNext('/account/password', page) : page, 303)
}

/**
 * The page after a sign-in. Staff work in the Back Office, unless a page asked for the sign-in. The pages of the
 * navigation are only where the link to the sign-in was.
 */
export function landing({ visit }: FastifyRequest, { role }: Pick<UserRow, 'role'>, next: string): string {
  if (!isProtectedRole(role)) return next
  const [path = ''] = next.split('?')
  const isBrowsing = path === '/' || visit.areas.some((area) => area.path === path)
  return isBrowsing ? '/backoffice' : next
}

/** The device of a session. */
export const deviceOf = (request: FastifyRequest) => ({
  address: clientAddress(request),
  agent: request.headers['user-agent'] ?? '',
})

/** The address of a page that continues to `next`, which is left out if it is the home page. */
export const withNext = (path: string, next: string): string =>
  next === '/' ? path : `${path}?next=${encodeURIComponent(next)}`
