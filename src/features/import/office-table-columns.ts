// The columns of an uploaded table, with the chosen attributes, or those suggested by headers and earlier imports.

import { cutAtWord } from '../../kernel/lib/text/text.ts'
import { ImportFailure } from './file/failure.ts'
import type { ImportProblem } from './file/problems.ts'
import type { TableContent } from './office-content.ts'
import { type Layout, readMapping, suggestLayout } from './readers/csv-columns.ts'
import type { Table } from './readers/csv-table.ts'
import { ALL_SHEETS, chooseTable } from './readers/read-file.ts'
import type { ImportChoices, ImportedKind, ImportHabits } from './uploaded-imports-schema.ts'

/** Columns of exported lists that say what only Lectern decides. */
const exportedOnly = new Set([
  ...[
    '',
    'id',
    'createdAt',
    'updatedAt',
    'favorites',
    'role',
    'registrationStatus',
    'waitlisted',
    'answers',
    'language',
  ],
  ...['speakers.name', 'speakers.email'],
])

const MAX_EXAMPLES = 3
const MAX_EXAMPLE_LENGTH = 60

/** `attribute` is null if the column is not imported. `problem` is the reason nothing can be suggested. */
export type TableColumns = {
  sheet: string
  /** The sheets to choose from, with {@link ALL_SHEETS} if some have the same columns. */
  sheets: string[]
  rowCount: number
  kind: ImportedKind
  columns: {
    header: string
    attribute: string | null
    examples: string[]
    /** Whether the column has content but no attribute, and nobody has decided to leave it out. */
    isOpen: boolean
  }[]
  problem: ImportProblem | undefined
}
export type Wanted = { kind: ImportedKind | undefined; sheet: string | undefined; habits: ImportHabits }

export function tableColumns(content: TableContent, choices: ImportChoices, wanted: Wanted): TableColumns {
  const isJoined = chooseTable(content.tables).name === ALL_SHEETS
  const sheets = [...(isJoined ? [ALL_SHEETS] : []), ...content.tables.map(({ name }) => name)]
  const sheet = sheets.find((name) => name === wanted.sheet)
  const { name, table } = chooseTable(content.tables, sheet ?? choices.table?.sheet ?? undefined)
  const found = layoutOf(table, choices.table, { ...wanted, sheet })
  const [layout, problem] = 'code' in found ? [undefined, found] : [found, undefined]
  const attributes = new Map(layout?.columns.map(({ index, attribute }) => [index, attribute]))
  const kind = layout?.kind ?? wanted.kind ?? 'talks'
  const leftOut = wanted.habits.columns[kind]
  return {
    ...{ sheet: name, sheets, rowCount: table.rows.length, kind },
    columns: table.header.map((header, index) => {
      const attribute = attributes.get(index) ?? null
      const examples = examplesOf(table, index)
      const isOpen =
        attribute === null && examples.length > 0 && !exportedOnly.has(header) && leftOut[header] !== null
      return { header, attribute, examples, isOpen }
    }),
    problem,
  }
}

/** Columns with content that would be left out without anybody having decided so, by their headers. */
export function openColumns(
  content: TableContent,
  choices: ImportChoices,
  habits: ImportHabits,
): readonly string[] {
  const wanted = { kind: choices.table?.kind, sheet: choices.table?.sheet ?? undefined, habits }
  const { columns } = tableColumns(content, choices, wanted)
  return columns.filter(({ isOpen }) => isOpen).map(({ header }) => header)
}

/** The chosen layout, otherwise a suggested one, or the problem of the last suggestion. */
function layoutOf(
  table: Table,
  chosen: ImportChoices['table'],
  { kind, sheet, habits }: Wanted,
): Layout | ImportProblem {
  const isChosen =
    chosen !== null && (kind ?? chosen.kind) === chosen.kind && (sheet ?? chosen.sheet) === chosen.sheet
  const suggest = (from: ImportedKind | undefined, columns: Readonly<Record<string, string | null>>) => {
    const own = Object.fromEntries(
      Object.entries(columns).filter(([header]) => table.header.includes(header)),
    )
    return suggestLayout(table, readMapping({ ...(from ? { kind: from } : {}), columns: own }))
  }
  const last = () => suggest(kind ?? 'talks', {})
  const attempts = [
    ...(isChosen ? [() => suggest(chosen.kind, chosen.columns)] : []),
    () => {
      const found = kind ?? suggest(undefined, {}).kind
      return suggest(found, habits.columns[found])
    },
    () => suggest(kind, {}),
  ]
  for (const attempt of attempts) {
    const found = layoutOrProblem(attempt)
    if (!('code' in found)) return found
  }
  return layoutOrProblem(last)
}

function layoutOrProblem(suggest: () => Layout): Layout | ImportProblem {
  try {
    return suggest()
  } catch (error) {
    if (error instanceof ImportFailure) return error.problem
    throw error
  }
}

/** The first distinct cells of a column. */
function examplesOf({ rows }: Table, index: number): string[] {
  const found = new Set<string>()
  for (const { cells } of rows) {
    const cell = cells[index] ?? ''
    if (cell !== '') found.add(cutAtWord(cell, MAX_EXAMPLE_LENGTH))
    if (found.size === MAX_EXAMPLES) break
  }
  return [...found]
}
