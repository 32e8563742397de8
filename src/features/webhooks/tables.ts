// The tables of webhooks as the program uses them. The migrations create them.

import {
  boolean,
  instant,
  integer,
  json,
  optionalInstant,
  optionalInteger,
  optionalText,
  text,
} from '../../kernel/store/sql/columns.ts'
import { defineTable, type RowOf } from '../../kernel/store/sql/table.ts'

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

declare module '../../kernel/store/sql/database.ts' {
  interface Tables {
    webhooks: StoredRowOf<typeof webhooks>
    webhook_deliveries: StoredRowOf<typeof webhookDeliveries>
    webhook_redeliveries: StoredRowOf<typeof webhookRedeliveries>
    webhook_attempts: StoredRowOf<typeof webhookAttempts>
  }
}
