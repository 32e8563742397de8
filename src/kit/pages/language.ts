// The language of a page: set by its address, or chosen by the reader, the browser, or the platform.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { preferredLanguage } from '../../kernel/lib/web/accept-language.ts'
import { type Language, languages } from '../../kernel/schema/languages.ts'
import { offeredLanguages } from '../../kernel/schema/offered-languages.ts'
import type { VisitPlatform, VisitUser } from './visit.ts'

const COOKIE = '__Host-language'
const ONE_YEAR_SECONDS = 365 * 86_400
const cookieOptions = { path: '/', secure: true, httpOnly: true, sameSite: 'lax' } as const

/** The query parameter that sets the language of an address, for links between the languages of a page. */
export const LANGUAGE_PARAMETER = 'lang'

/**
 * The first offered language from the address, the account, the cookie, or the browser, in this order. Otherwise, the
 * platform's default.
 */
export function languageOf(
  request: FastifyRequest,
  platform: VisitPlatform,
  user: VisitUser | null,
): Language {
  const offered = offeredLanguages(platform)
  const isOffered = (tag: unknown): tag is Language => offered.includes(tag as Language)
  const { [LANGUAGE_PARAMETER]: named } = request.query as Record<string, unknown>
  return (
    [named, user?.language, request.cookies[COOKIE]].find(isOffered) ??
    preferredLanguage(request.headers['accept-language'], offered) ??
    platform.settings.language
  )
}

/** The language while the platform is unknown, because the store cannot be reached. */
export function languageWithoutPlatform({ query, cookies, headers }: FastifyRequest): Language {
  const { [LANGUAGE_PARAMETER]: named } = query as Record<string, unknown>
  return (
    languages.find((language) => language === named) ??
    languages.find((language) => language === cookies?.[COOKIE]) ??
    preferredLanguage(headers['accept-language'], languages) ??
    'en'
  )
}

export const rememberLanguage = (reply: FastifyReply, language: Language) =>
  reply.setCookie(COOKIE, language, { ...cookieOptions, maxAge: ONE_YEAR_SECONDS })
export const forgetLanguage = (reply: FastifyReply) => reply.clearCookie(COOKIE, cookieOptions)
