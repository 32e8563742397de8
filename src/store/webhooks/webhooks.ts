// Webhooks in the store, and the events that each of them has still to be told of.
import { sql } from 'kysely'
import { eventTypes } from '../../schema/webhooks/events.ts'
import { rowWrites } from '../sql/row-writes.ts'
import { allRows, firstRow, parameter, type Query, Statement } from '../sql/statements.ts'
import { events, type WebhookRow, webhooks } from '../sql/tables.ts'
import { type NumberedEvent, numbered } from './events.ts'

export const webhookWrites = rowWrites(webhooks)

const columns = webhooks.columnNames as readonly 'id'[]
const decode = allRows(webhooks.decode)

const byId = (name: string, isLocked: boolean) =>
  new Statement(name, ({ db, dialect }) =>
    db
      .selectFrom('webhooks')
      .select(columns)
      .where('platform_id', '=', parameter('platform'))
      .where('id', '=', parameter('id'))
      .$if(isLocked && dialect === 'postgres', (query) => query.forUpdate()),
  )
const found = byId('webhooks.by_id', false)
const locked = byId('webhooks.by_id.locked', true)

export const webhookById = (platformId: string, id: string): Query<WebhookRow | undefined> => ({
  statement: found,
  values: { platform: platformId, id },
  decode: firstRow(webhooks.decode),
})
/** As it is now and stays until the end of the transaction. */
export const webhookForChange = (platformId: string, id: string): Query<WebhookRow | undefined> => ({
  ...webhookById(platformId, id),
  statement: locked,
})

const ofPlatform = new Statement('webhooks.list', ({ db }) =>
  db.selectFrom('webhooks').select(columns).where('platform_id', '=', parameter('platform')).orderBy('id'),
)
export const listWebhookRows = (platformId: string): Query<WebhookRow[]> => ({
  statement: ofPlatform,
  values: { platform: platformId },
  decode,
})

const enabled = new Statement('webhooks.enabled', ({ db }) =>
  db.selectFrom('webhooks').select(columns).where('enabled', '=', 1).orderBy('id'),
)
/** Those of all platforms that are delivered to. */
export const enabledWebhooks = (): Query<WebhookRow[]> => ({ statement: enabled, values: {}, decode })

const behind = new Statement('webhooks.behind', ({ db }) =>
  db
    .selectFrom('webhooks')
    .select(columns)
    .where('enabled', '=', 1)
    .where(
      sql<boolean>`exists (select 1 from events where events.platform_id = webhooks.platform_id and events.seq > webhooks.position and events.seq <= ${parameter('upTo')})`,
    )
    .orderBy('id'),
)
/** Those whose platform has events behind their position, up to this number. */
export const webhooksBehind = (upTo: number): Query<WebhookRow[]> => ({
  statement: behind,
  values: { upTo },
  decode,
})

/** Whether outside systems are told of an event. */
export const isTold = sql<boolean>`type in (${sql.join(eventTypes.map((type) => sql.lit(type)))})`

const next = new Statement('webhooks.next_events', ({ db }) =>
  db
    .selectFrom('events')
    .select([...(events.columnNames as readonly 'id'[]), 'seq'])
    .where('platform_id', '=', parameter('platform'))
    .where('seq', '>', sql<number>`(select position from webhooks where id = ${parameter('webhook')})`)
    .where('seq', '<=', parameter('upTo'))
    .where(sql<boolean>`(${isTold} or (type = 'webhook.test' and object_id = ${parameter('webhook')}))`)
    .orderBy('seq')
    .limit(parameter('limit')),
)
/** The events that outside systems are told of, and tests of the webhook, behind its position and up to a number, in order. */
export const nextEvents = (
  platformId: string,
  given: { webhookId: string; upTo: number; limit: number },
): Query<NumberedEvent[]> => ({
  statement: next,
  values: { platform: platformId, webhook: given.webhookId, upTo: given.upTo, limit: given.limit },
  decode: allRows(numbered),
})
