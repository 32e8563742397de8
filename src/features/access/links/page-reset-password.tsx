// Setting a new password with a one-time link.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '../../../kernel/changes/errors.ts'
import { Form, ProblemSummary } from '../../../kit/components/form-fields.tsx'
import { messagesOf, pathOf } from '../../../kit/pages/visit.ts'
import type { WebOptions } from '../../../kit/pages/web-options.ts'
import type { UserRow } from '../../people/tables.ts'
import { sendFormPage } from '../page-account-layout.tsx'
import { NewPasswordFields, newPasswordOf } from '../passwords/page-new-password-fields.tsx'
import { rememberDevice } from '../sessions/page-known-device.ts'
import { readResetLink, resetPassword } from './reset-links.ts'

type Link = { Params: { token: string } }
type State = { user: UserRow; problems?: readonly Problem[] }

export const resetRoutes: FastifyPluginAsync<WebOptions> = async (site, { services }) => {
  site.get<Link>('/reset/:token', { config: { operation: 'resetPage' } }, async (request, reply) => {
    const user = await readResetLink(services, request.visit.platform, request.params.token)
    return user ? showReset(request, reply, { user }) : showInvalid(request, reply)
  })

  site.post<Link>('/reset/:token', { config: { operation: 'resetPassword' } }, async (request, reply) => {
    const { platform } = request.visit
    const { token } = request.params
    const user = await readResetLink(services, platform, token)
    if (!user) return showInvalid(request, reply)
    const { password, problems } = await newPasswordOf(services, request, user)
    if (problems.length > 0) return showReset(request, reply, { user, problems })
    const result = await resetPassword(services, platform, { token, password })
    if (result.status === 'no_link') return showInvalid(request, reply)
    if (result.status === 'refused') return showReset(request, reply, result)
    rememberDevice(services, request, reply, result.user)
    return reply.redirect('/sign-in?done=reset', 303)
  })
}

function showReset(request: FastifyRequest, reply: FastifyReply, { user, problems = [] }: State) {
  const { account, resetLink: texts } = messagesOf(request)
  if (problems.length > 0) reply.code(422)
  return sendFormPage(request, reply, texts.title, (csrf) => (
    <>
      <p>{texts.account({ email: <strong>{user.email}</strong>, platform: request.visit.platform.name })}</p>
      <ProblemSummary
        message={problems.length > 0 ? account.password.unchanged : undefined}
        problems={problems}
      >
        <Form action={pathOf(request)} csrf={csrf}>
          <input type="text" name="username" value={user.email} autocomplete="username" hidden />
          <NewPasswordFields platform={request.visit.platform} problems={problems} />
          <button class="primary" type="submit">
            {texts.submit}
          </button>
        </Form>
      </ProblemSummary>
    </>
  ))
}

/** The same page for unknown, used, and expired links. */
function showInvalid(request: FastifyRequest, reply: FastifyReply) {
  reply.code(404)
  const { resetLink: texts } = messagesOf(request)
  return sendFormPage(request, reply, texts.invalidTitle, () => (
    <>
      <p>{texts.invalidText}</p>
      <p>
        <a class="button" href="/sign-in">
          {texts.signIn}
        </a>
      </p>
    </>
  ))
}
