// Recognizes the platform and user of a request for a page, by host name and session cookie.
import type {} from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../../kernel/changes/errors.ts'
import type { Services } from '../../../kernel/changes/services.ts'
import { isSecure } from '../../../kernel/http/server/trusted-proxies.ts'
import { isProtectedRole } from '../../../kernel/schema/roles.ts'
import { messagesFor } from '../../../kit/messages/messages.ts'
import { languageOf, languageWithoutPlatform } from '../../../kit/pages/language.ts'
import type { Visit } from '../../../kit/pages/visit.ts'
import { commonAreas, readSiteAreas } from '../../../kit/site/site-menu.ts'
import type { UserRow } from '../../people/tables.ts'
import { platformOf } from '../../platforms/page-platform.ts'
import type { PlatformSettings } from '../../platforms/schema.ts'
import type { PlatformRow } from '../../platforms/tables.ts'
import type { SessionRow } from '../tables.ts'
import { endOfSession } from './session-ends.ts'
import { recognizeSession } from './sessions.ts'

declare module '../../../kit/pages/visit.ts' {
  interface VisitSettings extends PlatformSettings {}
  interface VisitPlatform extends PlatformRow {}
  interface VisitUser extends UserRow {}
  interface VisitSession extends SessionRow {}
}

const COOKIE = '__Host-lectern'
const cookieOptions = { path: '/', secure: true, httpOnly: true, sameSite: 'lax' } as const
/**
 * Longer than any idle time, because the store decides when a session ends. Browsers keep cookies for 400 days at most.
 */
const COOKIE_SECONDS = 400 * 24 * 60 * 60

/** Sets `request.visit` on every request of the scope, and rejects requests over plain HTTP. */
export function recognizeVisits(scope: FastifyInstance, services: Services & { secret: Buffer }): void {
  scope.addHook('onRequest', async (request, reply) => {
    if (!isSecure(request)) throw httpsRequired(request)
    const platform = await platformOf(services, request)
    const token = request.cookies[COOKIE]
    const { parameters, isForEveryone } = request.routeOptions.config
    // Public pages come from memory, and read this when they are rendered.
    const isFromMemory = parameters !== undefined && (isForEveryone || !token)
    const [found, areasOf] = await Promise.all([
      token ? recognizeSession(services, platform, token) : undefined,
      request.method === 'GET' && !isFromMemory ? readSiteAreas(services, platform) : commonAreas,
    ])
    const user = found?.user ?? null
    request.visit = {
      platform,
      user,
      session: found?.session ?? null,
      areas: areasOf(user),
      language: languageOf(request, platform, user),
    }
    // For `service-worker.js`, which forgets the pages of a user when somebody else is signed in, or nobody.
    if (!isForEveryone) reply.header('lectern-viewer', viewerOf(request.visit))
  })
}

/** The id of the user and the end of the session (epoch milliseconds), or `none`. */
const viewerOf = ({ user, session }: Visit): string =>
  user && session ? `${user.id} ${endOfSession(session, user.role)}` : 'none'

/** Uses a language of the browser, because the platform and its languages are not known yet. */
function httpsRequired(request: FastifyRequest): Refusal {
  const { pages } = messagesFor(languageWithoutPlatform(request)).errors
  return new Refusal('https_required', { message: pages.https_required.text })
}

/** Sets the cookie of a session. For admins and owners, it lasts until the browser is closed. */
export const startSession = (reply: FastifyReply, token: string, { role }: Pick<UserRow, 'role'>) =>
  reply.setCookie(
    COOKIE,
    token,
    isProtectedRole(role) ? cookieOptions : { ...cookieOptions, maxAge: COOKIE_SECONDS },
  )
export const forgetSession = (reply: FastifyReply) => reply.clearCookie(COOKIE, cookieOptions)
