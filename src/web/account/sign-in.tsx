// Signing in and out.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import {
  accountOfStep,
  endSession,
  findSignInAccount,
  signIn,
  signInWithCode,
} from '../../domain/access/sessions.ts'
import { forgetAttempts } from '../../domain/access/sign-in-attempts.ts'
import { clientAddress } from '../../http/server/trusted-proxies.ts'
import type { UserRow } from '../../store/sql/tables.ts'
import { Field, Form, ProblemSummary } from '../components/form-fields.tsx'
import { fieldsOf } from '../forms/forms.ts'
import { callerOf, forgetSession, messagesOf, startSession } from '../pages/visit.ts'
import type { WebOptions } from '../website.ts'
import { Done, sendFormPage } from './account-layout.tsx'
import { rememberDevice } from './known-device.ts'
import { countSignIn } from './password-attempts.ts'

type State = { name?: string; message?: string; next: string }

export const signInRoutes: FastifyPluginAsync<WebOptions> = async (site, options) => {
  const { services } = options
  site.get('/sign-in', { config: { operation: 'signInPage' } }, async (request, reply) => {
    const next = ownPath((request.query as { next?: unknown }).next)
    if (request.visit.user) return reply.redirect(next, 303)
    return showSignIn(request, reply, { next })
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
      return showSignIn(request, reply, { name, next, message: texts.forms.tooManyAttempts(seconds) })
    }
    const credentials = { name, password: field('password'), requester }
    const result = await signIn(services, platform, credentials, deviceOf(request), session)
    if (result.status !== 'refused') await forgetAttempts(services, platform, count)
    if (result.status === 'signed_in') return enter(services, request, reply, result, next)
    if (result.status === 'code_needed') return showCode(request, reply, { step: result.step, next })
    return showSignIn(request, reply.code(422), { name, next, message: texts.signIn.failures[result.status] })
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
  if (!user) return showStepExpired(request, reply, next)
  const { seconds, count } = await countSignIn(options, request, { kind: 'code', name: user.username, user })
  if (seconds > 0) {
    reply.code(429).header('retry-after', seconds)
    return showCode(request, reply, { step, next, message: texts.forms.tooManyAttempts(seconds) })
  }
  const given = { step, code: field('code') }
  const result = await signInWithCode(services, platform, given, deviceOf(request), session)
  if (result.status === 'signed_in') {
    await forgetAttempts(services, platform, count)
    return enter(services, request, reply, result, next)
  }
  if (result.status !== 'refused') return showStepExpired(request, reply, next)
  return showCode(request, reply.code(422), { step, next, message: texts.signIn.twoFactor.wrongCode })
}

const showStepExpired = (request: FastifyRequest, reply: FastifyReply, next: string) =>
  showSignIn(request, reply.code(422), {
    next,
    message: messagesOf(request).signIn.failures.step_expired,
  })

function enter(
  services: WebOptions['services'],
  request: FastifyRequest,
  reply: FastifyReply,
  { token, user }: { token: string; user: UserRow },
  next: string,
) {
  rememberDevice(services, request, reply, user)
  startSession(reply, token)
  return reply.redirect(user.passwordMustChange ? withNext('/account/password', next) : next, 303)
}

/** The device of a session. */
export const deviceOf = (request: FastifyRequest) => ({
  address: clientAddress(request),
  agent: request.headers['user-agent'] ?? '',
})

/** The address of a page that leads on to `next`, which is not named if it is the home page. */
const withNext = (path: string, next: string): string =>
  next === '/' ? path : `${path}?next=${encodeURIComponent(next)}`

/** A path of this site, parsed as browsers do; anything else becomes the home page. */
export function ownPath(path: unknown): string {
  const base = 'https://own.invalid'
  const url = typeof path === 'string' && path.startsWith('/') ? URL.parse(path, base) : null
  // `/.//other.example` is a path of this site, but without the dot it names another host.
  return url?.origin === base && !url.pathname.startsWith('//') ? `${url.pathname}${url.search}` : '/'
}

function showSignIn(request: FastifyRequest, reply: FastifyReply, { name, message, next }: State) {
  const { forms, signIn: texts } = messagesOf(request)
  return sendFormPage(request, reply, texts.title, (csrf) => (
    <>
      <Done
        request={request}
        messages={{ reset: texts.passwordSet, deleted: texts.accountDeleted, email: texts.emailChanged }}
      />
      <ProblemSummary message={message} />
      <Form action="/sign-in" csrf={csrf}>
        <input type="hidden" name="next" value={next} />
        <Field name="name" label={texts.name} value={name} isRequired autocomplete="username" />
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
      <div class="form-page-other">
        {request.visit.platform.settings.hasSignUp ? (
          <p>
            {texts.noAccount} <a href="/sign-up">{texts.signUp}</a>
          </p>
        ) : null}
        <p class="quiet">{texts.forgotPassword}</p>
      </div>
    </>
  ))
}

type CodeState = { step: string; next: string; message?: string }

function showCode(request: FastifyRequest, reply: FastifyReply, { step, next, message }: CodeState) {
  const { signIn: texts } = messagesOf(request)
  return sendFormPage(request, reply, texts.twoFactor.title, (csrf) => (
    <>
      <ProblemSummary message={message} />
      <Form action="/sign-in" csrf={csrf}>
        <input type="hidden" name="next" value={next} />
        <input type="hidden" name="step" value={step} />
        <Field
          name="code"
          label={texts.twoFactor.code}
          hint={texts.twoFactor.codeHint}
          autocomplete="one-time-code"
          isRequired
        />
        <button class="primary" type="submit">
          {texts.submit}
        </button>
      </Form>
      <p class="form-page-other">
        <a href="/sign-in">{texts.twoFactor.otherAccount}</a>
      </p>
    </>
  ))
}
