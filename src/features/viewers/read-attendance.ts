// Reading attendance, for other systems and the Back Office.

import { Refusal } from '../../kernel/changes/errors.ts'
import { pageOf, readCursor } from '../../kernel/changes/pagination.ts'
import { requireReference } from '../../kernel/changes/references.ts'
import type { Caller, Services } from '../../kernel/changes/services.ts'
import { formatInstant, parseInstant } from '../../kernel/lib/time/instants.ts'
import type { Query } from '../../kernel/store/sql/statements.ts'
import type { WatchMode } from '../live/schema.ts'
import { talkObjects } from '../talks/store.ts'
import {
  type AttendanceSpan,
  attendanceOfPlatform,
  attendanceOfTalk,
  attendanceTotals,
  type PersonAttendance,
} from './attendance-store.ts'
import type {
  Attendance,
  AttendanceListQuery,
  AttendanceTotals,
  WatchedInterval,
  WatchedTime,
} from './schema.ts'
import type { AttendanceRow } from './tables.ts'

/** A page of the attendance of all talks. */
export const listAttendance = (services: Services, { platform }: Caller, query: AttendanceListQuery) =>
  readAttendance(services, query, (span) => attendanceOfPlatform({ platformId: platform.id, ...span }))

/** A page of the attendance of one talk, and its totals. Throws `talk_not_found`. */
export async function listTalkAttendance(
  services: Services,
  { platform }: Caller,
  reference: string,
  query: AttendanceListQuery,
) {
  const { store } = services
  const talk = await store.read(
    talkObjects.find({ platformId: platform.id, ...requireReference(reference, 'talk_not_found') }),
  )
  if (!talk) throw new Refusal('talk_not_found')
  const page = await readAttendance(services, query, (span) => attendanceOfTalk({ talkId: talk.id, ...span }))
  return { ...page, totals: await readTotals(services, talk.id) }
}

export async function readTotals(
  { store }: Pick<Services, 'store'>,
  talkId: string,
): Promise<AttendanceTotals> {
  const totals = await store.read(attendanceTotals({ talkId }))
  const present = (mode: WatchMode) => {
    const { people, visitors, ms } = totals[mode]
    return { people, visitors, seconds: secondsOf(ms) }
  }
  return { live: present('live'), replay: present('replay') }
}

async function readAttendance(
  { store }: Services,
  { limit = 50, cursor, updatedSince }: AttendanceListQuery,
  select: (span: AttendanceSpan) => Query<PersonAttendance[]>,
) {
  const [after = ''] = readCursor(cursor, ['string']) ?? []
  const since = updatedSince === undefined ? 0 : (parseInstant(updatedSince) ?? 0)
  const read = await store.read(select({ since, after: String(after), limit: limit + 1 }))
  const { rows, next } = pageOf(read, limit, (row) => [row.id])
  return { code: 'ok' as const, items: rows.map(presentAttendance), next }
}

const presentAttendance = (row: PersonAttendance): Attendance => ({
  id: row.id,
  talkId: row.talkId,
  userId: row.userId,
  email: row.email,
  live: watchedTime(row, 'live'),
  replay: watchedTime(row, 'replay'),
  completedAt: row.completedAt === null ? null : formatInstant(row.completedAt),
  updatedAt: formatInstant(row.updatedAt),
})

/** The time and intervals that a viewer watched in one mode. */
export const watchedTime = (
  { intervals, liveMs, replayMs }: Pick<AttendanceRow, 'intervals' | 'liveMs' | 'replayMs'>,
  mode: WatchMode,
): WatchedTime => ({
  seconds: secondsOf(mode === 'live' ? liveMs : replayMs),
  intervals: intervals.filter((one) => one.mode === mode).map(presentInterval),
})

const presentInterval = ({ start, end }: WatchedInterval) => ({
  start: formatInstant(start),
  end: formatInstant(end),
})

const secondsOf = (ms: number): number => Math.round(ms / 1000)
