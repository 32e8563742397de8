// The time of the event, and whether it is ahead, now, or over.
import { startOfDay } from '../../../kernel/lib/time/calendar-days.ts'
import { DAY_MS } from '../../../kernel/lib/time/units.ts'
import type { PlatformSettings } from '../../platforms/schema.ts'

/** `unknown` means that there are neither days nor talks. */
export type EventPhase = 'unknown' | 'before' | 'during' | 'after'

/** Epoch milliseconds: the start of the event, and a time on its last day. */
export type EventSpan = { from: number; to: number }

/** The days of the settings, or those of the talks. If the first talk is on the first day, the event starts with it. */
export function eventSpan(
  { firstDay, lastDay, timezone }: Pick<PlatformSettings, 'firstDay' | 'lastDay' | 'timezone'>,
  talks: EventSpan | undefined,
): EventSpan | undefined {
  const first = firstDay === null ? undefined : startOfDay(firstDay, timezone)
  const last = lastDay === null ? undefined : startOfDay(lastDay, timezone)
  const from = first === undefined || isOnDay(first, talks?.from) ? (talks?.from ?? last) : first
  const to = last ?? talks?.to ?? from
  return from === undefined || to === undefined ? undefined : { from, to: Math.max(from, to) }
}

const isOnDay = (day: number, at: number | undefined) => at !== undefined && at >= day && at < day + DAY_MS

/** The phase at `now` (epoch milliseconds). `hasMore` says whether a talk is live or follows. */
export function eventPhase(
  { lastDay, timezone }: Pick<PlatformSettings, 'lastDay' | 'timezone'>,
  span: EventSpan | undefined,
  { now, hasMore }: { now: number; hasMore: boolean },
): EventPhase {
  if (!span) return 'unknown'
  if (now < span.from) return 'before'
  const end = lastDay === null ? undefined : startOfDay(lastDay, timezone, 1)
  return hasMore || (end !== undefined && now < end) ? 'during' : 'after'
}
