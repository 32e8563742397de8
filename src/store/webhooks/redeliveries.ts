// Time spans that are to be delivered again: how much there is in one, and how far each of them has come.
import { sql } from 'kysely'
import { rowWrites } from '../sql/row-writes.ts'
import { allRows, parameter, type Query, Statement } from '../sql/statements.ts'
import { events, type RedeliveryRow, webhookRedeliveries } from '../sql/tables.ts'
import { type NumberedEvent, numbered } from './events.ts'
import { isTold } from './webhooks.ts'

export const redeliveryWrites = rowWrites(webhookRedeliveries)

const columns = webhookRedeliveries.columnNames as readonly 'id'[]

const open = new Statement('webhook_redeliveries.open', ({ db }) =>
  db
    .selectFrom('webhook_redeliveries')
    .innerJoin('webhooks', 'webhooks.id', 'webhook_redeliveries.webhook_id')
    .select(columns.map((column) => `webhook_redeliveries.${column}` as const))
    .where('webhooks.enabled', '=', 1)
    .orderBy('webhook_redeliveries.id'),
)
/** Those of all enabled webhooks that have not come to their end. */
export const openRedeliveries = (): Query<RedeliveryRow[]> => ({
  statement: open,
  values: {},
  decode: allRows(webhookRedeliveries.decode),
})

const next = new Statement('webhook_redeliveries.next_events', ({ db }) =>
  db
    .selectFrom('events')
    .select([...(events.columnNames as readonly 'id'[]), 'seq'])
    .where('platform_id', '=', parameter('platform'))
    .where('seq', '>', parameter('position'))
    .where('seq', '<=', parameter('last'))
    .where('at', '>=', parameter('from'))
    .where('at', '<', parameter('to'))
    .where(isTold)
    .orderBy('seq')
    .limit(parameter('limit')),
)
/** The next events of a span, in order. */
export const nextEventsOfSpan = (row: RedeliveryRow, limit: number): Query<NumberedEvent[]> => ({
  statement: next,
  values: {
    platform: row.platformId,
    position: row.position,
    last: row.lastSeq,
    from: row.fromAt,
    to: row.toAt,
    limit,
  },
  decode: allRows(numbered),
})

/** How many events of a type there are, from which number to which. */
export type EventCount = { type: string; count: number; firstSeq: number; lastSeq: number }

const count = new Statement('webhook_redeliveries.count_events', ({ db }) =>
  db
    .selectFrom((of) =>
      of
        .selectFrom('events')
        .select(['type', 'seq'])
        .where('id', '>=', parameter('first'))
        .where('id', '<', parameter('end'))
        // As an expression it takes no index: that of the ids, which sort by time, leads to the span.
        .where(sql<boolean>`platform_id || '' = ${parameter('platform')}`)
        .where('seq', '<=', sql<number>`(select position from webhooks where id = ${parameter('webhook')})`)
        .where(isTold)
        .limit(parameter('limit'))
        .as('of_span'),
    )
    .select(({ fn }) => [
      'type',
      fn.countAll().as('count'),
      fn.min('seq').as('first'),
      fn.max('seq').as('last'),
    ])
    .groupBy('type'),
)
/**
 * The events of a span that deliveries to a webhook have been made up to: with ids from `first` to before `end`, and no
 * more than `limit` of them.
 */
export const countEvents = (
  platformId: string,
  given: { webhookId: string; first: string; end: string; limit: number },
): Query<EventCount[]> => ({
  statement: count,
  values: {
    platform: platformId,
    webhook: given.webhookId,
    first: given.first,
    end: given.end,
    limit: given.limit,
  },
  decode: allRows((row) => ({
    type: String(row.type),
    count: Number(row.count),
    firstSeq: Number(row.first),
    lastSeq: Number(row.last),
  })),
})

const removeOld = new Statement('webhook_redeliveries.remove_before', ({ db }) =>
  db.deleteFrom('webhook_redeliveries').where('created_at', '<', parameter('before')),
)
/** Removes those that were asked for before this instant. */
export const removeRedeliveriesBefore = (before: number) => ({ statement: removeOld, values: { before } })
