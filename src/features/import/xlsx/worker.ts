// The thread that reads an XLSX file. It can be ended, and a hostile file cannot exhaust the memory of the server.

import { parentPort, workerData } from 'node:worker_threads'
import { type CellObject, read, type WorkBook, type WorkSheet } from '@e965/xlsx'
import { MAX_COLUMNS, MAX_ROWS } from '../limits.ts'
import type { TableRow } from '../readers/csv-table.ts'
import { readCell } from './cell-text.ts'
import { checkArchive } from './check-archive.ts'
import type { Sheet, XlsxContent } from './sheets.ts'

const bytes = Buffer.from(workerData as Uint8Array)

function readContent(): XlsxContent {
  const problem = checkArchive(bytes)
  if (problem !== undefined) return { problem }
  try {
    const book = read(bytes, {
      dense: true,
      cellNF: true,
      cellText: false,
      cellFormula: false,
      cellHTML: false,
    })
    return { sheets: visibleSheets(book).map((name) => toSheet(name, book)) }
  } catch {
    // The library names internals of the format, which do not help somebody with a spreadsheet program.
    return { problem: 'xlsx_invalid' }
  }
}

/** The names of the sheets that are not hidden. */
const visibleSheets = ({ SheetNames, Workbook }: WorkBook): string[] =>
  SheetNames.filter((_, index) => !Workbook?.Sheets?.[index]?.Hidden)

function toSheet(name: string, book: WorkBook): Sheet {
  const sheet = book.Sheets[name] ?? {}
  const dateSystem = book.Workbook?.WBProps?.date1904 ? 1904 : 1900
  // Lists of the library can have holes.
  const data: ((CellObject | undefined)[] | undefined)[] = sheet['!data'] ?? []
  const rows = Array.from({ length: Math.min(data.length, MAX_ROWS) }, (_, index): TableRow => {
    const hiddenDays: Record<number, string> = {}
    const cells = Array.from(data[index]?.slice(0, MAX_COLUMNS) ?? [], (cell, column) => {
      const { text, hiddenDay } = cell === undefined ? { text: '' } : readCell(cell, dateSystem)
      if (hiddenDay !== undefined) hiddenDays[column] = hiddenDay
      return text
    })
    return {
      ...{ row: index + 1, cells },
      ...(Object.keys(hiddenDays).length > 0 ? { hiddenDays } : {}),
    }
  })
  noteMerged(rows, sheet)
  const width = rows.reduce((widest, { cells }) => Math.max(widest, cells.length), 0)
  for (const { cells } of rows) while (cells.length < width) cells.push('')
  return { name, rows, isCut: data.length > MAX_ROWS }
}

/** Tells rows about the cells that are merged with one above them. */
function noteMerged(rows: readonly TableRow[], sheet: WorkSheet): void {
  for (const { s: start, e: end } of sheet['!merges'] ?? []) {
    const first = rows[start.r]
    const text = first?.cells[start.c]?.trim() ?? ''
    const hiddenDay = first?.hiddenDays?.[start.c]
    if (text === '') continue
    for (const row of rows.slice(start.r + 1, end.r + 1)) {
      row.merged = { ...row.merged, [start.c]: text }
      if (hiddenDay !== undefined) row.hiddenDays = { ...row.hiddenDays, [start.c]: hiddenDay }
    }
  }
}

parentPort?.postMessage(readContent())
