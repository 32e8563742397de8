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
  proposal_approved: 'Proposal approved',
  proposal_rejected: 'Proposal rejected',
  talk_changes: 'Changes to talks',
  talk_reminder: 'Reminder',
  message: 'Message',
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
    proposal_approved: 'Sent to the speaker when you approve changes that they proposed.',
    proposal_rejected: 'Sent to the speaker when you reject changes that they proposed, with your reason.',
    talk_changes:
      'Sent five minutes after talks have moved, are canceled, or take place after all, to those who starred them or take part in them.',
    talk_reminder: 'Sent 30 minutes before starred talks start, to those who asked for it.',
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
    summary: '{summary} is what it is about, in a few words',
    changes: '{changes} is what has changed',
    talks: '{talks} are the talks that start',
    time: '{time} is when they start',
    talk: '{talk} is the title of the talk',
    reason: '{reason} is why you rejected it',
  } satisfies Record<Placeholder, string>,
  unknownPlaceholder: (placeholder: string, known: readonly string[]) =>
    `contains ${placeholder}, which is not a placeholder of this e-mail; use ${list(known)}`,
  missingLink: 'must contain {link}, or nobody can accept the invitation',
  hasUnsubscribeLink: 'A link to unsubscribe follows the text.',
  noAddress:
    'Changes to talks and reminders are not sent, because this installation does not know its address: set LECTERN_PUBLIC_URL.',
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
