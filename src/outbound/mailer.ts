// Sends plain-text e-mails through the configured SMTP server.
import { createTransport } from 'nodemailer'

export type Email = { to: string; subject: string; text: string }

export interface Mailer {
  /** Resolves once the server has accepted the e-mail; rejects if it does not. */
  send(email: Email): Promise<void>
  close(): void
}

const TIMEOUT_MS = 10_000

/** `url` is like smtp://user:password@host:587 or smtps://…; `from` is an address, with or without a name. */
export function createMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport(
    {
      url,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      // The content comes from us and from users: nodemailer must never read a file or fetch a URL for it.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  )
  return {
    async send({ to, subject, text }) {
      // An object, because a string would be parsed as a list of addresses.
      await transport.sendMail({ to: { name: '', address: to }, subject, text })
    },
    close: () => transport.close(),
  }
}
