// Writes CSV (RFC 4180) that is safe to open in a spreadsheet: no cell is run as a formula.

export type CsvCell = string | number | null

/** A file in pieces. With a byte order mark, spreadsheet programs read it as UTF-8. */
export async function* csvFile(rows: AsyncIterable<readonly (readonly CsvCell[])[]>): AsyncGenerator<string> {
  yield '\uFEFF'
  for await (const some of rows) yield some.map(csvLine).join('')
}

/** Characters that start a formula in spreadsheets (OWASP, CSV Injection). */
const FORMULA_START = /^'*[=+\-@\t\r]/
// Some spreadsheets split at semicolons, depending on their language.
const NEEDS_QUOTES = /[",;\r\n]/

/**
 * One line, ending in CRLF. A cell that would be read as a formula gets an apostrophe in front, as does one that already
 * looks like this, so that `withoutGuard` restores both.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(formatCell).join(',')}\r\n`
}

/** The text of a cell that `csvLine` has written. */
export const withoutGuard = (cell: string): string =>
  cell.startsWith("'") && FORMULA_START.test(cell) ? cell.slice(1) : cell

function formatCell(value: CsvCell): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = FORMULA_START.test(value) ? `'${value}` : value
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
