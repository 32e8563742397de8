// E-mail that the service sends: plain text, through the SMTP server of the settings.
import { createTransport } from 'nodemailer'

export type Mail = { to: string; subject: string; text: string }

export interface Mailer {
  /** Resolves once the server has taken the mail; rejects where it does not. */
  send(mail: Mail): Promise<void>
  close(): void
}

const PATIENCE_MS = 10_000

/** `url` as in smtp://user:password@host:587 or smtps://…; `from` an address, with or without a name. */
export function createMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport(
    {
      url,
      connectionTimeout: PATIENCE_MS,
      greetingTimeout: PATIENCE_MS,
      socketTimeout: PATIENCE_MS,
      // What a mail holds is text of ours and of people, never a file or an address to be fetched.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  )
  return {
    async send({ to, subject, text }) {
      // As an object: a text would be read as a list of addresses.
      await transport.sendMail({ to: { name: '', address: to }, subject, text })
    },
    close: () => transport.close(),
  }
}
