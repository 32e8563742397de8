// The link with which a user sets a new password, shown once.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { displayName } from '../../kit/components/person.tsx'
import { ObjectHead } from '../../kit/office/object-page.tsx'
import { sendSecretsPage } from '../../kit/office/secrets-page.tsx'
import { messagesOf, zoneOf } from '../../kit/pages/visit.ts'
import type { User } from '../people/schema.ts'

/** `expiresAt` is in epoch milliseconds. */
export type ResetLinkPage = { user: User; url: string; expiresAt: number; isEmailed: boolean }

declare module '../access/one-time-pages/office-show-once.ts' {
  interface OneTimeData {
    reset_link: ResetLinkPage
  }
}

export function sendResetLink(
  request: FastifyRequest,
  reply: FastifyReply,
  { user, url, expiresAt, isEmailed }: ResetLinkPage,
) {
  const { time, office } = messagesOf(request)
  const { userAccess: texts, forms } = office
  const zone = zoneOf(request.visit)
  const until = time.timestampWithZone(expiresAt, zone)
  const name = displayName(user)
  return sendSecretsPage(request, reply, {
    documentTitle: texts.resetLinkTitle({ name }),
    head: <ObjectHead area="users" id={user.id} title={name} current="access" />,
    notice: (
      <>
        <strong>{texts.resetLinkShownOnce}</strong> {texts.resetLinkUse({ email: user.email, until })}{' '}
        {isEmailed ? texts.emailed : texts.notEmailed}
      </>
    ),
    secrets: [{ id: 'reset-link', label: texts.resetLink, text: url }],
    next: { href: `/backoffice/users/${user.id}/access`, text: forms.done },
  })
}
