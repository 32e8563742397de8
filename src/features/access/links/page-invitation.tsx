// Accepting an invitation: the person sets up the account with a password or a passkey. Opening the link changes
// nothing, because mail scanners open links.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '../../../kernel/changes/errors.ts'
import { isProtectedRole } from '../../../kernel/schema/roles.ts'
import { Field, Form, ProblemSummary } from '../../../kit/components/form-fields.tsx'
import { check } from '../../../kit/forms/form-validation.ts'
import { fieldsOf } from '../../../kit/forms/forms.ts'
import { messagesOf } from '../../../kit/pages/visit.ts'
import type { WebOptions } from '../../../kit/pages/web-options.ts'
import { UserUpdate } from '../../people/schema.ts'
import type { UserRow } from '../../people/tables.ts'
import { sendFormPage } from '../page-account-layout.tsx'
import { canHavePasskeys, passkeySite } from '../passkeys/page-passkey-site.ts'
import { offerPasskey } from '../passkeys/passkeys.ts'
import { NewPasswordFields, newPasswordOf } from '../passwords/page-new-password-fields.tsx'
import { deviceName } from '../sessions/page-device-name.ts'
import { deviceOf, enter } from '../sessions/page-signed-in.ts'
import { acceptInvitation, type InvitationResult, readInvitation } from './invitations.ts'

type Link = { Params: { token: string } }
type State = { user: UserRow; problems?: readonly Problem[]; message?: string }

export const invitationRoutes: FastifyPluginAsync<WebOptions> = async (site, options) => {
  const { services } = options
  const read = ({ visit, params }: FastifyRequest<Link>) =>
    readInvitation(services, visit.platform, params.token)

  site.get<Link>(
    '/invitation/:token',
    { config: { operation: 'invitationPage' } },
    async (request, reply) => {
      const user = await read(request)
      return user ? showInvitation(options, request, reply, { user }) : showInvalid(request, reply)
    },
  )

  site.post<Link>(
    '/invitation/:token',
    { config: { operation: 'acceptInvitation' } },
    async (request, reply) => {
      const user = await read(request)
      if (!user) return showInvalid(request, reply)
      const field = fieldsOf(request)
      const names = { firstName: field('firstName').trim(), lastName: field('lastName').trim() }
      const { password, problems } = await newPasswordOf(services, request, { ...user, ...names })
      const wrong = [...check(messagesOf(request), UserUpdate, names), ...problems]
      if (wrong.length > 0) return showInvitation(options, request, reply, { user, problems: wrong })
      const { token } = request.params
      const { platform, session, language } = request.visit
      const acceptance = { token, names, password, language, device: deviceOf(request), replaced: session }
      const result = await acceptInvitation(services, platform, acceptance)
      return finish(options, request, reply, result)
    },
  )

  site.post<Link>(
    '/invitation/:token/passkey',
    { config: { operation: 'acceptInvitationWithPasskey' } },
    async (request, reply) => {
      const field = fieldsOf(request)
      const device = deviceOf(request)
      const name = deviceName(messagesOf(request).account.sessions, device.agent)
      const { platform, session, language } = request.visit
      const result = await acceptInvitation(services, platform, {
        ...{ token: request.params.token, language, device, replaced: session },
        site: passkeySite(request, reply),
        passkey: { token: field('token'), response: field('response'), name },
      })
      return finish(options, request, reply, result)
    },
  )
}

function finish(
  options: WebOptions,
  request: FastifyRequest<Link>,
  reply: FastifyReply,
  result: InvitationResult,
) {
  if (result.status === 'signed_in') {
    const next = isProtectedRole(result.user.role) ? '/backoffice' : '/account'
    return enter(options.services, request, reply, result, next)
  }
  if (result.status === 'no_link') return showInvalid(request, reply)
  if (result.status === 'refused') return showInvitation(options, request, reply, result)
  const { failed } = messagesOf(request).account.passkeys
  return showInvitation(options, request, reply, { user: result.user, message: failed })
}

async function showInvitation(
  { services }: WebOptions,
  request: FastifyRequest<Link>,
  reply: FastifyReply,
  { user, problems = [], message }: State,
) {
  const { platform } = request.visit
  const { forms, invitation: texts, account } = messagesOf(request)
  const field = fieldsOf(request)
  const isSent = request.method === 'POST'
  const path = `/invitation/${request.params.token}`
  const name = (key: 'firstName' | 'lastName') => ({
    name: key,
    value: isSent ? field(key) : user[key],
    problems,
    isRequired: true,
  })
  if (problems.length > 0 || message !== undefined) reply.code(422)
  const offer = canHavePasskeys(request)
    ? await offerPasskey(services, { platform, user }, passkeySite(request, reply))
    : undefined
  return sendFormPage(request, reply, texts.title({ platform: platform.name }), (csrf) => (
    <>
      <p>{texts.text({ email: <strong>{user.email}</strong> })}</p>
      <ProblemSummary
        message={message ?? (problems.length > 0 ? forms.invalid : undefined)}
        problems={problems}
      >
        <Form action={path} csrf={csrf}>
          <input type="text" name="username" value={user.email} autocomplete="username" hidden />
          <div class="field-pair">
            <Field {...name('firstName')} label={forms.firstName} autocomplete="given-name" />
            <Field {...name('lastName')} label={forms.lastName} autocomplete="family-name" />
          </div>
          <NewPasswordFields platform={platform} label={forms.password} problems={problems} />
          <button class="primary" type="submit">
            {texts.submit}
          </button>
        </Form>
      </ProblemSummary>
      {offer ? (
        <div
          data-passkey="create"
          data-options={JSON.stringify(offer.options)}
          data-failed={account.passkeys.failed}
          hidden
        >
          <h2>{texts.passkeyTitle}</h2>
          <p>{texts.passkeyText}</p>
          <Form action={`${path}/passkey`} csrf={csrf}>
            <input type="hidden" name="token" value={offer.token} />
            <input type="hidden" name="response" />
            <p class="problem" role="alert" />
            <button type="submit">{account.passkeys.add}</button>
          </Form>
        </div>
      ) : null}
    </>
  ))
}

/** The same page for unknown, used, revoked, and expired links. */
function showInvalid(request: FastifyRequest, reply: FastifyReply) {
  reply.code(404)
  const { resetLink, invitation: texts } = messagesOf(request)
  return sendFormPage(request, reply, resetLink.invalidTitle, () => (
    <>
      <p>{texts.invalidText}</p>
      <p>
        <a class="button" href="/sign-in">
          {resetLink.signIn}
        </a>
      </p>
    </>
  ))
}
