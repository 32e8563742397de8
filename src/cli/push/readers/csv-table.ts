// A table in CSV (RFC 4180, and what spreadsheets make of it): a header, and rows that know where they stand.

import { CsvError, parse } from 'csv-parse/sync'
import { PushFailure } from '../failure.ts'

/** `row` is its number in a spreadsheet, where the header is row 1. There are as many cells as columns. */
export type TableRow = { row: number; cells: string[] }
export type Table = { header: string[]; rows: TableRow[] }

const DELIMITERS = [',', ';', '\t'] as const

/**
 * Cells are trimmed; rows without any text are left out. The delimiter is the one that the header has most of.
 * @throws PushFailure naming row or line of what is not well-formed.
 */
export function parseTable(text: string, delimiter = detectDelimiter(text)): Table {
  const [first, ...rest] = parseRecords(text, delimiter)
  if (first === undefined) throw new PushFailure('the table is empty')
  const header = trimEnd(first.cells)
  const rows = rest.filter(({ cells }) => cells.some((cell) => cell !== ''))
  return { header, rows: rows.map((row) => fitted(row, header.length)) }
}

type Parsed = { record: string[]; info: { records: number; empty_lines: number } }

function parseRecords(text: string, delimiter: string): TableRow[] {
  try {
    const parsed: unknown[] = parse(text, {
      bom: true,
      delimiter,
      info: true,
      // Named, since of a mixture it would find but one.
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
    })
    // With `info` that is what the library gives; its types know only the plain records.
    return (parsed as Parsed[]).map(({ record, info }) => ({
      row: info.records + info.empty_lines,
      cells: record.map((cell) => cell.trim()),
    }))
  } catch (error) {
    if (error instanceof CsvError) throw new PushFailure(describe(error))
    throw error
  }
}

/** The library's own words would repeat what the cell holds. */
function describe({ code, lines }: CsvError & { lines?: unknown }): string {
  const what =
    code === 'CSV_QUOTE_NOT_CLOSED'
      ? 'a quotation mark is opened and never closed'
      : 'a quotation mark inside a cell is not doubled'
  return `line ${Number(lines)}: ${what}`
}

function fitted({ row, cells }: TableRow, width: number): TableRow {
  const kept = trimEnd(cells)
  if (kept.length > width) {
    throw new PushFailure(
      `row ${row} has ${kept.length} cells, and the header ${width}: a text with the delimiter in it needs quotation marks`,
    )
  }
  return { row, cells: Array.from({ length: width }, (_, index) => kept[index] ?? '') }
}

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
