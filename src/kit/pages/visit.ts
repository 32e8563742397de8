// The platform and user of a request for a page.
import type {} from '@fastify/cookie'
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { Refusal } from '../../kernel/changes/errors.ts'
import type { Caller } from '../../kernel/changes/services.ts'
import type { PasswordRule } from '../../kernel/lib/security/passwords.ts'
import type { Language } from '../../kernel/schema/languages.ts'
import { isProtectedRole, type Role } from '../../kernel/schema/roles.ts'
import { type Messages, messagesFor } from '../messages/messages.ts'
import type { SiteArea } from '../site/site-menu.ts'
import type { Stars } from '../site/star.tsx'

/** The settings of a platform that all pages know. The guard that recognizes visits adds the others. */
export interface VisitSettings {
  language: Language
  languages: Language[] | null
  timezone: string
  venue: string | null
  logo: string | null
  icon: string | null
  accent: string
  scheme: 'auto' | 'light' | 'dark'
  password: PasswordRule
}

/** The platform of a page. */
export interface VisitPlatform {
  id: string
  name: string
  settings: VisitSettings
}

/** The signed-in user of a page. */
export interface VisitUser {
  id: string
  role: Role
  username: string
  firstName: string | null
  lastName: string | null
  avatar: string | null
  language: Language | null
  timezone: string | null
  passwordMustChange: boolean
}

/** The session of the signed-in user. */
export interface VisitSession {
  id: string
}

export type Visit = {
  platform: VisitPlatform
  /** Null for a visitor who has not signed in. */
  user: VisitUser | null
  session: VisitSession | null
  /** The areas in the navigation of the public site. */
  areas: readonly SiteArea[]
  language: Language
  /** The stars of the talks on the page; undefined on pages without stars. */
  stars?: Stars
}

declare module 'fastify' {
  interface FastifyRequest {
    visit: Visit
  }
}

/** The signed-in user as a caller of the domain. */
export type SignedIn = Caller & { platform: VisitPlatform; user: VisitUser; session: VisitSession }

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
