// Cells of a table that the user corrects in the preview, instead of in the file.
import type { FastifyRequest } from 'fastify'
import type { ComponentChildren } from 'preact'
import { Field, Form } from '../../kit/components/form-fields.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import type { ImportProblem } from './file/problems.ts'
import { MAX_REPAIR_LENGTH } from './limits.ts'
import type { Refused } from './office-report.ts'
import type { CellRepair, ImportChoices } from './uploaded-imports-schema.ts'

/** The cells of a row by header. */
type RowCells = { row: number; sheet: string | null; cells: Readonly<Record<string, string>> }

/** The rows that have to be read to correct these entries. */
export const rowsToRepair = (refused: readonly Refused[]): Pick<RowCells, 'row' | 'sheet'>[] =>
  refused.flatMap(({ row, sheet = null }) => (row === null ? [] : [{ row, sheet }]))

/** The corrections so far, and those in a form. */
export function repairsOf({ body }: FastifyRequest, { table, repairs = [] }: ImportChoices): CellRepair[] {
  const headers = Object.keys(table?.columns ?? {})
  const kept = new Map(repairs.map((one) => [keyOf(one), one]))
  for (const [name, text] of Object.entries((body ?? {}) as Record<string, unknown>)) {
    const [, row, place, sheet = ''] = /^cell:(\d+):(\d+):(.*)$/s.exec(name) ?? []
    const column = headers[Number(place)]
    if (row === undefined || column === undefined || typeof text !== 'string') continue
    const repair = { row: Number(row), sheet: sheet || null, column, text: text.slice(0, MAX_REPAIR_LENGTH) }
    kept.set(keyOf(repair), repair)
  }
  return [...kept.values()]
}

const keyOf = ({ row, sheet, column }: CellRepair): string => JSON.stringify([sheet, row, column])

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

type FieldsProps = { entry: Refused; repairing: Repairing }

/** Texts that are longer get several lines. */
const LONG_TEXT = 80

/** The wrong cells of an entry as fields. */
export function RepairFields({ entry, repairing: { columns, rows } }: FieldsProps) {
  const { sheet = null, row } = entry
  const found = rows.find((one) => one.row === row && one.sheet === sheet)
  if (!found) return null
  const all = Object.entries(columns)
  return (
    <div class="import-repair">
      {wrongPlaces(entry, all).map((place) => {
        const [header = ''] = all[place] ?? []
        const text = found.cells[header] ?? ''
        return (
          <Field
            name={`cell:${found.row}:${place}:${sheet ?? ''}`}
            label={header}
            value={text}
            {...(text.length > LONG_TEXT ? { rows: 4 } : {})}
          />
        )
      })}
    </div>
  )
}

type FormProps = { repairing: Repairing; children: ComponentChildren }

/** The form around refused entries with their fields. */
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
