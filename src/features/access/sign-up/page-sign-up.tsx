// Signing up, if the platform allows it: a form that asks for the e-mail, and the page of the link that is sent to it.
// Opening the link changes nothing, because mail scanners open links.
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { type Problem, Refusal } from '../../../kernel/changes/errors.ts'
import { countedClient } from '../../../kernel/http/server/trusted-proxies.ts'
import { isEmail } from '../../../kernel/lib/text/email.ts'
import { secondsUntilTomorrow } from '../../../kernel/outbox/email-counts.ts'
import { Field, Form, ProblemSummary } from '../../../kit/components/form-fields.tsx'
import { check } from '../../../kit/forms/form-validation.ts'
import { fieldsOf } from '../../../kit/forms/forms.ts'
import { messagesOf, pathOf } from '../../../kit/pages/visit.ts'
import type { WebOptions } from '../../../kit/pages/web-options.ts'
import { UserUpdate } from '../../people/schema.ts'
import { emailOriginOf } from '../../platforms/page-platform.ts'
import { sendFormPage } from '../page-account-layout.tsx'
import { NewPasswordFields, newPasswordOf } from '../passwords/page-new-password-fields.tsx'
import { countSignUp } from '../passwords/page-password-attempts.ts'
import { deviceOf, enter } from '../sessions/page-signed-in.ts'
import type { SignUpRow } from '../tables.ts'
import { answersOf, RegistrationQuestions } from './page-registration-questions.tsx'
import { completeSignUp, readOutlook, readSignUp, requestSignUp } from './sign-up.ts'

// Without a minimum delay, the response for an existing account could be faster, because less is written.
const RESPONSE_MS = 400

type Link = { Params: { token: string } }

export const signUpRoutes: FastifyPluginAsync<WebOptions> = async (site, options) => {
  const { services } = options
  site.addHook('onRequest', async (request) => {
    if (!request.visit.platform.settings.hasSignUp) throw new Refusal('not_found')
  })

  site.get('/sign-up', { config: { operation: 'signUpPage' } }, async (request, reply) => {
    if (request.visit.user) return reply.redirect('/account', 303)
    return showSignUp(request, reply)
  })

  site.get('/sign-up/done', { config: { operation: 'signedUpPage' } }, async (request, reply) =>
    showDone(options, request, reply),
  )

  site.post('/sign-up', { config: { operation: 'signUp' } }, async (request, reply) => {
    const email = fieldsOf(request)('email')
    const { forms } = messagesOf(request)
    if (!isEmail(email)) return showSignUp(request, reply.code(422), forms.validation.formats.email)
    const seconds = await countSignUp(options, request, email)
    if (seconds > 0) return refuse(request, reply, seconds)
    const minimumDelay = delay(RESPONSE_MS)
    const isRequested = await requestSignUp(services, request.visit.platform, {
      email,
      language: request.visit.language,
      origin: await emailOriginOf(services, request),
      address: countedClient(request),
    })
    await minimumDelay
    if (!isRequested) return refuse(request, reply, secondsUntilTomorrow(services.clock.now()))
    return reply.redirect('/sign-up/done', 303)
  })

  site.get<Link>(
    '/sign-up/:token',
    { config: { operation: 'completeSignUpPage' } },
    async (request, reply) => {
      const signUp = await readSignUp(services, request.visit.platform, request.params.token)
      return signUp ? showCompletion(options, request, reply, { signUp }) : showInvalid(request, reply)
    },
  )

  site.post<Link>('/sign-up/:token', { config: { operation: 'completeSignUp' } }, async (request, reply) => {
    const { platform, session } = request.visit
    const { token } = request.params
    const signUp = await readSignUp(services, platform, token)
    if (!signUp) return showInvalid(request, reply)
    const field = fieldsOf(request)
    const names = { firstName: field('firstName').trim(), lastName: field('lastName').trim() }
    const { answers, problems: wrongAnswers } = answersOf(request, platform.settings.registration.questions)
    const { password, problems } = await newPasswordOf(services, request, { ...names, email: signUp.email })
    const wrong = [...check(messagesOf(request), UserUpdate, names), ...wrongAnswers, ...problems]
    if (wrong.length > 0) return showCompletion(options, request, reply, { signUp, problems: wrong })
    const device = deviceOf(request)
    const result = await completeSignUp(services, platform, {
      ...{ token, names, answers, password, device },
      origin: await emailOriginOf(services, request),
      replaced: session,
    })
    switch (result.status) {
      case 'signed_in':
        return enter(services, request, reply, result, '/account')
      case 'refused':
        return showCompletion(options, request, reply, result)
      case 'has_account':
        return reply.redirect('/sign-in?done=has-account', 303)
      case 'no_link':
        return showInvalid(request, reply)
    }
  })
}

function refuse(request: FastifyRequest, reply: FastifyReply, seconds: number) {
  const { forms, formats } = messagesOf(request)
  reply.code(429).header('retry-after', seconds)
  return showSignUp(request, reply, forms.tooManyAttempts({ wait: formats.wait(seconds) }))
}

function showSignUp(request: FastifyRequest, reply: FastifyReply, message?: string) {
  const { forms, signUp: texts } = messagesOf(request)
  return sendFormPage(request, reply, texts.title, (csrf) => (
    <>
      <p>{texts.text({ platform: request.visit.platform.name })}</p>
      <ProblemSummary message={message} />
      <Form action="/sign-up" csrf={csrf}>
        <Field
          name="email"
          label={forms.email}
          type="email"
          value={fieldsOf(request)('email')}
          autocomplete="email"
          isRequired
        />
        <button class="primary" type="submit">
          {texts.submit}
        </button>
      </Form>
      <p class="form-page-other">
        {texts.hasAccount} <a href="/sign-in">{texts.signIn}</a>
      </p>
    </>
  ))
}

/** The same page whether or not the e-mail already had an account. */
async function showDone({ services }: WebOptions, request: FastifyRequest, reply: FastifyReply) {
  const { done } = messagesOf(request).signUp
  const isSent = (await emailOriginOf(services, request)) !== undefined
  return sendFormPage(request, reply, isSent ? done.title : done.titleWithoutMail, () => (
    <>
      <p>{isSent ? done.text : done.textWithoutMail}</p>
      {isSent ? <p class="quiet">{done.notReceived}</p> : null}
      <p class="form-page-other">
        <a href="/sign-up">{done.again}</a>
      </p>
    </>
  ))
}

type Completion = { signUp: SignUpRow; problems?: readonly Problem[] }

async function showCompletion(
  { services }: WebOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  { signUp, problems = [] }: Completion,
) {
  const { platform } = request.visit
  const { forms, invitation, signUp: texts } = messagesOf(request)
  const { questions } = platform.settings.registration
  const outlook = await readOutlook(services, platform, signUp.email)
  const field = fieldsOf(request)
  const name = (key: 'firstName' | 'lastName') => ({
    ...{ name: key, value: field(key), problems, isRequired: true },
  })
  if (problems.length > 0) reply.code(422)
  return sendFormPage(request, reply, invitation.title({ platform: platform.name }), (csrf) => (
    <>
      <p>{invitation.text({ email: <strong>{signUp.email}</strong> })}</p>
      <ProblemSummary message={problems.length > 0 ? forms.invalid : undefined} problems={problems}>
        <Form action={pathOf(request)} csrf={csrf}>
          <input type="text" name="username" value={signUp.email} autocomplete="username" hidden />
          <div class="field-pair">
            <Field {...name('firstName')} label={forms.firstName} autocomplete="given-name" />
            <Field {...name('lastName')} label={forms.lastName} autocomplete="family-name" />
          </div>
          <RegistrationQuestions
            questions={questions}
            answers={answersOf(request, questions).answers}
            problems={problems}
          />
          <NewPasswordFields platform={platform} label={forms.password} problems={problems} />
          <button class="primary" type="submit">
            {invitation.submit}
          </button>
        </Form>
      </ProblemSummary>
      {outlook === 'accepted' ? null : <p class="quiet">{texts.outlooks[outlook]}</p>}
    </>
  ))
}

/** The same page for unknown, used, replaced, and expired links. */
function showInvalid(request: FastifyRequest, reply: FastifyReply) {
  reply.code(404)
  const { resetLink, signUp: texts } = messagesOf(request)
  return sendFormPage(request, reply, resetLink.invalidTitle, () => (
    <>
      <p>{texts.invalidText}</p>
      <p>
        <a class="button" href="/sign-up">
          {texts.done.again}
        </a>
      </p>
    </>
  ))
}
