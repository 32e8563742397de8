// The tables of the outbox as the program uses them. The migrations create them.

import type { Language } from '../schema/languages.ts'
import { instant, integer, json, optionalInstant, optionalText, text } from '../store/sql/columns.ts'
import { defineTable, type RowOf } from '../store/sql/table.ts'
import type { EmailKind, EmailState } from './schema.ts'

/** How often something limited has happened on a day. The id is a hash of the day and of what is limited. */
export const dailyCounts = defineTable('daily_counts', {
  id: text(),
  count: integer(),
  expiresAt: instant(),
})
export type DailyCountRow = RowOf<typeof dailyCounts>

/** Values for the text of an e-mail, besides the account and the platform. */
export type EmailData = {
  /** The language of the page that requested the e-mail. If absent, the language of the account applies. */
  language?: Language
  /** The device on which a sign-in link was requested. */
  device?: string
  /** The sender of an invitation. */
  inviter?: string
  /** The address of the site, without a trailing slash. */
  origin?: string
  /** The path of the page that the e-mail links to. If absent, it links to the home page. */
  path?: string
  /** The title of the talk in question. */
  talk?: string
  /** The reason for rejecting a proposal. */
  reason?: string
  /** The numbers of a summary of registrations, and the span of those that it counts (epoch milliseconds). */
  registrations?: { registered: number; inReview: number; waiting: number; since: number; until: number }
  /** Sent by an organizer to themselves, with sample values. */
  isTest?: true
}

export const emails = defineTable('emails', {
  id: text(),
  platformId: text(),
  /** Null for somebody who has no account yet. */
  userId: optionalText(),
  /** The mailing that it belongs to; null for an e-mail to one person. */
  mailingId: optionalText(),
  kind: text<EmailKind>(),
  recipient: text(),
  data: json<EmailData>(),
  /** A link, encrypted; null if there is none, or once it was sent or has expired. */
  secret: optionalText(),
  state: text<EmailState>(),
  attempts: integer(),
  queuedAt: instant(),
  nextAttemptAt: instant(),
  /** The e-mail is not sent after this time. */
  expiresAt: instant(),
  sentAt: optionalInstant(),
  lastError: optionalText(),
})
export type EmailRow = RowOf<typeof emails>

declare module '../store/sql/database.ts' {
  interface Tables {
    daily_counts: StoredRowOf<typeof dailyCounts>
    emails: StoredRowOf<typeof emails>
  }
}
