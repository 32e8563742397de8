// Sends e-mails through the configured SMTP server.

export type Email = {
  /** Repeated when an e-mail is sent again after a crash, so that mail servers can recognize it. */
  id: string
  to: string
  subject: string
  text: string
  /** The same as HTML; e-mails without it are plain text. */
  html?: string | undefined
  /** A POST to this https URL unsubscribes, without a session and without questions. */
  unsubscribeUrl?: string | undefined
}

export interface Mailer {
  /** Resolves once the server has accepted the e-mail; otherwise throws a `SendFailure`. */
  send(email: Email): Promise<void>
  close(): void
}

const TIMEOUT_MS = 10_000
/** E-mails sent at the same time, each on a connection that the next ones use, too. */
export const MAIL_CONNECTIONS = 5
/** Before mail servers, and our own time limit, close an idle connection. */
const IDLE_MS = 5_000

/** `url` is like smtp://user:password@host:587 or smtps://…; `from` is an address, with or without a name. */
export async function createMailer({ url, from }: { url: string; from: string }): Promise<Mailer> {
  // Loaded only if it is used, because the library would make every start slower.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport(
    {
      url,
      // An e-mail is sent again on another connection only if nothing of it had been sent.
      pool: true,
      maxConnections: MAIL_CONNECTIONS,
      idleTimeout: IDLE_MS,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      // The content comes from us and from users: nodemailer must never read a file or fetch a URL for it.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  )
  const [, domain = 'localhost'] = /@([^\s<>@]+)>?$/.exec(from) ?? []
  return {
    async send({ id, to, subject, text, html, unsubscribeUrl }) {
      const sending = transport.sendMail({
        messageId: `<${id}@${domain}>`,
        // An object, because a string would be parsed as a list of addresses.
        to: { name: '', address: to },
        subject,
        text,
        ...(html === undefined ? {} : { html }),
        // RFC 3834, section 5: no automatic answers.
        headers: {
          'Auto-Submitted': 'auto-generated',
          // RFC 8058, section 3.1.
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

/** Why an e-mail was not sent. The message is for logs and contains no addresses. */
export class SendFailure extends Error {
  override readonly name = 'SendFailure'
  /** Whether the server refused the e-mail for good (RFC 5321, section 4.2.1), and trying again is of no use. */
  readonly isFinal: boolean
  readonly #answer: string

  constructor(error: unknown) {
    const { message = String(error), code, response, responseCode } = error as SmtpError
    super(response === undefined ? message : `the mail server answered ${responseCode ?? code}`)
    const isAboutEmail = code === 'EENVELOPE' || code === 'EMESSAGE'
    this.isFinal = isAboutEmail && responseCode !== undefined && responseCode >= 500
    this.#answer = response ?? message
  }

  /** What the server said, which may contain the address; not enumerable, so that it is not logged. */
  get answer(): string {
    return this.#answer
  }
}

type SmtpError = { message?: string; code?: string; response?: string; responseCode?: number }
