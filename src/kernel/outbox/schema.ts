// E-mails: their kinds, the states of queued ones, and the texts that organizers have changed.
import Type, { type Static } from 'typebox'
import { filledText, line, oneOf } from '../schema/common.ts'
import { languages } from '../schema/languages.ts'

/** E-mails whose texts organizers can change. */
export const textKinds = [
  'invitation',
  'registration_received',
  'registration_waitlisted',
  'registration_accepted',
  'registration_rejected',
  'proposal_approved',
  'proposal_rejected',
  'talk_changes',
  'talk_reminder',
] as const
export type TextKind = (typeof textKinds)[number]

/** E-mails to many people, from which each recipient can unsubscribe. */
export const mailingKinds = ['talk_changes', 'talk_reminder', 'message'] as const
export type MailingKind = (typeof mailingKinds)[number]

/**
 * Audiences of a message from the organizers. `speakers`: speakers and moderators. `stars`: people who have starred a
 * talk. `people`: people who were selected in a list. `sender`: a test.
 */
export const messageAudiences = [
  ...(['everyone', 'attendees', 'speakers', 'only_speakers', 'only_moderators'] as const),
  ...(['stars', 'people', 'sender'] as const),
] as const
export type MessageAudience = (typeof messageAudiences)[number]

export const emailKinds = [
  ...(['reset_link', 'sign_in_link', 'confirmation', 'sign_up', 'already_registered'] as const),
  ...textKinds,
  'registration_summary',
  'message',
] as const
export type EmailKind = (typeof emailKinds)[number]

/**
 * `expired`: the link or the occasion was over before the e-mail could be sent. `canceled`: the e-mail was withdrawn.
 */
export const emailStates = ['waiting', 'sent', 'failed', 'expired', 'canceled'] as const
export type EmailState = (typeof emailStates)[number]

export const placeholders = [
  'name',
  'platform',
  'link',
  'until',
  'inviter',
  'summary',
  'changes',
  'talks',
  'time',
  'talk',
  'reason',
] as const
export type Placeholder = (typeof placeholders)[number]

/** Placeholders for values in a text, such as {name}, by kind. `link` is where a person continues. */
export const placeholdersOf: Readonly<Record<TextKind, readonly Placeholder[]>> = {
  invitation: ['name', 'platform', 'link', 'until', 'inviter'],
  registration_received: ['name', 'platform', 'link'],
  registration_waitlisted: ['name', 'platform', 'link'],
  registration_accepted: ['name', 'platform', 'link'],
  registration_rejected: ['name', 'platform'],
  proposal_approved: ['name', 'platform', 'link', 'talk'],
  proposal_rejected: ['name', 'platform', 'link', 'talk', 'reason'],
  talk_changes: ['name', 'platform', 'link', 'summary', 'changes'],
  talk_reminder: ['name', 'platform', 'link', 'summary', 'talks', 'time'],
}

/** The text of an e-mail in one language, instead of the default. */
export const OwnText = Type.Object({
  kind: oneOf(textKinds),
  language: oneOf(languages),
  subject: line(200),
  text: filledText(5000),
})
export type OwnText = Static<typeof OwnText>
