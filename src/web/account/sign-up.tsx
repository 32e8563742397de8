// Registering an account, if the platform allows it.
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { signUp } from '../../domain/access/sign-up.ts'
import { type Problem, Refusal } from '../../domain/changes/errors.ts'
import { UserCreate } from '../../schema/people/users.ts'
import { Field, Form, ProblemSummary } from '../components/form-fields.tsx'
import { check } from '../forms/form-validation.ts'
import { fieldsOf } from '../forms/forms.ts'
import { chosenLanguage } from '../pages/language.ts'
import { messagesOf } from '../pages/visit.ts'
import type { WebOptions } from '../website.ts'
import { sendFormPage } from './account-layout.tsx'
import { NewPasswordFields, newPasswordOf } from './new-password-fields.tsx'
import { countSignUp } from './password-attempts.ts'

// Without a minimum delay, the response for an existing account would be faster, because nothing is written.
const RESPONSE_MS = 400

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
    const wrong = [...check(messagesOf(request), UserCreate, { ...person, type: 'Attendee' }), ...problems]
    if (wrong.length > 0) return refuse(request, reply, wrong)
    const seconds = await countSignUp({ services, limiter }, request, person.email)
    if (seconds > 0) {
      reply.code(429).header('retry-after', seconds)
      const { forms, formats } = messagesOf(request)
      return showSignUp(request, reply, { message: forms.tooManyAttempts({ wait: formats.wait(seconds) }) })
    }
    const minimumDelay = delay(RESPONSE_MS)
    const refused = await signUp(services, request.visit.platform, {
      ...{ ...person, password },
      language: chosenLanguage(request),
    })
    if (refused.length > 0) return refuse(request, reply, refused)
    await minimumDelay
    return reply.redirect('/sign-up/done', 303)
  })
}

function refuse(request: FastifyRequest, reply: FastifyReply, problems: readonly Problem[]) {
  reply.code(422)
  return showSignUp(request, reply, { message: messagesOf(request).forms.invalid, problems })
}

function showSignUp(request: FastifyRequest, reply: FastifyReply, { message, problems = [] }: State) {
  const { forms, signUp: texts } = messagesOf(request)
  const field = fieldsOf(request)
  const text = (name: string) => ({ name, value: field(name), problems, isRequired: true })
  return sendFormPage(request, reply, texts.title, (csrf) => (
    <>
      <p>{texts.text({ platform: request.visit.platform.name })}</p>
      <ProblemSummary message={message} problems={problems}>
        <Form action="/sign-up" csrf={csrf}>
          <div class="field-pair">
            <Field {...text('firstName')} label={forms.firstName} autocomplete="given-name" />
            <Field {...text('lastName')} label={forms.lastName} autocomplete="family-name" />
          </div>
          <Field {...text('email')} label={forms.email} type="email" autocomplete="username" />
          <NewPasswordFields platform={request.visit.platform} label={forms.password} problems={problems} />
          <button class="primary" type="submit">
            {texts.submit}
          </button>
        </Form>
      </ProblemSummary>
      <p class="form-page-other">
        {texts.hasAccount} <a href="/sign-in">{texts.signIn}</a>
      </p>
    </>
  ))
}

/** The same page whether or not the e-mail already had an account. */
function showDone(request: FastifyRequest, reply: FastifyReply) {
  const { signUp: texts } = messagesOf(request)
  return sendFormPage(request, reply, texts.done.title, () => (
    <>
      <p>{texts.done.text}</p>
      <p class="quiet">{texts.done.existing}</p>
      <p>
        <a class="button primary" href="/sign-in">
          {texts.signIn}
        </a>
      </p>
    </>
  ))
}
