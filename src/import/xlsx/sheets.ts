// What the thread that reads an XLSX file returns.

import type { TableRow } from '../readers/csv-table.ts'
import type { ArchiveProblem } from './check-archive.ts'

/** More than an import can have. */
export const MAX_ROWS = 20_100
export const MAX_COLUMNS = 300

/** `isCut` if it has more rows. */
export type Sheet = { name: string; rows: TableRow[]; isCut: boolean }
export type XlsxContent = { sheets: Sheet[] } | { problem: ArchiveProblem }
