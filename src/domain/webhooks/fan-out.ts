// From events to deliveries: the event row is what a change leaves, and each webhook takes from it what it asks for.
import { formatInstant } from '../../lib/time/instants.ts'
import type { WebhookPayload } from '../../schema/webhooks/webhooks.ts'
import type { DeliveryRow, WebhookRow } from '../../store/sql/tables.ts'
import type { DecideContext, Operation, WriteContext } from '../../store/store.ts'
import { queueDeliveries } from '../../store/webhooks/deliveries.ts'
import type { NumberedEvent } from '../../store/webhooks/events.ts'
import { nextEvents, webhookForChange, webhooksBehind, webhookWrites } from '../../store/webhooks/webhooks.ts'
import type { Services } from '../services.ts'
import { isOfType } from './events.ts'

/** Bounds how long the store is held. */
export const EVENTS_A_STEP = 200

type State = { webhook: WebhookRow | undefined; events: NumberedEvent[] }
type Input = { webhookId: string; upTo: number }

/** Answers whether there may be more to take. No event: nobody decided it. */
export const fanOutOperation: Operation<State, Input, boolean> = {
  name: 'fanOut',
  load: ({ platformId }, { webhookId, upTo }) => ({
    webhook: webhookForChange(platformId, webhookId),
    events: nextEvents(platformId, { webhookId, upTo, limit: EVENTS_A_STEP }),
  }),
  decide({ webhook, events }, ctx, { upTo }) {
    if (!webhook?.enabled) return { writes: [], events: [], answer: false }
    const hasMore = events.length === EVENTS_A_STEP
    const position = hasMore ? (events.at(-1)?.seq ?? upTo) : Math.max(upTo, webhook.position)
    const deliveries = events
      .filter((event) => event.objectKind === 'webhook' || asksFor(webhook, event.type))
      .map((event) => deliveryOf(webhook, event, ctx))
    return {
      writes: [...queueDeliveries(deliveries), webhookWrites.replace({ ...webhook, position })],
      events: [],
      answer: hasMore,
    }
  },
}

/** Whether a webhook asks for events of a type. */
export const asksFor = ({ types }: Pick<WebhookRow, 'types'>, type: string): boolean =>
  types.some((asked) => isOfType(type, asked))

export const deliveryOf = (webhook: WebhookRow, event: NumberedEvent, ctx: DecideContext): DeliveryRow => ({
  id: ctx.newId(),
  platformId: webhook.platformId,
  webhookId: webhook.id,
  eventSeq: event.seq,
  eventId: event.id,
  type: event.type,
  objectId: event.objectId,
  body: JSON.stringify(payloadOf(event)),
  state: 'pending',
  attempts: 0,
  queuedAt: ctx.now,
  nextAttemptAt: ctx.now,
  lastAttemptAt: null,
  lastStatus: null,
  lastError: null,
})

/** What happened, without a value: who is told reads the object with a key of its own. */
const payloadOf = (event: NumberedEvent): WebhookPayload => ({
  type: event.type,
  timestamp: formatInstant(event.at),
  data: {
    id: event.objectId,
    kind: event.objectKind,
    version: event.version,
    eventId: event.id,
    changed: event.changes.map(({ pointer }) => pointer),
    actor: { kind: event.actorKind, id: event.actorId },
  },
})

/** Queues the events up to the high-water mark for the webhooks of all platforms. */
export async function fanOut({ store, clock }: Pick<Services, 'store' | 'clock'>): Promise<void> {
  const upTo = await store.highWaterMark()
  let behind = await store.read(webhooksBehind(upTo))
  while (behind.length > 0) {
    const next: typeof behind = []
    for (const webhook of behind) {
      const context = deliveryContext(webhook.platformId, clock.now())
      const hasMore = await store.run(fanOutOperation, context, { webhookId: webhook.id, upTo })
      if (hasMore) next.push(webhook)
    }
    behind = next
  }
}

/** The system, not an actor, creates deliveries and records their outcome. */
export const deliveryContext = (platformId: string, now: number): WriteContext => ({
  platformId,
  actor: { kind: 'system', id: null, level: 'privileged' },
  requestId: null,
  now,
})
