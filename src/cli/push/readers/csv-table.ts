// Parses CSV tables (RFC 4180, and the variants of spreadsheet programs) into a header and numbered rows.

import { CsvError, parse } from 'csv-parse/sync'
import { PushFailure } from '../failure.ts'

/** `row` is the number in a spreadsheet, where the header is row 1. Every row has a cell for each column. */
export type TableRow = { row: number; cells: string[] }
export type Table = { header: string[]; rows: TableRow[] }

const DELIMITERS = [',', ';', '\t'] as const

/**
 * Trims cells and drops blank rows. The delimiter is the one that occurs most often in the header.
 * @throws PushFailure naming the row or line that is malformed.
 */
export function parseTable(text: string, delimiter = detectDelimiter(text)): Table {
  const [first, ...rest] = parseRecords(text, delimiter)
  if (first === undefined) throw new PushFailure('The table is empty.')
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
      // Listed explicitly, because automatic detection finds only one kind in a mixed file.
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
    })
    // The library returns this with `info`, but its types describe only plain records.
    return (parsed as Parsed[]).map(({ record, info }) => ({
      row: info.records + info.empty_lines,
      cells: record.map((cell) => cell.trim()),
    }))
  } catch (error) {
    if (error instanceof CsvError) throw new PushFailure(describe(error))
    throw error
  }
}

/** Replaces the message of the library, which contains the content of the cell. */
function describe({ code, lines }: CsvError & { lines?: unknown }): string {
  const what =
    code === 'CSV_QUOTE_NOT_CLOSED'
      ? 'a quotation mark is not closed'
      : 'a quotation mark inside a cell must be doubled'
  return `line ${Number(lines)}: ${what}`
}

function fitted({ row, cells }: TableRow, width: number): TableRow {
  const kept = trimEnd(cells)
  if (kept.length > width) {
    throw new PushFailure(
      `row ${row} has ${kept.length} cells, but the header has ${width}. Put texts that contain the delimiter in quotation marks.`,
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
