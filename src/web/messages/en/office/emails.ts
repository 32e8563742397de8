// Settings > E-mails: the queue.
import type { EmailKind, EmailState } from '../../../../schema/people/emails.ts'

const kinds: Record<EmailKind, string> = {
  reset_link: 'Reset link',
  sign_in_link: 'Sign-in link',
  confirmation: 'Confirmation of an address',
  invitation: 'Invitation',
}

const states: Record<EmailState, string> = {
  waiting: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
  expired: 'Expired',
  canceled: 'Withdrawn',
}

export const emails = {
  kinds,
  states,
  noMailServer:
    'This installation does not send e-mail. Links are shown to you instead, to pass on. To send e-mail, set LECTERN_SMTP_URL and LECTERN_MAIL_FROM.',
  queue: 'Sent and waiting',
  intro: (zone: string) =>
    `Newest first. E-mails are kept for 30 days, without the links in them. Times are in ${zone}.`,
  state: 'State',
  allStates: 'All states',
  none: 'No e-mails yet. They appear here when one is sent.',
  noMatches: 'No matching e-mails.',
  recipient: 'Recipient',
  kind: 'E-mail',
  queued: 'Queued',
  lastError: 'Last error',
  nextAttempt: (at: string) => `Next attempt: ${at}`,
  retry: 'Send again',
  retryFor: (recipient: string) => `Send again to ${recipient}`,
  action: 'Action',
}
