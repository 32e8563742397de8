// Times in forms: what a clock on the wall of a time zone shows, to the minute.
import { Temporal } from 'temporal-polyfill'
import { isTimeZone } from '../../lib/times.ts'

/** `2027-05-20T09:30`, as `datetime-local` fields have it. `instant` is an ISO 8601 text with an offset. */
export const localTime = (instant: string, zone: string): string =>
  Temporal.Instant.from(instant)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })

/**
 * The instant with the offset of the zone at that time. An hour that a zone skips is read as the one behind it, one
 * that comes twice as the first. What is no local time is given back, for the schema to refuse.
 */
export function zonedTime(local: string, zone: string): string {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(local) || !isTimeZone(zone)) return local
  try {
    const zoned = Temporal.PlainDateTime.from(local).toZonedDateTime(zone)
    return zoned.toString({ timeZoneName: 'never', smallestUnit: 'second' })
  } catch {
    return local
  }
}
