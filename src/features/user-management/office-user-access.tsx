// The access of an account: its role, which only these pages change, its registration, and a link for a new password.

import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../kernel/changes/errors.ts'
import { statusOf } from '../../kernel/http/problems/catalog.ts'
import { isProtectedRole, type Role, roles } from '../../kernel/schema/roles.ts'
import { displayName } from '../../kit/components/person.tsx'
import { fieldsOf } from '../../kit/forms/forms.ts'
import { DoneNotice, ObjectHead } from '../../kit/office/object-page.tsx'
import { sendOfficePage } from '../../kit/office/office-layout.tsx'
import { among, queryOf } from '../../kit/office/query-string.ts'
import { officeMessage } from '../../kit/office/refusals.ts'
import { callerOf, messagesOf, zoneOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { readInvitationState } from '../access/links/invitations.ts'
import { makeResetLink, resetUrl } from '../access/links/reset-links.ts'
import { showOnce } from '../access/one-time-pages/office-show-once.ts'
import { hasTwoFactor } from '../access/two-factor/two-factor.ts'
import { expiryOf } from '../mail-delivery/render-email.ts'
import { readUser } from '../people/read-users.ts'
import { readTakenPlaces } from '../people/registrations/places.ts'
import { reviewRegistration } from '../people/registrations/registrations.ts'
import { changeRole } from '../people/roles.ts'
import type { User } from '../people/schema.ts'
import { confirmedOriginOf, emailOriginOf } from '../platforms/page-platform.ts'
import { AccessForms } from './office-access-forms.tsx'

type Ids = { Params: { id: string } }

export const userAccessRoutes: FastifyPluginAsync<WebOptions> = async (office, options) => {
  const { services } = options
  const read = (request: FastifyRequest<Ids>) => readUser(services, callerOf(request), request.params.id)

  office.get<Ids>('/users/:id/access', { config: { operation: 'userAccess' } }, async (request, reply) =>
    sendAccess({ options, request, reply, user: await read(request) }),
  )

  office.post<Ids>('/users/:id/role', { config: { operation: 'changeRole' } }, async (request, reply) => {
    const user = await read(request)
    const role = among(roles, fieldsOf(request)('role'))
    if (role === undefined) throw new Refusal('not_found')
    try {
      await changeRole(services, callerOf(request), { id: user.id, role })
    } catch (error) {
      return sendRefused({ options, request, reply, user }, error)
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
        const emailedFrom = await emailOriginOf(services, request)
        await reviewRegistration(services, callerOf(request), { id: user.id, status, emailedFrom })
      } catch (error) {
        const page = { options, request, reply, user }
        if (!(error instanceof Refusal) || error.code !== 'protected_account') return sendRefused(page, error)
        reply.code(statusOf(error))
        return sendAccess({ ...page, message: messagesOf(request).office.userAccess.alwaysAccepted })
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
        const origin = await confirmedOriginOf(services, request)
        const link = await makeResetLink(services, callerOf(request), {
          userId: user.id,
          emailedFrom: services.hasMailer ? origin : undefined,
        })
        const url = resetUrl(origin, link)
        const data = { user, url, expiresAt: link.expiresAt, isEmailed: services.hasMailer }
        return await showOnce(options, request, reply, { kind: 'reset_link', data })
      } catch (error) {
        return sendRefused({ options, request, reply, user }, error)
      }
    },
  )
}

export const accessPath = ({ id }: User, done: string) => `/backoffice/users/${id}/access?done=${done}`

type AccessPage = {
  options: WebOptions
  request: FastifyRequest
  reply: FastifyReply
  user: User
  /** The reason the last change was refused. */
  message?: string
}

/** Shows a refusal on the page of the form. */
export function sendRefused(page: AccessPage, error: unknown) {
  if (!(error instanceof Refusal) || statusOf(error) === 404) throw error
  const { request, reply } = page
  reply.code(statusOf(error))
  return sendAccess({ ...page, message: officeMessage(error, messagesOf(request)) })
}

async function sendAccess({ options: { services }, request, reply, user, message }: AccessPage) {
  const caller = callerOf(request)
  const { canBeInvited, openUntil } = await readInvitationState(services, caller, user.id)
  const isOwner = caller.actor.level === 'privileged'
  const offered: readonly Role[] = isOwner ? roles : roles.filter((role) => !isProtectedRole(role))
  const canTurnOffTwoFactor = isOwner && (await hasTwoFactor(services, caller, user.id))
  const places = user.role === 'attendee' ? await readTakenPlaces(services, caller.platform) : undefined
  const name = displayName(user)
  const messages = messagesOf(request)
  const { title } = messages.office.userAccess
  return sendOfficePage(request, reply, { title: title({ name }) }, (csrf) => (
    <>
      <ObjectHead area="users" id={user.id} title={name} current="access" />
      <DoneNotice what={queryOf(request)('done')} />
      <AccessForms
        {...{ user, csrf, offered, canTurnOffTwoFactor, message }}
        invitation={
          canBeInvited
            ? {
                openUntil:
                  openUntil === undefined ? undefined : expiryOf(messages, openUntil, zoneOf(request.visit)),
                hasMailer: services.hasMailer,
              }
            : undefined
        }
        canChange={isOwner || !isProtectedRole(user.role)}
        questions={caller.platform.settings.registration.questions}
        places={places}
      />
    </>
  ))
}
