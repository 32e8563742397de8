// E-mails to users: whether the SMTP server accepted them.
import type { Email, Mailer } from '../../outbound/mailer.ts'

/** `not_set_up`: no SMTP server is configured. `failed`: the server did not accept the e-mail; `cause` is for the log. */
export type EmailResult = { status: 'sent' } | { status: 'not_set_up' } | { status: 'failed'; cause: unknown }

/** Sends an e-mail, if an SMTP server is configured. Never rejects. */
export async function sendEmail({ mailer }: { mailer: Mailer | null }, email: Email): Promise<EmailResult> {
  if (mailer === null) return { status: 'not_set_up' }
  try {
    await mailer.send(email)
    return { status: 'sent' }
  } catch (cause) {
    return { status: 'failed', cause }
  }
}
