// The result of the thread that reads an XLSX file.

import type { TableRow } from '../readers/csv-table.ts'
import type { ArchiveProblem } from './check-archive.ts'

/** `isCut` is set if the sheet has more rows. */
export type Sheet = { name: string; rows: TableRow[]; isCut: boolean }
export type XlsxContent = { sheets: Sheet[] } | { problem: ArchiveProblem }
