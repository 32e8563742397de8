// The texts of e-mails that organizers can change: the default of each language, and their placeholders.
import {
  type OwnText,
  type Placeholder,
  placeholders,
  placeholdersOf,
  type TextKind,
} from '../../kernel/outbox/schema.ts'
import type { Language } from '../../kernel/schema/languages.ts'
import { messagesFor } from '../../kit/messages/messages.ts'
import type { PlatformRow } from '../platforms/tables.ts'

export type EmailText = { subject: string; text: string }
export type PlaceholderValues = Readonly<Partial<Record<Placeholder, string>>>

// Matches anything in braces, so that a mistyped name is found, too.
const PLACEHOLDER = /\{([^{}\s]{1,40})\}/g
const isPlaceholder = (name: string): name is Placeholder => placeholders.some((known) => known === name)

/** The text with the values of its placeholders. Braces in a value are not replaced again. */
export const fillText = (text: string, values: PlaceholderValues): string =>
  text.replaceAll(PLACEHOLDER, (whole, name: string) =>
    isPlaceholder(name) ? (values[name] ?? whole) : whole,
  )

/** The placeholders in a text that its kind does not have, with their braces. */
export const unknownPlaceholders = (kind: TextKind, text: string): string[] => {
  const known: readonly string[] = placeholdersOf[kind]
  const unknown = [...text.matchAll(PLACEHOLDER)].filter(([, name = '']) => !known.includes(name))
  return [...new Set(unknown.map(([whole]) => whole))]
}

/** The text that organizers have set; undefined if they have not. */
export const ownTextOf = (
  { settings }: Pick<PlatformRow, 'settings'>,
  kind: TextKind,
  language: Language,
): OwnText | undefined => settings.emailTexts.find((own) => own.kind === kind && own.language === language)

/** The text of an e-mail as it is sent, with its placeholders. */
export const textOf = (platform: PlatformRow, kind: TextKind, language: Language): EmailText =>
  ownTextOf(platform, kind, language) ?? defaultText(kind, language)

/** The default text, with placeholders. */
export function defaultText(kind: TextKind, language: Language): EmailText {
  const { emails } = messagesFor(language)
  const [name, platform, url, summary, talk] = ['{name}', '{platform}', '{link}', '{summary}', '{talk}']
  switch (kind) {
    case 'invitation':
      return {
        subject: emails.invitation.subject({ platform }),
        text: emails.invitation.text({ name, platform, url, until: '{until}', inviter: '{inviter}' }),
      }
    case 'registration_received':
      return {
        subject: emails.registrationReceived.subject({ platform }),
        text: emails.registrationReceived.text({ name, platform, url }),
      }
    case 'registration_waitlisted':
      return {
        subject: emails.registrationWaitlisted.subject({ platform }),
        text: emails.registrationWaitlisted.text({ name, platform, url }),
      }
    case 'registration_accepted':
      return {
        subject: emails.registrationAccepted.subject({ platform }),
        text: emails.registrationAccepted.text({ name, platform, url }),
      }
    case 'registration_rejected':
      return {
        subject: emails.registrationRejected.subject({ platform }),
        text: emails.registrationRejected.text({ name, platform }),
      }
    case 'proposal_approved':
      return {
        subject: emails.proposalApproved.subject({ platform, talk }),
        text: emails.proposalApproved.text({ name, talk, url }),
      }
    case 'proposal_rejected':
      return {
        subject: emails.proposalRejected.subject({ platform, talk }),
        text: emails.proposalRejected.text({ name, talk, url, reason: '{reason}' }),
      }
    case 'talk_changes':
      return {
        subject: emails.talkChanges.subject({ platform, summary }),
        text: emails.talkChanges.text({ name, url, items: '{changes}' }),
      }
    case 'talk_reminder':
      return {
        subject: emails.talkReminder.subject({ platform, summary }),
        text: emails.talkReminder.text({ name, url, items: '{talks}', time: '{time}' }),
      }
  }
}

/** The text of an e-mail as it is sent, with its values. */
export function filledText(
  platform: PlatformRow,
  { kind, language, values }: { kind: TextKind; language: Language; values: PlaceholderValues },
): EmailText {
  const { subject, text } = textOf(platform, kind, language)
  return { subject: fillText(subject, values), text: fillText(text, values) }
}
