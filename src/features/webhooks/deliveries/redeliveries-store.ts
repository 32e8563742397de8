// Redelivery of time spans: the number of events in a span, and the progress of each redelivery.
import { sql } from 'kysely'
import { numberedColumns, toNumberedEvent } from '../../../kernel/store/changes/events.ts'
import { instant, integer, text } from '../../../kernel/store/sql/columns.ts'
import { rowWrites } from '../../../kernel/store/sql/row-writes.ts'
import { allRows, defineQuery, defineWrite } from '../../../kernel/store/sql/statements.ts'
import { isDeliverable } from '../store.ts'
import { webhookRedeliveries } from '../tables.ts'

export const redeliveryWrites = rowWrites(webhookRedeliveries)

/** The unfinished redeliveries of all enabled webhooks. */
export const openRedeliveries = defineQuery(
  'webhook_redeliveries.open',
  {},
  ({ db }) =>
    db
      .selectFrom('webhook_redeliveries')
      .innerJoin('webhooks', 'webhooks.id', 'webhook_redeliveries.webhook_id')
      .select(webhookRedeliveries.qualifiedNames)
      .where('webhooks.enabled', '=', 1)
      .orderBy('webhook_redeliveries.id'),
  allRows(webhookRedeliveries.decode),
)

/** The next events of a span, in order. */
export const nextEventsOfSpan = defineQuery(
  'webhook_redeliveries.next_events',
  {
    platformId: text(),
    position: integer(),
    lastSeq: integer(),
    fromAt: instant(),
    toAt: instant(),
    limit: integer(),
  },
  ({ db }, p) =>
    db
      .selectFrom('events')
      .select(numberedColumns)
      .where('platform_id', '=', p.platformId)
      .where('seq', '>', p.position)
      .where('seq', '<=', p.lastSeq)
      .where('at', '>=', p.fromAt)
      .where('at', '<', p.toAt)
      .where(isDeliverable)
      .orderBy('seq')
      .limit(p.limit),
  allRows(toNumberedEvent),
)

/** The number of events of a type, and their first and last number. */
export type EventCount = { type: string; count: number; firstSeq: number; lastSeq: number }

/**
 * The events of a span that the webhook has deliveries for: ids from `first` inclusive to `end` exclusive, at most
 * `limit`.
 */
export const countEvents = defineQuery(
  'webhook_redeliveries.count_events',
  { platformId: text(), webhookId: text(), first: text(), end: text(), limit: integer() },
  ({ db }, p) =>
    db
      .selectFrom(({ selectFrom }) =>
        selectFrom('events')
          .select(['type', 'seq'])
          .where('id', '>=', p.first)
          .where('id', '<', p.end)
          // An expression, so that no index on it is used. The index on the ids, which sort by time, leads to the span.
          .where(({ eb, ref }) => eb(sql<string>`${ref('platform_id')} || ''`, '=', p.platformId))
          .where('seq', '<=', ({ selectFrom }) =>
            selectFrom('webhooks').select('position').where('webhooks.id', '=', p.webhookId),
          )
          .where(isDeliverable)
          .limit(p.limit)
          .as('of_span'),
      )
      .select(({ fn }) => [
        'type',
        fn.countAll<number>().as('count'),
        fn.min('seq').as('first_seq'),
        fn.max('seq').as('last_seq'),
      ])
      .groupBy('type'),
  allRows(
    ({ type, count, first_seq, last_seq }): EventCount => ({
      type,
      count,
      firstSeq: first_seq,
      lastSeq: last_seq,
    }),
  ),
)

/** Removes redeliveries that were requested before an instant (epoch milliseconds). */
export const removeRedeliveriesBefore = defineWrite(
  'webhook_redeliveries.remove_before',
  { before: instant() },
  ({ db }, p) => db.deleteFrom('webhook_redeliveries').where('created_at', '<', p.before),
)
