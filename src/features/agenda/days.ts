// The days of the agenda: the shown day, and the days to choose from.

import type { Services } from '../../kernel/changes/services.ts'
import { dayOf, startOfDay } from '../../kernel/lib/time/calendar-days.ts'
import { DAYS_AT_ONCE, MAX_DAY_QUERIES } from './limits.ts'
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
 * All days with talks. In a programme that continues for years, days far from the shown one are left out, but never the
 * first, the last, and those beside it, so that every day can be reached.
 */
export async function readDays(
  { store }: Reading,
  platformId: string,
  { around, zone }: { around: AgendaDay; zone: string },
): Promise<AgendaDay[]> {
  const read = (instants: readonly number[]) =>
    store.read(startsOfDays(platformId, { before: around.from, instants }))
  const near = startsOfDaysFrom(around.day, zone, -DAYS_AT_ONCE / 2)
  const starts = new Set(await read([Number.MIN_SAFE_INTEGER, ...near, around.to]))
  const last = Math.max(...starts)
  // A query also finds the first talk after its days, from which the next one continues.
  const after = (at: number) => Math.min(...[...starts].filter((start) => start >= at))
  const [nearFrom = 0, nearTo = 0] = [near[0], near.at(-1)]
  let at = Math.min(...starts)
  for (let queries = 0; at < last && queries < MAX_DAY_QUERIES; queries += 1) {
    if (at >= nearFrom && at < nearTo) at = after(nearTo)
    if (at >= last) break
    const far = startsOfDaysFrom(dayOf(at, zone), zone, 0)
    for (const start of await read(far)) starts.add(start)
    at = after(far.at(-1) ?? last)
  }
  const days = [...starts].map((start) => agendaDayOf(start, zone))
  return [...new Map(days.map((day) => [day.day, day])).values()].sort((a, b) => a.from - b.from)
}

/** The starts of consecutive days, the first of which is `daysLater` days after a day. */
const startsOfDaysFrom = (day: string, zone: string, daysLater: number): number[] =>
  Array.from({ length: DAYS_AT_ONCE + 1 }, (_, index) => startOfDay(day, zone, daysLater + index)).filter(
    (start) => start !== undefined,
  )

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
