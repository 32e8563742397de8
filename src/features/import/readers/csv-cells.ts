// Converts cells of a table to values of the API.

import type { CellKind } from './csv-attributes.ts'

/** `undefined` is not sent. A problem says what is expected and never contains the cell. */
export type CellValue = { value: unknown } | { problem: CellProblem }
export type CellProblem = 'cell_empty' | 'cell_not_boolean' | 'cell_not_integer'

// Words of spreadsheet programs and their users, in English and other European languages.
const YES = new Set(
  'yes y true t 1 x on ✓ ✔ ☑ ✅ ja j wahr oui vrai si sí sì verdadero vero sim verdadeiro waar sant sand tak prawda'.split(
    ' ',
  ),
)
const NO = new Set(
  ' no n false f 0 - – off ✗ ✘ ☐ ❌ nein falsch non faux falso não nao nee onwaar nej falskt falsk nie fałsz'.split(
    ' ',
  ),
)

export function readCell(cell: string, kind: CellKind, separator?: string): CellValue {
  switch (kind) {
    case 'needed':
      return cell === '' ? { problem: 'cell_empty' } : { value: cell }
    case 'text':
      return { value: cell === '' ? null : cell }
    case 'kept':
      return { value: cell === '' ? undefined : cell }
    case 'yes':
      if (YES.has(cell.toLowerCase())) return { value: true }
      return NO.has(cell.toLowerCase()) ? { value: false } : { problem: 'cell_not_boolean' }
    case 'list':
      return { value: readList(cell, separator) }
    case 'integer':
      return /^\d{1,9}(?:[.,]0+)?$/.test(cell)
        ? { value: Number.parseInt(cell, 10) }
        : { problem: 'cell_not_integer' }
    default:
      return { value: cell }
  }
}

const readList = (cell: string, separator: string | undefined): string[] => [
  ...new Set(splitCell(cell, { separator, atCommas: true }).filter((entry) => entry !== '')),
]

export const SIGNS = /\s*[;|\r\n]\s*/

/**
 * Splits a cell into entries, at the separator of the mapping if there is one, where an entry in quotation marks can
 * contain it. Otherwise, it splits at semicolons, vertical bars, and newlines, or at commas if the cell has none of
 * these and its entries cannot contain commas. A trailing empty entry is dropped.
 */
export function splitCell(
  cell: string,
  { separator, atCommas }: { separator: string | undefined; atCommas: boolean },
): string[] {
  if (separator !== undefined) return splitQuoted(cell, separator)
  return splitAt(cell, atCommas && !SIGNS.test(cell) ? ',' : SIGNS)
}

/** A trailing empty entry is dropped. */
export function splitAt(cell: string, separator: string | RegExp): string[] {
  return withoutLastEmpty(cell.split(separator).map((entry) => entry.trim()))
}

const withoutLastEmpty = (entries: string[]): string[] =>
  entries.at(-1) === '' ? entries.slice(0, -1) : entries

/** Quotation marks in a quoted entry are doubled, as in CSV (RFC 4180, section 2). */
function splitQuoted(cell: string, separator: string): string[] {
  const sign = RegExp.escape(separator)
  const entry = new RegExp(
    `(?:(?!${sign})\\s)*(?:"((?:[^"]|"")*)"(?:(?!${sign})\\s)*(?=${sign}|$)|((?:(?!${sign})[^])*))(${sign}|$)`,
    'gy',
  )
  const entries: string[] = []
  for (const [, quoted, plain = '', end] of cell.matchAll(entry)) {
    entries.push(quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"'))
    if (end === '') break
  }
  return withoutLastEmpty(entries)
}

// In all languages of spreadsheet programs: `#N/A`, `#BEZUG!`, `#¿NOMBRE?`, and `Err:508`.
const FORMULA_ERROR = /^(?:#(?:N\/[AD]|NV|[\p{Lu}\d_/¡¿]+[!?])|Err:\d{3})$/u

/** Whether the cell has an error instead of a value. */
export const isFormulaError = (cell: string): boolean => FORMULA_ERROR.test(cell)
