// Attendance in the store: one row for each viewer of a talk, written in batches of heartbeats.
import { type Expression, sql } from 'kysely'
import { instant, integer, text, textList } from '../../kernel/store/sql/columns.ts'
import { allRows, defineQuery, defineWrite, firstRow } from '../../kernel/store/sql/statements.ts'
import { jsonRows, selectColumns } from '../../kernel/store/sql/table.ts'
import type { Tools } from '../../kernel/store/sql/tools.ts'

import type { WatchMode } from '../live/schema.ts'
import { type AttendanceRow, attendances } from './tables.ts'

const watcher = selectColumns(attendances, ['talkId', 'viewer'])

/** The attendance of these viewers, locked until the end of the transaction. */
export const attendancesOf = defineQuery(
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

/** The last heartbeat of each of these accounts in any talk, if it is not older than `since` (epoch milliseconds). */
export const lastSeenOf = defineQuery(
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

/** Where an account stopped in the recording of a talk, in seconds; undefined if it has not watched the recording. */
export const watchedToOf = defineQuery(
  'attendances.watched_to',
  { talkId: text(), viewer: text() },
  ({ db }, p) =>
    db
      .selectFrom('attendances')
      .select('watched_to')
      .where('talk_id', '=', p.talkId)
      .where('viewer', '=', p.viewer),
  firstRow(({ watched_to }) => watched_to ?? undefined),
)

/** Inserts or replaces attendance. Skips rows whose talk or account no longer exists. */
export const putAttendances = defineWrite(
  'attendances.put_all',
  { rows: jsonRows(attendances) },
  ({ db, rowsOf }, p) =>
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
          watched_to: ref('excluded.watched_to'),
          updated_at: ref('excluded.updated_at'),
        })),
      ),
)

/** The attendance of an account, with its e-mail and name. */
export type PersonAttendance = AttendanceRow & {
  userId: string
  email: string
  firstName: string | null
  lastName: string | null
}

// Repeats the condition of the partial index on attendance that is not completed.
const hasWatched = sql<boolean>`attendances.live_ms + attendances.replay_ms > 0`

const selectPeople = ({ db }: Tools) =>
  db
    .selectFrom('attendances')
    .innerJoin('users', 'users.id', 'attendances.user_id')
    .select(attendances.qualifiedNames)
    .select(['users.id as person_id', 'users.email', 'users.first_name', 'users.last_name'])
    .where(hasWatched)

type PersonColumns = Parameters<typeof attendances.decode>[0] & {
  person_id: string
  email: string
  first_name: string | null
  last_name: string | null
}
const toPerson = (row: PersonColumns): PersonAttendance => ({
  ...attendances.decode(row),
  userId: row.person_id,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
})

const inOrder = { since: instant(), after: text(), limit: integer() }
/** Attendance that changed at or after `since` (epoch milliseconds), with ids after `after`. */
export type AttendanceSpan = { since: number; after: string; limit: number }

export const attendanceOfPlatform = defineQuery(
  'attendances.of_platform',
  { platformId: text(), ...inOrder },
  (tools, p) =>
    selectPeople(tools)
      .where('attendances.platform_id', '=', p.platformId)
      .where('attendances.updated_at', '>=', p.since)
      .where('attendances.id', '>', p.after)
      .orderBy('attendances.id')
      .limit(p.limit),
  allRows(toPerson),
)

export const attendanceOfTalk = defineQuery(
  'attendances.of_talk',
  { talkId: text(), ...inOrder },
  (tools, p) =>
    selectPeople(tools)
      .where('attendances.talk_id', '=', p.talkId)
      .where('attendances.updated_at', '>=', p.since)
      .where('attendances.id', '>', p.after)
      .orderBy('attendances.id')
      .limit(p.limit),
  allRows(toPerson),
)

/** The viewers who watched a talk the longest. */
export const longestAttendance = defineQuery(
  'attendances.longest',
  { talkId: text(), limit: integer() },
  (tools, p) =>
    selectPeople(tools)
      .where('attendances.talk_id', '=', p.talkId)
      .orderBy(sql`attendances.live_ms + attendances.replay_ms`, 'desc')
      .orderBy('attendances.id')
      .limit(p.limit),
  allRows(toPerson),
)

/** Everything that a person has watched, with the titles of the talks. */
export const attendanceOfUser = defineQuery(
  'attendances.of_user',
  { userId: text() },
  ({ db }, p) =>
    db
      .selectFrom('attendances')
      .innerJoin('talks', 'talks.id', 'attendances.talk_id')
      .select(attendances.qualifiedNames)
      .select('talks.title')
      .where('user_id', '=', p.userId)
      .orderBy('attendances.id'),
  allRows((row) => ({ ...attendances.decode(row), title: row.title })),
)

export type Totals = { people: number; visitors: number; ms: number }

export const attendanceTotals = defineQuery(
  'attendances.totals',
  { talkId: text() },
  ({ db }, p) =>
    db
      .selectFrom('attendances')
      .select(({ fn }) => [
        sql<0 | 1>`case when user_id is null then 0 else 1 end`.as('has_account'),
        sql<number>`sum(case when live_ms > 0 then 1 else 0 end)`.as('live'),
        sql<number>`sum(case when replay_ms > 0 then 1 else 0 end)`.as('replay'),
        fn.sum<number>('live_ms').as('live_ms'),
        fn.sum<number>('replay_ms').as('replay_ms'),
      ])
      .where('talk_id', '=', p.talkId)
      .groupBy(sql`case when user_id is null then 0 else 1 end`),
  (rows) => {
    const sum = (mode: WatchMode): Totals => {
      const of = (hasAccount: 0 | 1) => rows.find((row) => Number(row.has_account) === hasAccount)
      return {
        people: Number(of(1)?.[mode] ?? 0),
        visitors: Number(of(0)?.[mode] ?? 0),
        ms: rows.reduce((total, row) => total + Number(row[`${mode}_ms`]), 0),
      }
    }
    return { live: sum('live'), replay: sum('replay') }
  },
)

/** The intervals in which each viewer watched a talk. */
export const watchedIntervals = defineQuery(
  'attendances.intervals',
  { talkId: text() },
  ({ db }, p) =>
    db.selectFrom('attendances').select('intervals').where('talk_id', '=', p.talkId).where(hasWatched),
  allRows((row) => attendances.columns.intervals.fromStored(row.intervals)),
)

// Repeats the condition of the index, so that only its rows are read.
const selectEnded = ({ db }: Tools, p: { now: Expression<number>; leftBy: Expression<number> }) =>
  db
    .selectFrom('attendances')
    .where('completed_at', 'is', null)
    .where('user_id', 'is not', null)
    .where(hasWatched)
    .where('seen_at', '<=', p.leftBy)
    .where(({ eb, selectFrom }) =>
      eb('talk_id', 'in', selectFrom('talks').select('talks.id').where('end_at', '<=', p.now)),
    )

/** The platforms with attendance to complete: the talk is over at `now`, and the person was last seen by `leftBy`. */
export const platformsWithEndedAttendance = defineQuery(
  'attendances.ended_platforms',
  { now: instant(), leftBy: instant() },
  (tools, p) => selectEnded(tools, p).select('platform_id').distinct(),
  allRows(({ platform_id }) => platform_id),
)

/** The attendance to complete, locked until the end of the transaction. */
export const endedAttendance = defineQuery(
  'attendances.ended',
  { platformId: text(), now: instant(), leftBy: instant(), limit: integer() },
  (tools, p) =>
    selectEnded(tools, p)
      .select(attendances.columnNames)
      .where('platform_id', '=', p.platformId)
      .orderBy('id')
      .limit(p.limit)
      .$call(tools.lockRows),
  allRows(attendances.decode),
)

/** Removes the attendance of a platform that last changed before a time (epoch milliseconds). */
export const removeAttendanceBefore = defineWrite(
  'attendances.remove_old',
  { platformId: text(), before: instant() },
  ({ db }, p) =>
    db.deleteFrom('attendances').where('platform_id', '=', p.platformId).where('updated_at', '<', p.before),
)
