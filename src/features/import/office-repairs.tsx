// Cells of a table that the user corrects in the preview, instead of in the file.
import type { FastifyRequest } from 'fastify'
import type { ComponentChildren } from 'preact'
import { Field, Form } from '../../kit/components/form-fields.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import type { ImportProblem } from './file/problems.ts'
import { MAX_REPAIR_FIELDS, MAX_REPAIR_LENGTH } from './limits.ts'
import { readUpload } from './office-read-upload.ts'
import type { Refused } from './office-report.ts'
import type { ImportRow } from './tables.ts'
import type { CellRepair, ImportChoices } from './uploaded-imports-schema.ts'

/** The cells of a row by header. */
type RowCells = { row: number; sheet: string | null; cells: Readonly<Record<string, string>> }

/** The rows that have to be read to correct these entries. */
export const rowsToRepair = (refused: readonly Refused[]): Pick<RowCells, 'row' | 'sheet'>[] =>
  refused.flatMap(({ row, sheet = null }) => (row === null ? [] : [{ row, sheet }]))

/** The corrections so far, and the cells of a form that have another text than was shown. */
export async function repairsOf(
  { body }: FastifyRequest,
  { content, choices }: Pick<ImportRow, 'content' | 'choices'>,
): Promise<CellRepair[]> {
  const { repairs = [] } = choices
  const sent = cellsIn((body ?? {}) as Record<string, unknown>, choices)
  const rows = sent.length > 0 ? await readUpload('readRows', { content, choices, rows: sent }) : []
  const shown = new Map(
    rows.flatMap(({ row, sheet, cells }) =>
      Object.entries(cells).map(([column, text]) => [keyOf({ row, sheet, column }), text]),
    ),
  )
  const kept = new Map(repairs.map((one) => [keyOf(one), one]))
  for (const { text, ...cell } of sent) {
    const key = keyOf(cell)
    const isChanged = shown.has(key) && withNewlines(shown.get(key) ?? '') !== text
    if (isChanged) kept.set(key, { ...cell, text: text.slice(0, MAX_REPAIR_LENGTH) })
  }
  return [...kept.values()]
}

function cellsIn(fields: Record<string, unknown>, { table }: ImportChoices): CellRepair[] {
  const headers = Object.keys(table?.columns ?? {})
  return Object.entries(fields).flatMap(([name, text]) => {
    const [, row, place, sheet = ''] = /^cell:(\d+):(\d+):(.*)$/s.exec(name) ?? []
    const column = headers[Number(place)]
    if (row === undefined || column === undefined || typeof text !== 'string') return []
    return [{ row: Number(row), sheet: sheet || null, column, text: withNewlines(text) }]
  })
}

/** Forms send the ends of lines as CR LF. */
const withNewlines = (text: string): string => text.replaceAll(/\r\n?/g, '\n')

const keyOf = ({ row, sheet, column }: Omit<CellRepair, 'text'>): string =>
  JSON.stringify([sheet, row, column])

/** What has to be corrected for problems that name no column, by their codes. */
const attributesByCode: Partial<Record<ImportProblem['code'], readonly string[]>> = {
  title_missing: ['title'],
  time_missing: ['date', 'start'],
  time_invalid: ['date', 'start'],
  time_skipped: ['date', 'start'],
  time_repeated: ['date', 'start'],
  duration_invalid: ['duration', 'end'],
  duration_out_of_range: ['duration', 'end'],
  duration_missing: ['duration', 'end'],
  name_missing: ['speakers', 'moderators', 'name', 'firstName', 'lastName'],
  email_missing: ['speakers', 'moderators', 'email'],
  email_invalid: ['speakers', 'moderators', 'email'],
  email_twice: ['email'],
  type_missing: ['type'],
  id_twice: ['externalId', 'title'],
  row_id_twice: ['externalId', 'title'],
  id_unusable: ['externalId', 'title'],
}

/** The places of the columns that the problems of an entry are about; otherwise, of all that are imported. */
function wrongPlaces({ problems, refusal }: Refused, columns: [string, string | null][]): number[] {
  const named = new Set(problems.flatMap((problem) => ('column' in problem ? [problem.column] : [])))
  const attributes = [
    ...problems.flatMap((problem) => attributesByCode[problem.code] ?? []),
    ...problems.flatMap((problem) => ('text' in problem ? [problem.text, 'speakers'] : [])),
    ...(refusal?.errors ?? []).map(({ pointer }) => pointer.split('/')[1] ?? ''),
  ]
  const isMapped = columns.flatMap(([, attribute], place) => (attribute === null ? [] : [place]))
  const wrong = columns.flatMap(([header, attribute], place) =>
    named.has(header) ||
    attributes.some((one) => attribute === one || (attribute?.startsWith(`${one}.`) ?? false))
      ? [place]
      : [],
  )
  return wrong.length > 0 ? wrong : isMapped
}

export type Repairing = {
  /** The address of the import. */
  path: string
  csrf: string
  columns: Readonly<Record<string, string | null>>
  rows: readonly RowCells[]
}

type Cell = { name: string; header: string; text: string }

/** The wrong cells of entries, as many as a form can send. The others follow when these have been corrected. */
export function wrongCells(
  refused: readonly Refused[],
  { columns, rows }: Repairing,
): ReadonlyMap<Refused, Cell[]> {
  const all = Object.entries(columns)
  const found = new Map<Refused, Cell[]>()
  let count = 0
  for (const entry of refused) {
    const { sheet = null, row } = entry
    const { cells } = rows.find((one) => one.row === row && one.sheet === sheet) ?? {}
    if (!cells) continue
    const places = wrongPlaces(entry, all)
    count += places.length
    if (count > MAX_REPAIR_FIELDS) break
    const cellAt = (place: number) => {
      const [header = ''] = all[place] ?? []
      return { name: `cell:${row}:${place}:${sheet ?? ''}`, header, text: cells[header] ?? '' }
    }
    found.set(entry, places.map(cellAt))
  }
  return found
}

/** Texts that are longer get several lines. */
const LONG_TEXT = 80

export function RepairFields({ cells }: { cells: readonly Cell[] }) {
  return (
    <div class="import-repair">
      {cells.map(({ name, header, text }) => (
        <Field
          name={name}
          label={header}
          value={text}
          {...(text.length > LONG_TEXT || /[\r\n]/.test(text) ? { rows: 4 } : {})}
        />
      ))}
    </div>
  )
}

type FormProps = { repairing: Repairing; children: ComponentChildren }

/** The form around refused entries with their fields. `import.js` sends only those that were changed. */
export function RepairForm({ repairing: { path, csrf }, children }: FormProps) {
  const { repair } = useMessages().office.imports.preview
  return (
    <Form action={`${path}/repairs`} csrf={csrf}>
      {children}
      <div class="actions">
        <button type="submit">{repair}</button>
      </div>
    </Form>
  )
}
