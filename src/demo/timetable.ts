// The times of the demo talks: two days around now, so that there are past, live, and upcoming talks.
import { Temporal } from 'temporal-polyfill'
import { MINUTE_MS } from '../kernel/lib/time/units.ts'

export type Slot = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7
export type Place = { day: 1 | 2; slot: Slot }

const QUARTER_MS = 15 * MINUTE_MS
/** The live talk started at least this long ago. */
const BEGUN_MS = 5 * MINUTE_MS
/** Minutes after the start of the day. Every talk is over after fifty minutes, and lunch follows the fourth one. */
const offsets: Record<Slot, number> = { 0: 0, 1: 60, 2: 120, 3: 180, 4: 270, 5: 330, 6: 390, 7: 450 }
const slots = [0, 1, 2, 3, 4, 5, 6, 7] as const
const PREFERRED_OPENING = Temporal.PlainTime.from('09:00')
/** With fewer past slots than this, today becomes the second day, so that there are enough past talks. */
const FEWEST_OVER = 3

/**
 * Returns a function from slots to their start in ISO 8601 with an offset. One slot starts 5 to 20 minutes before `now`
 * (epoch milliseconds). The days start as close to 9 a.m. as that allows.
 */
export function createTimetable(now: number, timeZone: string): (place: Place) => string {
  const begun = Math.floor((now - BEGUN_MS) / QUARTER_MS) * QUARTER_MS
  const live = Temporal.Instant.fromEpochMilliseconds(begun).toZonedDateTimeISO(timeZone)
  const slot = liveSlot(live)
  const opening = live.subtract({ minutes: offsets[slot] })
  const today = slot < FEWEST_OVER ? 2 : 1
  return (place) =>
    opening
      .add({ days: place.day - today })
      .add({ minutes: offsets[place.slot] })
      .toString({ timeZoneName: 'never', smallestUnit: 'minute' })
}

/** The slot that puts the opening closest to the preferred time, with the whole day on one date. */
function liveSlot(live: Temporal.ZonedDateTime): Slot {
  const preferred = live.withPlainTime(PREFERRED_OPENING).epochMilliseconds
  const distance = (slot: Slot) => Math.abs(live.epochMilliseconds - offsets[slot] * MINUTE_MS - preferred)
  const possible = slots.filter((slot) => isOneDate(live.subtract({ minutes: offsets[slot] }), live))
  return possible.reduce((best, slot) => (distance(slot) < distance(best) ? slot : best))
}

function isOneDate(opening: Temporal.ZonedDateTime, live: Temporal.ZonedDateTime): boolean {
  const last = opening.add({ minutes: offsets[7] })
  const date = live.toPlainDate()
  return opening.toPlainDate().equals(date) && last.toPlainDate().equals(date)
}
