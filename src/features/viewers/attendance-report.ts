// The number of viewers of a talk over time, for the Back Office, and the file with everyone's attendance.

import { Refusal } from '../../kernel/changes/errors.ts'
import { allPages } from '../../kernel/changes/pagination.ts'
import { requireReference } from '../../kernel/changes/references.ts'
import type { Caller, Services } from '../../kernel/changes/services.ts'
import { dayOf } from '../../kernel/lib/time/calendar-days.ts'
import { MINUTE_MS } from '../../kernel/lib/time/units.ts'
import { talkObjects } from '../talks/store.ts'
import type { TalkRow } from '../talks/tables.ts'
import {
  attendanceOfTalk,
  longestAttendance,
  type PersonAttendance,
  watchedIntervals,
} from './attendance-store.ts'
import { REPORTED_PEOPLE } from './limits.ts'
import { readTotals } from './read-attendance.ts'
import type { AttendanceTotals, WatchedInterval } from './schema.ts'

const MAX_POINTS = 60

/** The number of viewers in a time span that begins at `at`, in epoch milliseconds. */
type CurvePoint = { at: number; count: number }

export type AttendanceReport = {
  talk: TalkRow
  totals: AttendanceTotals
  /** From the start of the talk to its end. */
  live: CurvePoint[]
  /** By day, for the last 60 days on which someone watched. */
  replay: CurvePoint[]
  /** The people who watched the longest. */
  people: PersonAttendance[]
}

/** `zone` decides where days begin. Throws `talk_not_found`. */
export async function readAttendanceReport(
  services: Services,
  caller: Caller,
  { id, zone }: { id: string; zone: string },
): Promise<AttendanceReport> {
  const { store } = services
  const talk = await requireTalkOf(services, caller, id)
  const [totals, viewers, people] = await Promise.all([
    readTotals(services, talk.id),
    store.read(watchedIntervals({ talkId: talk.id })),
    store.read(longestAttendance({ talkId: talk.id, limit: REPORTED_PEOPLE })),
  ])
  return { talk, totals, live: liveCurve(talk, viewers), replay: replayDays(viewers, zone), people }
}

type Viewers = readonly (readonly WatchedInterval[])[]

function liveCurve({ startAt, endAt }: TalkRow, viewers: Viewers): CurvePoint[] {
  const stepMs = Math.ceil((endAt - startAt) / MINUTE_MS / MAX_POINTS) * MINUTE_MS
  const points = Array.from({ length: Math.ceil((endAt - startAt) / stepMs) }, (_, step) => ({
    at: startAt + step * stepMs,
    count: 0,
  }))
  for (const intervals of viewers) {
    const steps = new Set<number>()
    for (const { mode, start, end } of intervals) {
      if (mode !== 'live') continue
      // An interval ends with the last moment before `end`.
      const last = Math.floor((end - 1 - startAt) / stepMs)
      for (let step = Math.floor((start - startAt) / stepMs); step <= last; step += 1) steps.add(step)
    }
    for (const step of steps) {
      const point = points[step]
      if (point) point.count += 1
    }
  }
  return points
}

function replayDays(viewers: Viewers, zone: string): CurvePoint[] {
  const days = new Map<string, CurvePoint>()
  for (const intervals of viewers) {
    const starts = intervals.filter(({ mode }) => mode === 'replay').map(({ start }) => start)
    for (const [day, at] of new Map(starts.map((start) => [dayOf(start, zone), start]))) {
      const point = days.get(day) ?? { at, count: 0 }
      days.set(day, { ...point, count: point.count + 1 })
    }
  }
  return [...days.values()].sort((a, b) => a.at - b.at).slice(-MAX_POINTS)
}

async function requireTalkOf({ store }: Services, { platform }: Caller, id: string): Promise<TalkRow> {
  const talk = await store.read(
    talkObjects.find({ platformId: platform.id, ...requireReference(id, 'talk_not_found') }),
  )
  if (!talk) throw new Refusal('talk_not_found')
  return talk
}

/** The attendance of everyone with an account, in pages. Throws `talk_not_found` before the first page. */
export async function allAttendance(
  services: Services,
  caller: Caller,
  id: string,
): Promise<AsyncIterable<PersonAttendance[]>> {
  const talk = await requireTalkOf(services, caller, id)
  return allPages(
    (last, limit) =>
      services.store.read(attendanceOfTalk({ talkId: talk.id, since: 0, after: last?.id ?? '', limit })),
    (row: PersonAttendance) => row,
  )
}
