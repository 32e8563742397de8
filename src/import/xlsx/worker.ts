// The thread that reads an XLSX file. It can be ended, and a hostile file cannot exhaust the memory of the server.

import { parentPort, workerData } from 'node:worker_threads'
import readXlsxFile from 'read-excel-file/universal'
import { cellText } from './cell-text.ts'
import { checkArchive } from './check-archive.ts'
import { MAX_COLUMNS, MAX_ROWS, type Sheet, type XlsxContent } from './sheets.ts'

const bytes = Buffer.from(workerData as Uint8Array)
parentPort?.postMessage(await read())

async function read(): Promise<XlsxContent> {
  const problem = checkArchive(bytes)
  if (problem !== undefined) return { problem }
  try {
    const sheets = await readXlsxFile(new Blob([bytes]))
    return { sheets: sheets.map(({ sheet, data }) => toSheet(sheet, data)) }
  } catch {
    // The library names internals of the format, which do not help somebody with a spreadsheet program.
    return { problem: 'xlsx_invalid' }
  }
}

function toSheet(name: string, data: readonly (readonly unknown[])[]): Sheet {
  const rows = data.slice(0, MAX_ROWS).map((cells, index) => ({
    row: index + 1,
    // The library returns these types, but its types describe only one parser of numbers.
    cells: cells.slice(0, MAX_COLUMNS).map((cell) => cellText(cell as Parameters<typeof cellText>[0]).trim()),
  }))
  return { name, rows, isCut: data.length > MAX_ROWS }
}
