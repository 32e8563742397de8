// Webhooks in the store, and the events that have not been sent to each of them yet.
import { type ExpressionBuilder, sql } from 'kysely'
import { eventTypes } from '../../kernel/changes/events-schema.ts'
import { numberedColumns, toNumberedEvent } from '../../kernel/store/changes/events.ts'
import { integer, text } from '../../kernel/store/sql/columns.ts'
import type { Database } from '../../kernel/store/sql/database.ts'
import { rowWrites } from '../../kernel/store/sql/row-writes.ts'
import { allRows, defineQuery, firstRow } from '../../kernel/store/sql/statements.ts'
import { webhooks } from './tables.ts'

export const webhookWrites = rowWrites(webhooks)

export const webhookById = defineQuery(
  'webhooks.by_id',
  { platformId: text(), id: text() },
  ({ db }, p) =>
    db
      .selectFrom('webhooks')
      .select(webhooks.columnNames)
      .where('platform_id', '=', p.platformId)
      .where('id', '=', p.id),
  firstRow(webhooks.decode),
)

/** The webhook, locked until the end of the transaction. */
export const webhookForChange = defineQuery(
  'webhooks.by_id.locked',
  { platformId: text(), id: text() },
  ({ db, lockRows }, p) =>
    db
      .selectFrom('webhooks')
      .select(webhooks.columnNames)
      .where('platform_id', '=', p.platformId)
      .where('id', '=', p.id)
      .$call(lockRows),
  firstRow(webhooks.decode),
)

export const listWebhookRows = defineQuery(
  'webhooks.list',
  { platformId: text() },
  ({ db }, p) =>
    db
      .selectFrom('webhooks')
      .select(webhooks.columnNames)
      .where('platform_id', '=', p.platformId)
      .orderBy('id'),
  allRows(webhooks.decode),
)

/** The enabled webhooks of all platforms. */
export const enabledWebhooks = defineQuery(
  'webhooks.enabled',
  {},
  ({ db }) => db.selectFrom('webhooks').select(webhooks.columnNames).where('enabled', '=', 1).orderBy('id'),
  allRows(webhooks.decode),
)

/** The webhooks whose platform has events after their position, up to this number. */
export const webhooksBehind = defineQuery(
  'webhooks.behind',
  { upTo: integer() },
  ({ db }, p) =>
    db
      .selectFrom('webhooks')
      .select(webhooks.columnNames)
      .where('enabled', '=', 1)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('events')
            .select('events.seq')
            .whereRef('events.platform_id', '=', 'webhooks.platform_id')
            .whereRef('events.seq', '>', 'webhooks.position')
            .where('events.seq', '<=', p.upTo),
        ),
      )
      .orderBy('id'),
  allRows(webhooks.decode),
)

/** Whether webhooks can receive an event. The values are literals, so that the planner knows how many rows match. */
export const isDeliverable = ({ eb }: ExpressionBuilder<Database, 'events'>) =>
  eb(
    'events.type',
    'in',
    eventTypes.map((type) => sql.lit(type)),
  )

/** Deliverable events and tests of the webhook, after its position and up to a number, in order. */
export const nextEvents = defineQuery(
  'webhooks.next_events',
  { platformId: text(), webhookId: text(), upTo: integer(), limit: integer() },
  ({ db }, p) =>
    db
      .selectFrom('events')
      .select(numberedColumns)
      .where('platform_id', '=', p.platformId)
      .where('seq', '>', ({ selectFrom }) =>
        selectFrom('webhooks').select('position').where('id', '=', p.webhookId),
      )
      .where('seq', '<=', p.upTo)
      .where((eb) =>
        eb.or([
          isDeliverable(eb),
          eb.and([eb('type', '=', 'webhook.test'), eb('object_id', '=', p.webhookId)]),
        ]),
      )
      .orderBy('seq')
      .limit(p.limit),
  allRows(toNumberedEvent),
)
