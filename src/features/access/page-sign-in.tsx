// Signing in and out.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { ownPath } from '../../kernel/lib/web/own-path.ts'
import { Field, Form, ProblemSummary } from '../../kit/components/form-fields.tsx'
import { fieldsOf } from '../../kit/forms/forms.ts'
import { callerOf, messagesOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { hasSignInLinks } from './links/sign-in-links.ts'
import { OpenIdButton, openIdProblem } from './openid/page-openid-sign-in.tsx'
import { Done, sendFormPage } from './page-account-layout.tsx'
import { PasskeySignInForm, passkeyOffer } from './passkeys/page-passkey-sign-in.tsx'
import { countSignIn } from './passwords/page-password-attempts.ts'
import { deviceOf, enter, landing, withNext } from './sessions/page-signed-in.ts'
import { forgetSession } from './sessions/page-visits.ts'
import { accountOfStep, endSession, findSignInAccount, signIn, signInWithCode } from './sessions/sessions.ts'
import { forgetAttempts } from './sessions/sign-in-attempts.ts'
import { showCode } from './two-factor/page-sign-in-code.tsx'

type State = { name?: string; message?: string; next: string }

export const signInRoutes: FastifyPluginAsync<WebOptions> = async (site, options) => {
  const { services } = options
  site.get('/sign-in', { config: { operation: 'signInPage' } }, async (request, reply) => {
    const next = ownPath((request.query as { next?: unknown }).next)
    if (request.visit.user) return reply.redirect(landing(request, request.visit.user, next), 303)
    return showSignIn(services, request, reply, { next })
  })

  site.post('/sign-in', { config: { operation: 'signIn' } }, async (request, reply) => {
    const field = fieldsOf(request)
    if (field('step') !== '') return takeCode(options, request, reply)
    const texts = messagesOf(request)
    const [name, next] = [field('name'), ownPath(field('next'))]
    const { platform, session } = request.visit
    const user = await findSignInAccount(services, platform, name)
    const { seconds, count, requester } = await countSignIn(options, request, {
      kind: 'password',
      name,
      user,
    })
    if (seconds > 0) {
      reply.code(429).header('retry-after', seconds)
      return showSignIn(services, request, reply, {
        name,
        next,
        message: texts.forms.tooManyAttempts({ wait: texts.formats.wait(seconds) }),
      })
    }
    const credentials = { name, password: field('password'), requester }
    const result = await signIn(services, platform, credentials, deviceOf(request), session)
    if (result.status !== 'refused') await forgetAttempts(services, platform, count)
    if (result.status === 'signed_in') return enter(services, request, reply, result, next)
    if (result.status === 'code_needed') return showCode(request, reply, { step: result.step, next })
    return showSignIn(services, request, reply.code(422), {
      name,
      next,
      message: texts.signIn.failures[result.status],
    })
  })

  site.post('/sign-out', { config: { operation: 'signOut' } }, async (request, reply) => {
    const { user, session } = request.visit
    if (user && session)
      await endSession(services, callerOf(request), { userId: user.id, id: session.id, others: false })
    forgetSession(reply)
    return reply.redirect('/', 303)
  })
}

/** The second step of two-factor authentication: the code, after the password. */
async function takeCode(options: WebOptions, request: FastifyRequest, reply: FastifyReply) {
  const { services } = options
  const field = fieldsOf(request)
  const texts = messagesOf(request)
  const [step, next] = [field('step'), ownPath(field('next'))]
  const { platform, session } = request.visit
  const user = await accountOfStep(services, platform, step)
  if (!user) return showStepExpired(services, request, reply, next)
  const { seconds, count } = await countSignIn(options, request, { kind: 'code', name: user.username, user })
  if (seconds > 0) {
    reply.code(429).header('retry-after', seconds)
    return showCode(request, reply, {
      step,
      next,
      message: texts.forms.tooManyAttempts({ wait: texts.formats.wait(seconds) }),
    })
  }
  const given = { step, code: field('code') }
  const result = await signInWithCode(services, platform, given, deviceOf(request), session)
  if (result.status === 'signed_in') {
    await forgetAttempts(services, platform, count)
    return enter(services, request, reply, result, next)
  }
  if (result.status !== 'refused') return showStepExpired(services, request, reply, next)
  return showCode(request, reply.code(422), { step, next, message: texts.signIn.twoFactor.wrongCode })
}

const showStepExpired = (
  services: WebOptions['services'],
  request: FastifyRequest,
  reply: FastifyReply,
  next: string,
) =>
  showSignIn(services, request, reply.code(422), {
    next,
    message: messagesOf(request).signIn.failures.step_expired,
  })

async function showSignIn(
  services: WebOptions['services'],
  request: FastifyRequest,
  reply: FastifyReply,
  { name, message, next }: State,
) {
  const { forms, signIn: texts } = messagesOf(request)
  const { platform } = request.visit
  const offer = await passkeyOffer(services, request, reply)
  const hasLinks = hasSignInLinks(services, platform)
  const { openId } = platform.settings
  const heading = texts.heading({ platform: platform.name })
  const content = (csrf: string) => (
    <>
      <Done
        request={request}
        messages={{
          reset: texts.passwordSet,
          deleted: texts.accountDeleted,
          'has-account': texts.hasAccount,
        }}
      />
      <ProblemSummary message={message ?? passkeyProblem(request) ?? openIdProblem(request)} />
      <Form action="/sign-in" csrf={csrf}>
        <input type="hidden" name="next" value={next} />
        <Field name="name" label={texts.name} value={name} isRequired autocomplete="username webauthn" />
        <Field
          name="password"
          label={forms.password}
          type="password"
          isRequired
          autocomplete="current-password"
        />
        <button class="primary" type="submit">
          {texts.submit}
        </button>
      </Form>
      {hasLinks || offer || openId ? (
        <div class="other-ways">
          <p>{texts.or}</p>
          {openId ? <OpenIdButton provider={openId} next={next} /> : null}
          {offer ? <PasskeySignInForm offer={offer} next={next} csrf={csrf} /> : null}
          {hasLinks ? (
            <a class="button" href={withNext('/sign-in/email', next)}>
              {texts.byEmail}
            </a>
          ) : null}
        </div>
      ) : null}
      <div class="form-page-other">
        {platform.settings.hasSignUp ? (
          <p>
            {texts.noAccount} <a href="/sign-up">{texts.signUp}</a>
          </p>
        ) : null}
        <p class="quiet">
          {hasLinks
            ? texts.forgotPasswordLink({
                link: (text) => <a href={withNext('/sign-in/email', next)}>{text}</a>,
              })
            : texts.forgotPassword}
        </p>
      </div>
    </>
  )
  return sendFormPage(request, reply, texts.title, content, { heading })
}

/** The reason that a passkey sign-in led back to this page. */
function passkeyProblem(request: FastifyRequest): string | undefined {
  const { done } = request.query as { done?: unknown }
  const { failures, passkey } = messagesOf(request).signIn
  if (done === 'expired') return failures.step_expired
  return done === 'passkey' ? passkey.failed : undefined
}
