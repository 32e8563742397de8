// Conference days start at four in the morning, so that a party after midnight belongs to the day before.
import { Temporal } from 'temporal-polyfill'
import { HOUR_MS, MINUTE_MS } from './units.ts'

const START_HOUR = 4

export type LocalTime = {
  /** With the offset of the zone: `2027-05-20T09:30:00+02:00`. */
  dateTime: string
  /** `09:30` */
  time: string
  /** The conference day: `2027-05-20`. */
  day: string
}

/** An instant (epoch milliseconds) in the IANA time zone of a conference. */
export function localTime(ms: number, timeZone: string): LocalTime {
  const offsetMs = offsetAt(ms, timeZone)
  const wallMs = ms + offsetMs
  return {
    dateTime: withOffset(ms, offsetMs),
    time: new Date(wallMs).toISOString().slice(11, 16),
    day: new Date(wallMs - START_HOUR * HOUR_MS).toISOString().slice(0, 10),
  }
}

/** `2027-05-20T09:30:00+02:00` */
export const dateTimeAt = (ms: number, timeZone: string): string => withOffset(ms, offsetAt(ms, timeZone))

/** The first and the last minute of a conference day, with offsets. */
export function spanOfDay(day: string, timeZone: string): { start: string; end: string } {
  const date = Temporal.PlainDate.from(day)
  const startOf = (date: Temporal.PlainDate) =>
    date.toZonedDateTime({ timeZone, plainTime: { hour: START_HOUR } }).epochMilliseconds
  return {
    start: dateTimeAt(startOf(date), timeZone),
    end: dateTimeAt(startOf(date.add({ days: 1 })) - MINUTE_MS, timeZone),
  }
}

/** The last offset of each zone, and the time it applies. A lookup takes 4 µs, and a talk in a feed needs two. */
const known = new Map<string, { from: number; until: number; offsetMs: number }>()

function offsetAt(ms: number, timeZone: string): number {
  const last = known.get(timeZone)
  if (last && ms >= last.from && ms < last.until) return last.offsetMs
  const time = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone)
  const offsetMs = time.offsetNanoseconds / 1e6
  known.set(timeZone, {
    from: ms,
    until: time.getTimeZoneTransition('next')?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
    offsetMs,
  })
  return offsetMs
}

/** Uses UTC if the offset has seconds, as offsets had before standard time, because no format can express that. */
function withOffset(ms: number, offsetMs: number): string {
  if (offsetMs % MINUTE_MS !== 0) return plainText(ms, 'Z')
  const minutes = Math.abs(offsetMs) / MINUTE_MS
  const parts = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'))
  return plainText(ms + offsetMs, `${offsetMs < 0 ? '-' : '+'}${parts.join(':')}`)
}

const plainText = (ms: number, offset: string): string =>
  new Date(ms).toISOString().replace(/(?:\.000)?Z$/, offset)
