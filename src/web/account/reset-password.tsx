// Setting a new password by a one-time link.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { readResetLink, resetPassword } from '../../domain/access/reset-links.ts'
import type { Problem } from '../../domain/changes/errors.ts'
import type { UserRow } from '../../store/sql/tables.ts'
import { Form, ProblemSummary } from '../components/form-fields.tsx'
import { pathOf } from '../pages/visit.ts'
import type { WebOptions } from '../website.ts'
import { sendDoorPage } from './account-layout.tsx'
import { NewPassword, newPasswordOf } from './new-password-fields.tsx'

type Link = { Params: { token: string } }
type State = { user: UserRow; problems?: readonly Problem[] }

export const resetRoutes: FastifyPluginAsync<WebOptions> = async (site, { services }) => {
  site.get<Link>('/reset/:token', { config: { operation: 'resetPage' } }, async (request, reply) => {
    const user = await readResetLink(services, request.visit.platform, request.params.token)
    return user ? showReset(request, reply, { user }) : showSpent(request, reply)
  })

  site.post<Link>('/reset/:token', { config: { operation: 'resetPassword' } }, async (request, reply) => {
    const { platform } = request.visit
    const { token } = request.params
    const user = await readResetLink(services, platform, token)
    if (!user) return showSpent(request, reply)
    const { password, problems } = await newPasswordOf(request, user)
    if (problems.length > 0) return showReset(request, reply, { user, problems })
    const result = await resetPassword(services, platform, { token, password })
    if (result.status === 'no_link') return showSpent(request, reply)
    if (result.status === 'refused') return showReset(request, reply, result)
    return reply.redirect('/sign-in?done=reset', 303)
  })
}

function showReset(request: FastifyRequest, reply: FastifyReply, { user, problems = [] }: State) {
  if (problems.length > 0) reply.code(422)
  return sendDoorPage(request, reply, 'Set a new password', (csrf) => (
    <>
      <p>
        For <strong>{user.email}</strong> at {request.visit.platform.name}.
      </p>
      <ProblemSummary
        message={problems.length > 0 ? 'This password cannot be used.' : undefined}
        problems={problems}
      >
        <Form action={pathOf(request)} csrf={csrf}>
          <input type="text" name="username" value={user.email} autocomplete="username" hidden />
          <NewPassword platform={request.visit.platform} problems={problems} />
          <button class="primary" type="submit">
            Set password
          </button>
        </Form>
      </ProblemSummary>
    </>
  ))
}

/** The same for a link that never was, one that was used and one that is too old. */
function showSpent(request: FastifyRequest, reply: FastifyReply) {
  reply.code(404)
  return sendDoorPage(request, reply, 'This link is no longer good', () => (
    <>
      <p>A link works once, and for a day. Ask an organiser for a new one.</p>
      <p>
        <a class="button" href="/sign-in">
          To the sign-in
        </a>
      </p>
    </>
  ))
}
