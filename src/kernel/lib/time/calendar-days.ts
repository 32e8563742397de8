// Calendar days in a time zone, in the form `2027-05-20`.
import { Temporal } from 'temporal-polyfill'
import { isStorableInstant } from './instants.ts'

/** The day of an instant (epoch milliseconds) in an IANA time zone. */
export const dayOf = (ms: number, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone).toPlainDate().toString()

/** The time of the day of an instant (epoch milliseconds) in an IANA time zone, such as `09:30`. */
export const clockOf = (ms: number, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(ms)
    .toZonedDateTimeISO(timeZone)
    .toPlainTime()
    .toString({ smallestUnit: 'minute' })

/** The last instant (epoch milliseconds), up to `ms`, at which it was this time of the day, such as `08:00`. */
export function lastTimeOfDay(ms: number, timeZone: string, time: string): number {
  const now = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone)
  const today = now.withPlainTime(time)
  return (today.epochMilliseconds > ms ? today.subtract({ days: 1 }) : today).epochMilliseconds
}

/**
 * Epoch milliseconds of the start of a day in a time zone, or of the day that is `daysLater` days later; undefined if
 * the text is not a day or the instant cannot be stored.
 */
export function startOfDay(day: string, timeZone: string, daysLater = 0): number | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return undefined
  try {
    const date = Temporal.PlainDate.from(day).add({ days: daysLater })
    const ms = date.toZonedDateTime({ timeZone }).epochMilliseconds
    return isStorableInstant(ms) ? ms : undefined
  } catch {
    return undefined
  }
}
