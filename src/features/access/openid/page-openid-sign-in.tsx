// Signing in at an OpenID provider: the redirect to it, and the way back.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../../kernel/changes/errors.ts'
import { originOf } from '../../../kernel/http/server/hosts.ts'
import { ownPath } from '../../../kernel/lib/web/own-path.ts'
import { fieldsOf } from '../../../kit/forms/forms.ts'
import type { Messages } from '../../../kit/messages/messages.ts'
import { useMessages } from '../../../kit/messages/use-messages.tsx'
import { messagesOf } from '../../../kit/pages/visit.ts'
import type { WebOptions } from '../../../kit/pages/web-options.ts'
import { emailOriginOf } from '../../platforms/page-platform.ts'
import { OPENID_STEP_MS } from '../limits.ts'
import { countByAddress } from '../passwords/page-password-attempts.ts'
import { deviceOf, enter, withNext } from '../sessions/page-signed-in.ts'
import { answersOf } from '../sign-up/page-registration-questions.tsx'
import { showCode } from '../two-factor/page-sign-in-code.tsx'
import { ProviderError } from './openid-providers.ts'
import {
  enterAs,
  finishOpenIdSignIn,
  nextOf,
  type OpenIdRefusal,
  type OpenIdSignIn,
  readQuestionStep,
  startOpenIdSignIn,
} from './openid-sign-in.ts'
import { QUESTIONS_PATH, showQuestions } from './page-openid-questions.tsx'

const CALLBACK = '/sign-in/openid/callback'
// The provider redirects back with a GET request from another site, for which Lax cookies are sent.
const COOKIE = '__Host-openid'
const cookieOptions = { path: '/', secure: true, httpOnly: true, sameSite: 'lax' } as const

/** The address to which the provider must redirect (RFC 6749, section 3.1.2). */
export const redirectUriOf = (request: FastifyRequest): string => `${originOf(request)}${CALLBACK}`

export const openIdSignInRoutes: FastifyPluginAsync<WebOptions> = async (site, options) => {
  const { services } = options
  site.addHook('onRequest', async (request) => {
    if (request.visit.platform.settings.openId === null) throw new Refusal('not_found')
  })

  site.get('/sign-in/openid', { config: { operation: 'startOpenIdSignIn' } }, async (request, reply) => {
    const { platform, user } = request.visit
    const next = ownPath((request.query as { next?: unknown }).next)
    if (user) return reply.redirect(next, 303)
    if ((await countByAddress(options, request)) > 0) return leadBack(reply, next, 'too_many')
    try {
      const start = await startOpenIdSignIn(services, platform, { redirectUri: redirectUriOf(request), next })
      if (!start) throw new Refusal('not_found')
      reply.setCookie(COOKIE, start.token, { ...cookieOptions, maxAge: OPENID_STEP_MS / 1000 })
      return reply.header('cache-control', 'no-store').redirect(start.url, 303)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      return fail(request, reply, { next, reason: error.reason, detail: error.detail })
    }
  })

  site.get(CALLBACK, { config: { operation: 'finishOpenIdSignIn' } }, async (request, reply) => {
    const { platform, user } = request.visit
    const token = request.cookies[COOKIE] ?? ''
    const next = nextOf(services, platform, token) ?? '/'
    reply.clearCookie(COOKIE, cookieOptions).header('cache-control', 'no-store')
    // The page was opened again after the sign-in succeeded.
    if (user && token === '') return reply.redirect(next, 303)
    if ((await countByAddress(options, request)) > 0) return leadBack(reply, next, 'too_many')
    const result = await finishOpenIdSignIn(services, platform, {
      currentUrl: `${originOf(request)}${request.url}`,
      token,
      ...(await visitorOf(request)),
    })
    return follow(request, reply, result, next)
  })

  site.post(QUESTIONS_PATH, { config: { operation: 'answerOpenIdQuestions' } }, async (request, reply) => {
    const { platform } = request.visit
    if ((await countByAddress(options, request)) > 0) return leadBack(reply, '/', 'too_many')
    const step = fieldsOf(request)('step')
    const identified = readQuestionStep(services, platform, step)
    if (!identified) return leadBack(reply, '/', 'expired')
    const { next, person } = identified
    const { answers, problems } = answersOf(request, platform.settings.registration.questions)
    if (problems.length > 0)
      return showQuestions(options, request, reply, { step, email: person.email ?? '', problems })
    const entering = { identified, answers, ...(await visitorOf(request)) }
    return follow(request, reply, await enterAs(services, platform, entering), next)
  })

  const visitorOf = async (request: FastifyRequest) => ({
    device: deviceOf(request),
    replaced: request.visit.session,
    language: request.visit.language,
    origin: await emailOriginOf(services, request),
  })

  function follow(request: FastifyRequest, reply: FastifyReply, result: OpenIdSignIn, next: string) {
    switch (result.status) {
      case 'signed_in':
        return enter(services, request, reply, result, next)
      case 'code_needed':
        return showCode(request, reply, { step: result.step, next })
      case 'questions_asked':
        return showQuestions(options, request, reply, result)
      case 'failed':
        return fail(request, reply, { ...result, next })
    }
  }
}

type Failure = { next: string; reason: OpenIdRefusal; detail: string }

type Shown = keyof Messages['signIn']['openId']['failures']
/** Texts for the person. Only organizers learn what they have to fix, when they test the connection. */
const shownAs: Record<OpenIdRefusal, Shown> = {
  expired: 'expired',
  denied: 'denied',
  unverified: 'unverified',
  closed: 'closed',
  refused: 'refused',
  unreachable: 'unreachable',
  invalid_response: 'invalid_response',
  forbidden_address: 'misconfigured',
  no_discovery: 'misconfigured',
  other_issuer: 'misconfigured',
  unsupported: 'misconfigured',
  client_refused: 'misconfigured',
}

function fail(request: FastifyRequest, reply: FastifyReply, { next, reason, detail }: Failure) {
  const shown = shownAs[reason]
  if (['unreachable', 'invalid_response', 'misconfigured'].includes(shown))
    request.log.warn({ reason, detail }, 'people cannot sign in at the OpenID provider')
  return leadBack(reply, next, shown)
}

/** Redirects to the sign-in page, which shows the reason. Its address contains nothing from the provider. */
const leadBack = (reply: FastifyReply, next: string, reason: Shown) =>
  reply.redirect(`${withNext('/sign-in', next)}${next === '/' ? '?' : '&'}openid=${reason}`, 303)

/** The reason that a sign-in at the provider led back to the sign-in page. */
export function openIdProblem(request: FastifyRequest): string | undefined {
  const { openid } = request.query as { openid?: unknown }
  const texts: Readonly<Record<string, string>> = messagesOf(request).signIn.openId.failures
  return typeof openid === 'string' && Object.hasOwn(texts, openid) ? texts[openid] : undefined
}

type ButtonProps = { provider: { issuer: string; label: string }; next: string }

/** A link, because going to the provider changes nothing here. */
export function OpenIdButton({ provider: { issuer, label }, next }: ButtonProps) {
  const { openId: texts } = useMessages().signIn
  return (
    <a class="button" href={withNext('/sign-in/openid', next)} dir="auto">
      {label || texts.submit({ host: new URL(issuer).host })}
    </a>
  )
}
