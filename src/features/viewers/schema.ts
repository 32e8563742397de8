// Attendance: how long a person watched a talk, live and as a replay.
import Type, { type Static } from 'typebox'
import { changedSince, id, listOf, listQuery, nullable, ref } from '../../kernel/schema/common.ts'
import * as examples from '../../kernel/schema/examples.ts'
import type { WatchMode } from '../live/schema.ts'

/** A time span in which a talk was watched, in epoch milliseconds. */
export type WatchedInterval = { mode: WatchMode; start: number; end: number }

const dateTime = () => Type.String({ format: 'date-time' })

export const WatchedTime = Type.Object(
  {
    seconds: Type.Integer({ description: 'The time watched.' }),
    intervals: Type.Array(Type.Object({ start: dateTime(), end: dateTime() }), {
      description: 'When it was watched, by the clock of the server, in order.',
    }),
  },
  { $id: 'WatchedTime', description: 'The time that a person watched a talk, live or as a replay.' },
)
export type WatchedTime = Static<typeof WatchedTime>

export const Attendance = Type.Object(
  {
    id: id(),
    talkId: id(),
    userId: id(),
    email: Type.String(),
    live: ref(WatchedTime),
    replay: ref(WatchedTime),
    completedAt: nullable(
      Type.String({
        format: 'date-time',
        description:
          'When `attendance.completed` was recorded: the talk has ended and the person has left. The person can still watch the replay.',
      }),
    ),
    updatedAt: dateTime(),
  },
  { $id: 'Attendance', description: 'How long a person watched a talk.', examples: [examples.attendance] },
)
export type Attendance = Static<typeof Attendance>

const totalsOfMode = () =>
  Type.Object({
    people: Type.Integer({ description: 'Accounts that watched.' }),
    visitors: Type.Integer({ description: 'Visitors without an account who watched.' }),
    seconds: Type.Integer({ description: 'The time that all of them watched together.' }),
  })

export const AttendanceTotals = Type.Object(
  { live: totalsOfMode(), replay: totalsOfMode() },
  { $id: 'AttendanceTotals', description: 'Everyone who watched a talk.' },
)
export type AttendanceTotals = Static<typeof AttendanceTotals>

export const AttendanceList = listOf(ref(Attendance))
export const TalkAttendance = Type.Object(
  { ...AttendanceList.properties, totals: ref(AttendanceTotals) },
  { description: 'A page of items, and the totals of all pages.' },
)

export const AttendanceListQuery = Type.Object(
  { ...listQuery, ...changedSince },
  { additionalProperties: false },
)
export type AttendanceListQuery = Static<typeof AttendanceListQuery>
