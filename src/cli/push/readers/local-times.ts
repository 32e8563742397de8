// Parses times as people and tools write them.

import { parseInstant, zonedTime } from '../../../lib/time/instants.ts'

/** The order of day, month, and year in dates of numbers. */
export const dateFormats = ['dmy', 'mdy', 'ymd'] as const
export type DateFormat = (typeof dateFormats)[number]

export type TimeOptions = {
  /** The zone of local times. */
  timeZone: string | undefined
  dateFormat?: DateFormat | undefined
  /** The date of texts that are only a time of day. */
  day?: string
}

/**
 * `zoneless`: a local time without a time zone. `ambiguous`: the order of day and month is unknown. `skipped`: the zone has
 * no such time, because its clocks are set forward.
 */
export type TimeProblem = 'invalid' | 'zoneless' | 'ambiguous' | 'skipped'

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

const DATE_AND_TIME =
  /^(\d{1,2}\.? [a-z]{3,}\.?,? \d{4}|[a-z]{3,}\.? \d{1,2},? \d{4}|\S+?)(?:T|,? )(\d[^ ]*(?: ?[ap]m)?)$/i
const CLOCK = /^(\d{1,2}):([0-5]\d)(?::([0-5]\d)(?:\.0+)?)?\s*([ap]m)?$/i
const NUMBERS = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})$/

/**
 * Returns the time in ISO 8601 with an offset. Local times (`2027-05-20 09:30`, `20.05.2027 9:30`,
 * `20 May 2027 09:30 AM`) are read in the time zone. Dates such as `05/06/2027` and `5.6.27` need the format.
 */
export function readTime(
  text: string,
  { timeZone, dateFormat, day = '' }: TimeOptions,
): { time: string } | { problem: TimeProblem } {
  if (parseInstant(text) !== undefined) return { time: text }
  const [, date = '', time = ''] = isClock(text)
    ? [text, day.trim(), text.trim()]
    : (DATE_AND_TIME.exec(text.trim().replace(/\s+/g, ' ')) ?? [])
  const local = readDate(date, dateFormat)
  const clock = readClock(time)
  if (local === undefined || clock === undefined) return { problem: 'invalid' }
  if (local === 'ambiguous') return { problem: 'ambiguous' }
  return inZone(`${local}T${clock}`, timeZone)
}

function inZone(local: string, timeZone: string | undefined): { time: string } | { problem: TimeProblem } {
  if (parseInstant(`${local}Z`) === undefined) return { problem: 'invalid' }
  if (timeZone === undefined) return { problem: 'zoneless' }
  const time = zonedTime(local, timeZone)
  if (parseInstant(time) === undefined) return { problem: 'invalid' }
  return time.startsWith(local) ? { time } : { problem: 'skipped' }
}

const isClock = (text: string): boolean => readClock(text.trim()) !== undefined

/** `2027-05-20`, whether or not that day exists. */
function readDate(text: string, format: DateFormat | undefined): string | 'ambiguous' | undefined {
  const numbers = NUMBERS.exec(text)
  if (numbers) return readNumbers(numbers, format)
  const named =
    /^(?<day>\d{1,2})\.? (?<month>[a-z]{3,})\.?,? (?<year>\d{4})$/i.exec(text)?.groups ??
    /^(?<month>[a-z]{3,})\.? (?<day>\d{1,2}),? (?<year>\d{4})$/i.exec(text)?.groups
  const month = MONTHS.indexOf((named?.month ?? '').slice(0, 3).toLowerCase()) + 1
  return month === 0 ? undefined : dashed(named?.year, String(month), named?.day)
}

/** A year of four digits in front means ymd. Dates with dots and such a year are dmy, unless the format says otherwise. */
function readNumbers(
  [, first = '', sign, second = '', third = '']: RegExpExecArray,
  format: DateFormat | undefined,
): string | 'ambiguous' | undefined {
  const usual = sign === '.' && third.length === 4 ? 'dmy' : undefined
  const order = first.length === 4 ? 'ymd' : (format ?? usual)
  if (order === undefined) return 'ambiguous'
  const parts = [first, second, third]
  const [year = '', month = '', day = ''] = ['y', 'm', 'd'].map((part) => parts[order.indexOf(part)] ?? '')
  const isFitting = (year.length === 4 || year.length === 2) && month.length <= 2 && day.length <= 2
  return isFitting ? dashed(year.length === 2 ? `20${year}` : year, month, day) : undefined
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
