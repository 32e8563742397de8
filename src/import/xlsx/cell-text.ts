// The text of a spreadsheet cell, as it would be in a CSV file.

const DAY_MS = 86_400_000
/** Times of day are stored on the first day of spreadsheets or the day before it. */
const FIRST_DAYS_END = Date.UTC(1900, 0, 2)

export type CellValue = string | number | boolean | Date | null | undefined

/** Dates become `2027-05-20`, with the time of day if they have one; times of day become `09:30`. */
export function cellText(value: CellValue): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'true' : 'false'
  if (typeof value === 'number') return numberText(value)
  return value instanceof Date ? dateText(value) : value
}

/** Numbers have fifteen digits, as in spreadsheets: 0.1 + 0.2 is 0.3. */
const numberText = (value: number): string => String(Number(value.toPrecision(15)))

function dateText(date: Date): string {
  // Spreadsheets store fractions of a day, which are rarely whole seconds.
  const instant = Math.round(date.getTime() / 1000) * 1000
  if (!Number.isFinite(instant)) return ''
  const [day = '', time = ''] = new Date(instant).toISOString().split('T')
  const clock = time.slice(6, 8) === '00' ? time.slice(0, 5) : time.slice(0, 8)
  if (instant < FIRST_DAYS_END) return clock
  return instant % DAY_MS === 0 ? day : `${day} ${clock}`
}
