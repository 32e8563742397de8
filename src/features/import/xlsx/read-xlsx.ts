// Reads the sheets of an XLSX file, in a thread of its own.

import { Worker } from 'node:worker_threads'
import { workerModule } from '../../../kernel/lib/program-files.ts'
import { ImportFailure } from '../file/failure.ts'
import { READING_TIMEOUT_MS } from '../limits.ts'
import type { Sheet, XlsxContent } from './sheets.ts'

const MAX_HEAP_MB = 256

/** XLSX files are ZIP archives. */
export const isXlsx = ([first, second, third, fourth]: Uint8Array): boolean =>
  first === 0x50 && second === 0x4b && third === 3 && fourth === 4

/** The format of older spreadsheet programs, and of XLSX files with a password (Compound File Binary). */
export const isOldSpreadsheet = ([first, second, third, fourth]: Uint8Array): boolean =>
  first === 0xd0 && second === 0xcf && third === 0x11 && fourth === 0xe0

/**
 * Sheets with at least one row. @throws ImportFailure if there are none or the file cannot be read within its limits.
 */
export async function readXlsx(bytes: Uint8Array): Promise<Sheet[]> {
  const content = await inThread(bytes)
  if ('problem' in content) throw new ImportFailure({ code: content.problem })
  const sheets = content.sheets.filter(({ rows }) => rows.length > 0)
  if (sheets.length === 0) throw new ImportFailure({ code: 'table_empty' })
  const cut = sheets.find(({ isCut }) => isCut)
  if (cut !== undefined) throw new ImportFailure({ code: 'xlsx_too_large' })
  return sheets
}

async function inThread(bytes: Uint8Array): Promise<XlsxContent> {
  const worker = new Worker(workerModule('features/import/xlsx/worker'), {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    // The library's messages about a damaged file do not belong in the log.
    stdout: true,
    stderr: true,
  })
  const { promise, resolve } = Promise.withResolvers<XlsxContent>()
  const giveUp = () => resolve({ problem: 'xlsx_too_large' })
  const timer = setTimeout(giveUp, READING_TIMEOUT_MS)
  worker.once('message', resolve).once('error', giveUp).once('exit', giveUp)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
