// The tables as the program uses them. The migrations create the schema.

import type { ValueChange } from '../../lib/data/diff.ts'
import type { KeyLevel } from '../../lib/security/api-key-format.ts'
import { searchKey } from '../../lib/text/search-keys.ts'
import type { TalkPart, UserPart } from '../../lib/text/search-texts.ts'
import type { WatchedInterval, WatchMode } from '../../schema/live/attendance.ts'
import type { ChatMode, HoldReason, MessageState } from '../../schema/live/chat.ts'
import type { CreditKind } from '../../schema/live/credits.ts'
import type { LiveKind, OnStage } from '../../schema/live/live.ts'
import type { PointKind } from '../../schema/live/points.ts'
import type { StoredQuestionState } from '../../schema/live/questions.ts'
import type {
  AskedQuestion,
  SurveyOpening,
  SurveyState,
  SurveyVisibility,
} from '../../schema/live/surveys.ts'
import type { EmailKind, EmailState, MailingKind, MessageAudience } from '../../schema/people/emails.ts'
import type { RegistrationStatus, Role, UserSocials, UserStatus } from '../../schema/people/users.ts'
import type { Language } from '../../schema/platforms/languages.ts'
import { defaultSettings, type PlatformSettings } from '../../schema/platforms/platforms.ts'
import type { PageFormat, SponsorOptions } from '../../schema/programme/sponsors.ts'
import type {
  TalkFeatures,
  TalkFile,
  TalkKind,
  TalkLink,
  TalkState,
  TalkTexts,
  TalkType,
} from '../../schema/programme/talks.ts'
import type { ImportChoices, ImportHabits, ImportState } from '../../schema/programme/uploaded-imports.ts'
import {
  boolean,
  instant,
  integer,
  json,
  jsonWithDefaults,
  optionalInstant,
  optionalInteger,
  optionalText,
  real,
  text,
} from './columns.ts'
import { defineTable, type RowOf } from './table.ts'

export const platforms = defineTable('platforms', {
  id: text(),
  slug: text(),
  name: text(),
  settings: jsonWithDefaults<PlatformSettings>(defaultSettings),
  createdAt: instant(),
  updatedAt: instant(),
})
export type PlatformRow = RowOf<typeof platforms>

export const apiKeys = defineTable('api_keys', {
  id: text(),
  platformId: text(),
  name: text(),
  level: text<KeyLevel>(),
  hash: text(),
  last4: text(),
  previousHash: optionalText(),
  previousExpiresAt: optionalInstant(),
  allowedAddresses: json<string[]>(),
  createdAt: instant(),
  expiresAt: optionalInstant(),
  revokedAt: optionalInstant(),
  lastUsedAt: optionalInstant(),
  exposedAt: optionalInstant(),
})
export type ApiKeyRow = RowOf<typeof apiKeys>

export const users = defineTable(
  'users',
  {
    id: text(),
    platformId: text(),
    externalId: optionalText(),
    /** The source that imported it. Only imports of that source may remove it. */
    source: optionalText(),
    email: text(),
    emailKey: text(),
    /** When its owner first proved that they read this e-mail. */
    emailProvedAt: optionalInstant(),
    username: text(),
    usernameKey: text(),
    role: text<Role>(),
    registrationStatus: text<RegistrationStatus>(),
    firstName: optionalText(),
    lastName: optionalText(),
    avatar: optionalText(),
    description: optionalText(),
    job: optionalText(),
    company: optionalText(),
    tags: json<string[]>(),
    timezone: optionalText(),
    /** The language for pages and e-mails. */
    language: optionalText<Language>(),
    country: optionalText(),
    city: optionalText(),
    status: optionalText<UserStatus>(),
    website: optionalText(),
    socials: json<UserSocials>(),
    highlighted: boolean(),
    /** Created as a speaker (`type`): listed on the public site even without a talk. */
    announced: boolean(),
    /** Whether the account is or was attached to a talk or sponsor. Lists of speakers look only at these accounts. */
    attached: boolean(),
    passwordHash: text(),
    passwordMustChange: boolean(),
    passwordExpiresAt: optionalInstant(),
    /** Encrypted. */
    totpSecret: optionalText(),
    /** The start of the last time step whose code was accepted. */
    totpUsedAt: optionalInstant(),
    version: integer(),
    createdAt: instant(),
    updatedAt: instant(),
  },
  {
    search_key: (row) =>
      searchKey([row.lastName, row.firstName], [row.email], [row.username], [row.externalId]),
  },
)
export type UserRow = RowOf<typeof users>

export const talks = defineTable(
  'talks',
  {
    id: text(),
    platformId: text(),
    externalId: optionalText(),
    /** The source that imported it. Only imports of that source may remove it. */
    source: optionalText(),
    kind: text<TalkKind>(),
    state: text<TalkState>(),
    title: text(),
    description: text(),
    details: optionalText(),
    startAt: instant(),
    endAt: instant(),
    timezone: optionalText(),
    /** In minutes. */
    duration: real(),
    /** Null for a talk on site. */
    type: optionalText<TalkType>(),
    video: optionalText(),
    image: optionalText(),
    links: json<TalkLink[]>(),
    room: optionalText(),
    files: json<TalkFile[]>(),
    track: optionalText(),
    /** A BCP 47 tag in its canonical form. */
    language: optionalText(),
    tags: json<string[]>(),
    hiddenTags: json<string[]>(),
    featured: boolean(),
    recommended: boolean(),
    keynote: boolean(),
    available: boolean(),
    features: json<TalkFeatures>(),
    version: integer(),
    createdAt: instant(),
    updatedAt: instant(),
  },
  { search_key: (row) => searchKey([row.title], [row.track], [row.room], [row.externalId]) },
)
export type TalkRow = RowOf<typeof talks>

const searchTextColumns = <Name extends string>() => ({
  objectId: text(),
  part: text<Name>(),
  platformId: text(),
  /** Folded. */
  text: text(),
})
/** The texts by which talks and people are found. */
export const talkTexts = defineTable('talk_texts', searchTextColumns<TalkPart>())
export const userTexts = defineTable('user_texts', searchTextColumns<UserPart>())

export const sponsors = defineTable(
  'sponsors',
  {
    id: text(),
    platformId: text(),
    externalId: optionalText(),
    /** The source that imported it. Only imports of that source may remove it. */
    source: optionalText(),
    name: text(),
    logo: text(),
    level: integer(),
    hasPage: boolean(),
    pageContent: optionalText(),
    pageFormat: text<PageFormat>(),
    website: optionalText(),
    icon: optionalText(),
    color: optionalText(),
    options: json<SponsorOptions>(),
    version: integer(),
    createdAt: instant(),
    updatedAt: instant(),
  },
  { search_key: (row) => searchKey([row.name], [row.externalId]) },
)
export type SponsorRow = RowOf<typeof sponsors>

/** A deleted talk or sponsor, which can be restored. */
export const deletedObjects = defineTable('deleted_objects', {
  /** The id of the object. */
  id: text(),
  platformId: text(),
  kind: text<DeletableKind>(),
  name: text(),
  externalId: optionalText(),
  /** The row of the object. A row from an earlier version of the program can lack members. */
  content: json<Readonly<Record<string, unknown>>>(),
  /** The ids of the files that the object refers to. */
  files: json<readonly string[]>(),
  deletedAt: instant(),
  actorKind: text<ActorKind>(),
  actorId: optionalText(),
})
export type DeletableKind = 'talk' | 'sponsor'
export type DeletedObjectRow = RowOf<typeof deletedObjects>

/** Changes that the speakers of a talk propose. An approved proposal is removed. */
export const proposals = defineTable('talk_proposals', {
  id: text(),
  platformId: text(),
  talkId: text(),
  userId: text(),
  /** The version of the talk that it is based on. */
  talkVersion: integer(),
  changes: json<TalkTexts>(),
  /** The ids of the files that it refers to. */
  files: json<readonly string[]>(),
  state: text<'open' | 'rejected'>(),
  /** The reason for the rejection. */
  reason: optionalText(),
  proposedAt: instant(),
  /** The time of the rejection. */
  decidedAt: optionalInstant(),
})
export type ProposalRow = RowOf<typeof proposals>

/** Uploaded files. The storage has the content. */
export const files = defineTable('files', {
  id: text(),
  platformId: text(),
  /** Hash of the uploaded bytes and of the crop. */
  contentHash: text(),
  path: text(),
  /** Total of all sizes and formats. */
  bytes: integer(),
  createdAt: instant(),
  /** Null while something refers to it. */
  unusedSince: optionalInstant(),
  /** Set once it no longer counts, until its content is removed. */
  removedAt: optionalInstant(),
})
export type FileRow = RowOf<typeof files>

export const sessions = defineTable('sessions', {
  id: text(),
  hash: text(),
  platformId: text(),
  userId: text(),
  address: text(),
  agent: text(),
  createdAt: instant(),
  seenAt: instant(),
})
export type SessionRow = RowOf<typeof sessions>

export const oneTimeLinks = defineTable('one_time_links', {
  id: text(),
  hash: text(),
  platformId: text(),
  userId: optionalText(),
  purpose: text<'invitation' | 'reset' | 'setup' | 'sign_in' | 'spent_challenge'>(),
  createdAt: instant(),
  expiresAt: instant(),
})
export type OneTimeLinkRow = RowOf<typeof oneTimeLinks>

/** A sign-up whose e-mail is not proved yet. It is no account. */
export const signUps = defineTable('sign_ups', {
  id: text(),
  /** The hash of the secret in its link. */
  hash: text(),
  platformId: text(),
  email: text(),
  emailKey: text(),
  /** The language of the page on which the person signed up. */
  language: optionalText<Language>(),
  createdAt: instant(),
  expiresAt: instant(),
})
export type SignUpRow = RowOf<typeof signUps>

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

/** The time and place of a talk, now or before a change. */
export type TalkSlot = Pick<TalkRow, 'state' | 'startAt' | 'duration' | 'room'>
export type MailingData = {
  /** The address of the site, without a trailing slash. */
  origin: string
  /** The text is Markdown. */
  message?: { subject: string; text: string }
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

/** A person's choice to get e-mails of a kind or not, if it differs from the default. */
export const emailChoices = defineTable('email_choices', {
  userId: text(),
  platformId: text(),
  kind: text<MailingKind>(),
  isWanted: boolean(),
})
export type EmailChoiceRow = RowOf<typeof emailChoices>

/** The public key of a passkey, and the name that its owner gave it. */
export const passkeys = defineTable('passkeys', {
  id: text(),
  platformId: text(),
  userId: text(),
  name: text(),
  /** Base64url, from the authenticator. */
  credentialId: text(),
  /** COSE, base64url. */
  publicKey: text(),
  /** The number of uses reported by the authenticator; 0 if it does not count. */
  counter: integer(),
  transports: json<string[]>(),
  createdAt: instant(),
  usedAt: optionalInstant(),
})
export type PasskeyRow = RowOf<typeof passkeys>

/** An account at an OpenID provider that signs in to an account. */
export const identities = defineTable('identities', {
  id: text(),
  platformId: text(),
  userId: text(),
  issuer: text(),
  /** The identifier of the account at the issuer, which is never reassigned. */
  subject: text(),
  /** The e-mail of the account at the issuer when it was last used. */
  email: optionalText(),
  createdAt: instant(),
  usedAt: instant(),
})
export type IdentityRow = RowOf<typeof identities>

/** The last sign-in attempts for a counted key, by its hash. */
export const signInAttempts = defineTable('sign_in_attempts', {
  id: text(),
  times: json<readonly number[]>(),
  lastAt: instant(),
})
export type SignInAttemptsRow = RowOf<typeof signInAttempts>

/** Encrypted content that is shown once, to one user. */
export const oneTimeSlots = defineTable('one_time_slots', {
  id: text(),
  platformId: text(),
  userId: text(),
  content: text(),
  expiresAt: instant(),
})
export type OneTimeSlotRow = RowOf<typeof oneTimeSlots>

/** An uploaded file that waits to be imported or was imported. Its content is compressed. */
export const imports = defineTable('imports', {
  id: text(),
  platformId: text(),
  userId: text(),
  fileName: text(),
  content: text(),
  choices: json<ImportChoices>(),
  /** Identifies the idempotency records of its import, which can be continued. */
  runId: optionalText(),
  state: text<ImportState>(),
  doneCount: integer(),
  totalCount: integer(),
  /** Encrypted. */
  outcome: optionalText(),
  changedAt: instant(),
  expiresAt: instant(),
})
export type ImportRow = RowOf<typeof imports>

/** Choices that the imports of a platform share. `id` is the id of the platform. */
export const importHabits = defineTable('import_habits', { id: text(), habits: json<ImportHabits>() })
export type ImportHabitsRow = RowOf<typeof importHabits>

/** The encrypted keys that sign tokens for video rooms, one for each platform. */
export const roomKeys = defineTable('room_keys', { platformId: text(), secret: text() })

/** The encrypted client secrets at OpenID providers, one for each platform. */
export const openIdSecrets = defineTable('openid_secrets', { platformId: text(), secret: text() })

/** A talk that a person has starred. */
export const favorites = defineTable('favorites', {
  userId: text(),
  talkId: text(),
  platformId: text(),
  createdAt: instant(),
})
export type FavoriteRow = RowOf<typeof favorites>

/** The address of the calendar with a person's favorites. */
export const calendarLinks = defineTable('calendar_links', {
  userId: text(),
  platformId: text(),
  /** The hash of the token in the address. */
  hash: text(),
  createdAt: instant(),
})
export type CalendarLinkRow = RowOf<typeof calendarLinks>

export type ObjectKind =
  | 'talk'
  | 'sponsor'
  | 'user'
  | 'api_key'
  | 'platform'
  | 'webhook'
  | 'message'
  | 'attendance'
  | 'survey'
  | 'question'
  | 'file'
export type ActorKind = 'api_key' | 'user' | 'system'

export const events = defineTable('events', {
  id: text(),
  platformId: text(),
  at: instant(),
  actorKind: text<ActorKind>(),
  actorId: optionalText(),
  requestId: optionalText(),
  type: text(),
  objectKind: text<ObjectKind>(),
  objectId: text(),
  /** That of the object after the change, or before its deletion. */
  externalId: optionalText(),
  /** The talk that the object belongs to; null for a talk itself. */
  talkId: optionalText(),
  version: integer(),
  changes: json<ValueChange[]>(),
})
export type EventRow = RowOf<typeof events>

/** What imports have set: by JSON Pointer, a hash of the value of the object with this id. */
export const importedValues = defineTable('imported_values', {
  id: text(),
  platformId: text(),
  hashes: json<Readonly<Record<string, string>>>(),
})
export type ImportedValuesRow = RowOf<typeof importedValues>

/** The response to a request with an idempotency key, encrypted with the caller's API key. */
export const idempotencyRecords = defineTable('idempotency_records', {
  id: text(),
  platformId: text(),
  bodyHash: text(),
  requestId: text(),
  content: text(),
  createdAt: instant(),
})
export type IdempotencyRecordRow = RowOf<typeof idempotencyRecords>

/** A problem of a logged request: where it was and which rule it broke, never a value. */
export type LoggedProblem = { pointer?: string; parameter?: string; code: string; message: string }

export const requestLog = defineTable('request_log', {
  id: text(),
  platformId: text(),
  keyId: text(),
  at: instant(),
  operation: text(),
  method: text(),
  path: text(),
  status: integer(),
  durationUs: integer(),
  errorCode: optionalText(),
  problems: json<LoggedProblem[]>(),
  body: optionalText(),
  response: optionalText(),
})
export type RequestLogRow = RowOf<typeof requestLog>

/** Requests of one key in one hour. `hour` is its first epoch millisecond. */
export const requestCounts = defineTable('request_counts', {
  platformId: text(),
  hour: instant(),
  keyId: text(),
  requests: integer(),
  /** Answered with 4xx. */
  refused: integer(),
  /** Answered with 5xx. */
  failed: integer(),
  /** Requests that were counted, but not logged. */
  unlogged: integer(),
})
export type RequestCountRow = RowOf<typeof requestCounts>

export const webhooks = defineTable('webhooks', {
  id: text(),
  platformId: text(),
  url: text(),
  description: optionalText(),
  types: json<string[]>(),
  enabled: boolean(),
  /** The reason the system disabled it: the endpoint answered 410, or failed for days. */
  disabledReason: optionalText<'gone' | 'failing'>(),
  /** Encrypted, like the previous one. */
  secret: text(),
  previousSecret: optionalText(),
  previousExpiresAt: optionalInstant(),
  /** The number of the last event for which deliveries were created. */
  position: integer(),
  /** The first failed delivery attempt since the last success. */
  failingSince: optionalInstant(),
  version: integer(),
  createdAt: instant(),
  updatedAt: instant(),
})
export type WebhookRow = RowOf<typeof webhooks>

export type DeliveryState = 'pending' | 'delivered' | 'failed'

export const webhookDeliveries = defineTable('webhook_deliveries', {
  /** The same in every delivery attempt, so that the receiver can recognize a repeat. */
  id: text(),
  platformId: text(),
  webhookId: text(),
  eventSeq: integer(),
  eventId: text(),
  type: text(),
  objectId: text(),
  body: text(),
  state: text<DeliveryState>(),
  /** Counted since the delivery was last queued. */
  attempts: integer(),
  queuedAt: instant(),
  nextAttemptAt: instant(),
  lastAttemptAt: optionalInstant(),
  lastStatus: optionalInteger(),
  lastError: optionalText(),
})
export type DeliveryRow = RowOf<typeof webhookDeliveries>

/** The redelivery of a time span to a webhook. */
export const webhookRedeliveries = defineTable('webhook_redeliveries', {
  id: text(),
  platformId: text(),
  webhookId: text(),
  fromAt: instant(),
  /** Exclusive. */
  toAt: instant(),
  /** The number of the last event whose deliveries were queued. */
  position: integer(),
  /** The number of the last event of the span. */
  lastSeq: integer(),
  createdAt: instant(),
})
export type RedeliveryRow = RowOf<typeof webhookRedeliveries>

export const webhookAttempts = defineTable('webhook_attempts', {
  id: text(),
  webhookId: text(),
  deliveryId: text(),
  at: instant(),
  url: text(),
  durationMs: integer(),
  /** Null if there was no response. */
  status: optionalInteger(),
  error: optionalText(),
  /** The first KiB of the response. */
  answer: optionalText(),
})
export type AttemptRow = RowOf<typeof webhookAttempts>

/** The state that changes while a talk is live. A talk has none until the first change. */
export const liveTalks = defineTable('live_talks', {
  talkId: text(),
  platformId: text(),
  /** The number of the last entry of the journal. */
  lastSeq: integer(),
  chatMode: text<ChatMode>(),
  /** The minimum time between two messages of a person; 0 without slow mode. */
  slowSeconds: integer(),
  /** The end of the slow mode that starts automatically in a crowded chat. */
  crowdedUntil: instant(),
  /** The second (epoch) whose messages are counted, and their number. */
  countedSecond: integer(),
  countedMessages: integer(),
  pinnedMessageId: optionalText(),
  stage: json<OnStage | null>(),
  /** The price of watching; null for the price of the platform. */
  credits: optionalInteger(),
  version: integer(),
  updatedAt: instant(),
})
export type LiveTalkRow = RowOf<typeof liveTalks>

/** The journal of each talk: which object changed, in the order of the changes. */
export const liveEntries = defineTable('live_entries', {
  talkId: text(),
  seq: integer(),
  kind: text<LiveKind>(),
  objectId: text(),
  at: instant(),
})
export type LiveEntryRow = RowOf<typeof liveEntries>

export const chatMessages = defineTable('chat_messages', {
  id: text(),
  platformId: text(),
  talkId: text(),
  /** The number of the journal entry that added it, which is its place in the chat. */
  seq: integer(),
  /** Null if the account was deleted, or the message came from another system. */
  userId: optionalText(),
  /** The name that another system gave the author. */
  label: optionalText(),
  text: text(),
  replyTo: optionalText(),
  state: text<MessageState>(),
  heldFor: optionalText<HoldReason>(),
  removedBy: optionalText<'author' | 'moderator'>(),
  removedFor: optionalText(),
  /** The number of reactions with each emoji. */
  reactions: json<Readonly<Record<string, number>>>(),
  reports: integer(),
  createdAt: instant(),
  updatedAt: instant(),
})
export type ChatMessageRow = RowOf<typeof chatMessages>

/** State that limits the messages of a person in the chat of a talk. */
export const chatMembers = defineTable('chat_members', {
  talkId: text(),
  userId: text(),
  /** The time when the person's token bucket is full again, at one message per two seconds. */
  freeAt: instant(),
  lastAt: instant(),
  /** The last message, folded for comparison. */
  lastText: text(),
})
export type ChatMemberRow = RowOf<typeof chatMembers>

export const chatMutes = defineTable('chat_mutes', {
  platformId: text(),
  userId: text(),
  /** Null for the whole event. */
  until: optionalInstant(),
  mutedBy: optionalText(),
  reason: optionalText(),
  createdAt: instant(),
})
export type ChatMuteRow = RowOf<typeof chatMutes>

export const chatReactions = defineTable('chat_reactions', {
  messageId: text(),
  emoji: text(),
  userId: text(),
})

export const chatReports = defineTable('chat_reports', {
  messageId: text(),
  userId: text(),
  reason: optionalText(),
  createdAt: instant(),
})

/** One viewer of a talk. */
export const attendances = defineTable('attendances', {
  id: text(),
  platformId: text(),
  talkId: text(),
  /** The id of the account, or a name for a visitor without one that is different in each talk. */
  viewer: text(),
  userId: optionalText(),
  /** The last heartbeat. */
  seenAt: instant(),
  /** In order. The last interval grows while the viewer watches. */
  intervals: json<readonly WatchedInterval[]>(),
  liveMs: integer(),
  replayMs: integer(),
  /** The time that counts for points. Someone who watches several talks at once is credited only once. */
  creditedMs: integer(),
  /** The time when `attendance.completed` was recorded. */
  completedAt: optionalInstant(),
  updatedAt: instant(),
})
export type AttendanceRow = RowOf<typeof attendances>

/** The people who agreed to be listed as viewers. */
export const viewerAgreements = defineTable('listed_viewers', { userId: text(), agreedAt: instant() })

/** Points that people have earned. Entries are never changed, and each is unique by its kind, object, and reason. */
export const points = defineTable('points', {
  id: text(),
  platformId: text(),
  userId: text(),
  kind: text<PointKind>(),
  /** Given with a grant; otherwise a five-minute interval of the talk, or ''. */
  reason: text(),
  objectId: text(),
  talkId: optionalText(),
  points: integer(),
  createdAt: instant(),
})
export type PointRow = RowOf<typeof points>

export const pointTotals = defineTable('point_totals', {
  userId: text(),
  platformId: text(),
  points: integer(),
  /** Whether the leaderboard may show the person. */
  isListed: boolean(),
})
export type PointTotalRow = RowOf<typeof pointTotals>

/** The credits of each person. Entries are never changed, and each has the balance after it. */
export const credits = defineTable('credits', {
  id: text(),
  platformId: text(),
  userId: text(),
  /** The number of the entry in the ledger of the person. */
  seq: integer(),
  kind: text<CreditKind>(),
  /** Negative for debits. */
  amount: integer(),
  balance: integer(),
  talkId: optionalText(),
  mode: optionalText<WatchMode>(),
  note: optionalText(),
  createdAt: instant(),
})
export type CreditRow = RowOf<typeof credits>

export const surveys = defineTable(
  'surveys',
  {
    id: text(),
    platformId: text(),
    externalId: optionalText(),
    /** The source that imported it. Only imports of that source may remove it. */
    source: optionalText(),
    /** Null for the whole event. */
    talkId: optionalText(),
    title: text(),
    description: optionalText(),
    state: text<SurveyState>(),
    opens: text<SurveyOpening>(),
    results: text<SurveyVisibility>(),
    anonymous: boolean(),
    editable: boolean(),
    questions: json<readonly AskedQuestion[]>(),
    openedAt: optionalInstant(),
    closedAt: optionalInstant(),
    version: integer(),
    createdAt: instant(),
    updatedAt: instant(),
  },
  { search_key: (row) => searchKey([row.title], [row.externalId]) },
)
export type SurveyRow = RowOf<typeof surveys>

/** The number of answers to a question, and the number for each choice or number of the scale. */
export type QuestionTally = { answers: number; values: readonly number[] }

/** The counted results of a survey. A survey has none until the first response. */
export const surveyTallies = defineTable('survey_tallies', {
  surveyId: text(),
  responses: integer(),
  /** One tally per question. */
  counts: json<readonly QuestionTally[]>(),
  /** Whether open pages have yet to receive the counts. */
  changed: boolean(),
})
export type SurveyTallyRow = RowOf<typeof surveyTallies>

/** People who have answered a survey. */
export const surveyParticipations = defineTable('survey_participations', {
  surveyId: text(),
  userId: text(),
})

/** The index of a choice, the indexes of choices, the number on a scale, or a text; null without an answer. */
export type SurveyAnswer = number | readonly number[] | string | null

export const surveyResponses = defineTable('survey_responses', {
  /** Random for anonymous responses. */
  id: text(),
  surveyId: text(),
  /** Null for anonymous responses and deleted accounts. */
  userId: optionalText(),
  /** One answer per question. */
  answers: json<readonly SurveyAnswer[]>(),
  /** Null for anonymous responses. */
  createdAt: optionalInstant(),
  updatedAt: optionalInstant(),
})
export type SurveyResponseRow = RowOf<typeof surveyResponses>
export const questions = defineTable('questions', {
  id: text(),
  platformId: text(),
  externalId: optionalText(),
  talkId: text(),
  /** The number of the journal entry that added it, which is its place among the questions. */
  seq: integer(),
  /** Null if the account was deleted, or the question came from another system. Never shown if `isAnonymous`. */
  userId: optionalText(),
  /** The name that another system gave the person. */
  label: optionalText(),
  isAnonymous: boolean(),
  /** The chat message that it was made from. */
  messageId: optionalText(),
  text: text(),
  state: text<StoredQuestionState>(),
  votes: integer(),
  answer: optionalText(),
  answeredAt: optionalInstant(),
  /** The question that this one duplicates. */
  mergedInto: optionalText(),
  version: integer(),
  createdAt: instant(),
  updatedAt: instant(),
})
export type QuestionRow = RowOf<typeof questions>

export const questionVotes = defineTable('question_votes', {
  questionId: text(),
  userId: text(),
  createdAt: instant(),
})
export type QuestionVoteRow = RowOf<typeof questionVotes>
