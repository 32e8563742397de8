// Signing in with a link sent by e-mail. Only the button on its page uses the link, because mail scanners open links.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { type Problem, Refusal } from '../../../kernel/changes/errors.ts'
import { countedClient } from '../../../kernel/http/server/trusted-proxies.ts'
import { isEmail } from '../../../kernel/lib/text/email.ts'
import { ownPath } from '../../../kernel/lib/web/own-path.ts'
import { Field, Form, ProblemSummary } from '../../../kit/components/form-fields.tsx'
import { fieldsOf } from '../../../kit/forms/forms.ts'
import { messagesOf } from '../../../kit/pages/visit.ts'
import type { WebOptions } from '../../../kit/pages/web-options.ts'
import type { UserRow } from '../../people/tables.ts'
import { confirmedOriginOf } from '../../platforms/page-platform.ts'
import { sendFormPage } from '../page-account-layout.tsx'
import { NewPasswordFields, newPasswordOf } from '../passwords/page-new-password-fields.tsx'
import { countSignInLink } from '../passwords/page-password-attempts.ts'
import { deviceName } from '../sessions/page-device-name.ts'
import { deviceOf, enter, withNext } from '../sessions/page-signed-in.ts'
import { forgetAttempts, signInLinkSubjects } from '../sessions/sign-in-attempts.ts'
import { showCode } from '../two-factor/page-sign-in-code.tsx'
import { hasSignInLinks, makeSignInLink, readSignInLink, signInWithLink } from './sign-in-links.ts'

type Link = { Params: { token: string }; Querystring: { next?: unknown; password?: unknown } }
type State = { next: string; email?: string; message?: string }

export const signInLinkRoutes: FastifyPluginAsync<WebOptions> = async (site, options) => {
  const { services } = options
  site.addHook('onRequest', async (request) => {
    if (!hasSignInLinks(services, request.visit.platform)) throw new Refusal('not_found')
  })

  site.get('/sign-in/email', { config: { operation: 'signInLinkFormPage' } }, async (request, reply) =>
    showForm(request, reply, { next: ownPath((request.query as { next?: unknown }).next) }),
  )

  site.post('/sign-in/email', { config: { operation: 'sendSignInLink' } }, async (request, reply) => {
    const field = fieldsOf(request)
    const [email, next] = [field('email'), ownPath(field('next'))]
    const { forms, formats } = messagesOf(request)
    if (!isEmail(email))
      return showForm(request, reply.code(422), { next, email, message: forms.validation.formats.email })
    const seconds = await countSignInLink(options, request, email)
    if (seconds > 0) {
      reply.code(429).header('retry-after', seconds)
      return showForm(request, reply, {
        next,
        email,
        message: forms.tooManyAttempts({ wait: formats.wait(seconds) }),
      })
    }
    const origin = await confirmedOriginOf(services, request)
    // Not awaited, because the response time must not reveal whether there is an account.
    void sendLink(services, request, {
      email,
      urlOf: (token) => withNext(`${origin}/sign-in/link/${token}`, next),
    })
    return reply.redirect('/sign-in/email/sent', 303)
  })

  site.get('/sign-in/email/sent', { config: { operation: 'signInLinkSentPage' } }, async (request, reply) =>
    showSent(request, reply),
  )

  site.get<Link>(
    '/sign-in/link/:token',
    { config: { operation: 'signInLinkPage' } },
    async (request, reply) => {
      const { params, query, visit } = request
      const user = await readSignInLink(services, visit.platform, params.token)
      return user
        ? showConfirmation(request, reply, {
            ...{ user, next: ownPath(query.next) },
            isSettingPassword: query.password === 'new',
          })
        : showInvalid(request, reply)
    },
  )

  site.post<Link>(
    '/sign-in/link/:token',
    { config: { operation: 'signInWithLink' } },
    async (request, reply) => {
      const { platform, session } = request.visit
      const next = ownPath(fieldsOf(request)('next'))
      const user = await readSignInLink(services, platform, request.params.token)
      if (!user) return showInvalid(request, reply)
      const isSettingPassword = 'password' in ((request.body ?? {}) as object)
      const { password, problems } = isSettingPassword
        ? await newPasswordOf(services, request, user)
        : { password: null, problems: [] }
      if (problems.length > 0)
        return showConfirmation(request, reply.code(422), { user, next, isSettingPassword, problems })
      const { token } = request.params
      const given = { token, password, device: deviceOf(request), replaced: session }
      const result = await signInWithLink(services, platform, given)
      switch (result.status) {
        case 'signed_in':
          await forgetAttempts(services, platform, {
            kind: 'password',
            subjects: signInLinkSubjects(result.user.email),
          })
          return enter(services, request, reply, result, next)
        case 'code_needed':
          return showCode(request, reply, { step: result.step, next })
        case 'password_needed':
          return reply.redirect(`/reset/${result.token}`, 303)
        default:
          return showInvalid(request, reply)
      }
    },
  )
}

type Sending = { email: string; urlOf: (token: string) => string }

/** Queues a link for the account with this e-mail, if there is one. Never rejects. */
async function sendLink(
  services: WebOptions['services'],
  request: FastifyRequest,
  { email, urlOf }: Sending,
): Promise<void> {
  const { platform, language } = request.visit
  const device = deviceName(messagesOf(request).account.sessions, deviceOf(request).agent)
  try {
    const address = countedClient(request)
    await makeSignInLink(services, platform, email, { urlOf, address, device, language })
  } catch (err) {
    request.log.warn({ err }, 'a sign-in link could not be created')
  }
}

function showForm(request: FastifyRequest, reply: FastifyReply, { next, email, message }: State) {
  const { forms, signIn: texts } = messagesOf(request)
  return sendFormPage(request, reply, texts.link.title, (csrf) => (
    <>
      <ProblemSummary message={message} />
      <p>{texts.link.text}</p>
      <Form action="/sign-in/email" csrf={csrf}>
        <input type="hidden" name="next" value={next} />
        <Field
          name="email"
          label={forms.email}
          type="email"
          value={email}
          isRequired
          autocomplete="username"
        />
        <button class="primary" type="submit">
          {texts.link.send}
        </button>
      </Form>
      <p class="form-page-other">
        <a href={withNext('/sign-in', next)}>{texts.link.withPassword}</a>
      </p>
    </>
  ))
}

/** The same page whether or not the e-mail has an account. */
function showSent(request: FastifyRequest, reply: FastifyReply) {
  const { link: texts } = messagesOf(request).signIn
  return sendFormPage(request, reply, texts.sentTitle, () => (
    <>
      <p>{texts.sent}</p>
      <p class="quiet">{texts.notReceived}</p>
      <p class="form-page-other">
        <a href="/sign-in/email">{texts.again}</a>
      </p>
    </>
  ))
}

type Confirmation = {
  user: UserRow
  next: string
  isSettingPassword: boolean
  problems?: readonly Problem[]
}

/** Names the account, so that nobody signs in to the account of someone who sent them their own link. */
function showConfirmation(
  request: FastifyRequest<Link>,
  reply: FastifyReply,
  { user, next, isSettingPassword, problems = [] }: Confirmation,
) {
  const { account, signIn: texts } = messagesOf(request)
  const { platform } = request.visit
  const path = `/sign-in/link/${request.params.token}`
  const ownPage = withNext(path, next)
  const newPassword = `${ownPage}${ownPage.includes('?') ? '&' : '?'}password=new`
  return sendFormPage(request, reply, texts.title, (csrf) => (
    <>
      <p>{texts.link.confirm({ email: <strong>{user.email}</strong>, platform: platform.name })}</p>
      <ProblemSummary
        message={problems.length > 0 ? account.password.unchanged : undefined}
        problems={problems}
      >
        <Form action={path} csrf={csrf}>
          <input type="hidden" name="next" value={next} />
          {isSettingPassword ? (
            <>
              <input type="text" name="username" value={user.email} autocomplete="username" hidden />
              <NewPasswordFields platform={platform} problems={problems} />
            </>
          ) : null}
          <button class="primary" type="submit">
            {isSettingPassword ? texts.link.withNewPassword : texts.submit}
          </button>
        </Form>
      </ProblemSummary>
      <p class="form-page-other">
        {isSettingPassword ? (
          <a href={ownPage}>{texts.link.keepPassword}</a>
        ) : (
          <a href={newPassword}>{texts.link.newPassword}</a>
        )}
      </p>
    </>
  ))
}

/** The same page for unknown, used, and expired links. */
function showInvalid(request: FastifyRequest, reply: FastifyReply) {
  reply.code(404)
  const { resetLink, signIn } = messagesOf(request)
  return sendFormPage(request, reply, resetLink.invalidTitle, () => (
    <>
      <p>{signIn.link.invalid}</p>
      <p>
        <a class="button" href="/sign-in/email">
          {signIn.link.again}
        </a>
      </p>
    </>
  ))
}
