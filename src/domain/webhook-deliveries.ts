// The log of deliveries: what was sent, what was answered, and having it sent again.
import { firstIdOf, isId } from '../lib/ids.ts'
import { formatInstant, parseInstant } from '../lib/times.ts'
import type {
  DeliveryListQuery,
  WebhookDelivery,
  WebhookDeliveryDetails,
  WebhookRedeliver,
} from '../schema/webhook.ts'
import type { Operation } from '../store/engine.ts'
import type { NumberedEvent } from '../store/events.ts'
import type { DeliveryRow, WebhookRow } from '../store/tables.ts'
import {
  attemptCounts,
  attemptsOf,
  deliveryById,
  listDeliveryRows,
  openDeliveries,
  queueDeliveries,
} from '../store/webhook-deliveries.ts'
import { eventsOfSpan, webhookForChange } from '../store/webhooks.ts'
import { invalidData, type Problem, Refusal } from './errors.ts'
import { notedEvent } from './history.ts'
import { pageOf, readCursor } from './lists.ts'
import { type Caller, type Services, writeContext } from './services.ts'
import { asksFor, deliveryOf, EVENTS_A_STEP } from './webhook-fan-out.ts'
import { requireWebhook } from './webhooks.ts'

const DAY_MS = 24 * 3_600_000
/** As long as deliveries are kept. */
const LONGEST_BACK_MS = 30 * DAY_MS
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

type OneState = { webhook: WebhookRow | undefined; delivery: DeliveryRow | undefined }
type OneInput = { webhookId: string; deliveryId: string }

export const redeliverOneOperation: Operation<OneState, OneInput, { queued: number }> = {
  name: 'redeliverOne',
  load: ({ platformId }, { webhookId, deliveryId }) => ({
    webhook: webhookForChange(platformId, webhookId),
    delivery: deliveryById(platformId, deliveryId),
  }),
  decide({ webhook, delivery }, ctx) {
    if (ctx.actor.level !== 'privileged') throw new Refusal('insufficient_permissions')
    if (!webhook) throw new Refusal('webhook_not_found')
    if (delivery?.webhookId !== webhook.id) throw new Refusal('delivery_not_found')
    return {
      writes: queueDeliveries([{ ...delivery, queuedAt: ctx.now, nextAttemptAt: ctx.now }]),
      events: [notedEvent('webhook', webhook, 'redelivered')],
      answer: { queued: 1 },
    }
  },
}

type SpanState = { webhook: WebhookRow | undefined; events: NumberedEvent[] }
/** Events with ids between these two; they sort by time. */
type SpanInput = { webhookId: string; after: string; before: string; isFirst: boolean }

export const redeliverSpanOperation: Operation<
  SpanState,
  SpanInput,
  { queued: number; next: string | undefined }
> = {
  name: 'redeliverSpan',
  load: ({ platformId }, { webhookId, after, before }) => ({
    webhook: webhookForChange(platformId, webhookId),
    events: eventsOfSpan(platformId, { webhookId, after, before, limit: EVENTS_A_STEP }),
  }),
  decide({ webhook, events }, ctx, { isFirst }) {
    if (ctx.actor.level !== 'privileged') throw new Refusal('insufficient_permissions')
    if (!webhook) throw new Refusal('webhook_not_found')
    const asked = events.filter(({ type }) => asksFor(webhook, type))
    return {
      writes: queueDeliveries(asked.map((event) => deliveryOf(webhook, event, ctx))),
      events: isFirst ? [notedEvent('webhook', webhook, 'redelivered')] : [],
      answer: { queued: asked.length, next: events.length === EVENTS_A_STEP ? events.at(-1)?.id : undefined },
    }
  },
}

/**
 * Queues one delivery again, or all events of a time span that a webhook asks for, in transactions of bounded length.
 * Refuses ids (`webhook_not_found`, `delivery_not_found`) and a span that is none (`invalid_data`).
 */
export async function redeliver(
  services: Services,
  caller: Caller,
  webhookId: string,
  body: WebhookRedeliver,
): Promise<{ id: string; queued: number }> {
  const { id } = await requireWebhook(services, caller, webhookId)
  const context = writeContext(services, caller)
  if (body.deliveryId !== undefined) {
    const input = { webhookId: id, deliveryId: body.deliveryId.toLowerCase() }
    return { id, ...(await services.store.run(redeliverOneOperation, context, input)) }
  }
  const span = spanOf(body, context.now)
  const before = firstIdOf(span.to)
  let [queued, after]: [number, string | undefined] = [0, firstIdOf(span.from)]
  for (let isFirst = true; after !== undefined; isFirst = false) {
    const input: SpanInput = { webhookId: id, after, before, isFirst }
    const step = await services.store.run(redeliverSpanOperation, context, input)
    queued += step.queued
    after = step.next
  }
  return { id, queued }
}

function spanOf({ from, to }: WebhookRedeliver, now: number): { from: number; to: number } {
  const span = {
    from: parseInstant(from ?? '') ?? Number.NaN,
    to: to === undefined ? now + 1 : (parseInstant(to) ?? 0),
  }
  const problem = (pointer: string, code: string, message: string): Problem => ({ pointer, code, message })
  if (from === undefined)
    throw invalidData([problem('/from', 'required', 'is required where there is no deliveryId')])
  if (span.from < now - LONGEST_BACK_MS)
    throw invalidData([problem('/from', 'minimum', 'must not be more than 30 days ago')])
  if (span.to <= span.from) throw invalidData([problem('/to', 'minimum', 'must be after from')])
  return span
}
