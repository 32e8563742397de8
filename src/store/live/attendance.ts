// Attendance in the store: one row for each viewer of a talk, written in batches of heartbeats.
import { instant, textList } from '../sql/columns.ts'
import { allRows, defineQuery, defineWrite, type Query, type Write } from '../sql/statements.ts'
import { jsonRows, selectColumns } from '../sql/table.ts'
import { type AttendanceRow, attendances, type TalkRow, talks } from '../sql/tables.ts'

const watcher = selectColumns(attendances, ['talkId', 'viewer'])
export type Watcher = Pick<AttendanceRow, 'talkId' | 'viewer'>

const ofWatchers = defineQuery(
  'attendances.of_watchers',
  { watchers: jsonRows(watcher) },
  ({ db, rowsOf, lockRows }, p) =>
    db
      .selectFrom(rowsOf(watcher, p.watchers).as('watching'))
      .innerJoin('attendances', (join) =>
        join
          .onRef('attendances.talk_id', '=', 'watching.talk_id')
          .onRef('attendances.viewer', '=', 'watching.viewer'),
      )
      .select(attendances.qualifiedNames)
      // Nodes lock the rows in the same order.
      .orderBy('attendances.id')
      .$call(lockRows),
  allRows(attendances.decode),
)
/** The attendance of these viewers, locked until the end of the transaction. */
export const attendancesOf = (watchers: readonly Watcher[]): Query<AttendanceRow[]> =>
  ofWatchers({ watchers })

const lastSeen = defineQuery(
  'attendances.last_seen',
  { userIds: textList(), since: instant() },
  ({ db, isAmong }, p) =>
    db
      .selectFrom('attendances')
      .select(({ fn }) => ['user_id', fn.max('seen_at').as('seen_at')])
      .where(({ ref }) => isAmong(ref('user_id'), p.userIds))
      .where('seen_at', '>=', p.since)
      .groupBy('user_id'),
  (rows) => new Map(rows.map(({ user_id, seen_at }) => [user_id ?? '', seen_at])),
)
/** The last heartbeat of each of these accounts in any talk, if it is not older than `since` (epoch milliseconds). */
export const lastSeenOf = (userIds: readonly string[], since: number): Query<Map<string, number>> =>
  lastSeen({ userIds, since })

const talksById = defineQuery(
  'talks.by_ids',
  { ids: textList() },
  ({ db, isAmong }, p) =>
    db
      .selectFrom('talks')
      .select(talks.columnNames)
      .where(({ ref }) => isAmong(ref('id'), p.ids)),
  allRows(talks.decode),
)
export const talksByIds = (ids: readonly string[]): Query<TalkRow[]> => talksById({ ids })

const put = defineWrite('attendances.put_all', { rows: jsonRows(attendances) }, ({ db, rowsOf }, p) =>
  db
    .insertInto('attendances')
    .columns(attendances.columnNames)
    .expression(
      db
        .selectFrom(rowsOf(attendances, p.rows).as('new'))
        .select(attendances.columnNames)
        // A talk or account can be deleted before the heartbeats are written.
        .where(({ exists, selectFrom }) =>
          exists(selectFrom('talks').select('talks.id').whereRef('talks.id', '=', 'new.talk_id')),
        )
        .where(({ exists, eb, or, selectFrom }) =>
          or([
            eb('new.user_id', 'is', null),
            exists(selectFrom('users').select('users.id').whereRef('users.id', '=', 'new.user_id')),
          ]),
        ),
    )
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref }) => ({
        seen_at: ref('excluded.seen_at'),
        intervals: ref('excluded.intervals'),
        live_ms: ref('excluded.live_ms'),
        replay_ms: ref('excluded.replay_ms'),
        credited_ms: ref('excluded.credited_ms'),
        completed_at: ref('excluded.completed_at'),
        updated_at: ref('excluded.updated_at'),
      })),
    ),
)
/** Inserts or replaces attendance. Rows of talks and accounts that no longer exist are left out. */
export const putAttendances = (rows: readonly AttendanceRow[]): Write => put({ rows })
