// Local times in forms, to the minute.
import { Temporal } from 'temporal-polyfill'

/** `2027-05-20T09:30`, the format of `datetime-local` fields. `instant` is an ISO 8601 text with an offset. */
export const localTime = (instant: string, zone: string): string =>
  Temporal.Instant.from(instant)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
