// The e-mails that Lectern sends to people: their text, and whether the SMTP server accepted them.
import { formatInstant } from '../../lib/time/instants.ts'
import type { Mailer } from '../../outbound/mailer.ts'
import type { PlatformRow } from '../../store/sql/tables.ts'
import type { ResetLink } from '../access/reset-links.ts'

/** `not_set_up`: no SMTP server is configured. `failed`: the server did not accept the e-mail; `cause` is for the log. */
export type EmailResult = { status: 'sent' } | { status: 'not_set_up' } | { status: 'failed'; cause: unknown }

/** Sends a reset link to the owner of the account, if e-mail is configured. */
export async function emailResetLink(
  { mailer }: { mailer: Mailer | null },
  platform: PlatformRow,
  { link, url }: { link: ResetLink; url: string },
): Promise<EmailResult> {
  if (mailer === null) return { status: 'not_set_up' }
  const { user, expiresAt } = link
  const until = formatInstant(expiresAt).slice(0, 16).replace('T', ' ')
  try {
    await mailer.send({
      to: user.email,
      subject: `${platform.name}: set a new password`,
      text: [
        `Hello ${user.firstName ?? user.username},`,
        `Use this link to set a new password for your account at ${platform.name}. It works once, until ${until} UTC:`,
        url,
        `Your username is ${user.username}. If you did not ask for this link, let the organizers know. Your current password works until the link is used.`,
      ].join('\n\n'),
    })
    return { status: 'sent' }
  } catch (cause) {
    return { status: 'failed', cause }
  }
}

/** The URL of a reset link. `origin` has no trailing slash. */
export const resetUrl = (origin: string, { token }: { token: string }) => `${origin}/reset/${token}`
