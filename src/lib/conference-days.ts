// Days of a conference: they change at four in the morning, so that a night belongs to the day before it.
import { Temporal } from 'temporal-polyfill'

const CHANGE_HOUR = 4

export type LocalTime = {
  /** With the offset of the time zone: `2027-05-20T09:30:00+02:00`. */
  dateTime: string
  /** `09:30` */
  time: string
  /** The day of the conference: `2027-05-20`. */
  day: string
}

/** An instant (epoch milliseconds) as a conference in this IANA time zone has it. */
export function localTime(ms: number, timeZone: string): LocalTime {
  const zoned = zonedAt(ms, timeZone)
  const date = zoned.toPlainDate()
  return {
    dateTime: dateTimeOf(zoned),
    time: zoned.toPlainTime().toString({ smallestUnit: 'minute', roundingMode: 'floor' }),
    day: (zoned.hour < CHANGE_HOUR ? date.subtract({ days: 1 }) : date).toString(),
  }
}

/** When a day of the conference begins, and its last minute, with their offsets. */
export function spanOfDay(day: string, timeZone: string): { start: string; end: string } {
  const date = Temporal.PlainDate.from(day)
  const change = { timeZone, plainTime: { hour: CHANGE_HOUR } }
  return {
    start: dateTimeOf(date.toZonedDateTime(change)),
    end: dateTimeOf(date.add({ days: 1 }).toZonedDateTime(change).subtract({ minutes: 1 })),
  }
}

/** With its offset; in UTC where the offset has seconds, as before standard time, which no format can say. */
export const dateTimeAt = (ms: number, timeZone: string): string => dateTimeOf(zonedAt(ms, timeZone))

const zonedAt = (ms: number, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone)

const WHOLE_OFFSET = /^[+-]\d\d:\d\d$/

const dateTimeOf = (zoned: Temporal.ZonedDateTime): string =>
  WHOLE_OFFSET.test(zoned.offset) ? zoned.toString({ timeZoneName: 'never' }) : zoned.toInstant().toString()
