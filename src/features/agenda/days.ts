// The days of the agenda: the shown day, and the days to choose from.

import type { Services } from '../../kernel/changes/services.ts'
import { dayOf, startOfDay } from '../../kernel/lib/time/calendar-days.ts'
import { MAX_DAYS_ASIDE } from './limits.ts'
import { startsAround, startsOfDays } from './store.ts'

export type AgendaDay = {
  /** Such as `2027-05-20`. */
  day: string
  /** The start of the day (epoch milliseconds), and the start of the next. */
  from: number
  to: number
}

type Wanted = { day: string; zone: string; now: number }
type Reading = Pick<Services, 'store'>

/**
 * The requested day if talks start on it; otherwise today, the next day with talks, or the last one. Undefined without
 * talks.
 */
export async function readShownDay(
  { store }: Reading,
  platformId: string,
  { day, zone, now }: Wanted,
): Promise<AgendaDay | undefined> {
  const requested = calendarDay(day, zone)
  if (requested) {
    const { from } = await store.read(startsAround({ platformId, at: requested.from }))
    if (from !== undefined && from < requested.to) return requested
  }
  const { before, from } = await store.read(startsAround({ platformId, at: agendaDayOf(now, zone).from }))
  const start = from ?? before
  return start === undefined ? undefined : agendaDayOf(start, zone)
}

/**
 * The days with talks around a day, and the first and last day of the programme. The neighboring days with talks are
 * always included, so that every day can be reached.
 */
export async function readDays(
  { store }: Reading,
  platformId: string,
  { around, zone }: { around: AgendaDay; zone: string },
): Promise<AgendaDay[]> {
  const near = Array.from({ length: 2 * MAX_DAYS_ASIDE + 1 }, (_, index) =>
    startOfDay(around.day, zone, index - MAX_DAYS_ASIDE),
  ).filter((start) => start !== undefined)
  const instants = [Number.MIN_SAFE_INTEGER, ...near, around.to]
  const starts = await store.read(startsOfDays(platformId, { before: around.from, instants }))
  const days = [...new Set(starts)].map((start) => agendaDayOf(start, zone))
  return [...new Map(days.map((day) => [day.day, day])).values()].sort((a, b) => a.from - b.from)
}

/** The day of an instant (epoch milliseconds). */
export function agendaDayOf(start: number, zone: string): AgendaDay {
  const day = dayOf(start, zone)
  return calendarDay(day, zone) ?? { day, from: start, to: Number.MAX_SAFE_INTEGER }
}

/** A day in the form `2027-05-20`; undefined if the text is not a day. */
export function calendarDay(day: string, zone: string): AgendaDay | undefined {
  const from = startOfDay(day, zone)
  if (from === undefined) return undefined
  return { day, from, to: startOfDay(day, zone, 1) ?? Number.MAX_SAFE_INTEGER }
}
