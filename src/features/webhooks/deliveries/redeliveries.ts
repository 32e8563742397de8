// Redelivery: queues one delivery again, or all events of a time span, whether or not they were sent before.

import { actionEvent } from '../../../kernel/changes/change-events.ts'
import { execute, type SaveRequest } from '../../../kernel/changes/commands.ts'
import { invalidData, Refusal } from '../../../kernel/changes/errors.ts'
import type { Saved } from '../../../kernel/changes/saved.ts'
import { type Services, systemCaller } from '../../../kernel/changes/services.ts'
import { firstIdOf } from '../../../kernel/lib/data/ids.ts'
import { parseInstant } from '../../../kernel/lib/time/instants.ts'
import type { NumberedEvent } from '../../../kernel/store/changes/events.ts'
import type { Operation } from '../../../kernel/store/changes/operation.ts'
import { type Command, command } from '../../../kernel/store/changes/transaction.ts'
import { MAX_REDELIVERED_EVENTS, MAX_REDELIVERY_AGE_MS } from '../limits.ts'
import type { WebhookRedeliver, WebhookRedelivered } from '../schema.ts'
import { webhookForChange } from '../store.ts'
import type { DeliveryRow, RedeliveryRow, WebhookRow } from '../tables.ts'
import { idOf, type OneInput, requireChangeable, requireEnabled } from '../webhooks.ts'
import { deliveryById, queueDeliveries } from './deliveries-store.ts'
import { deliveryOf, EVENTS_PER_STEP, isSubscribedTo } from './fan-out.ts'
import {
  countEvents,
  type EventCount,
  nextEventsOfSpan,
  openRedeliveries,
  redeliveryWrites,
} from './redeliveries-store.ts'

type OneState = { webhook: WebhookRow | undefined; delivery: DeliveryRow | undefined }
type DeliveryInput = OneInput & { deliveryId: string }

export const redeliverOneOperation: Operation<OneState, DeliveryInput, Saved<WebhookRedelivered>> = {
  name: 'redeliverOne',
  load: ({ platformId }, { id, deliveryId }) => ({
    webhook: webhookForChange({ platformId, id }),
    delivery: deliveryById({ platformId, id: deliveryId }),
  }),
  decide({ delivery, ...state }, ctx, { precondition }) {
    const webhook = requireEnabled(requireChangeable(state, ctx, precondition))
    if (delivery?.webhookId !== webhook.id) throw new Refusal('delivery_not_found')
    return {
      writes: queueDeliveries([{ ...delivery, queuedAt: ctx.now, nextAttemptAt: ctx.now }]),
      events: [actionEvent('webhook', webhook, 'redelivered')],
      answer: queuedAs(webhook, 1),
    }
  },
}

const queuedAs = ({ id }: WebhookRow, queued: number): Saved<WebhookRedelivered> => ({
  isCreated: false,
  isChanged: queued > 0,
  response: { code: 'ok', message: queued > 0 ? 'Queued.' : 'No events to deliver.', id, queued },
})

/** In epoch milliseconds. Without `to`, the span ends now. */
type Span = { from: number; to: number | undefined }
type SpanState = { webhook: WebhookRow | undefined; counts: EventCount[] }

export const redeliverSpanOperation: Operation<SpanState, OneInput & Span, Saved<WebhookRedelivered>> = {
  name: 'redeliverSpan',
  load: ({ platformId, now }, { id, from, to = now + 1 }) => ({
    webhook: webhookForChange({ platformId, id }),
    counts: countEvents({
      platformId,
      webhookId: id,
      first: firstIdOf(from),
      end: firstIdOf(to),
      limit: MAX_REDELIVERED_EVENTS + 1,
    }),
  }),
  decide({ counts, ...state }, ctx, { precondition, from, to = ctx.now + 1 }) {
    const webhook = requireEnabled(requireChangeable(state, ctx, precondition))
    requireSpan({ from, to }, ctx.now)
    if (sumOf(counts) > MAX_REDELIVERED_EVENTS) throw spanTooLong()
    const subscribed = counts.filter(({ type }) => isSubscribedTo(webhook, type))
    if (subscribed.length === 0) return { writes: [], events: [], answer: queuedAs(webhook, 0) }
    const redelivery: RedeliveryRow = {
      id: ctx.newId(),
      platformId: ctx.platformId,
      webhookId: webhook.id,
      fromAt: from,
      toAt: to,
      position: Math.min(...subscribed.map(({ firstSeq }) => firstSeq)) - 1,
      lastSeq: Math.max(...subscribed.map(({ lastSeq }) => lastSeq)),
      createdAt: ctx.now,
    }
    return {
      writes: [redeliveryWrites.insert(redelivery)],
      events: [actionEvent('webhook', webhook, 'redelivered')],
      answer: queuedAs(webhook, sumOf(subscribed)),
    }
  },
}

const sumOf = (counts: readonly EventCount[]) => counts.reduce((sum, { count }) => sum + count, 0)

function requireSpan({ from, to }: { from: number; to: number }, now: number): void {
  if (from < now - MAX_REDELIVERY_AGE_MS) throw wrong('from', 'minimum', 'must not be more than 30 days ago')
  if (from > now) throw wrong('from', 'maximum', 'must not be in the future')
  if (to <= from) throw wrong('to', 'minimum', 'must be after from')
}

const wrong = (attribute: string, code: string, message: string) =>
  invalidData([{ pointer: `/${attribute}`, code, message }])

const spanTooLong = () =>
  wrong(
    'to',
    'maximum',
    `must be earlier, because the time span has more than ${MAX_REDELIVERED_EVENTS} events; redeliver it in parts`,
  )

/**
 * Queues one delivery again, or all events of a time span that the webhook subscribes to. Throws `invalid_data` for a
 * body with neither or both.
 */
export function redeliverCommand({
  reference,
  body: { deliveryId, ...span },
  precondition,
}: SaveRequest<WebhookRedeliver>): Command<Saved<WebhookRedelivered>> {
  const webhook = { id: idOf(reference), precondition }
  if (deliveryId === undefined) return command(redeliverSpanOperation, { ...webhook, ...instantsOf(span) })
  const extra = Object.keys(span).map((name) => ({
    pointer: `/${name}`,
    code: 'exclusive',
    message: 'cannot be combined with deliveryId',
  }))
  if (extra.length > 0) throw invalidData(extra)
  return command(redeliverOneOperation, { ...webhook, deliveryId: deliveryId.toLowerCase() })
}

function instantsOf({ from, to }: Pick<WebhookRedeliver, 'from' | 'to'>): Span {
  if (from === undefined) throw wrong('from', 'required', 'is required without deliveryId')
  return { from: parseInstant(from) ?? 0, to: to === undefined ? undefined : parseInstant(to) }
}

type StepState = { webhook: WebhookRow | undefined; events: NumberedEvent[] }

/** Queues the next events of a span. Records no change event. */
export const redeliverStepOperation: Operation<StepState, { redelivery: RedeliveryRow }, null> = {
  name: 'redeliverStep',
  load: ({ platformId }, { redelivery }) => ({
    webhook: webhookForChange({ platformId, id: redelivery.webhookId }),
    events: nextEventsOfSpan({ ...redelivery, limit: EVENTS_PER_STEP }),
  }),
  decide({ webhook, events }, ctx, { redelivery }) {
    if (!webhook?.enabled) return { writes: [], events: [], answer: null }
    const deliveries = events.filter(({ type }) => isSubscribedTo(webhook, type))
    const last = events.length === EVENTS_PER_STEP ? events.at(-1) : undefined
    return {
      writes: [
        ...queueDeliveries(deliveries.map((event) => deliveryOf(webhook, event, ctx))),
        last
          ? redeliveryWrites.replace({ ...redelivery, position: last.seq })
          : redeliveryWrites.remove(redelivery),
      ],
      events: [],
      answer: null,
    }
  },
}

/** Queues the next events of each unfinished redelivery. Returns whether there may be more. */
export async function redeliverSome(services: Pick<Services, 'store' | 'clock'>): Promise<boolean> {
  const redeliveries = await services.store.read(openRedeliveries({}))
  for (const redelivery of redeliveries) {
    const caller = systemCaller({ id: redelivery.platformId })
    await execute(services, caller, redeliverStepOperation, { redelivery })
  }
  return redeliveries.length > 0
}
