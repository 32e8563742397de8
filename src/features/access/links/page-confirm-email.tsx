// Confirming a new e-mail with the link sent to it, signed in. Opening the link changes nothing, because mail scanners
// open links.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { Form } from '../../../kit/components/form-fields.tsx'
import { callerOf, messagesOf, pathOf, requireUser } from '../../../kit/pages/visit.ts'
import type { WebOptions } from '../../../kit/pages/web-options.ts'
import { sendFormPage } from '../page-account-layout.tsx'
import { confirmEmailChange, readEmailChange } from './email-changes.ts'

type Link = { Params: { token: string } }

export const confirmEmailRoutes: FastifyPluginAsync<WebOptions> = async (site, { services }) => {
  site.addHook('onRequest', requireUser)

  site.get<Link>(
    '/confirm-email/:token',
    { config: { operation: 'confirmEmailPage' } },
    async (request, reply) => {
      const change = await readEmailChange(services, request.visit.platform, request.params.token)
      return change?.user.id === callerOf(request).user.id
        ? showConfirmation(request, reply, change.email)
        : showInvalid(request, reply)
    },
  )

  site.post<Link>(
    '/confirm-email/:token',
    { config: { operation: 'confirmEmail' } },
    async (request, reply) => {
      const { params, visit, id: requestId } = request
      const { user } = callerOf(request)
      const isDone = await confirmEmailChange(services, visit.platform, {
        token: params.token,
        user,
        requestId,
      })
      return isDone ? reply.redirect('/account/profile?done=email', 303) : showInvalid(request, reply)
    },
  )
}

function showConfirmation(request: FastifyRequest, reply: FastifyReply, email: string) {
  const { confirmEmail: texts } = messagesOf(request)
  return sendFormPage(request, reply, texts.title, (csrf) => (
    <>
      <p>{texts.text({ email: <strong>{email}</strong>, platform: request.visit.platform.name })}</p>
      <Form action={pathOf(request)} csrf={csrf}>
        <button class="primary" type="submit">
          {texts.submit}
        </button>
      </Form>
    </>
  ))
}

/** The same page for invalid, used, and expired links, and for an address that has an account by now. */
function showInvalid(request: FastifyRequest, reply: FastifyReply) {
  reply.code(404)
  const { resetLink, confirmEmail: texts } = messagesOf(request)
  return sendFormPage(request, reply, resetLink.invalidTitle, () => <p>{texts.invalidText}</p>)
}
