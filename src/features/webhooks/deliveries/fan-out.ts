// Fan-out: queues a delivery of each new event for each webhook that subscribes to its type.

import { execute } from '../../../kernel/changes/commands.ts'
import { type Services, systemCaller } from '../../../kernel/changes/services.ts'
import { formatInstant } from '../../../kernel/lib/time/instants.ts'
import type { NumberedEvent } from '../../../kernel/store/changes/events.ts'
import type { DecideContext, Operation } from '../../../kernel/store/changes/operation.ts'
import { matchesType } from '../change-feed/events.ts'
import type { WebhookPayload } from '../schema.ts'
import { nextEvents, webhookForChange, webhooksBehind, webhookWrites } from '../store.ts'
import type { DeliveryRow, WebhookRow } from '../tables.ts'
import { queueDeliveries } from './deliveries-store.ts'

/** Limits how long a transaction takes. */
export const EVENTS_PER_STEP = 200

type State = { webhook: WebhookRow | undefined; events: NumberedEvent[] }
type Input = { webhookId: string; upTo: number }

/** Queues the next deliveries of one webhook. Answers whether there may be more. Records no change event. */
export const fanOutOperation: Operation<State, Input, boolean> = {
  name: 'fanOut',
  load: ({ platformId }, { webhookId, upTo }) => ({
    webhook: webhookForChange({ platformId, id: webhookId }),
    events: nextEvents({ platformId, webhookId, upTo, limit: EVENTS_PER_STEP }),
  }),
  decide({ webhook, events }, ctx, { upTo }) {
    if (!webhook?.enabled) return { writes: [], events: [], answer: false }
    const hasMore = events.length === EVENTS_PER_STEP
    const position = hasMore ? (events.at(-1)?.seq ?? upTo) : Math.max(upTo, webhook.position)
    const deliveries = events
      .filter((event) => event.objectKind === 'webhook' || isSubscribedTo(webhook, event.type))
      .map((event) => deliveryOf(webhook, event, ctx))
    return {
      writes: [...queueDeliveries(deliveries), webhookWrites.replace({ ...webhook, position })],
      events: [],
      answer: hasMore,
    }
  },
}

/** Whether a webhook is subscribed to an event type. */
export const isSubscribedTo = ({ types }: Pick<WebhookRow, 'types'>, type: string): boolean =>
  types.some((pattern) => matchesType(type, pattern))

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

/** The event without values, because the receiver reads the object with its own API key. */
const payloadOf = (event: NumberedEvent): WebhookPayload => ({
  type: event.type,
  timestamp: formatInstant(event.at),
  data: {
    id: event.objectId,
    kind: event.objectKind,
    externalId: event.externalId,
    talkId: event.talkId,
    version: event.version,
    eventId: event.id,
    changed: event.changes.map(({ pointer }) => pointer),
    actor: { kind: event.actorKind, id: event.actorId },
  },
})

/** Queues the events up to the high-water mark for the webhooks of all platforms. */
export async function fanOut(services: Pick<Services, 'store' | 'clock'>): Promise<void> {
  const { store } = services
  const upTo = await store.highWaterMark()
  let behind = await store.read(webhooksBehind({ upTo }))
  while (behind.length > 0) {
    const next: typeof behind = []
    for (const webhook of behind) {
      const caller = systemCaller({ id: webhook.platformId })
      const hasMore = await execute(services, caller, fanOutOperation, { webhookId: webhook.id, upTo })
      if (hasMore) next.push(webhook)
    }
    behind = next
  }
}
