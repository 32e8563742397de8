// Days of the calendar in a time zone, as `2027-05-20`.
import { Temporal } from 'temporal-polyfill'

/** The day of an instant (epoch milliseconds) in an IANA time zone. */
export const dayOf = (ms: number, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone).toPlainDate().toString()

/** When a day begins and the next one begins in a time zone: 23 to 25 hours apart. Undefined for no day of the calendar. */
export function boundsOfDay(day: string, timeZone: string): { from: number; to: number } | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return undefined
  try {
    const date = Temporal.PlainDate.from(day)
    const start = (date: Temporal.PlainDate) => date.toZonedDateTime(timeZone).epochMilliseconds
    return { from: start(date), to: start(date.add({ days: 1 })) }
  } catch {
    return undefined
  }
}
