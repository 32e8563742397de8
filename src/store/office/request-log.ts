// The request log in the store: written in batches, read newest first, never longer than it may be.
import { type RawBuilder, sql } from 'kysely'
import { asJson, given } from '../sql/bulk-rows.ts'
import type { StoredRow } from '../sql/columns.ts'
import { allRows, firstRow, parameter, type Query, Statement, type Write } from '../sql/statements.ts'
import { type RequestCountRow, type RequestLogRow, requestCounts, requestLog } from '../sql/tables.ts'

const logColumns = requestLog.columnNames as readonly 'id'[]
const countColumns = requestCounts.columnNames as readonly 'hour'[]

// `where true`: without it SQLite would read the conflict as part of a join (sqlite.org/lang_upsert.html, section 2.2).
const insertRequests = new Statement('request_log.insert_all', ({ db, dialect }) =>
  db
    .insertInto('request_log')
    .columns(logColumns)
    .expression(
      db
        .selectFrom(given(dialect, requestLog as never, 'rows').as('given'))
        .select(logColumns as never)
        .where(sql<boolean>`true`),
    )
    .onConflict((conflict) => conflict.column('id').doNothing()),
)

const addCounts = new Statement('request_counts.add', ({ db, dialect }) =>
  db
    .insertInto('request_counts')
    .columns(countColumns)
    .expression(
      db
        .selectFrom(given(dialect, requestCounts as never, 'counts').as('given'))
        .select(countColumns as never)
        .where(sql<boolean>`true`),
    )
    .onConflict((conflict) =>
      conflict.columns(['platform_id', 'hour', 'key_id']).doUpdateSet({
        requests: sql`request_counts.requests + excluded.requests`,
        refused: sql`request_counts.refused + excluded.refused`,
        failed: sql`request_counts.failed + excluded.failed`,
        unlogged: sql`request_counts.unlogged + excluded.unlogged`,
      }),
    ),
)

const trim = new Statement('request_log.trim', ({ db }) =>
  db
    .deleteFrom('request_log')
    .where(
      'seq',
      '<=',
      sql<number>`(select coalesce(max(seq), 0) from request_log) - ${parameter('most')}` as never,
    ),
)

/** Adds rows and counts, and removes the oldest rows beyond `mostRows`. */
export const writeRequests = (
  rows: RequestLogRow[],
  counts: RequestCountRow[],
  mostRows: number,
): Write[] => [
  { statement: insertRequests, values: { rows: asJson(requestLog, rows) } },
  { statement: addCounts, values: { counts: asJson(requestCounts, counts) } },
  { statement: trim, values: { most: mostRows } },
]

// Rows come in the order of their time, give or take a second: those before the first that stays are the old ones.
const removeLogged = new Statement('request_log.remove_before', ({ db }) =>
  db
    .deleteFrom('request_log')
    .where(
      'seq',
      '<',
      sql`coalesce((select seq from request_log where at >= ${parameter('before')} order by seq limit 1), ${sql.lit(Number.MAX_SAFE_INTEGER)})` as never,
    ),
)
const removeCounts = new Statement('request_counts.remove_before', ({ db }) =>
  db.deleteFrom('request_counts').where('hour', '<', parameter('before')),
)
/** Removes what is older than this instant (epoch milliseconds). */
export const removeRequestsBefore = (before: number): Write[] => [
  { statement: removeLogged, values: { before } },
  { statement: removeCounts, values: { before } },
]

export type RequestFilter = {
  keyId: string | null
  operation: string | null
  /** Inclusive bounds. */
  status: { from: number; to: number } | null
}
/** A request of the log with its place in it, and the name of its key while that exists. */
export type LoggedRequest = RequestLogRow & { seq: number; keyName: string | null }

const withKeyName = (row: StoredRow): LoggedRequest => ({
  ...requestLog.decode(row),
  seq: Number(row.seq),
  keyName: row.key_name === null ? null : String(row.key_name),
})

const shown = requestLog.columnNames.map((column) => `request_log.${column}` as 'request_log.id')

const list = new Statement('request_log.list', ({ db }) =>
  db
    .selectFrom('request_log')
    .leftJoin('api_keys', 'api_keys.id', 'request_log.key_id')
    .select([...shown, 'request_log.seq', 'api_keys.name as key_name'])
    .where('request_log.platform_id', '=', parameter('platform'))
    .where('request_log.seq', '<', parameter('before'))
    .where(isAbsentOr('key', sql`request_log.key_id = ${parameter('key')}`))
    .where(isAbsentOr('operation', sql`request_log.operation = ${parameter('operation')}`))
    .where(sql<boolean>`request_log.status between ${parameter('statusFrom')} and ${parameter('statusTo')}`)
    .orderBy('request_log.seq', 'desc')
    .limit(parameter('limit')),
)

/** A condition that holds wherever its parameter is null. */
export const isAbsentOr = (name: string, condition: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(cast(${parameter(name)} as text) is null or ${condition})`

/** Requests before this place in the log (null: from the newest on), newest first. */
export const listRequests = (
  platformId: string,
  { keyId, operation, status }: RequestFilter,
  { before, limit }: { before: number | null; limit: number },
): Query<LoggedRequest[]> => ({
  statement: list,
  values: {
    platform: platformId,
    before: before ?? Number.MAX_SAFE_INTEGER,
    limit,
    key: keyId,
    operation,
    statusFrom: status?.from ?? 0,
    statusTo: status?.to ?? 999,
  },
  decode: allRows(withKeyName),
})

const byId = new Statement('request_log.by_id', ({ db }) =>
  db
    .selectFrom('request_log')
    .leftJoin('api_keys', 'api_keys.id', 'request_log.key_id')
    .select([...shown, 'request_log.seq', 'api_keys.name as key_name'])
    .where('request_log.platform_id', '=', parameter('platform'))
    .where('request_log.id', '=', parameter('id')),
)
export const requestById = (platformId: string, id: string): Query<LoggedRequest | undefined> => ({
  statement: byId,
  values: { platform: platformId, id },
  decode: firstRow(withKeyName),
})

const counts = new Statement('request_counts.since', ({ db }) =>
  db
    .selectFrom('request_counts')
    .select(countColumns)
    .where('platform_id', '=', parameter('platform'))
    .where('hour', '>=', parameter('since'))
    .orderBy('hour')
    .orderBy('key_id'),
)
/** How many requests there were by hour and key, from this hour on (epoch milliseconds). */
export const requestCountsSince = (platformId: string, since: number): Query<RequestCountRow[]> => ({
  statement: counts,
  values: { platform: platformId, since },
  decode: allRows(requestCounts.decode),
})
