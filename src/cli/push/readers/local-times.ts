// Parses times as people and tools write them.

import { parseInstant, zonedTime } from '../../../lib/time/instants.ts'

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

const DATE_AND_TIME =
  /^(\d{1,2}\.? [a-z]{3,}\.?,? \d{4}|[a-z]{3,}\.? \d{1,2},? \d{4}|\S+?)(?:T|,? )(\d[^ ]*(?: ?[ap]m)?)$/i
const CLOCK = /^(\d{1,2}):([0-5]\d)(?::([0-5]\d)(?:\.0+)?)?\s*([ap]m)?$/i

/**
 * Returns the time in ISO 8601 with an offset. Local times (`2027-05-20 09:30`, `20.05.2027 9:30`,
 * `20 May 2027 09:30 AM`) are read in the time zone; without one, the result is 'zoneless'. Dates with slashes are not
 * accepted, because the order of day and month is ambiguous.
 */
export function readTime(text: string, timeZone: string | undefined): string | 'zoneless' | undefined {
  if (parseInstant(text) !== undefined) return text
  const match = DATE_AND_TIME.exec(text.trim().replace(/\s+/g, ' '))
  const local = joinLocal(match?.[1] ?? '', match?.[2] ?? '')
  if (local === undefined) return undefined
  if (timeZone === undefined) return 'zoneless'
  const zoned = zonedTime(local, timeZone)
  return parseInstant(zoned) === undefined ? undefined : zoned
}

/** Joins a date and a time of day to `2027-05-20T09:30:00`, or returns undefined. */
export function joinLocal(date: string, time: string): string | undefined {
  const day = readDate(date.trim())
  const clock = readClock(time.trim())
  return day === undefined || clock === undefined ? undefined : `${day}T${clock}`
}

export const isClock = (text: string): boolean => readClock(text.trim()) !== undefined

function readDate(text: string): string | undefined {
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)
  if (iso) return text
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text)
  if (dotted) return dashed(dotted[3], dotted[2], dotted[1])
  const named =
    /^(?<day>\d{1,2})\.? (?<month>[a-z]{3,})\.?,? (?<year>\d{4})$/i.exec(text)?.groups ??
    /^(?<month>[a-z]{3,})\.? (?<day>\d{1,2}),? (?<year>\d{4})$/i.exec(text)?.groups
  const month = MONTHS.indexOf((named?.month ?? '').slice(0, 3).toLowerCase()) + 1
  return month === 0 ? undefined : dashed(named?.year, String(month), named?.day)
}

const dashed = (year = '', month = '', day = ''): string =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`

/** `09:30:00` from a 24-hour time, or from a 12-hour time with am or pm. */
function readClock(text: string): string | undefined {
  const [, hours = '', minutes = '', seconds = '00', half] = CLOCK.exec(text) ?? []
  const hour = Number(hours)
  if (hours === '' || hour > 23 || (half !== undefined && (hour < 1 || hour > 12))) return undefined
  const shift =
    half === undefined ? 0 : half.toLowerCase() === 'pm' ? (hour === 12 ? 0 : 12) : hour === 12 ? -12 : 0
  return `${String(hour + shift).padStart(2, '0')}:${minutes}:${seconds}`
}
