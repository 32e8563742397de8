// Registering by oneself, where the platform lets people.
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { signUp } from '../../domain/access/sign-up.ts'
import { type Problem, Refusal } from '../../domain/changes/errors.ts'
import { canonicalEmail } from '../../lib/text/email.ts'
import { UserCreate } from '../../schema/people/users.ts'
import { Field, Form, ProblemSummary } from '../components/form-fields.tsx'
import { check } from '../forms/form-validation.ts'
import { fieldsOf } from '../forms/forms.ts'
import type { WebOptions } from '../website.ts'
import { sendDoorPage } from './account-layout.tsx'
import { NewPassword, newPasswordOf } from './new-password-fields.tsx'
import { secondsToWait, tooManyTries } from './password-attempts.ts'

// An account that exists is not written, and so would be answered sooner.
const EVERY_ANSWER_MS = 400

type State = { message?: string; problems?: readonly Problem[] }

export const signUpRoutes: FastifyPluginAsync<WebOptions> = async (site, { services, limiter }) => {
  site.addHook('onRequest', async (request) => {
    if (!request.visit.platform.settings.hasSignUp) throw new Refusal('not_found')
  })

  site.get('/sign-up', { config: { operation: 'signUpPage' } }, async (request, reply) => {
    if (request.visit.user) return reply.redirect('/account', 303)
    return showSignUp(request, reply, {})
  })

  site.get('/sign-up/done', { config: { operation: 'signedUpPage' } }, async (request, reply) =>
    showDone(request, reply),
  )

  site.post('/sign-up', { config: { operation: 'signUp' } }, async (request, reply) => {
    const field = fieldsOf(request)
    const person = { email: field('email'), firstName: field('firstName'), lastName: field('lastName') }
    const { password, problems } = await newPasswordOf(request, person)
    const wrong = [...check(UserCreate, { ...person, type: 'Attendee' }), ...problems]
    if (wrong.length > 0) return refuse(request, reply, wrong)
    const seconds = await secondsToWait(limiter, request, canonicalEmail(person.email))
    if (seconds > 0) {
      reply.code(429).header('retry-after', seconds)
      return showSignUp(request, reply, { message: tooManyTries(seconds) })
    }
    const evenly = delay(EVERY_ANSWER_MS)
    const refused = await signUp(services, request.visit.platform, { ...person, password })
    if (refused.length > 0) return refuse(request, reply, refused)
    await evenly
    return reply.redirect('/sign-up/done', 303)
  })
}

function refuse(request: FastifyRequest, reply: FastifyReply, problems: readonly Problem[]) {
  reply.code(422)
  return showSignUp(request, reply, { message: 'Please look at these:', problems })
}

function showSignUp(request: FastifyRequest, reply: FastifyReply, { message, problems = [] }: State) {
  const field = fieldsOf(request)
  const text = (name: string) => ({ name, value: field(name), problems, isRequired: true })
  return sendDoorPage(request, reply, 'Sign up', (csrf) => (
    <>
      <p>
        For {request.visit.platform.name}. An organiser looks at every registration before it is accepted.
      </p>
      <ProblemSummary message={message} problems={problems}>
        <Form action="/sign-up" csrf={csrf}>
          <div class="field-pair">
            <Field {...text('firstName')} label="First name" autocomplete="given-name" />
            <Field {...text('lastName')} label="Last name" autocomplete="family-name" />
          </div>
          <Field {...text('email')} label="E-mail" type="email" autocomplete="username" />
          <NewPassword platform={request.visit.platform} label="Password" problems={problems} />
          <button class="primary" type="submit">
            Sign up
          </button>
        </Form>
      </ProblemSummary>
      <p class="door-other">
        Have an account already? <a href="/sign-in">Sign in</a>
      </p>
    </>
  ))
}

/** The same whether the e-mail had an account or not. */
function showDone(request: FastifyRequest, reply: FastifyReply) {
  return sendDoorPage(request, reply, 'Thank you', () => (
    <>
      <p>
        Your registration waits for an organiser to look at it. Until then you can sign in with your e-mail
        and the password you chose, and complete your profile.
      </p>
      <p class="quiet">
        If you had an account with this e-mail before, it is as it was, and so is its password.
      </p>
      <p>
        <a class="button primary" href="/sign-in">
          Sign in
        </a>
      </p>
    </>
  ))
}
