// The tables of mailings as the program uses them. The migrations create them.

import type { MailingKind, MessageAudience } from '../../kernel/outbox/schema.ts'
import {
  boolean,
  instant,
  integer,
  json,
  optionalInstant,
  optionalText,
  text,
} from '../../kernel/store/sql/columns.ts'
import { defineTable, type RowOf } from '../../kernel/store/sql/table.ts'
import type { TalkSlot } from '../talks/tables.ts'

/** States of people that a message can be about: nobody has invited them yet, or their profile lacks something. */
export const personStates = ['not_invited', 'incomplete'] as const
export type PersonState = (typeof personStates)[number]

/** Conditions that narrow the audience of a message. */
export type AudienceFilter = {
  /** The track of the talks that people take part in or have starred. */
  track?: string
  /** A tag of the person, or of these talks. */
  tag?: string
  state?: PersonState
}

export type MailingData = {
  /** The address of the site, without a trailing slash. */
  origin: string
  /** The text is Markdown. */
  message?: { subject: string; text: string; replyTo?: string }
  /** The selected people of a message to them. */
  userIds?: readonly string[]
  filter?: AudienceFilter
  /** Set for a scheduled message that was canceled. */
  isCanceled?: true
}

/** E-mails to many people. They are queued page by page, in the order of the people's ids. */
export const mailings = defineTable('mailings', {
  id: text(),
  platformId: text(),
  kind: text<MailingKind>(),
  data: json<MailingData>(),
  /** The start of the talks of a reminder. */
  startAt: optionalInstant(),
  /** The audience of a message, the talk that they have starred, and the sender. */
  audience: optionalText<MessageAudience>(),
  talkId: optionalText(),
  senderId: optionalText(),
  /** The last person in order who has been looked at; empty before the first one. */
  queuedTo: text(),
  /** Also true while talks are still being added, because there is nothing to queue yet. */
  isQueued: boolean(),
  /** The last talk in order that was added; empty before the first one, null once all are added. */
  preparedTo: optionalText(),
  createdAt: instant(),
  /** The e-mails are not sent after this time. */
  expiresAt: instant(),
  /** The time of a scheduled message. Its recipients are those at this time. */
  sendAt: optionalInstant(),
})
export type MailingRow = RowOf<typeof mailings>

/** A talk in a mailing about changes of talks. */
export const mailingTalks = defineTable('mailing_talks', {
  mailingId: text(),
  talkId: text(),
  title: text(),
  timezone: optionalText(),
  before: json<TalkSlot>(),
  after: json<TalkSlot>(),
})
export type MailingTalkRow = RowOf<typeof mailingTalks>

/** A talk with changes that its audience has not been told about yet. `id` is the id of the talk. */
export const talkAnnouncements = defineTable('talk_announcements', {
  id: text(),
  platformId: text(),
  /** The changed values, as they were at the last e-mail to the audience. */
  before: json<Partial<TalkSlot>>(),
  /** The times of the first and the last change. */
  notedAt: instant(),
  changedAt: instant(),
  /** Set for a draft, which is announced once it is published again. */
  isHeld: boolean(),
})
export type TalkAnnouncementRow = RowOf<typeof talkAnnouncements>

/** A version of a talk whose change is not announced. */
export const unannouncedVersions = defineTable('unannounced_versions', {
  talkId: text(),
  version: integer(),
  changedAt: instant(),
})

/** A person's choice to get e-mails of a kind or not, if it differs from the default. */
export const emailChoices = defineTable('email_choices', {
  userId: text(),
  platformId: text(),
  kind: text<MailingKind>(),
  isWanted: boolean(),
})

declare module '../../kernel/store/sql/database.ts' {
  interface Tables {
    mailings: StoredRowOf<typeof mailings>
    mailing_talks: StoredRowOf<typeof mailingTalks>
    talk_announcements: StoredRowOf<typeof talkAnnouncements>
    unannounced_versions: StoredRowOf<typeof unannouncedVersions>
    email_choices: StoredRowOf<typeof emailChoices>
  }
}
