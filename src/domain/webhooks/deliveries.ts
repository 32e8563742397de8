// The log of deliveries: what was sent, and what was answered.
import { isId } from '../../lib/data/ids.ts'
import { formatInstant } from '../../lib/time/instants.ts'
import type {
  DeliveryListQuery,
  WebhookDelivery,
  WebhookDeliveryDetails,
} from '../../schema/webhooks/webhooks.ts'
import type { DeliveryRow } from '../../store/sql/tables.ts'
import {
  attemptCounts,
  attemptsOf,
  deliveryById,
  listDeliveryRows,
  openDeliveries,
} from '../../store/webhooks/deliveries.ts'
import { Refusal } from '../changes/errors.ts'
import { pageOf, readCursor } from '../pagination.ts'
import type { Caller, Services } from '../services.ts'
import { requireWebhook } from './webhooks.ts'

const DAY_MS = 24 * 3_600_000
const DEFAULT_LIMIT = 50
const MOST_ATTEMPTS = 100

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

/** A page of the deliveries to a webhook, newest event first. Refuses its id (`webhook_not_found`) and cursors not ours. */
export async function listDeliveries(
  services: Services,
  caller: Caller,
  webhookId: string,
  { state, type, cursor, limit = DEFAULT_LIMIT }: DeliveryListQuery,
): Promise<{ code: 'ok'; items: WebhookDelivery[]; next: string | null }> {
  const { id } = await requireWebhook(services, caller, webhookId)
  const [before] = readCursor(cursor, ['number']) ?? []
  const page = { before: before === undefined ? null : Number(before), limit: limit + 1 }
  const filter = { state: state ?? null, type: type ?? null }
  const read = await services.store.read(listDeliveryRows(id, filter, page))
  const { rows, next } = pageOf(read, limit, ({ eventSeq }) => [eventSeq])
  return { code: 'ok', items: rows.map(presentDelivery), next }
}

/** A delivery with its attempts, newest first. Refuses an id that is not of the platform (`delivery_not_found`). */
export async function readDelivery(
  services: Services,
  { platform }: Caller,
  id: string,
): Promise<WebhookDeliveryDetails> {
  const row = isId(id) ? await services.store.read(deliveryById(platform.id, id.toLowerCase())) : undefined
  if (!row) throw new Refusal('delivery_not_found')
  const attempts = await services.store.read(attemptsOf(row.id, MOST_ATTEMPTS))
  return {
    ...presentDelivery(row),
    payload: JSON.parse(row.body),
    log: attempts.map(({ at, url, durationMs, status, error, answer }) => ({
      at: formatInstant(at),
      url,
      durationMs,
      status,
      error,
      answer,
    })),
  }
}

/** How deliveries to a webhook went: attempts of the last 24 hours, and what waits or was given up. */
export type WebhookHealth = { attempts: number; failedAttempts: number; pending: number; failed: number }

/** By webhook; those without deliveries are left out. */
export async function readHealth(
  { store, clock }: Services,
  { platform }: Caller,
): Promise<ReadonlyMap<string, WebhookHealth>> {
  const health = new Map<string, WebhookHealth>()
  const none = { attempts: 0, failedAttempts: 0, pending: 0, failed: 0 }
  for (const { webhookId, attempts, failed } of await store.read(
    attemptCounts(platform.id, clock.now() - DAY_MS),
  )) {
    health.set(webhookId, { ...none, attempts, failedAttempts: failed })
  }
  for (const { webhookId, pending, failed } of await store.read(openDeliveries(platform.id))) {
    health.set(webhookId, { ...none, ...health.get(webhookId), pending, failed })
  }
  return health
}
