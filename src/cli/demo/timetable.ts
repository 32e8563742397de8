// When the talks of the demo take place: two days around the present, so that something is over, live, and to come.
import { Temporal } from 'temporal-polyfill'

export type Slot = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7
export type Place = { day: 1 | 2; slot: Slot }

const MINUTE_MS = 60_000
const QUARTER_MS = 15 * MINUTE_MS
/** A talk that is live has begun at least this long ago. */
const BEGUN_MS = 5 * MINUTE_MS
/** Minutes from the opening of a day; every talk is over after fifty, and lunch is after the fourth. */
const offsets: Record<Slot, number> = { 0: 0, 1: 60, 2: 120, 3: 180, 4: 270, 5: 330, 6: 390, 7: 450 }
const slots = [0, 1, 2, 3, 4, 5, 6, 7] as const
const WISHED_OPENING = Temporal.PlainTime.from('09:00')
/** With fewer slots behind it than this, today is the second day, or there would be too little to look back at. */
const FEWEST_OVER = 3

/**
 * Tells when a slot begins, as an ISO 8601 date-time with offset. One slot begins 5 to 20 minutes before `now`
 * (epoch milliseconds); the days open as near to nine in the morning as that allows.
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

/** The slot that makes the day open nearest to the wished time, with all of it on one date. */
function liveSlot(live: Temporal.ZonedDateTime): Slot {
  const wished = live.withPlainTime(WISHED_OPENING).epochMilliseconds
  const distance = (slot: Slot) => Math.abs(live.epochMilliseconds - offsets[slot] * MINUTE_MS - wished)
  const possible = slots.filter((slot) => isOneDate(live.subtract({ minutes: offsets[slot] }), live))
  return possible.reduce((best, slot) => (distance(slot) < distance(best) ? slot : best))
}

function isOneDate(opening: Temporal.ZonedDateTime, live: Temporal.ZonedDateTime): boolean {
  const last = opening.add({ minutes: offsets[7] })
  const date = live.toPlainDate()
  return opening.toPlainDate().equals(date) && last.toPlainDate().equals(date)
}
