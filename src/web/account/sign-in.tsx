// Signing in and out.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { endSession, signIn } from '../../domain/sessions.ts'
import { clientAddress } from '../../http/proxies.ts'
import { canonicalEmail } from '../../lib/email.ts'
import { secondsToWait, tooManyTries } from '../ask-password.ts'
import { Field, Form, ProblemSummary } from '../components/form.tsx'
import { fieldsOf } from '../forms.ts'
import { callerOf, forgetSession, startSession } from '../visit.ts'
import type { WebOptions } from '../website.ts'
import { Done, sendDoorPage } from './frame.tsx'

type State = { name?: string; message?: string; needsCode?: boolean; next: string }

export const signInRoutes: FastifyPluginAsync<WebOptions> = async (site, { services, limiter }) => {
  site.get('/sign-in', { config: { operation: 'signInPage' } }, async (request, reply) => {
    const next = ownPath((request.query as { next?: unknown }).next)
    if (request.visit.user) return reply.redirect(next, 303)
    return showSignIn(request, reply, { next })
  })

  site.post('/sign-in', { config: { operation: 'signIn' } }, async (request, reply) => {
    const field = fieldsOf(request)
    const [name, next] = [field('name'), ownPath(field('next'))]
    const { platform, session } = request.visit
    const seconds = await secondsToWait(limiter, request, canonicalEmail(name))
    if (seconds > 0) {
      reply.code(429).header('retry-after', seconds)
      return showSignIn(request, reply, { name, next, message: tooManyTries(seconds) })
    }
    const credentials = { name, password: field('password'), code: field('code') || undefined }
    const result = await signIn(services, platform, credentials, deviceOf(request), session)
    if (result.status === 'signed_in') {
      startSession(reply, result.token)
      return reply.redirect(result.user.passwordMustChange ? '/account/password' : next, 303)
    }
    reply.code(result.status === 'code_needed' ? 200 : 422)
    return showSignIn(request, reply, {
      name,
      next,
      needsCode: result.status === 'code_needed' || credentials.code !== undefined,
      message: messages[result.status],
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

const messages = {
  refused: 'These do not belong together. Check the e-mail or username and the password.',
  code_needed: 'Now the code of your authenticator app. Give the password again with it.',
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
export function ownPath(path: unknown): string {
  const base = 'https://own.invalid'
  const url = typeof path === 'string' && path.startsWith('/') ? URL.parse(path, base) : null
  return url?.origin === base ? `${url.pathname}${url.search}` : '/'
}

function showSignIn(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, message, needsCode = false, next }: State,
) {
  return sendDoorPage(request, reply, 'Sign in', (csrf) => (
    <>
      <Done request={request} messages={doneMessages} />
      <ProblemSummary message={message} />
      <Form action="/sign-in" csrf={csrf}>
        <input type="hidden" name="next" value={next} />
        <Field name="name" label="E-mail or username" value={name} isRequired autocomplete="username" />
        <Field name="password" label="Password" type="password" isRequired autocomplete="current-password" />
        {needsCode ? (
          <Field
            name="code"
            label="Code"
            hint="Six digits from your authenticator app."
            autocomplete="one-time-code"
          />
        ) : null}
        <button class="primary" type="submit">
          Sign in
        </button>
      </Form>
      {request.visit.platform.settings.hasSignUp ? (
        <p class="door-other">
          No account yet? <a href="/sign-up">Sign up</a>
        </p>
      ) : (
        <p class="door-other quiet">
          Forgotten your password? An organiser can give you a link to set a new one.
        </p>
      )}
    </>
  ))
}
