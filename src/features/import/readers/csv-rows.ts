// Reads the cells of a row as values of attributes.

import { countCodePoints } from '../../../kernel/lib/text/text.ts'
import { isPublicHttpsUrl } from '../../../kernel/lib/web/urls.ts'
import type { ImportProblem } from '../file/problems.ts'
import { type Attribute, attributesOf } from './csv-attributes.ts'
import { type CellValue, isFormulaError, readCell } from './csv-cells.ts'
import type { Column, Layout, Mapping } from './csv-columns.ts'
import type { TableRow } from './csv-table.ts'

const MAX_TAG_LENGTH = 60
/** Lists in exported cells are separated only by this. */
const EXPORTED_SEPARATOR = ';'
/** Exported objects can lack what new ones need. */
const optionalInExports = new Set(['externalId', 'firstName', 'lastName'])

export type Row = TableRow & {
  header: readonly string[]
  columns: Column[]
  separator: string | undefined
  /** Values by attribute. Times are still text. */
  values: Map<string, unknown>
  /** JSON Pointers to attributes that are false because their cells are empty. */
  emptied: string[]
  /** Whether the start is a time of day on the date of a heading. */
  isDayUsed?: boolean
  problems: ImportProblem[]
}

export function readRow(row: TableRow & Pick<Row, 'header'>, layout: Layout, mapping: Mapping): Row {
  const { columns, kind } = layout
  const cells = filledCells(row, layout)
  const { separator = row.id === undefined ? undefined : EXPORTED_SEPARATOR } = mapping
  const read: Row = { ...row, cells, columns, separator, values: new Map(), emptied: [], problems: [] }
  for (const column of columns) {
    const written = cells[column.index] ?? ''
    if (isFormulaError(written)) {
      read.problems.push({ code: 'cell_error', column: column.header, error: written })
      continue
    }
    const attribute = attributesOf[kind][column.attribute]
    if (attribute === undefined) continue
    // Exported texts are as they were, but people can have edited them.
    const cell = isText(attribute) ? written : written.trim()
    if (cell === '' && attribute.kind === 'yes') read.emptied.push(`/${column.attribute.replace('.', '/')}`)
    const result = readCell(cell, attribute.kind, separator)
    if (row.id !== undefined && cell === '' && optionalInExports.has(column.attribute)) continue
    if ('problem' in result) read.problems.push({ code: result.problem, column: column.header })
    else addValue(read.values, column.attribute, result.value)
    checkEntries(column, result, read.problems)
  }
  return read
}

const isText = ({ kind }: Attribute): boolean => kind === 'text' || kind === 'plain'

/** A merged cell counts for all its rows, unless it says which row this is, such as a title. */
function filledCells({ cells, merged = {} }: TableRow, { columns, kind }: Layout): string[] {
  const isNaming = (index: number) =>
    columns.some((one) => one.index === index && attributesOf[kind][one.attribute]?.kind === 'needed')
  return cells.map((cell, index) => cell || (isNaming(index) ? '' : (merged[index] ?? '')))
}

/** Reports entries that do not fit. Exports drop them silently, but in a table they are probably mistakes. */
function checkEntries({ attribute, header }: Column, result: CellValue, problems: ImportProblem[]): void {
  const entries = 'value' in result && Array.isArray(result.value) ? result.value.map(String) : []
  if (attribute === 'links' && !entries.every(isPublicHttpsUrl))
    problems.push({ code: 'cell_link', column: header })
  if (attribute !== 'links' && entries.some((entry) => countCodePoints(entry) > MAX_TAG_LENGTH))
    problems.push({ code: 'cell_entry_too_long', column: header, max: MAX_TAG_LENGTH })
}

function addValue(values: Map<string, unknown>, name: string, value: unknown): void {
  const before = values.get(name)
  values.set(name, Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value)
}

export function takeText({ values }: Row, name: string): string | undefined {
  const value = values.get(name)
  values.delete(name)
  return typeof value === 'string' ? value : value === null ? '' : undefined
}

export function takeList({ values }: Row, name: string): string[] | undefined {
  const value = values.get(name)
  values.delete(name)
  return Array.isArray(value) ? value.map(String) : undefined
}
