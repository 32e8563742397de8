// Days of a conference: they change at four in the morning, so that a night belongs to the day before it.
import { Temporal } from 'temporal-polyfill'

const CHANGE_HOUR = 4
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

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
  const offsetMs = offsetAt(ms, timeZone)
  const wallMs = ms + offsetMs
  return {
    dateTime: withOffset(ms, offsetMs),
    time: new Date(wallMs).toISOString().slice(11, 16),
    day: new Date(wallMs - CHANGE_HOUR * HOUR_MS).toISOString().slice(0, 10),
  }
}

/** `2027-05-20T09:30:00+02:00` */
export const dateTimeAt = (ms: number, timeZone: string): string => withOffset(ms, offsetAt(ms, timeZone))

/** When a day of the conference begins, and its last minute, with their offsets. */
export function spanOfDay(day: string, timeZone: string): { start: string; end: string } {
  const date = Temporal.PlainDate.from(day)
  const change = (date: Temporal.PlainDate) =>
    date.toZonedDateTime({ timeZone, plainTime: { hour: CHANGE_HOUR } }).epochMilliseconds
  return {
    start: dateTimeAt(change(date), timeZone),
    end: dateTimeAt(change(date.add({ days: 1 })) - MINUTE_MS, timeZone),
  }
}

const offsetAt = (ms: number, timeZone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone).offsetNanoseconds / 1e6

/** In UTC where the offset has seconds, as before standard time: no format can say that. */
function withOffset(ms: number, offsetMs: number): string {
  if (offsetMs % MINUTE_MS !== 0) return plainText(ms, 'Z')
  const minutes = Math.abs(offsetMs) / MINUTE_MS
  const parts = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'))
  return plainText(ms + offsetMs, `${offsetMs < 0 ? '-' : '+'}${parts.join(':')}`)
}

const plainText = (ms: number, offset: string): string =>
  new Date(ms).toISOString().replace(/(?:\.000)?Z$/, offset)
