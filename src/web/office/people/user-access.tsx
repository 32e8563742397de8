// What an account may do: its role, which changes here and nowhere else, its registration, a link for a new password,
// and the end of a second factor that its holder has lost.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { makeResetLink } from '../../../domain/access/reset-links.ts'
import { clearTwoFactor, hasTwoFactor } from '../../../domain/access/two-factor.ts'
import { type Problem, Refusal } from '../../../domain/changes/errors.ts'
import { emailResetLink, resetUrl } from '../../../domain/people/emails.ts'
import { readUser } from '../../../domain/people/read-users.ts'
import { reviewRegistration } from '../../../domain/people/registrations.ts'
import { changeRole, isProtectedRole } from '../../../domain/people/roles.ts'
import { roles } from '../../../schema/people/attached-people.ts'
import type { Role, User } from '../../../schema/people/users.ts'
import { askPassword } from '../../account/password-attempts.ts'
import { displayName } from '../../components/person.tsx'
import { fieldsOf } from '../../forms/forms.ts'
import { callerOf } from '../../pages/visit.ts'
import { originOf } from '../../site/site-urls.ts'
import type { WebOptions } from '../../website.ts'
import { DoneNotice, ObjectHead } from '../shared/object-page.tsx'
import { sendOfficePage } from '../shared/office-layout.tsx'
import { among, queryOf } from '../shared/query-string.ts'
import { officeMessage } from '../shared/refusals.ts'
import { AccessForms, ClearTwoFactor } from './access-forms.tsx'
import { sendResetLinkPage } from './reset-link-page.tsx'

type Ids = { Params: { id: string } }

export const userAccessRoutes: FastifyPluginAsync<WebOptions> = async (office, options) => {
  const { services } = options
  const read = (request: FastifyRequest<Ids>) => readUser(services, callerOf(request), request.params.id)

  office.get<Ids>('/users/:id/access', { config: { operation: 'userAccess' } }, async (request, reply) =>
    sendAccess(options, request, reply, await read(request)),
  )

  office.post<Ids>('/users/:id/role', { config: { operation: 'changeRole' } }, async (request, reply) => {
    const user = await read(request)
    const role = among(roles, fieldsOf(request)('role'))
    if (role === undefined) throw new Refusal('not_found')
    try {
      await changeRole(services, callerOf(request), { id: user.id, role })
    } catch (error) {
      return sendRefused(options, request, reply, user, error)
    }
    return reply.redirect(accessPath(user, 'role'), 303)
  })

  office.post<Ids>(
    '/users/:id/registration',
    { config: { operation: 'reviewRegistration' } },
    async (request, reply) => {
      const user = await read(request)
      const status = among(['accepted', 'rejected'], fieldsOf(request)('status'))
      if (status === undefined) throw new Refusal('not_found')
      try {
        await reviewRegistration(services, callerOf(request), { id: user.id, status })
      } catch (error) {
        return sendRefused(options, request, reply, user, error)
      }
      return reply.redirect(accessPath(user, status), 303)
    },
  )

  office.post<Ids>(
    '/users/:id/reset-link',
    { config: { operation: 'makeResetLink' } },
    async (request, reply) => {
      const user = await read(request)
      try {
        const link = await makeResetLink(services, callerOf(request), { userId: user.id })
        const url = resetUrl(originOf(request), link)
        const emailResult = await emailResetLink(services, request.visit.platform, { link, url })
        if (emailResult.status === 'failed')
          request.log.warn({ err: emailResult.cause }, 'the reset link could not be sent by e-mail')
        return sendResetLinkPage(request, reply, { user, url, expiresAt: link.expiresAt, emailResult })
      } catch (error) {
        return sendRefused(options, request, reply, user, error)
      }
    },
  )

  const showClear = async (
    request: FastifyRequest<Ids>,
    reply: FastifyReply,
    problems: readonly Problem[] = [],
  ) => {
    const caller = callerOf(request)
    const user = await read(request)
    if (caller.actor.level !== 'privileged') throw new Refusal('insufficient_permissions')
    if (!(await hasTwoFactor(services, caller, user.id))) throw new Refusal('not_found')
    const title = displayName(user)
    return sendOfficePage(request, reply, { title: `Second factor of ${title}` }, (csrf) => (
      <>
        <ObjectHead area="users" id={user.id} title={title} current="access" />
        <ClearTwoFactor user={user} csrf={csrf} problems={problems} />
      </>
    ))
  }

  office.get<Ids>(
    '/users/:id/second-factor',
    { config: { operation: 'clearTwoFactorPage' } },
    (request, reply) => showClear(request, reply),
  )

  office.post<Ids>(
    '/users/:id/second-factor',
    { config: { operation: 'clearTwoFactor' } },
    async (request, reply) => {
      const caller = callerOf(request)
      const user = await read(request)
      if (caller.actor.level !== 'privileged') throw new Refusal('insufficient_permissions')
      const problem = await askPassword(options, request, reply)
      if (problem) return showClear(request, reply, [problem])
      await clearTwoFactor(services, caller, { userId: user.id })
      return reply.redirect(accessPath(user, 'second-factor'), 303)
    },
  )
}

const accessPath = ({ id }: User, done: string) => `/backoffice/users/${id}/access?done=${done}`

/** What the caller may not do is said on the page that asked for it. */
function sendRefused(
  options: WebOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  user: User,
  error: unknown,
) {
  if (!(error instanceof Refusal) || error.status === 404) throw error
  return sendAccess(options, request, reply.code(error.status), user, officeMessage(error))
}

async function sendAccess(
  { services }: WebOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  user: User,
  message?: string,
) {
  const caller = callerOf(request)
  const isOwner = caller.actor.level === 'privileged'
  const offered: readonly Role[] = isOwner ? roles : roles.filter((role) => !isProtectedRole(role))
  const canClear = isOwner && (await hasTwoFactor(services, caller, user.id))
  const title = displayName(user)
  return sendOfficePage(request, reply, { title: `Access of ${title}` }, (csrf) => (
    <>
      <ObjectHead area="users" id={user.id} title={title} current="access" />
      <DoneNotice what={queryOf(request)('done')} />
      <AccessForms
        user={user}
        csrf={csrf}
        offered={offered}
        mayTouch={isOwner || !isProtectedRole(user.role)}
        canClearTwoFactor={canClear}
        message={message}
      />
    </>
  ))
}
