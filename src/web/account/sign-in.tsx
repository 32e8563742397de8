// Signing in and out.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { accountOfStep, endSession, signIn, signInWithCode } from '../../domain/access/sessions.ts'
import { clientAddress } from '../../http/server/trusted-proxies.ts'
import { canonicalEmail } from '../../lib/text/email.ts'
import type { UserRow } from '../../store/sql/tables.ts'
import { Field, Form, ProblemSummary } from '../components/form-fields.tsx'
import { fieldsOf } from '../forms/forms.ts'
import { callerOf, forgetSession, startSession } from '../pages/visit.ts'
import type { WebOptions } from '../website.ts'
import { Done, sendDoorPage } from './account-layout.tsx'
import { secondsToWait, tooManyTries } from './password-attempts.ts'

type State = { name?: string; message?: string; next: string }

export const signInRoutes: FastifyPluginAsync<WebOptions> = async (site, options) => {
  const { services, limiter } = options
  site.get('/sign-in', { config: { operation: 'signInPage' } }, async (request, reply) => {
    const next = ownPath((request.query as { next?: unknown }).next)
    if (request.visit.user) return reply.redirect(next, 303)
    return showSignIn(request, reply, { next })
  })

  site.post('/sign-in', { config: { operation: 'signIn' } }, async (request, reply) => {
    const field = fieldsOf(request)
    if (field('step') !== '') return takeCode(options, request, reply)
    const [name, next] = [field('name'), ownPath(field('next'))]
    const { platform, session } = request.visit
    const seconds = await secondsToWait(limiter, request, canonicalEmail(name))
    if (seconds > 0) {
      reply.code(429).header('retry-after', seconds)
      return showSignIn(request, reply, { name, next, message: tooManyTries(seconds) })
    }
    const credentials = { name, password: field('password') }
    const result = await signIn(services, platform, credentials, deviceOf(request), session)
    if (result.status === 'signed_in') return enter(reply, result, next)
    if (result.status === 'code_needed') return showCode(request, reply, { step: result.step, next })
    return showSignIn(request, reply.code(422), { name, next, message: messages[result.status] })
  })

  site.post('/sign-out', { config: { operation: 'signOut' } }, async (request, reply) => {
    const { user, session } = request.visit
    if (user && session)
      await endSession(services, callerOf(request), { userId: user.id, id: session.id, others: false })
    forgetSession(reply)
    return reply.redirect('/', 303)
  })
}

/** The second step: a code of the app for who has given the password. */
async function takeCode({ services, limiter }: WebOptions, request: FastifyRequest, reply: FastifyReply) {
  const field = fieldsOf(request)
  const [step, next] = [field('step'), ownPath(field('next'))]
  const { platform, session } = request.visit
  const seconds = await secondsToWait(limiter, request, accountOfStep(services, step) ?? '')
  if (seconds > 0) {
    reply.code(429).header('retry-after', seconds)
    return showCode(request, reply, { step, next, message: tooManyTries(seconds) })
  }
  const given = { step, code: field('code') }
  const result = await signInWithCode(services, platform, given, deviceOf(request), session)
  if (result.status === 'signed_in') return enter(reply, result, next)
  reply.code(422)
  if (result.status === 'refused')
    return showCode(request, reply, { step, next, message: 'This is not the code that the app shows now.' })
  return showSignIn(request, reply, { next, message: messages.step_expired })
}

function enter(reply: FastifyReply, { token, user }: { token: string; user: UserRow }, next: string) {
  startSession(reply, token)
  return reply.redirect(user.passwordMustChange ? '/account/password' : next, 303)
}

const messages = {
  refused: 'These do not belong together. Check the e-mail or username and the password.',
  step_expired: 'That took too long. Please begin again.',
  password_expired: 'This password has expired. Ask an organiser for a link to set a new one.',
}

const doneMessages = {
  reset: 'Your new password is set. Sign in with it.',
  deleted: 'Your account is deleted.',
}

/** Where a session is used from. */
export const deviceOf = (request: FastifyRequest) => ({
  address: clientAddress(request),
  agent: request.headers['user-agent'] ?? '',
})

/** A path of this site, as a browser would read it; anything else leads home. */
function ownPath(path: unknown): string {
  const base = 'https://own.invalid'
  const url = typeof path === 'string' && path.startsWith('/') ? URL.parse(path, base) : null
  // `/.//other.example` is of this site, but what is left of it without the dot names a host.
  return url?.origin === base && !url.pathname.startsWith('//') ? `${url.pathname}${url.search}` : '/'
}

function showSignIn(request: FastifyRequest, reply: FastifyReply, { name, message, next }: State) {
  return sendDoorPage(request, reply, 'Sign in', (csrf) => (
    <>
      <Done request={request} messages={doneMessages} />
      <ProblemSummary message={message} />
      <Form action="/sign-in" csrf={csrf}>
        <input type="hidden" name="next" value={next} />
        <Field name="name" label="E-mail or username" value={name} isRequired autocomplete="username" />
        <Field name="password" label="Password" type="password" isRequired autocomplete="current-password" />
        <button class="primary" type="submit">
          Sign in
        </button>
      </Form>
      <div class="door-other">
        {request.visit.platform.settings.hasSignUp ? (
          <p>
            No account yet? <a href="/sign-up">Sign up</a>
          </p>
        ) : null}
        <p class="quiet">Forgotten your password? An organiser can give you a link to set a new one.</p>
      </div>
    </>
  ))
}

type Asked = { step: string; next: string; message?: string }

function showCode(request: FastifyRequest, reply: FastifyReply, { step, next, message }: Asked) {
  return sendDoorPage(request, reply, 'One more step', (csrf) => (
    <>
      <ProblemSummary message={message} />
      <Form action="/sign-in" csrf={csrf}>
        <input type="hidden" name="next" value={next} />
        <input type="hidden" name="step" value={step} />
        <Field
          name="code"
          label="Code"
          hint="Six digits from your authenticator app."
          autocomplete="one-time-code"
          isRequired
        />
        <button class="primary" type="submit">
          Sign in
        </button>
      </Form>
      <p class="door-other">
        <a href="/sign-in">Sign in as somebody else</a>
      </p>
    </>
  ))
}
