// The platform and user of a request for a page, found by host name and session cookie.
import type {} from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { endOfSession } from '../../features/access/session-limits.ts'
import { recognizeSession } from '../../features/access/sessions.ts'
import type { SessionRow } from '../../features/access/tables.ts'
import type { Stars } from '../../features/favorites/page-star.tsx'
import { isProtectedRole } from '../../features/people/schema.ts'
import type { UserRow } from '../../features/people/tables.ts'
import { findPlatform, readPlatformByHost } from '../../features/platforms/platforms.ts'
import type { PlatformRow } from '../../features/platforms/tables.ts'
import { hasOpenSurvey } from '../../features/surveys/event-surveys.ts'
import { Refusal } from '../../kernel/changes/errors.ts'
import type { Caller, Services } from '../../kernel/changes/services.ts'
import { hostNameOf, originOf } from '../../kernel/http/server/hosts.ts'
import { isSecure } from '../../kernel/http/server/trusted-proxies.ts'
import type { Language } from '../../kernel/schema/languages.ts'
import { type Messages, messagesFor } from '../messages/messages.ts'
import { languageOf, languageWithoutPlatform } from './language.ts'

export type Visit = {
  platform: PlatformRow
  /** Null for a visitor who has not signed in. */
  user: UserRow | null
  session: SessionRow | null
  /** Whether the navigation links to the surveys about the whole event, because one is open. */
  hasSurveys: boolean
  language: Language
  /** The stars of the talks on the page; undefined on pages without stars. */
  stars?: Stars
}

declare module 'fastify' {
  interface FastifyRequest {
    visit: Visit
  }
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
    const [found, hasSurveys] = await Promise.all([
      token ? recognizeSession(services, platform, token) : undefined,
      request.method === 'GET' && !isFromMemory && hasOpenSurvey(services, platform),
    ])
    request.visit = {
      platform,
      user: found?.user ?? null,
      session: found?.session ?? null,
      hasSurveys,
      language: languageOf(request, platform, found?.user ?? null),
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

/** The platform with this host name, or the default platform. */
export async function platformOf(services: Services, request: FastifyRequest): Promise<PlatformRow> {
  const host = hostNameOf(request)
  const platform = (await readPlatformByHost(services, host)) ?? (await findPlatform(services, 'default'))
  if (!platform) throw new Refusal('not_found')
  return platform
}

/** Sets the cookie of a session. For admins and owners, it lasts until the browser is closed. */
export const startSession = (reply: FastifyReply, token: string, { role }: Pick<UserRow, 'role'>) =>
  reply.setCookie(
    COOKIE,
    token,
    isProtectedRole(role) ? cookieOptions : { ...cookieOptions, maxAge: COOKIE_SECONDS },
  )
export const forgetSession = (reply: FastifyReply) => reply.clearCookie(COOKIE, cookieOptions)

/** The signed-in user as a caller of the domain. */
export type SignedIn = Caller & { platform: PlatformRow; user: UserRow; session: SessionRow }

/** The signed-in user. Only for routes behind `requireUser` or `requireStaff`. */
export function callerOf({ visit, id }: FastifyRequest): SignedIn {
  const { platform, user, session } = visit
  if (!user || !session) throw new Refusal('not_found')
  const level = user.role === 'owner' ? ('privileged' as const) : ('standard' as const)
  return { platform, actor: { kind: 'user', id: user.id, level }, requestId: id, user, session }
}

/** The texts in the language of the visit, for code outside components. Components call `useMessages`. */
export const messagesOf = ({ visit }: FastifyRequest): Messages => messagesFor(visit.language)

/** The viewer's own time zone, or that of the platform. */
export const zoneOf = ({ user, platform }: Visit): string => user?.timezone ?? platform.settings.timezone

/** The path of the request, without its query. */
export const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0] ?? ''

/** Redirects visitors to the sign-in page, and users who must change their password to that page. */
export const requireUser: onRequestAsyncHookHandler = async (request, reply) => {
  const { user } = request.visit
  if (!user) return reply.redirect(signInPath(request), 303)
  if (user.passwordMustChange && pathOf(request) !== '/account/password')
    return reply.redirect('/account/password', 303)
}

/** A form that was sent after the session ended leads back to its page, because its own address has no page. */
function signInPath(request: FastifyRequest): string {
  const next = request.method === 'GET' ? request.url : refererPath(request)
  return next === undefined ? '/sign-in' : `/sign-in?next=${encodeURIComponent(next)}`
}

/** The path of the page that the request came from, if it is on this site. */
function refererPath(request: FastifyRequest): string | undefined {
  const page = refererOf(request)
  return page && `${page.pathname}${page.search}`
}

/** The page that the request came from, if it is on this site. */
export function refererOf({ headers: { referer = '' }, host }: FastifyRequest): URL | undefined {
  const page = URL.parse(referer)
  return page && page.origin === URL.parse(`https://${host}`)?.origin ? page : undefined
}

/** Allows only admins and owners. Other users get 404. */
export const requireStaff: onRequestAsyncHookHandler = async (request, reply) => {
  const { user } = request.visit
  if (user && !isProtectedRole(user.role)) throw new Refusal('not_found')
  return requireUser.call(request.server, request, reply)
}

/**
 * The origin for links that leave this page, such as those in e-mails. Throws `unconfirmed_host` unless the operator
 * has set LECTERN_PUBLIC_URL or added the host to a platform, and the port is 443 or that of the server. The Host
 * header alone could name another site.
 */
export async function confirmedOriginOf(services: Services, request: FastifyRequest): Promise<string> {
  const origin = originOf(request)
  if (request.server.config.publicUrl !== undefined) return origin
  const { port } = new URL(origin)
  const isConfirmed =
    (port === '' || Number(port) === request.socket.localPort) &&
    (await readPlatformByHost(services, hostNameOf(request))) !== undefined
  if (!isConfirmed) throw new Refusal('unconfirmed_host')
  return origin
}
