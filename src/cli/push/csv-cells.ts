// Cells to values of the API.

import type { CellKind } from './csv-attributes.ts'

/** `undefined` is not sent; a problem says what would be right, and never what stands there. */
export type CellValue = { value: unknown } | { problem: string }

const YES = /^(?:yes|y|true|1|x|on|✓|✔)$/i
const NO = /^(?:|no|n|false|0|-|off)$/i

export function readCell(cell: string, kind: CellKind, separator?: string): CellValue {
  switch (kind) {
    case 'needed':
      return cell === '' ? { problem: 'is empty' } : { value: cell }
    case 'text':
      return { value: cell === '' ? null : cell }
    case 'kept':
      return { value: cell === '' ? undefined : cell }
    case 'yes':
      if (YES.test(cell)) return { value: true }
      return NO.test(cell) ? { value: false } : { problem: 'is neither yes nor no' }
    case 'list':
      return { value: splitList(cell, separator) }
    case 'integer':
      return /^\d{1,9}$/.test(cell) ? { value: Number(cell) } : { problem: 'is not a whole number' }
    default:
      return { value: cell }
  }
}

/** The entries of a cell, at the separator; else at semicolons, bars and new lines, or where there are none at commas. */
export function splitList(cell: string, separator?: string): string[] {
  const parts =
    separator === undefined ? cell.split(/[;|\r\n]/.test(cell) ? /[;|\r\n]/ : ',') : cell.split(separator)
  return [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ''))]
}
