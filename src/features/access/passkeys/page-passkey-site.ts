// The site of passkeys, and the cookie that binds their challenges to one browser.
import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hostNameOf, originOf } from '../../../kernel/http/server/hosts.ts'
import type { PasskeySite } from './passkeys.ts'

const COOKIE = '__Host-browser'
const options = { path: '/', secure: true, httpOnly: true, sameSite: 'lax' } as const

/** Passkeys need a host name. Browsers offer none for an IP address (WebAuthn, section 5.1.3). */
export const canHavePasskeys = (request: FastifyRequest): boolean => isIP(hostNameOf(request)) === 0

/** Sets the browser's cookie if it has none. */
export function passkeySite(request: FastifyRequest, reply: FastifyReply): PasskeySite {
  const known = request.cookies[COOKIE]
  const browser = known || randomBytes(32).toString('base64url')
  if (!known) reply.setCookie(COOKIE, browser, options)
  return { id: hostNameOf(request), origin: originOf(request), browser }
}
