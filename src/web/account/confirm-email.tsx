// Confirming a new e-mail with the link sent to it. Opening the link changes nothing, because mail scanners open links.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { confirmEmailChange, makeEmailChange, readEmailChange } from '../../domain/access/email-changes.ts'
import { execute } from '../../domain/changes/commands.ts'
import { encryptLink, queueEmailOperation } from '../../domain/people/emails.ts'
import { Form } from '../components/form-fields.tsx'
import { callerOf, confirmedOriginOf, messagesOf, pathOf } from '../pages/visit.ts'
import type { WebOptions } from '../website.ts'
import { sendFormPage } from './account-layout.tsx'

type Link = { Params: { token: string } }

export const confirmEmailRoutes: FastifyPluginAsync<WebOptions> = async (site, { services }) => {
  site.get<Link>(
    '/confirm-email/:token',
    { config: { operation: 'confirmEmailPage' } },
    async (request, reply) => {
      const change = await readEmailChange(services, request.visit.platform, request.params.token)
      return change ? showConfirmation(request, reply, change.email) : showInvalid(request, reply)
    },
  )

  site.post<Link>(
    '/confirm-email/:token',
    { config: { operation: 'confirmEmail' } },
    async (request, reply) => {
      const { params, visit, id: requestId } = request
      const isDone = await confirmEmailChange(services, visit.platform, { token: params.token, requestId })
      if (!isDone) return showInvalid(request, reply)
      return reply.redirect(visit.user ? '/account/profile?done=email' : '/sign-in?done=email', 303)
    },
  )
}

/** Queues the e-mail with the link to the signed-in user's new address, whether or not it is taken. */
export async function emailConfirmation(
  { services }: Pick<WebOptions, 'services'>,
  request: FastifyRequest,
  email: string,
): Promise<void> {
  const caller = callerOf(request)
  const origin = await confirmedOriginOf(services, request)
  const { token, expiresAt } = makeEmailChange(services, caller.platform, { user: caller.user, email })
  await execute(services, caller, queueEmailOperation, {
    user: { id: caller.user.id, email },
    kind: 'confirmation',
    secret: encryptLink(services, `${origin}/confirm-email/${token}`),
    data: { language: request.visit.language },
    expiresAt,
  })
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
