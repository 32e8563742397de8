// Signing in and out.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { endSession, signIn } from '../../domain/sessions.ts'
import { clientAddress } from '../../http/proxies.ts'
import { Field, Form, ProblemSummary } from '../components/form.tsx'
import { fieldsOf } from '../forms.ts'
import { Layout } from '../layout.tsx'
import { sendPrivatePage } from '../render.tsx'
import { callerOf, forgetSession, startSession } from '../visit.ts'
import type { WebOptions } from '../website.ts'

const TRIES_PER_ACCOUNT = 10
const TRIES_PER_ADDRESS = 30

type State = { name?: string; message?: string; needsCode?: boolean; next: string }

export const signInRoutes: FastifyPluginAsync<WebOptions> = async (site, { services, limiter }) => {
  site.get<{ Querystring: { next?: string } }>(
    '/sign-in',
    { config: { operation: 'signInPage' } },
    async (request, reply) => {
      const next = ownPath(request.query.next)
      if (request.visit.user) return reply.redirect(next, 303)
      return showSignIn(request, reply, { next })
    },
  )

  site.post('/sign-in', { config: { operation: 'signIn' } }, async (request, reply) => {
    const field = fieldsOf(request)
    const [name, next] = [field('name'), ownPath(field('next'))]
    const address = clientAddress(request)
    const waitSeconds = await throttled(limiter, name, address)
    if (waitSeconds > 0) {
      reply.code(429).header('retry-after', waitSeconds)
      return showSignIn(request, reply, {
        name,
        next,
        message: `Too many tries. Wait ${waitSeconds} seconds and try again.`,
      })
    }
    const credentials = { name, password: field('password'), code: field('code') || undefined }
    const agent = request.headers['user-agent'] ?? ''
    const result = await signIn(services, request.visit.platform, credentials, { address, agent })
    if (result.status === 'signed_in') {
      startSession(reply, result.token)
      return reply.redirect(result.user.passwordMustChange ? '/account/password' : next, 303)
    }
    reply.code(result.status === 'code_needed' ? 200 : 422)
    return showSignIn(request, reply, {
      name,
      next,
      needsCode: result.status === 'code_needed',
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

/** Seconds to wait; 0 where the try counts. By the account that is named, and by the address that asks. */
async function throttled(limiter: WebOptions['limiter'], name: string, address: string): Promise<number> {
  const verdicts = [
    await limiter.take(`sign-in:address:${address}`, TRIES_PER_ADDRESS),
    await limiter.take(`sign-in:account:${name.toLowerCase()}`, TRIES_PER_ACCOUNT),
  ]
  return Math.max(
    0,
    ...verdicts.filter((verdict) => !verdict.isAllowed).map((verdict) => verdict.resetSeconds),
  )
}

/** A path of this site; anything else leads home. */
const ownPath = (path: string | undefined): string => (path && /^\/(?![/\\])/.test(path) ? path : '/')

function showSignIn(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, message, needsCode = false, next }: State,
) {
  const csrf = reply.generateCsrf()
  return sendPrivatePage(reply, (nonce) => (
    <Layout visit={request.visit} title="Sign in" path="/sign-in" nonce={nonce}>
      <h1>Sign in</h1>
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
    </Layout>
  ))
}
