// The columns of a table: what each contains, as its header, its cells, and earlier imports suggest.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readImportHabits } from '../../../domain/programme/uploaded-imports.ts'
import { ImportFailure } from '../../../import/failure.ts'
import { itemKinds } from '../../../import/programme.ts'
import { attributesOf, personAttributes } from '../../../import/readers/csv-attributes.ts'
import { readMapping, suggestLayout } from '../../../import/readers/csv-columns.ts'
import type { Table } from '../../../import/readers/csv-table.ts'
import { personTypes } from '../../../import/readers/read-csv.ts'
import { chooseTable, type FileContent } from '../../../import/readers/read-file.ts'
import { cutAtWord } from '../../../lib/text/text.ts'
import type { ImportChoices, ImportedKind, ImportHabits } from '../../../schema/programme/uploaded-imports.ts'
import type { ImportRow } from '../../../store/sql/tables.ts'
import { Choice, Form } from '../../components/form-fields.tsx'
import type { Messages } from '../../messages/messages.ts'
import { useMessages } from '../../messages/use-messages.tsx'
import { callerOf, messagesOf } from '../../pages/visit.ts'
import type { WebOptions } from '../../website.ts'
import { sendOfficePage } from '../shared/office-layout.tsx'
import { IMPORT } from '../shared/paths.ts'
import { among, queryOf } from '../shared/query-string.ts'
import { isTable } from './import-content.ts'
import { ImportFrame } from './import-frame.tsx'
import { attributeText, importProblemText } from './import-texts.ts'

type TableContent = Extract<FileContent, { tables: unknown }>

export const columnField = (index: number): string => `column-${index}`
const MAX_EXAMPLES = 3
const MAX_EXAMPLE_LENGTH = 60

type ColumnsPage = { row: ImportRow; content: FileContent; problem?: string | undefined }

export async function sendColumnsPage(
  { services }: WebOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  { row, content, problem }: ColumnsPage,
) {
  const messages = messagesOf(request)
  if (!isTable(content)) return reply.redirect(`${IMPORT}/${row.id}/preview`, 303)
  const caller = callerOf(request)
  const query = queryOf(request)
  const shown = shownTable(content, row.choices, {
    kind: among(itemKinds, query('kind')),
    sheet: content.tables.find(({ name }) => name === query('sheet'))?.name,
    habits: await readImportHabits(services, caller),
  })
  const failure = shown.failure && importProblemText(messages, shown.failure.problem)
  const { title } = messages.office.imports.columns
  const page = { title, scripts: ['office-forms.js'], styles: ['import.css'] }
  return sendOfficePage(request, reply, page, (csrf) => (
    <ImportFrame step="columns" title={title}>
      <Problem text={problem ?? failure} />
      <p class="quiet">{messages.office.imports.columns.intro(row.fileName, shown.table.rows.length)}</p>
      <TableForm id={row.id} content={content} shown={shown} />
      <ColumnsForm
        {...{ csrf, shown, choices: row.choices, id: row.id }}
        zone={caller.platform.settings.timezone}
      />
    </ImportFrame>
  ))
}

function Problem({ text }: { text: string | undefined }) {
  const { invalid } = useMessages().office.imports.columns
  if (!text) return null
  return (
    <div class="notice danger" role="alert">
      <p>{invalid}</p>
      <p>{text}</p>
    </div>
  )
}

type Shown = {
  sheet: string
  table: Table
  kind: ImportedKind
  /** The attribute of each column; null if it is not imported. */
  attributes: (string | null)[]
  failure: ImportFailure | undefined
}
type Wanted = { kind: ImportedKind | undefined; sheet: string | undefined; habits: ImportHabits }

/** What has been chosen, or else what is suggested. */
function shownTable(content: TableContent, choices: ImportChoices, { kind, sheet, habits }: Wanted): Shown {
  const chosen = choices.table
  const { name, table } = chooseTable(content.tables, sheet ?? chosen?.sheet ?? undefined)
  const isChosen =
    chosen !== null && (kind ?? chosen.kind) === chosen.kind && (sheet ?? chosen.sheet) === chosen.sheet
  const suggest = (from: ImportedKind | undefined, columns: Readonly<Record<string, string | null>>) => {
    const own = Object.fromEntries(
      Object.entries(columns).filter(([header]) => table.header.includes(header)),
    )
    return suggestLayout(table, readMapping({ ...(from ? { kind: from } : {}), columns: own }))
  }
  const attempts = [
    ...(isChosen ? [() => suggest(chosen.kind, chosen.columns)] : []),
    () => {
      const found = kind ?? suggest(undefined, {}).kind
      return suggest(found, habits.columns[found])
    },
    () => suggest(kind, {}),
    () => suggest(kind ?? 'talks', {}),
  ]
  let failure: ImportFailure | undefined
  for (const attempt of attempts) {
    try {
      const layout = attempt()
      const byIndex = new Map(layout.columns.map(({ index, attribute }) => [index, attribute]))
      const attributes = table.header.map((_, index) => byIndex.get(index) ?? null)
      return { sheet: name, table, kind: layout.kind, attributes, failure: undefined }
    } catch (error) {
      if (!(error instanceof ImportFailure)) throw error
      failure = error
    }
  }
  const attributes = table.header.map(() => null)
  return { sheet: name, table, kind: kind ?? 'talks', attributes, failure }
}

type TableFormProps = { id: string; content: TableContent; shown: Shown }

/** Another sheet, or another kind of rows, has other columns and fields. */
function TableForm({ id, content, shown }: TableFormProps) {
  const texts = useMessages().office.imports.columns
  const sheets = content.tables.map(({ name }) => [name, name] as const)
  return (
    <form class="list-search" method="get" action={`${IMPORT}/${id}/columns`}>
      {sheets.length > 1 ? (
        <Choice name="sheet" label={texts.sheet} value={shown.sheet} options={sheets} />
      ) : null}
      <Choice
        name="kind"
        label={texts.contents}
        value={shown.kind}
        options={(['talks', 'people', 'sponsors'] as const).map((kind) => [kind, texts.kinds[kind]])}
      />
      <button type="submit">{texts.show}</button>
    </form>
  )
}

type ColumnsFormProps = { csrf: string; id: string; shown: Shown; choices: ImportChoices; zone: string }

function ColumnsForm({ csrf, id, shown, choices, zone }: ColumnsFormProps) {
  const texts = useMessages().office.imports.columns
  const { table, kind, sheet, attributes } = shown
  return (
    <Form action={`${IMPORT}/${id}/columns`} csrf={csrf}>
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="sheet" value={sheet} />
      <div class="table-frame list-table">
        <table class="import-columns">
          <thead>
            <tr>
              <th scope="col">{texts.column}</th>
              <th scope="col">{texts.example}</th>
              <th scope="col">{texts.field}</th>
            </tr>
          </thead>
          <tbody>
            {table.header.map((header, index) => (
              <ColumnRow
                {...{ header, index, table, kind }}
                attribute={attributes[index] ?? null}
                all={attributes}
              />
            ))}
          </tbody>
        </table>
      </div>
      {kind === 'talks' ? (
        <Choice
          name="dateFormat"
          label={texts.dateFormat}
          value={choices.dateFormat ?? ''}
          options={[
            ['', texts.dateFormats.auto],
            ['dmy', texts.dateFormats.dmy],
            ['mdy', texts.dateFormats.mdy],
            ['ymd', texts.dateFormats.ymd],
          ]}
          hint={texts.zone(zone)}
        />
      ) : null}
      {kind === 'people' ? (
        <Choice
          name="personType"
          label={texts.personType}
          value={choices.personType ?? ''}
          options={[
            ['', texts.personTypes.none],
            ...personTypes.map((type) => [type, texts.personTypes[type]] as const),
          ]}
        />
      ) : null}
      <div class="actions">
        <button class="primary" type="submit">
          {texts.preview}
        </button>
      </div>
    </Form>
  )
}

type ColumnRowProps = {
  header: string
  index: number
  table: Table
  kind: ImportedKind
  attribute: string | null
  all: readonly (string | null)[]
}

function ColumnRow({ header, index, table, kind, attribute, all }: ColumnRowProps) {
  const messages = useMessages()
  const texts = messages.office.imports.columns
  const name = header || texts.unnamed(index + 1)
  const examples = examplesOf(table, index)
  return (
    <tr>
      <th scope="row">{name}</th>
      <td data-column={texts.example}>
        {examples.length > 0 ? (
          examples.map((example) => (
            <span class="line" dir="auto">
              {example}
            </span>
          ))
        ) : (
          <span class="quiet">{texts.noExample}</span>
        )}
      </td>
      <td data-column={texts.field}>
        <div class="field">
          <select name={columnField(index)} aria-label={texts.fieldOf(name)} disabled={header === ''}>
            <option value="" selected={attribute === null}>
              {texts.ignore}
            </option>
            {groupsOf(messages, kind, all).map(([label, options]) => (
              <optgroup label={label}>
                {options.map((option) => (
                  <option value={option} selected={option === attribute}>
                    {attributeText(messages, option)}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        </div>
      </td>
    </tr>
  )
}

/** The first different cells of a column. */
function examplesOf({ rows }: Table, index: number): string[] {
  const found = new Set<string>()
  for (const { cells } of rows) {
    const cell = cells[index] ?? ''
    if (cell !== '') found.add(cutAtWord(cell, MAX_EXAMPLE_LENGTH))
    if (found.size === MAX_EXAMPLES) break
  }
  return [...found]
}

type Group = readonly [label: string, attributes: readonly string[]]

/** People have fields of their own for each number that a column of the table has. */
function groupsOf({ office }: Messages, kind: ImportedKind, all: readonly (string | null)[]): Group[] {
  const { groups } = office.imports.columns
  const own: Group = [groups.own, Object.keys(attributesOf[kind])]
  if (kind !== 'talks') return [own]
  const people = (role: 'speakers' | 'moderators'): string[] => {
    const numbers = new Set(all.flatMap((one) => one?.match(`^${role}\\.(\\d+)\\.`)?.[1] ?? []))
    return ['', ...numbers].flatMap((number) =>
      Object.keys(personAttributes).map((field) => [role, number, field].filter(Boolean).join('.')),
    )
  }
  return [own, [groups.speakers, people('speakers')], [groups.moderators, people('moderators')]]
}
