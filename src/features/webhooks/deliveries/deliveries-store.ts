// Deliveries to webhooks: created and completed in batches, read by the delivery worker when due, and listed for people
// newest first.
import { sql } from 'kysely'
import { instant, integer, integerOr, optionalText, text } from '../../../kernel/store/sql/columns.ts'
import { defineInsertAll } from '../../../kernel/store/sql/row-writes.ts'
import {
  allRows,
  defineQuery,
  defineWrite,
  firstRow,
  type Write,
} from '../../../kernel/store/sql/statements.ts'
import { jsonRows, type RowOf, selectColumns } from '../../../kernel/store/sql/table.ts'
import { isNullOr } from '../../../kernel/store/sql/tools.ts'
import {
  type AttemptRow,
  type DeliveryRow,
  type DeliveryState,
  webhookAttempts,
  webhookDeliveries,
} from '../tables.ts'

// Both stores use a partial index only if the query repeats its condition with the same literal.
const PENDING = sql.lit<DeliveryState>('pending')

// `where true`: see request-log.ts.
const upsertDeliveries = defineWrite(
  'webhook_deliveries.queue',
  { rows: jsonRows(webhookDeliveries) },
  ({ db, rowsOf }, p) =>
    db
      .insertInto('webhook_deliveries')
      .columns(webhookDeliveries.columnNames)
      .expression(
        db
          .selectFrom(rowsOf(webhookDeliveries, p.rows).as('new'))
          .select(webhookDeliveries.columnNames)
          .where(({ lit }) => lit(true)),
      )
      .onConflict((conflict) =>
        conflict.columns(['webhook_id', 'event_seq']).doUpdateSet(({ ref }) => ({
          state: 'pending',
          attempts: 0,
          queued_at: ref('excluded.queued_at'),
          next_attempt_at: ref('excluded.next_attempt_at'),
        })),
      ),
)
/** Queues deliveries. A delivery keeps its id if the event was delivered to the webhook before. */
export const queueDeliveries = (rows: readonly DeliveryRow[]): Write[] =>
  rows.length === 0 ? [] : [upsertDeliveries({ rows })]

const outcomes = selectColumns(webhookDeliveries, [
  'id',
  'state',
  'attempts',
  'nextAttemptAt',
  'lastAttemptAt',
  'lastStatus',
  'lastError',
])
/** The columns of a delivery that an attempt changes. */
export type DeliveryOutcome = RowOf<typeof outcomes>

const applyDeliveryOutcomes = defineWrite(
  'webhook_deliveries.apply_outcomes',
  { rows: jsonRows(outcomes) },
  ({ db, rowsOf }, p) =>
    db
      .updateTable('webhook_deliveries')
      .from(rowsOf(outcomes, p.rows).as('outcome'))
      .set(({ ref }) => ({
        state: ref('outcome.state'),
        attempts: ref('outcome.attempts'),
        next_attempt_at: ref('outcome.next_attempt_at'),
        last_attempt_at: ref('outcome.last_attempt_at'),
        last_status: ref('outcome.last_status'),
        last_error: ref('outcome.last_error'),
      }))
      .whereRef('webhook_deliveries.id', '=', 'outcome.id')
      .where('webhook_deliveries.state', '=', PENDING),
)
const insertAttempts = defineInsertAll(webhookAttempts)
/** Adds delivery attempts and records their outcomes. */
export const saveAttempts = (
  deliveryOutcomes: readonly DeliveryOutcome[],
  attempts: readonly AttemptRow[],
): Write[] => [applyDeliveryOutcomes({ rows: deliveryOutcomes }), insertAttempts({ rows: attempts })]

/** The deliveries that may be sent now: for each object, the first pending delivery, if it is due. */
export const dueDeliveries = defineQuery(
  'webhook_deliveries.due',
  { webhookId: text(), now: instant(), limit: integer() },
  ({ db }, p) =>
    db
      .selectFrom('webhook_deliveries')
      .select(webhookDeliveries.columnNames)
      .where('webhook_id', '=', p.webhookId)
      .where('state', '=', PENDING)
      .where('next_attempt_at', '<=', p.now)
      .where(({ exists, not, selectFrom }) =>
        not(
          exists(
            selectFrom('webhook_deliveries as earlier')
              .select('earlier.event_seq')
              .whereRef('earlier.webhook_id', '=', 'webhook_deliveries.webhook_id')
              .whereRef('earlier.object_id', '=', 'webhook_deliveries.object_id')
              .where('earlier.state', '=', PENDING)
              .whereRef('earlier.event_seq', '<', 'webhook_deliveries.event_seq'),
          ),
        ),
      )
      .orderBy('next_attempt_at')
      .orderBy('event_seq')
      .limit(p.limit),
  allRows(webhookDeliveries.decode),
)

/** Makes deliveries due whose last attempt or queuing lies in the future, because the clock was set back. */
export const makeFutureDeliveriesDue = defineWrite(
  'webhook_deliveries.make_due',
  { now: instant() },
  ({ db }, p) =>
    db
      .updateTable('webhook_deliveries')
      .set({ next_attempt_at: p.now })
      .where('state', '=', PENDING)
      .where('next_attempt_at', '>', p.now)
      .where((eb) => eb.or([eb('queued_at', '>', p.now), eb('last_attempt_at', '>', p.now)])),
)

/** Deliveries of events before a number, newest first. Null starts with the newest. */
export const listDeliveryRows = defineQuery(
  'webhook_deliveries.list',
  {
    webhookId: text(),
    before: integerOr(Number.MAX_SAFE_INTEGER),
    limit: integer(),
    // Null means any.
    state: optionalText<DeliveryState>(),
    type: optionalText(),
  },
  ({ db }, p) =>
    db
      .selectFrom('webhook_deliveries')
      .select(webhookDeliveries.columnNames)
      .where('webhook_id', '=', p.webhookId)
      .where('event_seq', '<', p.before)
      .where((eb) => isNullOr(p.state, eb('state', '=', p.state)))
      .where((eb) => isNullOr(p.type, eb('type', '=', p.type)))
      .orderBy('event_seq', 'desc')
      .limit(p.limit),
  allRows(webhookDeliveries.decode),
)

export const deliveryById = defineQuery(
  'webhook_deliveries.by_id',
  { platformId: text(), id: text() },
  ({ db }, p) =>
    db
      .selectFrom('webhook_deliveries')
      .select(webhookDeliveries.columnNames)
      .where('platform_id', '=', p.platformId)
      .where('id', '=', p.id),
  firstRow(webhookDeliveries.decode),
)

/** The delivery attempts of a delivery, newest first. */
export const attemptsOf = defineQuery(
  'webhook_attempts.of_delivery',
  { deliveryId: text(), limit: integer() },
  ({ db }, p) =>
    db
      .selectFrom('webhook_attempts')
      .select(webhookAttempts.columnNames)
      .where('delivery_id', '=', p.deliveryId)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(p.limit),
  allRows(webhookAttempts.decode),
)

export type WebhookCounts = { webhookId: string; pending: number; failed: number }

/** The numbers of pending and failed deliveries of each webhook. Webhooks without any are left out. */
export const openDeliveries = defineQuery(
  'webhook_deliveries.open',
  { platformId: text() },
  ({ db }, p) =>
    db
      .selectFrom('webhook_deliveries')
      .innerJoin('webhooks', 'webhooks.id', 'webhook_deliveries.webhook_id')
      .select(({ fn }) => ['webhook_id', 'state', fn.countAll<number>().as('count')])
      .where('webhooks.platform_id', '=', p.platformId)
      .where('state', '<>', sql.lit<DeliveryState>('delivered'))
      .groupBy(['webhook_id', 'state']),
  (rows) => {
    const counts = new Map<string, WebhookCounts>()
    for (const { webhook_id: webhookId, state, count } of rows) {
      const known = counts.get(webhookId) ?? { webhookId, pending: 0, failed: 0 }
      counts.set(webhookId, { ...known, [state]: count })
    }
    return [...counts.values()]
  },
)

export type AttemptCounts = { webhookId: string; attempts: number; failed: number }

/** The number of delivery attempts of each webhook since an instant (epoch milliseconds), and how many failed. */
export const attemptCounts = defineQuery(
  'webhook_attempts.rates',
  { platformId: text(), since: instant() },
  ({ db }, p) =>
    db
      .selectFrom('webhook_attempts')
      .innerJoin('webhooks', 'webhooks.id', 'webhook_attempts.webhook_id')
      .select(({ fn, case: when, eb, and, between, lit }) => [
        'webhook_id',
        fn.countAll<number>().as('attempts'),
        fn
          .sum<number>(
            when()
              .when(and([eb('error', 'is', null), between('status', lit(200), lit(299))]))
              .then(lit(0))
              .else(lit(1))
              .end(),
          )
          .as('failed'),
      ])
      .where('webhooks.platform_id', '=', p.platformId)
      .where('webhook_attempts.at', '>=', p.since)
      .groupBy('webhook_id'),
  allRows(({ webhook_id, attempts, failed }): AttemptCounts => ({ webhookId: webhook_id, attempts, failed })),
)

const removeDeliveryRowsBefore = defineWrite(
  'webhook_deliveries.remove_before',
  { before: instant() },
  ({ db }, p) => db.deleteFrom('webhook_deliveries').where('queued_at', '<', p.before),
)
const removeAttemptsBefore = defineWrite(
  'webhook_attempts.remove_before',
  { before: instant() },
  ({ db }, p) => db.deleteFrom('webhook_attempts').where('at', '<', p.before),
)
/** Removes deliveries queued before an instant (epoch milliseconds), and delivery attempts made before it. */
export const removeDeliveriesBefore = (before: number): Write[] => [
  removeDeliveryRowsBefore({ before }),
  removeAttemptsBefore({ before }),
]
