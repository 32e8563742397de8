// Times in forms: what a clock on the wall of a time zone shows, to the minute.
import { Temporal } from 'temporal-polyfill'

/** `2027-05-20T09:30`, as `datetime-local` fields have it. `instant` is an ISO 8601 text with an offset. */
export const localTime = (instant: string, zone: string): string =>
  Temporal.Instant.from(instant)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
