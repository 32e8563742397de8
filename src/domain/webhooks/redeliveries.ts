// Having deliveries sent again: one, or all events of a time span, sent before or not.
import { firstIdOf } from '../../lib/data/ids.ts'
import { parseInstant } from '../../lib/time/instants.ts'
import type { WebhookRedeliver, WebhookRedelivered } from '../../schema/webhooks/webhooks.ts'
import type { DeliveryRow, RedeliveryRow, WebhookRow } from '../../store/sql/tables.ts'
import type { Operation } from '../../store/store.ts'
import { deliveryById, queueDeliveries } from '../../store/webhooks/deliveries.ts'
import type { NumberedEvent } from '../../store/webhooks/events.ts'
import {
  countEvents,
  type EventCount,
  nextEventsOfSpan,
  openRedeliveries,
  redeliveryWrites,
} from '../../store/webhooks/redeliveries.ts'
import { webhookForChange } from '../../store/webhooks/webhooks.ts'
import { notedEvent } from '../changes/change-events.ts'
import type { Asked, Command } from '../changes/commands.ts'
import { invalidData, Refusal } from '../changes/errors.ts'
import type { Saved } from '../programme/save-with-people.ts'
import type { Services } from '../services.ts'
import { asksFor, deliveryContext, deliveryOf, EVENTS_A_STEP } from './fan-out.ts'
import { alone, idOf, type OneInput, requireChangeable, requireEnabled } from './webhooks.ts'

/** As long as deliveries are kept. */
const LONGEST_BACK_MS = 30 * 24 * 3_600_000
/** They are counted while others wait: for about a tenth of a second. */
const MOST_EVENTS = 100_000

type OneState = { webhook: WebhookRow | undefined; delivery: DeliveryRow | undefined }
type DeliveryInput = OneInput & { deliveryId: string }

export const redeliverOneOperation: Operation<OneState, DeliveryInput, Saved<WebhookRedelivered>> = {
  name: 'redeliverOne',
  load: ({ platformId }, { id, deliveryId }) => ({
    webhook: webhookForChange(platformId, id),
    delivery: deliveryById(platformId, deliveryId),
  }),
  decide({ delivery, ...state }, ctx, { seen }) {
    const webhook = requireEnabled(requireChangeable(state, ctx, seen))
    if (delivery?.webhookId !== webhook.id) throw new Refusal('delivery_not_found')
    return {
      writes: queueDeliveries([{ ...delivery, queuedAt: ctx.now, nextAttemptAt: ctx.now }]),
      events: [notedEvent('webhook', webhook, 'redelivered')],
      answer: queuedAs(webhook, 1),
    }
  },
}

const queuedAs = ({ id }: WebhookRow, queued: number): Saved<WebhookRedelivered> => ({
  isCreated: false,
  isChanged: queued > 0,
  answer: { code: 'ok', message: queued > 0 ? 'Queued.' : 'There is nothing to deliver.', id, queued },
})

/** Epoch milliseconds; without an end up to the present. */
type Span = { from: number; to: number | undefined }
type SpanState = { webhook: WebhookRow | undefined; counts: EventCount[] }

export const redeliverSpanOperation: Operation<SpanState, OneInput & Span, Saved<WebhookRedelivered>> = {
  name: 'redeliverSpan',
  load: ({ platformId, now }, { id, from, to = now + 1 }) => ({
    webhook: webhookForChange(platformId, id),
    counts: countEvents(platformId, {
      webhookId: id,
      first: firstIdOf(from),
      end: firstIdOf(to),
      limit: MOST_EVENTS + 1,
    }),
  }),
  decide({ counts, ...state }, ctx, { seen, from, to = ctx.now + 1 }) {
    const webhook = requireEnabled(requireChangeable(state, ctx, seen))
    requireSpan({ from, to }, ctx.now)
    if (sumOf(counts) > MOST_EVENTS) throw spanTooLong()
    const asked = counts.filter(({ type }) => asksFor(webhook, type))
    if (asked.length === 0) return { writes: [], events: [], answer: queuedAs(webhook, 0) }
    const redelivery: RedeliveryRow = {
      id: ctx.newId(),
      platformId: ctx.platformId,
      webhookId: webhook.id,
      fromAt: from,
      toAt: to,
      position: Math.min(...asked.map(({ firstSeq }) => firstSeq)) - 1,
      lastSeq: Math.max(...asked.map(({ lastSeq }) => lastSeq)),
      createdAt: ctx.now,
    }
    return {
      writes: [redeliveryWrites.insert(redelivery)],
      events: [notedEvent('webhook', webhook, 'redelivered')],
      answer: queuedAs(webhook, sumOf(asked)),
    }
  },
}

const sumOf = (counts: readonly EventCount[]) => counts.reduce((sum, { count }) => sum + count, 0)

function requireSpan({ from, to }: { from: number; to: number }, now: number): void {
  if (from < now - LONGEST_BACK_MS) throw wrong('from', 'minimum', 'must not be more than 30 days ago')
  if (from > now) throw wrong('from', 'maximum', 'must not be in the future')
  if (to <= from) throw wrong('to', 'minimum', 'must be after from')
}

const wrong = (attribute: string, code: string, message: string) =>
  invalidData([{ pointer: `/${attribute}`, code, message }])

const spanTooLong = () =>
  wrong(
    'to',
    'maximum',
    `must be earlier: the span has more than ${MOST_EVENTS} events; ask for one part after the other`,
  )

/**
 * Queues one delivery again, or has all events of a time span queued that a webhook asks for. Refuses a body that names
 * neither, or both (`invalid_data`).
 */
export function redeliverCommand({
  reference,
  body: { deliveryId, ...span },
  seen,
}: Asked<WebhookRedeliver>): Command<Saved<WebhookRedelivered>> {
  const webhook = { id: idOf(reference), seen }
  if (deliveryId === undefined) return alone(redeliverSpanOperation, { ...webhook, ...instantsOf(span) })
  const beside = Object.keys(span).map((name) => ({
    pointer: `/${name}`,
    code: 'exclusive',
    message: 'must not stand beside deliveryId',
  }))
  if (beside.length > 0) throw invalidData(beside)
  return alone(redeliverOneOperation, { ...webhook, deliveryId: deliveryId.toLowerCase() })
}

function instantsOf({ from, to }: Pick<WebhookRedeliver, 'from' | 'to'>): Span {
  if (from === undefined) throw wrong('from', 'required', 'is required where there is no deliveryId')
  return { from: parseInstant(from) ?? 0, to: to === undefined ? undefined : parseInstant(to) }
}

type StepState = { webhook: WebhookRow | undefined; events: NumberedEvent[] }

/** Queues the next events of a span. No event: nobody decided it. */
export const redeliverStepOperation: Operation<StepState, { redelivery: RedeliveryRow }, null> = {
  name: 'redeliverStep',
  load: ({ platformId }, { redelivery }) => ({
    webhook: webhookForChange(platformId, redelivery.webhookId),
    events: nextEventsOfSpan(redelivery, EVENTS_A_STEP),
  }),
  decide({ webhook, events }, ctx, { redelivery }) {
    if (!webhook?.enabled) return { writes: [], events: [], answer: null }
    const deliveries = events.filter(({ type }) => asksFor(webhook, type))
    const last = events.length === EVENTS_A_STEP ? events.at(-1) : undefined
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

/** Takes a step in each span that is to be delivered again; says whether there may be more to take. */
export async function redeliverSome({ store, clock }: Pick<Services, 'store' | 'clock'>): Promise<boolean> {
  const redeliveries = await store.read(openRedeliveries())
  for (const redelivery of redeliveries) {
    await store.run(redeliverStepOperation, deliveryContext(redelivery.platformId, clock.now()), {
      redelivery,
    })
  }
  return redeliveries.length > 0
}
