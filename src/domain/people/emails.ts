// E-mails to people: what they say, and whether they went out.

import { formatInstant } from '../../lib/time/instants.ts'
import type { Mailer } from '../../outbound/mailer.ts'
import type { PlatformRow } from '../../store/sql/tables.ts'
import type { ResetLink } from '../access/reset-links.ts'

/** `not_set_up`: the settings name no SMTP server. `failed`: it did not take the mail; `cause` is for the log. */
export type Mailed = { status: 'sent' } | { status: 'not_set_up' } | { status: 'failed'; cause: unknown }

/** Sends the holder of an account the address of a reset link, where e-mail is set up. */
export async function mailResetLink(
  { mailer }: { mailer: Mailer | null },
  platform: PlatformRow,
  { link, address }: { link: ResetLink; address: string },
): Promise<Mailed> {
  if (mailer === null) return { status: 'not_set_up' }
  const { user, expiresAt } = link
  const until = formatInstant(expiresAt).slice(0, 16).replace('T', ' ')
  try {
    await mailer.send({
      to: user.email,
      subject: `${platform.name}: set a new password`,
      text: [
        `Hello ${user.firstName ?? user.username},`,
        `with this link you set a new password for your account at ${platform.name}. It works once, until ${until} UTC:`,
        address,
        `Your username is ${user.username}. If you did not ask for this, tell the organisers; your old password stays as it is until the link is used.`,
      ].join('\n\n'),
    })
    return { status: 'sent' }
  } catch (cause) {
    return { status: 'failed', cause }
  }
}

/** Where a reset link leads: `origin` without a slash at its end. */
export const resetAddress = (origin: string, { token }: { token: string }) => `${origin}/reset/${token}`
