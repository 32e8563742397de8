// Tables as CSV (RFC 4180) that a spreadsheet opens without running what stands in it.

/** What spreadsheets take for the beginning of a formula (OWASP, CSV Injection). */
const FORMULA = /^[=+\-@\t\r]/
const NEEDS_QUOTES = /[",\r\n]/

/** One line, ended by CRLF. Cells that would be formulas get an apostrophe in front. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = FORMULA.test(value) ? `'${value}` : value
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
