// Parses CSV tables (RFC 4180, and the variants of spreadsheet programs) into a header and numbered rows.

import { CsvError, parse } from 'csv-parse/sync'
import { isId } from '../../../kernel/lib/data/ids.ts'
import { withoutGuard } from '../../../kernel/lib/text/csv.ts'
import { ImportFailure } from '../file/failure.ts'
import type { ImportProblem } from '../file/problems.ts'
import { attributesOf, simplified } from './csv-attributes.ts'
import { personColumn } from './csv-person-columns.ts'
import { isDate } from './local-times.ts'

/** Every row has one cell per column. */
export type TableRow = {
  /** The number in a spreadsheet, where the header is row 1. */
  row: number
  cells: string[]
  /** The id of the object that was exported into this row. */
  id?: string
  /** The sheet, if rows of several sheets are read together. */
  sheet?: string
  /** The date that stands in a row of its own above this row. */
  day?: string
  /** Whether that date stands above the header. */
  isDayAbove?: true
  /** Days of cells that show only a time, by column: `2027-05-20`. */
  hiddenDays?: Record<number, string>
  /** The texts of merged cells that begin in a row above, by column. */
  merged?: Record<number, string>
}
export type Table = { header: string[]; rows: TableRow[] }

const DELIMITERS = [',', ';', '\t'] as const

/**
 * Drops blank rows. The delimiter is the one that occurs most often in the header.
 * @throws ImportFailure naming the row or line that is malformed.
 */
export function parseTable(text: string, delimiter?: string): Table {
  // Excel names the delimiter on a line of its own.
  const [line = '', named] = /^\uFEFF?"?sep=(.)"?(?:\r\n|\r|\n)/.exec(text) ?? []
  const content = line === '' ? text : `\n${text.slice(line.length)}`
  const rows = parseRecords(content, delimiter ?? named ?? detectDelimiter(content))
  const { header, ...table } = tableOf(rows, withoutGuard)
  return { header, rows: table.rows.map((row) => fitted(row, header.length)) }
}

/**
 * The first rows can be a heading above the table. Rows with only a date are headings of the rows below them. Cells
 * beyond the header are kept. Cells are trimmed, except in exported lists, which have the texts as they are, once each
 * cell is `restored`.
 */
export function tableOf(all: readonly TableRow[], restored = (cell: string) => cell): Table {
  const rows = all.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const place = headerPlace(rows)
  const first = rows[place]
  if (first === undefined) throw new ImportFailure({ code: 'table_empty' })
  const { cells: header } = trimmed(first)
  const table: Table = { header: trimEnd(header), rows: [] }
  const isExported = ['externalId', 'updatedAt'].every((name) => header.includes(name))
  const read = isExported ? exported(header, restored) : trimmed
  const above = rows.slice(0, place).map(trimmed).map(dayOf).findLast(Boolean)
  let day: Pick<TableRow, 'day' | 'isDayAbove'> = above === undefined ? {} : { day: above, isDayAbove: true }
  for (const given of rows.slice(place + 1)) {
    const row = read(given)
    const heading = table.header.length > 1 ? dayOf(row) : undefined
    if (heading === undefined) table.rows.push({ ...row, ...day })
    else day = { day: heading }
  }
  return table
}

const trimmed = (row: TableRow): TableRow => ({ ...row, cells: row.cells.map((cell) => cell.trim()) })

const exported =
  (header: readonly string[], restored: (cell: string) => string) =>
  (row: TableRow): TableRow => {
    const id = row.cells[header.indexOf('id')]?.trim() ?? ''
    return { ...row, cells: row.cells.map(restored), ...(isId(id) ? { id } : {}) }
  }

/** The only cell of a row, if it is a date: “Tuesday, 1 June 2027”. */
function dayOf({ cells }: TableRow): string | undefined {
  const [first = '', ...others] = cells.filter((cell) => cell !== '')
  return others.length === 0 && isDate(first) ? first : undefined
}

const MAX_HEADING_ROWS = 10

/** The number of headers that are usual for a programme. */
export const countUsualHeaders = (header: readonly string[]): number => header.filter(isUsualHeader).length

/** The first row near the start with at least two usual headers; otherwise the first row. */
function headerPlace(rows: readonly TableRow[]): number {
  const found = rows.slice(0, MAX_HEADING_ROWS).findIndex(({ cells }) => countUsualHeaders(cells) >= 2)
  return Math.max(found, 0)
}

type Parsed = { record: string[]; info: { records: number; empty_lines: number } }

function parseRecords(text: string, delimiter: string): TableRow[] {
  try {
    const parsed: unknown[] = parse(text, {
      bom: true,
      delimiter,
      info: true,
      // Listed explicitly, because automatic detection finds only one kind of line break in a mixed file.
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
    })
    // The library returns this with `info`, but its types describe only plain records.
    return (parsed as Parsed[]).map(({ record, info }) => ({
      row: info.records + info.empty_lines,
      cells: record,
    }))
  } catch (error) {
    if (error instanceof CsvError) throw new ImportFailure(problemOf(error))
    throw error
  }
}

/** Replaces the message of the library, which contains the content of the cell. */
const problemOf = ({ code, lines }: CsvError & { lines?: unknown }): ImportProblem => ({
  code: code === 'CSV_QUOTE_NOT_CLOSED' ? 'quote_open' : 'quote_single',
  line: Number(lines),
})

function fitted({ cells, ...rest }: TableRow, width: number): TableRow {
  const { row } = rest
  const kept = trimEnd(cells)
  if (kept.length > width) {
    throw new ImportFailure({ code: 'row_too_wide', row, cells: kept.length, width })
  }
  return { ...rest, cells: Array.from({ length: width }, (_, index) => kept[index] ?? '') }
}

const usualHeaders = new Set(
  Object.values(attributesOf).flatMap((attributes) =>
    Object.values(attributes).flatMap(({ names }) => names),
  ),
)
const isUsualHeader = (cell: string): boolean =>
  usualHeaders.has(simplified(cell)) || personColumn(cell) !== undefined

const trimEnd = (cells: string[]): string[] => cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)

function detectDelimiter(text: string): string {
  const header =
    text
      .replace(/"(?:[^"]|"")*"/g, '')
      .trimStart()
      .split(/[\r\n]/, 1)[0] ?? ''
  const counts = DELIMITERS.map((delimiter) => header.split(delimiter).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ','
}
