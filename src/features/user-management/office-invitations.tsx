// Inviting people: the e-mail with the link or, without a mail server, the link and a text to pass on.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Notice } from '../../kernel/schema/problems.ts'
import { displayName } from '../../kit/components/person.tsx'
import { ObjectHead } from '../../kit/office/object-page.tsx'
import { sendSecretsPage } from '../../kit/office/secrets-page.tsx'
import { callerOf, messagesOf, zoneOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { Warnings } from '../access/invitations/office-new-accounts-page.tsx'
import { linkOrigin, textOfInvitation } from '../access/invitations/office-new-people.ts'
import { type Invitation, invite, revokeInvitation } from '../access/links/invitations.ts'
import { showOnce } from '../access/one-time-pages/office-show-once.ts'
import { expiryOf } from '../mail-delivery/render-email.ts'
import { readUser } from '../people/read-users.ts'
import { sendRefused } from './office-user-access.tsx'

type Ids = { Params: { id: string } }

export const invitationRoutes: FastifyPluginAsync<WebOptions> = async (office, options) => {
  const { services } = options

  office.post<Ids>(
    '/users/:id/invitation',
    { config: { operation: 'inviteUser' } },
    async (request, reply) => {
      const user = await readUser(services, callerOf(request), request.params.id)
      try {
        const caller = callerOf(request)
        const inviter = services.hasMailer ? displayName(caller.user) : null
        const by = { origin: await linkOrigin(options, request), inviter }
        const invitation = await invite(services, caller, { userId: user.id, ...by })
        return await showInvitation(options, request, reply, invitation)
      } catch (error) {
        return sendRefused({ options, request, reply, user }, error)
      }
    },
  )

  office.post<Ids>(
    '/users/:id/invitation/revoke',
    { config: { operation: 'revokeInvitation' } },
    async (request, reply) => {
      const user = await readUser(services, callerOf(request), request.params.id)
      try {
        await revokeInvitation(services, callerOf(request), user.id)
      } catch (error) {
        return sendRefused({ options, request, reply, user }, error)
      }
      return reply.redirect(accessPath(user.id, 'invitation-revoked'), 303)
    },
  )
}

const accessPath = (id: string, done: string) => `/backoffice/users/${id}/access?done=${done}`

/** The response to a form that invited a person. With warnings, or without a mail server, the link is shown once. */
export async function showInvitation(
  options: WebOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  { warnings = [], ...invitation }: Invitation & { warnings?: readonly Notice[] },
) {
  const { services } = options
  const { user, url, expiresAt } = invitation
  if (services.hasMailer && warnings.length === 0) return reply.redirect(accessPath(user.id, 'invited'), 303)
  const { text } = textOfInvitation(request, invitation)
  const isEmailed = services.hasMailer
  const data = {
    user: { id: user.id, name: displayName(user), email: user.email },
    url,
    expiresAt,
    text,
    warnings,
    isEmailed,
  }
  return showOnce(options, request, reply, { kind: 'invitation', data })
}

/** `expiresAt` is in epoch milliseconds. `text` is the text of the e-mail. */
export type InvitationPage = {
  user: { id: string; name: string; email: string }
  url: string
  expiresAt: number
  text: string
  warnings: readonly Notice[]
  isEmailed: boolean
}

declare module '../access/one-time-pages/office-show-once.ts' {
  interface OneTimeData {
    invitation: InvitationPage
  }
}

export function sendInvitationPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { user, url, expiresAt, text, warnings, isEmailed }: InvitationPage,
) {
  const messages = messagesOf(request)
  const { invitations: texts, userAccess, forms } = messages.office
  const until = expiryOf(messages, expiresAt, zoneOf(request.visit))
  return sendSecretsPage(request, reply, {
    documentTitle: texts.titleFor({ name: user.name }),
    head: <ObjectHead area="users" id={user.id} title={user.name} current="access" />,
    notice: (
      <>
        <strong>{texts.shownOnce}</strong> {texts.use({ email: user.email, until })}{' '}
        {isEmailed ? userAccess.emailed : userAccess.notEmailed}
      </>
    ),
    secrets: [
      { id: 'invitation-link', label: texts.link, text: url },
      { id: 'invitation-text', label: texts.textToSend, text },
    ],
    next: { href: `/backoffice/users/${user.id}`, text: forms.done },
    more: (
      <a class="button" href="/backoffice/users/new">
        {texts.another}
      </a>
    ),
    children: <Warnings warnings={warnings} texts={forms.warnings} />,
  })
}
