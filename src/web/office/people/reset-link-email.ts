// The e-mail with which a user gets a reset link.
import type { FastifyRequest } from 'fastify'
import type { ResetLink } from '../../../domain/access/reset-links.ts'
import { type EmailResult, sendEmail } from '../../../domain/people/emails.ts'
import { languageOfUser } from '../../../domain/people/languages.ts'
import { messagesFor } from '../../messages/messages.ts'
import type { WebOptions } from '../../website.ts'

/** Sends the link to the owner of the account, in the language and time zone of the user, else of the platform. */
export function emailResetLink(
  { services }: WebOptions,
  request: FastifyRequest,
  { link, url }: { link: ResetLink; url: string },
): Promise<EmailResult> {
  const { platform } = request.visit
  const { user, expiresAt } = link
  const { emails, time, office } = messagesFor(languageOfUser(platform, user))
  const zone = user.timezone ?? platform.settings.timezone
  const until = office.times.withZone(time.timestamp(expiresAt, zone), time.zone(expiresAt, zone))
  const name = user.firstName ?? user.username
  return sendEmail(services, {
    to: user.email,
    subject: emails.resetLink.subject(platform.name),
    text: emails.resetLink.text({ name, username: user.username, platform: platform.name, url, until }),
  })
}
