// The request log in the store: written in batches, read newest first, and cut to its maximum length.
import type { InferResult } from 'kysely'
import { instant, integer, integerOr, optionalText, text } from '../../kernel/store/sql/columns.ts'
import {
  allRows,
  defineQuery,
  defineWrite,
  firstRow,
  type Query,
  type Write,
} from '../../kernel/store/sql/statements.ts'
import { jsonRows } from '../../kernel/store/sql/table.ts'
import { isNullOr, type Tools } from '../../kernel/store/sql/tools.ts'
import { type RequestCountRow, type RequestLogRow, requestCounts, requestLog } from './tables.ts'

// `where true` is in both inserts, because without a condition, SQLite parses ON CONFLICT as part of a join
// (sqlite.org/lang_upsert.html, section 2.2).
const insertRequests = defineWrite(
  'request_log.insert_all',
  { rows: jsonRows(requestLog) },
  ({ db, rowsOf }, p) =>
    db
      .insertInto('request_log')
      .columns(requestLog.columnNames)
      .expression(
        db
          .selectFrom(rowsOf(requestLog, p.rows).as('new'))
          .select(requestLog.columnNames)
          .where(({ lit }) => lit(true)),
      )
      .onConflict((conflict) => conflict.column('id').doNothing()),
)

const addRequestCounts = defineWrite(
  'request_counts.add',
  { counts: jsonRows(requestCounts) },
  ({ db, rowsOf }, p) =>
    db
      .insertInto('request_counts')
      .columns(requestCounts.columnNames)
      .expression(
        db
          .selectFrom(rowsOf(requestCounts, p.counts).as('new'))
          .select(requestCounts.columnNames)
          .where(({ lit }) => lit(true)),
      )
      .onConflict((conflict) =>
        conflict.columns(['platform_id', 'hour', 'key_id']).doUpdateSet(({ eb, ref }) => ({
          requests: eb('request_counts.requests', '+', ref('excluded.requests')),
          refused: eb('request_counts.refused', '+', ref('excluded.refused')),
          failed: eb('request_counts.failed', '+', ref('excluded.failed')),
          unlogged: eb('request_counts.unlogged', '+', ref('excluded.unlogged')),
        })),
      ),
)

const trimRequestLog = defineWrite('request_log.trim', { maxRows: integer() }, ({ db }, p) =>
  db
    .deleteFrom('request_log')
    .where('seq', '<=', ({ eb, fn, lit, selectFrom }) =>
      eb(selectFrom('request_log').select(fn.coalesce(fn.max('seq'), lit(0)).as('last')), '-', p.maxRows),
    ),
)

/** Adds rows and counts, and removes the oldest rows beyond `maxRows`. */
export const writeRequests = (rows: RequestLogRow[], counts: RequestCountRow[], maxRows: number): Write[] => [
  insertRequests({ rows }),
  addRequestCounts({ counts }),
  trimRequestLog({ maxRows }),
]

// Rows are in order of time, to within a second, so all rows before the first one to keep are old.
const removeLoggedRequestsBefore = defineWrite(
  'request_log.remove_before',
  { before: instant() },
  ({ db }, p) =>
    db
      .deleteFrom('request_log')
      .where('seq', '<', ({ fn, lit, selectFrom }) =>
        fn.coalesce(
          selectFrom('request_log').select('seq').where('at', '>=', p.before).orderBy('seq').limit(1),
          lit(Number.MAX_SAFE_INTEGER),
        ),
      ),
)
const removeRequestCountsBefore = defineWrite(
  'request_counts.remove_before',
  { before: instant() },
  ({ db }, p) => db.deleteFrom('request_counts').where('hour', '<', p.before),
)
/** Removes everything older than an instant (epoch milliseconds). */
export const removeRequestsBefore = (before: number): Write[] => [
  removeLoggedRequestsBefore({ before }),
  removeRequestCountsBefore({ before }),
]

export type RequestFilter = {
  keyId: string | null
  operation: string | null
  /** Inclusive bounds. */
  status: { from: number; to: number } | null
}
/** A request of the log with its number, and the name of its key if the key still exists. */
export type LoggedRequest = RequestLogRow & { seq: number; keyName: string | null }

const selectRequests = ({ db }: Tools) =>
  db
    .selectFrom('request_log')
    .leftJoin('api_keys', 'api_keys.id', 'request_log.key_id')
    .select(requestLog.qualifiedNames)
    .select(['request_log.seq', 'api_keys.name as key_name'])

type SelectedRequest = InferResult<ReturnType<typeof selectRequests>>[number]

const toLoggedRequest = (row: SelectedRequest): LoggedRequest => ({
  ...requestLog.decode(row),
  seq: row.seq,
  keyName: row.key_name,
})

const requestsWithStatus = defineQuery(
  'request_log.list',
  {
    platformId: text(),
    before: integerOr(Number.MAX_SAFE_INTEGER),
    limit: integer(),
    keyId: optionalText(),
    operation: optionalText(),
    statusFrom: integer(),
    statusTo: integer(),
  },
  (tools, p) =>
    selectRequests(tools)
      .where('request_log.platform_id', '=', p.platformId)
      .where('request_log.seq', '<', p.before)
      .where((eb) => isNullOr(p.keyId, eb('request_log.key_id', '=', p.keyId)))
      .where((eb) => isNullOr(p.operation, eb('request_log.operation', '=', p.operation)))
      .where(({ between }) => between('request_log.status', p.statusFrom, p.statusTo))
      .orderBy('request_log.seq', 'desc')
      .limit(p.limit),
  allRows(toLoggedRequest),
)

/** Requests before a number, newest first. Null starts with the newest. */
export const listRequests = (
  platformId: string,
  { keyId, operation, status }: RequestFilter,
  { before, limit }: { before: number | null; limit: number },
): Query<LoggedRequest[]> =>
  requestsWithStatus({
    platformId,
    before,
    limit,
    keyId,
    operation,
    statusFrom: status?.from ?? 0,
    statusTo: status?.to ?? 999,
  })

export const requestById = defineQuery(
  'request_log.by_id',
  { platformId: text(), id: text() },
  (tools, p) =>
    selectRequests(tools)
      .where('request_log.platform_id', '=', p.platformId)
      .where('request_log.id', '=', p.id),
  firstRow(toLoggedRequest),
)

/** The number of requests by hour and key, starting with an hour (epoch milliseconds). */
export const requestCountsSince = defineQuery(
  'request_counts.since',
  { platformId: text(), since: instant() },
  ({ db }, p) =>
    db
      .selectFrom('request_counts')
      .select(requestCounts.columnNames)
      .where('platform_id', '=', p.platformId)
      .where('hour', '>=', p.since)
      .orderBy('hour')
      .orderBy('key_id'),
  allRows(requestCounts.decode),
)
