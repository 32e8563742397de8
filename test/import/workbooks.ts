// XLSX files for tests.

import writeXlsxFile from 'write-excel-file/node'

type Cell = string | number | boolean | Date | null
/** Dates are times in UTC: those of 1899-12-30 are times of day, and those at midnight are days. */
export type Sheets = Record<string, readonly (readonly Cell[])[]>

export async function makeXlsx(sheets: Sheets): Promise<Buffer> {
  const written = Object.entries(sheets).map(([sheet, rows]) => ({
    sheet,
    data: rows.map((row) => row.map(toCell)),
  }))
  return writeXlsxFile(written).toBuffer()
}

function toCell(value: Cell) {
  if (!(value instanceof Date)) return value === null ? null : { value }
  const isTimeOfDay = value.getUTCFullYear() < 1900
  const isDay = value.getUTCHours() === 0 && value.getUTCMinutes() === 0
  return { value, type: Date, format: isTimeOfDay ? 'hh:mm' : isDay ? 'dd.mm.yyyy' : 'dd.mm.yyyy hh:mm' }
}
