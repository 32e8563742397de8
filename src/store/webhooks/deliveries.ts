// Deliveries to webhooks: made and settled in batches, read by the worker as they fall due, and by people newest first.
import { sql } from 'kysely'
import { isAbsentOr } from '../office/request-log.ts'
import { asJson, given } from '../sql/bulk-rows.ts'
import { defineTable, type RowOf } from '../sql/columns.ts'
import { allRows, firstRow, parameter, type Query, Statement, type Write } from '../sql/statements.ts'
import {
  type AttemptRow,
  type DeliveryRow,
  type DeliveryState,
  webhookAttempts,
  webhookDeliveries,
} from '../sql/tables.ts'

const columns = webhookDeliveries.columnNames as readonly 'id'[]
const attemptColumns = webhookAttempts.columnNames as readonly 'id'[]

// `where true`: see request-log.ts.
const queue = new Statement('webhook_deliveries.queue', ({ db, dialect }) =>
  db
    .insertInto('webhook_deliveries')
    .columns(columns)
    .expression(
      db
        .selectFrom(given(dialect, webhookDeliveries as never, 'rows').as('given'))
        .select(columns as never)
        .where(sql<boolean>`true`),
    )
    .onConflict((conflict) =>
      conflict.columns(['webhook_id', 'event_seq']).doUpdateSet({
        state: 'pending',
        attempts: 0,
        queued_at: sql`excluded.queued_at`,
        next_attempt_at: sql`excluded.next_attempt_at`,
      }),
    ),
)
/** Queues deliveries; those of an event that was delivered to the webhook before keep their id. */
export const queueDeliveries = (rows: readonly DeliveryRow[]): Write[] =>
  rows.length === 0 ? [] : [{ statement: queue, values: { rows: asJson(webhookDeliveries, rows) } }]

const all = webhookDeliveries.columns
const settlements = defineTable('webhook_deliveries', {
  id: all.id,
  state: all.state,
  attempts: all.attempts,
  nextAttemptAt: all.nextAttemptAt,
  lastAttemptAt: all.lastAttemptAt,
  lastStatus: all.lastStatus,
  lastError: all.lastError,
})
/** What an attempt changes of its delivery. */
export type Settlement = RowOf<typeof settlements>

const settle = new Statement('webhook_deliveries.settle', ({ db, dialect }) => {
  const changed = settlements.columnNames.filter((column) => column !== 'id')
  return db
    .updateTable('webhook_deliveries')
    .from(given(dialect, settlements as never, 'rows').as('given'))
    .set(Object.fromEntries(changed.map((column) => [column, sql.ref(`given.${column}`)])))
    .where(sql<boolean>`webhook_deliveries.id = given.id and webhook_deliveries.state = 'pending'`)
})
const addAttempts = new Statement('webhook_attempts.insert_all', ({ db, dialect }) =>
  db
    .insertInto('webhook_attempts')
    .columns(attemptColumns)
    .expression(
      db
        .selectFrom(given(dialect, webhookAttempts as never, 'rows').as('given'))
        .select(attemptColumns as never),
    ),
)
/** Adds attempts, and says of their deliveries what came of them. */
export const settleDeliveries = (
  settled: readonly Settlement[],
  attempts: readonly AttemptRow[],
): Write[] => [
  { statement: settle, values: { rows: asJson(settlements, settled) } },
  { statement: addAttempts, values: { rows: asJson(webhookAttempts, attempts) } },
]

const due = new Statement('webhook_deliveries.due', ({ db }) =>
  db
    .selectFrom('webhook_deliveries')
    .select(columns)
    .where('webhook_id', '=', parameter('webhook'))
    .where(sql<boolean>`state = 'pending'`)
    .where('next_attempt_at', '<=', parameter('now'))
    .where(
      sql<boolean>`not exists (
        select 1 from webhook_deliveries as earlier
        where earlier.webhook_id = webhook_deliveries.webhook_id
          and earlier.object_id = webhook_deliveries.object_id
          and earlier.state = 'pending'
          and earlier.event_seq < webhook_deliveries.event_seq)`,
    )
    .orderBy('next_attempt_at')
    .orderBy('event_seq')
    .limit(parameter('limit')),
)
/** What may be sent now: of each object the first that is pending, where its time has come. */
export const dueDeliveries = (webhookId: string, now: number, limit: number): Query<DeliveryRow[]> => ({
  statement: due,
  values: { webhook: webhookId, now, limit },
  decode: allRows(webhookDeliveries.decode),
})

/** Null: whatever it is. */
export type DeliveryFilter = { state: DeliveryState | null; type: string | null }

const list = new Statement('webhook_deliveries.list', ({ db }) =>
  db
    .selectFrom('webhook_deliveries')
    .select(columns)
    .where('webhook_id', '=', parameter('webhook'))
    .where('event_seq', '<', parameter('before'))
    .where(isAbsentOr('state', sql`state = ${parameter('state')}`))
    .where(isAbsentOr('type', sql`type = ${parameter('type')}`))
    .orderBy('event_seq', 'desc')
    .limit(parameter('limit')),
)
/** Deliveries of events before this number (null: from the newest on), newest first. */
export const listDeliveryRows = (
  webhookId: string,
  { state, type }: DeliveryFilter,
  { before, limit }: { before: number | null; limit: number },
): Query<DeliveryRow[]> => ({
  statement: list,
  values: { webhook: webhookId, before: before ?? Number.MAX_SAFE_INTEGER, limit, state, type },
  decode: allRows(webhookDeliveries.decode),
})

const byId = new Statement('webhook_deliveries.by_id', ({ db }) =>
  db
    .selectFrom('webhook_deliveries')
    .select(columns)
    .where('platform_id', '=', parameter('platform'))
    .where('id', '=', parameter('id')),
)
export const deliveryById = (platformId: string, id: string): Query<DeliveryRow | undefined> => ({
  statement: byId,
  values: { platform: platformId, id },
  decode: firstRow(webhookDeliveries.decode),
})

const ofDelivery = new Statement('webhook_attempts.of_delivery', ({ db }) =>
  db
    .selectFrom('webhook_attempts')
    .select(attemptColumns)
    .where('delivery_id', '=', parameter('delivery'))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(parameter('limit')),
)
/** The attempts of a delivery, newest first. */
export const attemptsOf = (deliveryId: string, limit: number): Query<AttemptRow[]> => ({
  statement: ofDelivery,
  values: { delivery: deliveryId, limit },
  decode: allRows(webhookAttempts.decode),
})

export type WebhookCounts = { webhookId: string; pending: number; failed: number }

const open = new Statement('webhook_deliveries.open', ({ db }) =>
  db
    .selectFrom('webhook_deliveries')
    .innerJoin('webhooks', 'webhooks.id', 'webhook_deliveries.webhook_id')
    .select(['webhook_id', 'state'])
    .select(({ fn }) => fn.countAll().as('count'))
    .where('webhooks.platform_id', '=', parameter('platform'))
    .where(sql<boolean>`state <> 'delivered'`)
    .groupBy(['webhook_id', 'state']),
)
/** How many deliveries of each webhook wait, and have been given up; none where nothing does. */
export const openDeliveries = (platformId: string): Query<WebhookCounts[]> => ({
  statement: open,
  values: { platform: platformId },
  decode: (rows) => {
    const counts = new Map<string, WebhookCounts>()
    for (const { webhook_id, state, count } of rows) {
      const webhookId = String(webhook_id)
      const of = counts.get(webhookId) ?? { webhookId, pending: 0, failed: 0 }
      counts.set(webhookId, { ...of, [String(state)]: Number(count) })
    }
    return [...counts.values()]
  },
})

export type AttemptCounts = { webhookId: string; attempts: number; failed: number }

const rates = new Statement('webhook_attempts.rates', ({ db }) =>
  db
    .selectFrom('webhook_attempts')
    .innerJoin('webhooks', 'webhooks.id', 'webhook_attempts.webhook_id')
    .select('webhook_id')
    .select(({ fn }) => fn.countAll().as('attempts'))
    .select(
      sql<number>`sum(case when error is null and status between 200 and 299 then 0 else 1 end)`.as('failed'),
    )
    .where('webhooks.platform_id', '=', parameter('platform'))
    .where('webhook_attempts.at', '>=', parameter('since'))
    .groupBy('webhook_id'),
)
/** How many attempts each webhook had since an instant, and how many of them failed. */
export const attemptCounts = (platformId: string, since: number): Query<AttemptCounts[]> => ({
  statement: rates,
  values: { platform: platformId, since },
  decode: allRows((row) => ({
    webhookId: String(row.webhook_id),
    attempts: Number(row.attempts),
    failed: Number(row.failed),
  })),
})

const removeDeliveries = new Statement('webhook_deliveries.remove_before', ({ db }) =>
  db.deleteFrom('webhook_deliveries').where('queued_at', '<', parameter('before')),
)
const removeAttempts = new Statement('webhook_attempts.remove_before', ({ db }) =>
  db.deleteFrom('webhook_attempts').where('at', '<', parameter('before')),
)
/** Removes deliveries that were queued, and attempts that were made, before this instant. */
export const removeDeliveriesBefore = (before: number): Write[] => [
  { statement: removeDeliveries, values: { before } },
  { statement: removeAttempts, values: { before } },
]
