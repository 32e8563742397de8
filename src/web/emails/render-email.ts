// The texts of e-mails, in the language of the person, when they are sent.
import { decryptLink } from '../../domain/people/emails.ts'
import { languageOfUser } from '../../domain/people/languages.ts'
import { readPlatform } from '../../domain/platforms/platforms.ts'
import type { PageServices } from '../../domain/services.ts'
import type { Email } from '../../outbound/mailer.ts'
import type { Language } from '../../schema/platforms/languages.ts'
import { userObjects } from '../../store/people/users.ts'
import type { EmailRow, PlatformRow, UserRow } from '../../store/sql/tables.ts'
import { type Messages, messagesFor } from '../messages/messages.ts'

export type EmailText = Pick<Email, 'subject' | 'text'>

/** Renders an e-mail of the queue; undefined if its account or platform is gone. */
export const emailRenderer =
  (services: PageServices) =>
  async (row: EmailRow): Promise<EmailText | undefined> => {
    const platform = await readPlatform(services, row.platformId)
    const user = await services.store.read(userObjects.find(row.platformId, { by: 'id', value: row.userId }))
    if (!platform || !user) return undefined
    const url = row.secret === null ? undefined : decryptLink(services, row.secret)
    if (url === undefined)
      throw new Error('The link cannot be read: the secret of the installation has changed.')
    return linkText({ row, platform, user, url })
  }

type LinkText = { row: EmailRow; platform: PlatformRow; user: UserRow; url: string }

/** The text of an e-mail with a link. The time of its expiry is in the time zone of the person, else of the platform. */
export function linkText({ row, platform, user, url }: LinkText): EmailText {
  const { data, kind, expiresAt } = row
  const messages = messagesFor(data.language ?? languageOfUser(platform, user))
  const { emails } = messages
  const until = expiryOf(messages, expiresAt, user.timezone ?? platform.settings.timezone)
  const values = { name: user.firstName ?? user.username, platform: platform.name, url, until }
  switch (kind) {
    case 'reset_link':
      return {
        subject: emails.resetLink.subject(platform.name),
        text: emails.resetLink.text({ ...values, username: user.username }),
      }
    case 'sign_in_link':
      return {
        subject: emails.signInLink.subject(platform.name),
        text: emails.signInLink.text({ ...values, device: data.device ?? '' }),
      }
    case 'confirmation':
      return {
        subject: emails.confirmation.subject(platform.name),
        text: emails.confirmation.text(values),
      }
    case 'invitation':
      return invitationText({
        ...{ platform, user, url, expiresAt },
        language: data.language ?? languageOfUser(platform, user),
        inviter: data.inviter ?? platform.name,
      })
  }
}

type InvitationText = Omit<LinkText, 'row'> & { expiresAt: number; language: Language; inviter: string }

/** The text of an invitation, which staff pass on themselves if there is no mail server. */
export function invitationText({
  platform,
  user,
  url,
  expiresAt,
  language,
  inviter,
}: InvitationText): EmailText {
  const messages = messagesFor(language)
  const { invitation } = messages.emails
  const until = expiryOf(messages, expiresAt, user.timezone ?? platform.settings.timezone)
  const name = user.firstName ?? user.username
  return {
    subject: invitation.subject(platform.name),
    text: invitation.text({ name, platform: platform.name, url, until, inviter }),
  }
}

/** When a link expires, with the time zone. */
export const expiryOf = ({ time, office }: Messages, expiresAt: number, zone: string): string =>
  office.times.withZone(time.timestamp(expiresAt, zone), time.zone(expiresAt, zone))
