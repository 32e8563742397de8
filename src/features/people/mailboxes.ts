// E-mails without a mailbox, which imports make for people without an e-mail.
import { canonicalEmail } from '../../kernel/lib/text/email.ts'

/** Reserved, so that nobody ever reads an e-mail to it (RFC 2606, section 3). */
export const DOMAIN_WITHOUT_MAILBOXES = 'speakers.example.org'

export const hasMailbox = (email: string): boolean =>
  !canonicalEmail(email).endsWith(`@${DOMAIN_WITHOUT_MAILBOXES}`)
