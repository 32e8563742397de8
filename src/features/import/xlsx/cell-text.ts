// The text of a spreadsheet cell, as it would be in a CSV file.

import type { CellObject } from '@e965/xlsx'

const DAY_SECONDS = 86_400
/** Serial numbers count days from here, in both date systems (ECMA-376 part 1, section 18.17.4.1). */
const FIRST_DAYS = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) }
/** Times of day are numbers below 1, but programs also write them on the first days of a date system. */
const MAX_CLOCK_DAYS = 366

/** Errors by their number in a cell ([MS-XLS] section 2.5.10). */
const ERRORS: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
}

/** `hiddenDay` is the day of a time whose format shows only the time of day: `2027-05-20`. */
export type CellText = { text: string; hiddenDay?: string }

/**
 * Dates become `2027-05-20`, with the time of day if the format shows one or the cell has one; times of day become
 * `09:30`; spans of hours become `36:00`.
 */
export function readCell(
  { t: type, v: value, z: format }: CellObject,
  dateSystem: keyof typeof FIRST_DAYS,
): CellText {
  if (type === 'e') return { text: ERRORS[Number(value)] ?? '#N/A' }
  if (type === 'b') return { text: value ? 'true' : 'false' }
  if (typeof value !== 'number') return { text: typeof value === 'string' ? value : '' }
  const shown = shownParts(format)
  return shown.isTime || shown.isDay || shown.isSpan
    ? timeText(value, shown, FIRST_DAYS[dateSystem])
    : { text: numberText(value) }
}

/** Numbers have fifteen digits, as in spreadsheets: 0.1 + 0.2 is 0.3. */
const numberText = (value: number): string => String(Number(value.toPrecision(15)))

type Parts = { isTime: boolean; isDay: boolean; isSpan: boolean }

/** What a number format shows: `[h]:mm` a span, `dd.mm.yyyy hh:mm` day and time, `0.00` neither. */
function shownParts(format: unknown): Parts {
  const [positive = ''] = typeof format === 'string' ? format.split(';') : []
  const isSpan = /\[(?:h+|m+|s+)\]/i.test(positive)
  const codes = positive
    .replace(/"[^"]*"?|\\.|_.|\*.|\[[^\]]*\]|general/gi, '')
    .replace(/am\/pm|a\/p/gi, 'h')
    .toLowerCase()
  const isTime = /[hs]/.test(codes)
  return { isSpan, isTime, isDay: /[dy]/.test(codes) || (!isTime && !isSpan && /m/.test(codes)) }
}

function timeText(value: number, { isTime, isDay, isSpan }: Parts, firstDay: number): CellText {
  // Spreadsheets store fractions of a day, which are rarely whole seconds.
  const seconds = Math.round(value * DAY_SECONDS)
  if (!Number.isSafeInteger(seconds) || seconds < 0) return { text: numberText(value) }
  if (isSpan) return { text: clockText(seconds) }
  const days = Math.floor(seconds / DAY_SECONDS)
  const clock = clockText(seconds % DAY_SECONDS)
  const isMidnight = seconds % DAY_SECONDS === 0
  if (days < MAX_CLOCK_DAYS) return { text: isTime || !isMidnight ? clock : '' }
  const instant = new Date(firstDay + days * DAY_SECONDS * 1000)
  if (Number.isNaN(instant.getTime())) return { text: numberText(value) }
  const day = instant.toISOString().slice(0, 10)
  if (!isDay) return { text: clock, hiddenDay: day }
  return { text: isTime || !isMidnight ? `${day} ${clock}` : day }
}

/** `09:30`, with seconds if there are any. */
function clockText(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const [hours, minutes, rest] = parts.map((part) => String(part).padStart(2, '0'))
  return rest === '00' ? `${hours}:${minutes}` : `${hours}:${minutes}:${rest}`
}
