// Reading the deliveries of a webhook: their state, their attempts, and the health of the endpoint.

import { Refusal } from '../../../kernel/changes/errors.ts'
import { pageOf, readCursor } from '../../../kernel/changes/pagination.ts'
import type { Caller, Services } from '../../../kernel/changes/services.ts'
import { isId } from '../../../kernel/lib/data/ids.ts'
import { maskQuery } from '../../../kernel/lib/text/redaction.ts'
import { formatInstant } from '../../../kernel/lib/time/instants.ts'
import { DAY_MS } from '../../../kernel/lib/time/units.ts'
import { DEFAULT_LIMIT } from '../../../kernel/limits.ts'
import { MAX_ATTEMPTS } from '../limits.ts'
import type { DeliveryListQuery, WebhookDelivery, WebhookDeliveryDetails } from '../schema.ts'
import type { DeliveryRow } from '../tables.ts'
import { requireWebhook } from '../webhooks.ts'
import {
  attemptCounts,
  attemptsOf,
  deliveryById,
  listDeliveryRows,
  openDeliveries,
} from './deliveries-store.ts'

const instantOr = (at: number | null) => (at === null ? null : formatInstant(at))

const presentDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  webhookId: row.webhookId,
  eventId: row.eventId,
  type: row.type,
  objectId: row.objectId,
  state: row.state,
  attempts: row.attempts,
  queuedAt: formatInstant(row.queuedAt),
  nextAttemptAt: row.state === 'pending' ? formatInstant(row.nextAttemptAt) : null,
  lastAttemptAt: instantOr(row.lastAttemptAt),
  lastStatus: row.lastStatus,
  lastError: row.lastError,
})

/** A page of the deliveries of a webhook, newest event first. Throws `webhook_not_found` for an unknown ID. */
export async function listDeliveries(
  services: Services,
  caller: Caller,
  webhookId: string,
  { state, type, cursor, limit = DEFAULT_LIMIT }: DeliveryListQuery,
): Promise<{ code: 'ok'; items: WebhookDelivery[]; next: string | null }> {
  const { id } = await requireWebhook(services, caller, webhookId)
  const [before] = readCursor(cursor, ['number']) ?? []
  const read = await services.store.read(
    listDeliveryRows({
      webhookId: id,
      state: state ?? null,
      type: type ?? null,
      before: before === undefined ? null : Number(before),
      limit: limit + 1,
    }),
  )
  const { rows, next } = pageOf(read, limit, ({ eventSeq }) => [eventSeq])
  return { code: 'ok', items: rows.map(presentDelivery), next }
}

/**
 * A delivery with its attempts, newest first. Throws `delivery_not_found` for an unknown ID or one of another platform.
 */
export async function readDelivery(
  services: Services,
  { platform }: Caller,
  id: string,
): Promise<WebhookDeliveryDetails> {
  const row = isId(id)
    ? await services.store.read(deliveryById({ platformId: platform.id, id: id.toLowerCase() }))
    : undefined
  if (!row) throw new Refusal('delivery_not_found')
  const attempts = await services.store.read(attemptsOf({ deliveryId: row.id, limit: MAX_ATTEMPTS }))
  return {
    ...presentDelivery(row),
    payload: JSON.parse(row.body),
    log: attempts.map(({ at, url, durationMs, status, error, answer }) => ({
      at: formatInstant(at),
      url: maskQuery(url),
      durationMs,
      status,
      error,
      answer,
    })),
  }
}

/** The attempts of the last 24 hours, and the deliveries that are pending or have failed for good. */
export type WebhookHealth = { attempts: number; failedAttempts: number; pending: number; failed: number }

/** By webhook ID. Webhooks without deliveries are not included. */
export async function readHealth(
  { store, clock }: Services,
  { platform }: Caller,
): Promise<ReadonlyMap<string, WebhookHealth>> {
  const health = new Map<string, WebhookHealth>()
  const none = { attempts: 0, failedAttempts: 0, pending: 0, failed: 0 }
  for (const { webhookId, attempts, failed } of await store.read(
    attemptCounts({ platformId: platform.id, since: clock.now() - DAY_MS }),
  )) {
    health.set(webhookId, { ...none, attempts, failedAttempts: failed })
  }
  for (const { webhookId, pending, failed } of await store.read(
    openDeliveries({ platformId: platform.id }),
  )) {
    health.set(webhookId, { ...none, ...health.get(webhookId), pending, failed })
  }
  return health
}
