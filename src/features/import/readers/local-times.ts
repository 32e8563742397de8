// Parses times as people and tools write them.

import { occursTwice, parseInstant, zonedTime } from '../../../kernel/lib/time/instants.ts'
import { DAY_MS } from '../../../kernel/lib/time/units.ts'
import type { ImportProblem } from '../file/problems.ts'

/** The order of day, month, and year in numeric dates. */
export const dateFormats = ['dmy', 'mdy', 'ymd'] as const
export type DateFormat = (typeof dateFormats)[number]

export type TimeOptions = {
  /** The zone of local times. */
  timeZone: string | undefined
  dateFormat?: DateFormat | undefined
  /** The date for texts that are only a time of day. */
  day?: string
}

/**
 * `zoneless`: a local time without a time zone. `ambiguous`: the order of day and month is unknown. `skipped`: the zone
 * has no such time, because its clocks are set forward. `repeated`: it has the time twice, because they are set back.
 */
export type TimeProblem = 'invalid' | 'zoneless' | 'ambiguous' | 'skipped' | 'repeated'

// In English, German, French, and Spanish, without accents.
const MONTHS =
  'jan|ene feb|fev mar|mrz apr|avr|abr may|mai juin|jun juil|jul aug|aou|ago sep|set oct|okt nov dec|dez|dic'
    .split(' ')
    .map((names) => new RegExp(`^(?:${names})`))
const WEEKDAY =
  /^(?:mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag|lun|mar|mer|mie|jeu|jue|ven|vie|sam|sab|dim|dom|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:lun|mar|mercre|jeu|vendre|same)di|dimanche|lunes|martes|miercoles|jueves|viernes|sabado|domingo)\.?,? +(?=\d|[a-z]+\.? \d)/

const DATE_AND_TIME = /^(.+?)(?:(?<=\d)t|,? )(\d\S*)$/
const CLOCK = /^(\d{1,2})(?:[:.h]([0-5]\d)(?::([0-5]\d)(?:[.,]\d+)?)?|h)?([ap]m)?$/
const NUMBERS = /^(\d{1,4})([./-]) ?(\d{1,2})\2 ?(\d{1,4})$/

/**
 * Returns the time in ISO 8601 with an offset. Local times (`2027-05-20 09:30`, `20.05.2027 9:30 Uhr`, `Thursday, 20
 * May 2027 09:30 AM`, `20 mai 2027 à 9h30`) are read in the time zone. Dates such as `05/06/2027` need the format.
 */
export function readTime(
  text: string,
  { timeZone, dateFormat, day = '' }: TimeOptions,
): { time: string } | { problem: TimeProblem } {
  if (parseInstant(text) !== undefined) return { time: text }
  const plain = plainText(text)
  const [, date = '', time = ''] = isClock(plain)
    ? [plain, dateOf(day), plain]
    : (DATE_AND_TIME.exec(plain) ?? [])
  const local = readDate(date, dateFormat)
  const clock = readClock(time)
  if (local === undefined || clock === undefined) return { problem: 'invalid' }
  if (local === 'ambiguous') return { problem: 'ambiguous' }
  // The end of a day is the start of the next one (ISO 8601-1:2019/Amd 1:2022).
  return clock === '24:00:00'
    ? inZone(`${dayAfter(local)}T00:00:00`, timeZone)
    : inZone(`${local}T${clock}`, timeZone)
}

/** The date in a text that can also have a time of day. */
function dateOf(text: string): string {
  const plain = plainText(text)
  const [, date = '', time = ''] = DATE_AND_TIME.exec(plain) ?? []
  return isClock(time) ? date : plain
}

/** The day after `2027-05-20`. Invalid days are returned unchanged. */
export function dayAfter(day: string): string {
  const midnight = parseInstant(`${day}T00:00Z`)
  return midnight === undefined ? day : new Date(midnight + DAY_MS).toISOString().slice(0, 10)
}

/** What the clocks of the zone have to do with the problem of a time that a program wrote. */
export function clockProblems(problem: TimeProblem, zone = ''): ImportProblem[] {
  if (problem === 'skipped') return [{ code: 'time_skipped', zone }]
  return problem === 'repeated' ? [{ code: 'time_repeated', zone }] : []
}

/** Whether the text is a date without a time of day, in any order of day and month. */
export const isDate = (text: string): boolean => readDate(plainText(text), undefined) !== undefined

/** Whether the text is a time of day without a date. */
export const isTimeOfDay = (text: string): boolean => isClock(plainText(text))

/** Splits `14:30 – 15:15 Uhr` or `20.05.2027 14:30-15:15` into two times, the first with the date. */
export function splitRange(text: string): { start: string; end: string } | undefined {
  const [, start = '', end = ''] =
    /^(.*\d.*?)\s*(?:[-–—]|\b(?:bis|to|a|hasta|until)\b)\s*(\d.*)$/.exec(plainText(text)) ?? []
  const clock = /\S+$/.exec(start)?.[0] ?? ''
  // Both need minutes, because 20.05.-21.05. is not a time range.
  const isTime = (one: string) => /[:.h]\d\d(?:[ap]m)?$/.test(one) && isClock(one)
  return isTime(clock) && isTime(end) ? { start, end } : undefined
}

/**
 * The order that fits all dates with slashes or hyphens. A day after the 12th tells day and month apart. Undefined if
 * both orders fit, or neither.
 */
export function inferDateFormat(texts: readonly string[]): DateFormat | undefined {
  const dates = texts.flatMap((text) => {
    const [, first = '', second = ''] =
      /^(\d{1,2})[/-](\d{1,2})[/-](?:\d{4}|\d{2})\b/.exec(plainText(text)) ?? []
    return first === '' ? [] : [[Number(first), Number(second)] as const]
  })
  const isDayFirst = dates.some(([first]) => first > 12)
  const isMonthFirst = dates.some(([, second]) => second > 12)
  if (isDayFirst === isMonthFirst) return undefined
  return isDayFirst ? 'dmy' : 'mdy'
}

function inZone(local: string, timeZone: string | undefined): { time: string } | { problem: TimeProblem } {
  if (parseInstant(`${local}Z`) === undefined) return { problem: 'invalid' }
  if (timeZone === undefined) return { problem: 'zoneless' }
  const time = zonedTime(local, timeZone)
  if (parseInstant(time) === undefined) return { problem: 'invalid' }
  if (!time.startsWith(local)) return { problem: 'skipped' }
  return occursTwice(local, timeZone) ? { problem: 'repeated' } : { time }
}

/** In lowercase, without accents and without words that are not part of the date or time. */
const plainText = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(WEEKDAY, '')
    .replace(/ (?:um|at|a|a las|de|del)(?= )/g, '')
    .replace(/(^| )(\d{1,2}) ?uhr\b/, '$1$2h')
    .replace(/ ?\b(?:uhr|hrs?|o'clock)\b\.?/g, '')
    .replace(/(\d) h\b/, '$1h')
    .replace(/(\d) ([ap])\.?m\.?$/, '$1$2m')

/** Hours alone are a time only with `h`, am, or pm. Otherwise, they could be any number. */
const isClock = (text: string): boolean => /[:.h]|[ap]m/.test(text) && readClock(text) !== undefined

/** `2027-05-20`, whether or not that day exists. */
function readDate(text: string, format: DateFormat | undefined): string | 'ambiguous' | undefined {
  const numbers = NUMBERS.exec(text)
  if (numbers) return readNumbers(numbers, format)
  const named =
    /^(?<day>\d{1,2})(?:\.|er)? ?(?<month>[a-z]{3,})\.?,? (?<year>\d{4})$/.exec(text)?.groups ??
    /^(?<month>[a-z]{3,})\.? (?<day>\d{1,2}),? (?<year>\d{4})$/.exec(text)?.groups
  const month = MONTHS.findIndex((pattern) => pattern.test(named?.month ?? '')) + 1
  return month === 0 ? undefined : dashed(named?.year, String(month), named?.day)
}

/** A leading four-digit year means ymd. Dates with dots are dmy, unless the format says otherwise. */
function readNumbers(
  [, first = '', sign, second = '', third = '']: RegExpExecArray,
  format: DateFormat | undefined,
): string | 'ambiguous' | undefined {
  const usual = sign === '.' ? 'dmy' : undefined
  const order = first.length === 4 ? 'ymd' : (format ?? usual)
  if (order === undefined) return 'ambiguous'
  const parts = [first, second, third]
  const [year = '', month = '', day = ''] = ['y', 'm', 'd'].map((part) => parts[order.indexOf(part)] ?? '')
  const isFitting = (year.length === 4 || year.length === 2) && month.length <= 2 && day.length <= 2
  return isFitting ? dashed(year.length === 2 ? `20${year}` : year, month, day) : undefined
}

const dashed = (year = '', month = '', day = ''): string =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`

/** Reads `09:30:00` from a 24-hour time (`9:30`, `9.30`, `9h30`, `9h`), or from a 12-hour time with am or pm. */
function readClock(text: string): string | undefined {
  const [, hours = '', minutes = '00', seconds = '00', half] = CLOCK.exec(text) ?? []
  const hour = Number(hours)
  if (hours === '' || hour > 24 || (half !== undefined && (hour < 1 || hour > 12))) return undefined
  if (hour === 24 && `${minutes}${seconds}` !== '0000') return undefined
  const shift = half === undefined ? 0 : half === 'pm' ? (hour === 12 ? 0 : 12) : hour === 12 ? -12 : 0
  return `${String(hour + shift).padStart(2, '0')}:${minutes}:${seconds}`
}
