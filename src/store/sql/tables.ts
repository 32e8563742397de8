// The tables as the program sees them. The schema itself is made by migrations/.

import type { ValueChange } from '../../lib/data/diff.ts'
import type { KeyLevel } from '../../lib/security/api-key-format.ts'
import { searchKey } from '../../lib/text/search-keys.ts'
import type { RegistrationStatus, Role, UserSocials, UserStatus } from '../../schema/people/users.ts'
import { defaultSettings, type PlatformSettings } from '../../schema/platforms/platforms.ts'
import type { SponsorOptions } from '../../schema/programme/sponsors.ts'
import type { TalkFeatures, TalkLink, TalkType } from '../../schema/programme/talks.ts'
import {
  boolean,
  defineTable,
  instant,
  integer,
  json,
  jsonOver,
  optionalInstant,
  optionalInteger,
  optionalText,
  type RowOf,
  text,
} from './columns.ts'

export const platforms = defineTable('platforms', {
  id: text(),
  slug: text(),
  name: text(),
  settings: jsonOver<PlatformSettings>(defaultSettings),
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
    /** The programme that it was sent with, which alone may remove it. */
    source: optionalText(),
    email: text(),
    emailKey: text(),
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
    country: optionalText(),
    city: optionalText(),
    status: optionalText<UserStatus>(),
    website: optionalText(),
    socials: json<UserSocials>(),
    highlighted: boolean(),
    /** Made as a Speaker (`type`): among the speakers of the public site without a part in a talk, too. */
    announced: boolean(),
    passwordHash: text(),
    passwordMustChange: boolean(),
    passwordExpiresAt: optionalInstant(),
    /** Sealed. */
    totpSecret: optionalText(),
    /** The beginning of the last time step whose code was accepted. */
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
    /** The programme that it was sent with, which alone may remove it. */
    source: optionalText(),
    title: text(),
    description: text(),
    startAt: instant(),
    endAt: instant(),
    timezone: optionalText(),
    duration: integer(),
    type: text<TalkType>(),
    video: optionalText(),
    image: optionalText(),
    links: json<TalkLink[]>(),
    track: optionalText(),
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
  { search_key: (row) => searchKey([row.title], [row.track], [row.externalId]) },
)
export type TalkRow = RowOf<typeof talks>

export const sponsors = defineTable(
  'sponsors',
  {
    id: text(),
    platformId: text(),
    externalId: optionalText(),
    /** The programme that it was sent with, which alone may remove it. */
    source: optionalText(),
    name: text(),
    logo: text(),
    level: integer(),
    hasPage: boolean(),
    pageContent: optionalText(),
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
  purpose: text<'reset' | 'setup'>(),
  createdAt: instant(),
  expiresAt: instant(),
})
export type OneTimeLinkRow = RowOf<typeof oneTimeLinks>

export type ObjectKind = 'talk' | 'sponsor' | 'user' | 'api_key' | 'platform' | 'webhook'
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
  version: integer(),
  changes: json<ValueChange[]>(),
})
export type EventRow = RowOf<typeof events>

/** What a request with an idempotency key was answered; the content is encrypted under the caller's API key. */
export const receipts = defineTable('receipts', {
  id: text(),
  platformId: text(),
  bodyHash: text(),
  requestId: text(),
  content: text(),
  createdAt: instant(),
})
export type ReceiptRow = RowOf<typeof receipts>

/** What was wrong with a logged request: where, and by which rule; never a value. */
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
})
export type RequestLogRow = RowOf<typeof requestLog>

/** Requests of one key in one hour (its first epoch millisecond). */
export const requestCounts = defineTable('request_counts', {
  platformId: text(),
  hour: instant(),
  keyId: text(),
  requests: integer(),
  /** Answered 4xx. */
  refused: integer(),
  /** Answered 5xx. */
  failed: integer(),
  /** Counted, but not kept one by one. */
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
  /** Why it was disabled, where nobody did it: the endpoint answered 410, or failed for days. */
  disabledReason: optionalText<'gone' | 'failing'>(),
  /** Sealed, as the one after it. */
  secret: text(),
  previousSecret: optionalText(),
  previousExpiresAt: optionalInstant(),
  /** The number of the event up to which deliveries have been made. */
  position: integer(),
  /** The first failed attempt after the last that succeeded. */
  failingSince: optionalInstant(),
  version: integer(),
  createdAt: instant(),
  updatedAt: instant(),
})
export type WebhookRow = RowOf<typeof webhooks>

export type DeliveryState = 'pending' | 'delivered' | 'failed'

export const webhookDeliveries = defineTable('webhook_deliveries', {
  /** The same in every attempt: the receiver knows a repeat by it. */
  id: text(),
  platformId: text(),
  webhookId: text(),
  eventSeq: integer(),
  eventId: text(),
  type: text(),
  objectId: text(),
  body: text(),
  state: text<DeliveryState>(),
  /** Since it was queued last. */
  attempts: integer(),
  queuedAt: instant(),
  nextAttemptAt: instant(),
  lastAttemptAt: optionalInstant(),
  lastStatus: optionalInteger(),
  lastError: optionalText(),
})
export type DeliveryRow = RowOf<typeof webhookDeliveries>

/** A time span that is to be delivered to a webhook again. */
export const webhookRedeliveries = defineTable('webhook_redeliveries', {
  id: text(),
  platformId: text(),
  webhookId: text(),
  fromAt: instant(),
  /** Up to before this instant. */
  toAt: instant(),
  /** The number of the event up to which deliveries have been queued. */
  position: integer(),
  /** The number of its last event. */
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
  /** Null where there was no answer. */
  status: optionalInteger(),
  error: optionalText(),
  /** The first KiB of the answer. */
  answer: optionalText(),
})
export type AttemptRow = RowOf<typeof webhookAttempts>
