// Settings > E-mails: the texts, and the queue.
import type { EmailKind, EmailState, Placeholder, TextKind } from '../../../../schema/people/emails.ts'
import { list } from '../formats.ts'

const kinds: Record<EmailKind, string> = {
  reset_link: 'Reset link',
  sign_in_link: 'Sign-in link',
  confirmation: 'Confirmation of an address',
  invitation: 'Invitation',
  registration_accepted: 'Registration accepted',
  registration_rejected: 'Registration rejected',
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
  texts: 'Texts',
  textsIntro: 'People get e-mails in their language. You can change the texts in each of them.',
  changed: 'Changed',
  occasions: {
    invitation: 'Sent when you create an account, with the link to set it up.',
    registration_accepted: 'Sent when you accept a registration.',
    registration_rejected: 'Sent when you reject a registration.',
  } satisfies Record<TextKind, string>,
  languages: 'Languages',
  subject: 'Subject',
  text: 'Text',
  placeholders: (names: readonly string[]) => `Placeholders: ${list(names)}.`,
  placeholderNames: {
    name: '{name} is the first name',
    platform: '{platform} is the name of the event',
    link: '{link} is the link',
    until: '{until} is when the link expires',
    inviter: '{inviter} is who invites',
  } satisfies Record<Placeholder, string>,
  unknownPlaceholder: (placeholder: string, known: readonly string[]) =>
    `contains ${placeholder}, which is not a placeholder of this e-mail; use ${list(known)}`,
  missingLink: 'must contain {link}, or nobody can accept the invitation',
  preview: 'Preview',
  restore: 'Restore default',
  back: 'All e-mails',
  testIntro: (email: string) => `A test with sample values goes to ${email}. It has the saved text.`,
  sendTest: 'Send test to myself',
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
