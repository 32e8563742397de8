// Invitations for people whose accounts a form creates. They are e-mailed or, without a mail server, shown once to pass
// on.
import type { FastifyRequest } from 'fastify'
import { originOf } from '../../../kernel/http/server/hosts.ts'
import { displayName } from '../../../kit/components/person.tsx'
import { rowsOf, type Values } from '../../../kit/office/form-values.ts'
import { callerOf } from '../../../kit/pages/visit.ts'
import type { WebOptions } from '../../../kit/pages/web-options.ts'
import { invitationText } from '../../mail-delivery/render-email.ts'
import type { EmailText } from '../../mail-delivery/render-texts.ts'
import { languageOfUser } from '../../people/languages.ts'
import { type DraftedInvitation, draftInvitations } from '../../people/new-accounts/new-invitations.ts'
import { confirmedOriginOf } from '../../platforms/page-platform.ts'
import type { Invitation } from '../links/invitations.ts'

/**
 * The origin of links to the site. E-mailed links need a confirmed origin (`unconfirmed_host`); a link that is only
 * shown has the origin of its page.
 */
export const linkOrigin = async ({ services }: WebOptions, request: FastifyRequest): Promise<string> =>
  services.hasMailer ? confirmedOriginOf(services, request) : originOf(request)

/** Throws `unconfirmed_host` if the links of e-mails could lead elsewhere. */
export async function draftFor(
  options: WebOptions,
  request: FastifyRequest,
  emails: readonly string[],
): Promise<ReadonlyMap<string, DraftedInvitation>> {
  const { services } = options
  if (emails.length === 0) return new Map()
  const inviter = services.hasMailer ? displayName(callerOf(request).user) : null
  return draftInvitations(services, emails, { origin: await linkOrigin(options, request), inviter })
}

/** The e-mails in rows of people without an account, as left by `recognizePeople`. */
export const newEmailsIn = (values: Values, lists: readonly string[]): string[] =>
  lists.flatMap((list) => rowsOf(values, list).flatMap((row) => (row.known || !row.email ? [] : [row.email])))

/** The text that the e-mail would have. */
export function textOfInvitation(request: FastifyRequest, { user, url, expiresAt }: Invitation): EmailText {
  const { platform, user: inviter } = callerOf(request)
  const language = languageOfUser(platform, user)
  return invitationText({ platform, user, url, expiresAt, language, inviter: displayName(inviter) })
}
