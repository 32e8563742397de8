// Sends e-mails through the configured SMTP server.
import { MAIL_CONNECTIONS, MAIL_SERVER_TIMEOUT_MS } from '../limits.ts'

export type Email = {
  /** Repeated when an e-mail is sent again after a crash, so that mail servers can recognize it. */
  id: string
  to: string
  subject: string
  text: string
  /** The text as HTML. Without it, the e-mail is plain text. */
  html?: string | undefined
  /** A calendar file (RFC 5545), which is attached. */
  calendar?: string | undefined
  /** The address to which answers go, if it is not that of the sender. */
  replyTo?: string | undefined
  /** A POST to this https URL unsubscribes the person, without a session or a confirmation. */
  unsubscribeUrl?: string | undefined
}

export interface Mailer {
  /** Resolves once the server has accepted the e-mail. Otherwise, throws a `SendFailure`. */
  send(email: Email): Promise<void>
  close(): void
}

/** Shorter than the time after which mail servers, and our own time limit, close an idle connection. */
const IDLE_MS = 5_000

/** `url` is like smtp://user:password@host:587 or smtps://…; `from` is an address, with or without a name. */
export async function createMailer({ url, from }: { url: string; from: string }): Promise<Mailer> {
  // Loaded on first use, because the library would slow down every start.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport(
    {
      url,
      // An e-mail is sent again on another connection only if none of it had been sent.
      pool: true,
      maxConnections: MAIL_CONNECTIONS,
      idleTimeout: IDLE_MS,
      connectionTimeout: MAIL_SERVER_TIMEOUT_MS,
      greetingTimeout: MAIL_SERVER_TIMEOUT_MS,
      socketTimeout: MAIL_SERVER_TIMEOUT_MS,
      // The content comes from us and from users, so nodemailer must never read a file or fetch a URL for it.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  )
  const [, domain = 'localhost'] = /@([^\s<>@]+)>?$/.exec(from) ?? []
  return {
    async send({ id, to, subject, text, html, calendar, replyTo, unsubscribeUrl }) {
      const sending = transport.sendMail({
        messageId: `<${id}@${domain}>`,
        // An object, because a string would be parsed as a list of addresses.
        to: { name: '', address: to },
        ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
        subject,
        text,
        ...(html === undefined ? {} : { html }),
        ...(calendar === undefined ? {} : { attachments: [calendarFile(calendar)] }),
        // Suppresses automatic replies (RFC 3834, section 5).
        headers: {
          'Auto-Submitted': 'auto-generated',
          // One-click unsubscribe (RFC 8058, section 3.1).
          ...(unsubscribeUrl === undefined ? {} : { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
        },
        ...(unsubscribeUrl === undefined ? {} : { list: { unsubscribe: unsubscribeUrl } }),
      })
      await sending.catch((error: unknown) => {
        throw new SendFailure(error)
      })
    },
    close: () => transport.close(),
  }
}

/** An attachment, because an alternative of the text would be shown as an invitation to reply to. */
const calendarFile = (content: string) => ({
  filename: 'event.ics',
  content,
  contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
})

/** The failure to send an e-mail. The message is for logs and contains no addresses. */
export class SendFailure extends Error {
  override readonly name = 'SendFailure'
  /** Whether the server refused the e-mail permanently (RFC 5321, section 4.2.1), so that trying again is useless. */
  readonly isFinal: boolean
  readonly #answer: string

  constructor(error: unknown) {
    const { message = String(error), code, response, responseCode } = error as SmtpError
    super(response === undefined ? message : `the mail server answered ${responseCode ?? code}`)
    const isAboutEmail = code === 'EENVELOPE' || code === 'EMESSAGE'
    this.isFinal = isAboutEmail && responseCode !== undefined && responseCode >= 500
    this.#answer = response ?? message
  }

  /** The answer of the server, which may contain the address. It is not enumerable, so that it is not logged. */
  get answer(): string {
    return this.#answer
  }
}

type SmtpError = { message?: string; code?: string; response?: string; responseCode?: number }
