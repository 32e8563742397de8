// The columns of a table and their content, as suggested by headers, cells, and earlier imports.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Check, Choice, Form } from '../../kit/components/form-fields.tsx'
import type { Messages } from '../../kit/messages/messages.ts'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { sendOfficePage } from '../../kit/office/office-layout.tsx'
import { IMPORT } from '../../kit/office/paths.ts'
import { among, queryOf } from '../../kit/office/query-string.ts'
import { callerOf, messagesOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { UserCreate } from '../people/schema.ts'
import { SponsorCreate } from '../sponsors/schema.ts'
import { TalkCreate } from '../talks/schema.ts'
import { itemKinds } from './file/programme.ts'
import { ImportFrame } from './office-frame.tsx'
import { readUpload } from './office-read-upload.ts'
import type { TableColumns } from './office-table-columns.ts'
import { attributeText, importProblemText } from './office-texts.ts'
import { attributesOf, personAttributes } from './readers/csv-attributes.ts'
import { personTypes } from './readers/read-csv.ts'
import { ALL_SHEETS } from './readers/read-file.ts'
import type { ImportRow } from './tables.ts'
import { readImportHabits } from './uploaded-imports.ts'
import type { ImportChoices, ImportedKind } from './uploaded-imports-schema.ts'

export const columnField = (index: number): string => `column-${index}`

type ColumnsPage = { row: ImportRow; problem?: string | undefined }

export async function sendColumnsPage(
  { services }: WebOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  { row, problem }: ColumnsPage,
) {
  const messages = messagesOf(request)
  const caller = callerOf(request)
  const query = queryOf(request)
  const { content, choices } = row
  const wanted = {
    kind: among(itemKinds, query('kind')),
    sheet: query('sheet'),
    habits: await readImportHabits(services, caller),
  }
  const shown = await readUpload('readColumns', { content, choices, wanted })
  if (!shown) return reply.redirect(`${IMPORT}/${row.id}/preview`, 303)
  const failure = shown.problem && importProblemText(messages, shown.problem)
  const { title } = messages.office.imports.columns
  const page = { title, scripts: ['import.js'], styles: ['import.css'] }
  return sendOfficePage(request, reply, page, (csrf) => (
    <ImportFrame step="columns" title={title}>
      <Problem text={problem ?? failure} />
      <p class="quiet">
        {messages.office.imports.columns.intro({ file: row.fileName, rows: shown.rowCount })}
      </p>
      <TableForm id={row.id} shown={shown} />
      <ColumnsForm {...{ csrf, shown, choices, id: row.id }} zone={caller.platform.settings.timezone} />
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

type TableFormProps = { id: string; shown: TableColumns }

/** Another sheet or another kind of rows has other columns and fields, which import.js shows at once. */
function TableForm({ id, shown }: TableFormProps) {
  const texts = useMessages().office.imports.columns
  const sheets = shown.sheets.map((name) => [name, name === ALL_SHEETS ? texts.allSheets : name] as const)
  return (
    <form class="list-search" method="get" action={`${IMPORT}/${id}/columns`} data-follow>
      {sheets.length > 1 ? (
        <Choice name="sheet" label={texts.sheet} value={shown.sheet} options={sheets} />
      ) : null}
      <Choice
        name="kind"
        label={texts.contents}
        value={shown.kind}
        options={(['talks', 'people', 'sponsors'] as const).map((kind) => [kind, texts.kinds[kind]])}
      />
      <button class="without-scripts" type="submit">
        {texts.show}
      </button>
    </form>
  )
}

type ColumnsFormProps = {
  csrf: string
  id: string
  shown: TableColumns
  choices: ImportChoices
  zone: string
}

function ColumnsForm({ csrf, id, shown, choices, zone }: ColumnsFormProps) {
  const messages = useMessages()
  const texts = messages.office.imports.columns
  const { kind, sheet, columns } = shown
  const all = columns.map(({ attribute }) => attribute)
  return (
    <Form action={`${IMPORT}/${id}/columns`} csrf={csrf}>
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="sheet" value={sheet} />
      {shown.problem ? null : <MissingFields shown={shown} />}
      {kind === 'talks' && !shown.problem ? (
        <div {...until(columns, 'description')}>
          <Choice
            name="missingDescription"
            label={texts.descriptions.label}
            value={choices.missingDescription ?? ''}
            options={[
              ['', texts.descriptions.empty],
              ['title', texts.descriptions.title],
            ]}
            hint={texts.descriptions.hint}
          />
        </div>
      ) : null}
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
          hint={texts.zone({ zone })}
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
            {columns.map((column, index) => (
              <ColumnRow {...{ column, index, kind, all }} />
            ))}
          </tbody>
        </table>
      </div>
      {columns.some(({ isOpen }) => isOpen) ? (
        <div data-leave-out>
          <Check name="leaveOut" label={texts.leaveOut} isOn={false} />
        </div>
      ) : null}
      <div class="save-bar">
        <button class="primary" type="submit">
          {texts.preview}
        </button>
      </div>
    </Form>
  )
}

/** What new objects need. The type of people is chosen above the columns. */
const needed: Record<ImportedKind, readonly string[]> = {
  talks: [...TalkCreate.required, 'speakers'],
  people: UserCreate.required.filter((name) => name !== 'type'),
  sponsors: SponsorCreate.required,
}

/** The needed fields that no column contains. Descriptions have a choice of their own. */
function MissingFields({ shown: { kind, columns } }: { shown: TableColumns }) {
  const messages = useMessages()
  const fields = needed[kind].filter((field) => field !== 'description')
  return (
    <div class="notice warning" {...hiddenIf(fields.every((field) => hasField(columns, field)))} data-missing>
      <p>{messages.office.imports.columns.missing}</p>
      <ul>
        {fields.map((field) => (
          <li {...until(columns, field)}>{attributeText(messages, field)}</li>
        ))}
      </ul>
    </div>
  )
}

type Columns = TableColumns['columns']

/** For what is shown until a column contains a field. `import.js` follows the choices. */
const until = (columns: Columns, field: string) => ({
  'data-until': alternatives(field).join(' '),
  ...hiddenIf(hasField(columns, field)),
})

const hiddenIf = (isHidden: boolean) => (isHidden ? { hidden: true } : {})

/** A column with whole names has first and last names. */
const alternatives = (field: string): string[] =>
  /^(first|last)Name$/.test(field) ? [field, 'name'] : [field]

const hasField = (columns: Columns, field: string): boolean =>
  columns.some(({ attribute }) =>
    alternatives(field).some((one) => attribute === one || attribute?.startsWith(`${one}.`)),
  )

type ColumnRowProps = {
  column: TableColumns['columns'][number]
  index: number
  kind: ImportedKind
  all: readonly (string | null)[]
}

function ColumnRow({ column, index, kind, all }: ColumnRowProps) {
  const messages = useMessages()
  const texts = messages.office.imports.columns
  const { header, attribute, examples, isOpen } = column
  const name = header || texts.unnamed({ place: index + 1 })
  return (
    <tr>
      <th scope="row">
        {name}{' '}
        {isOpen ? (
          <span class="badge warning" data-open>
            {texts.notImported}
          </span>
        ) : null}
      </th>
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
          <select
            name={columnField(index)}
            aria-label={texts.fieldOf({ column: name })}
            disabled={header === ''}
          >
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

type Group = readonly [label: string, attributes: readonly string[]]

/** People have separate fields for each number that occurs in a column of the table. */
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
