// Turning off two-factor authentication for a user who has lost the authenticator app. For owners.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { type Problem, Refusal } from '../../kernel/changes/errors.ts'
import { displayName } from '../../kit/components/person.tsx'
import { ConfirmPage } from '../../kit/office/confirm-page.tsx'
import { ObjectHead } from '../../kit/office/object-page.tsx'
import { sendOfficePage } from '../../kit/office/office-layout.tsx'
import { callerOf, messagesOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { askPassword } from '../access/passwords/page-password-attempts.ts'
import { clearTwoFactor, hasTwoFactor } from '../access/two-factor/two-factor.ts'
import { readUser } from '../people/read-users.ts'
import type { User } from '../people/schema.ts'
import { accessPath } from './office-user-access.tsx'

type Ids = { Params: { id: string } }

export const turnOffTwoFactorRoutes: FastifyPluginAsync<WebOptions> = async (office, options) => {
  const { services } = options

  const requireUser = async (request: FastifyRequest<Ids>): Promise<User> => {
    const caller = callerOf(request)
    const user = await readUser(services, caller, request.params.id)
    if (caller.actor.level !== 'privileged') throw new Refusal('insufficient_permissions')
    return user
  }
  const show = async (
    request: FastifyRequest<Ids>,
    reply: FastifyReply,
    problems: readonly Problem[] = [],
  ) => {
    const user = await requireUser(request)
    if (!(await hasTwoFactor(services, callerOf(request), user.id))) throw new Refusal('not_found')
    return sendConfirmation(request, reply, user, problems)
  }

  office.get<Ids>(
    '/users/:id/two-factor',
    { config: { operation: 'clearTwoFactorPage' } },
    (request, reply) => show(request, reply),
  )

  office.post<Ids>(
    '/users/:id/two-factor',
    { config: { operation: 'clearTwoFactor' } },
    async (request, reply) => {
      const user = await requireUser(request)
      const problem = await askPassword(options, request, reply)
      if (problem) return show(request, reply, [problem])
      await clearTwoFactor(services, callerOf(request), { userId: user.id })
      return reply.redirect(accessPath(user, 'two-factor'), 303)
    },
  )
}

function sendConfirmation(
  request: FastifyRequest,
  reply: FastifyReply,
  user: User,
  problems: readonly Problem[],
) {
  const name = displayName(user)
  const texts = messagesOf(request).office.userAccess
  const path = `/backoffice/users/${user.id}`
  const accessPage = `${path}/access`
  return sendOfficePage(request, reply, { title: texts.twoFactorTitle({ name }) }, (csrf) => (
    <ConfirmPage
      head={
        <>
          <ObjectHead area="users" id={user.id} title={name} current="access" />
          <h2>{texts.turnOffTitle}</h2>
        </>
      }
      intro={texts.turnOffIntro({ email: user.email })}
      action={`${path}/two-factor`}
      csrf={csrf}
      submit={texts.turnOff}
      isDanger
      cancel={accessPage}
      failed={texts.notTurnedOff}
      problems={problems}
      passwordHint={texts.passwordHint}
    />
  ))
}
