// The readings of an uploaded file, which run in a separate process. `zone` is the time zone of the platform, and
// `content` comes from `openUpload`.

import { canonicalEmail } from '../../kernel/lib/text/email.ts'
import { DEFAULT_EMAIL_PATTERN, defaultEmailPattern } from './file/defaults.ts'
import { type Entry, planProgramme } from './file/document.ts'
import { personsOf } from './file/emails.ts'
import { ImportFailure } from './file/failure.ts'
import { addKnownNames } from './file/known-names.ts'
import type { ImportProblem } from './file/problems.ts'
import type { Programme } from './file/programme.ts'
import { MAX_COLUMNS } from './limits.ts'
import { isTable, packContent, programmeOf, repaired, unpackContent } from './office-content.ts'
import { openColumns, type TableColumns, tableColumns, type Wanted } from './office-table-columns.ts'
import type { PersonName } from './readers/names.ts'
import { chooseTable, type FileContent, openFile } from './readers/read-file.ts'
import type { Identified } from './recognition.ts'
import {
  type ImportChoices,
  type ImportedKind,
  type ImportHabits,
  newImportChoices,
} from './uploaded-imports-schema.ts'

type Kept = { content: string; choices: ImportChoices }
type Zoned = { zone: string }

/** Questions to the server: names of accounts, by canonical e-mail, or to take the next entries. */
export type Question = { namesOf: string[] } | { entries: Entry[] }
export type Ask = (question: Question) => Promise<unknown>

export const readings = { openUpload, readColumns, chooseColumns, readRows, planUpload }

type Listed = { kind: ImportedKind; entries: Identified[] }

/**
 * `programme` is undefined for a table, whose columns have to be chosen first. `count` is the number of rows or
 * entries.
 */
type Opened = {
  content: string
  count: number
  programme: (Pick<Programme, 'format' | 'source'> & { listed: Listed }) | undefined
}

type Upload = Zoned & { bytes: Uint8Array; encoding: string | undefined }

/** Refuses a file that is not a programme, because no later choice can change that. */
async function openUpload({ bytes, zone, encoding }: Upload): Promise<Opened> {
  const opened = await openFile(bytes, { encoding })
  const content = await packContent(opened)
  if (isTable(opened)) return { content, count: countRows(opened.tables), programme: undefined }
  const programme = programmeOf(opened, newImportChoices, zone)
  const { format, source, events, sponsors, people } = programme
  const count = events.length + sponsors.length + people.length
  return { content, count, programme: { format, source, listed: listedIn(programme) } }
}

/** The entries of the first list of the file, by which a newer version is recognized. */
function listedIn({ events, sponsors, people, kinds: [kind = 'talks'] }: Programme): Listed {
  if (kind === 'talks')
    return { kind, entries: events.map(({ externalId, title = '' }) => ({ externalId, name: title })) }
  const items = kind === 'sponsors' ? sponsors : people
  return {
    kind,
    entries: items.map(({ externalId, name, attributes: { email } }) => ({
      externalId,
      name: kind === 'people' ? String(email ?? '') : name,
    })),
  }
}

type Tables = Extract<FileContent, { tables: unknown }>['tables']

function countRows(tables: Tables): number {
  if (tables.some(({ table }) => table.header.length > MAX_COLUMNS))
    throw new ImportFailure({ code: 'too_complex' })
  return Math.max(...[chooseTable(tables), ...tables].map(({ table }) => table.rows.length))
}

/** Null for a file that is not a table. */
async function readColumns({
  content,
  choices,
  wanted,
}: Kept & { wanted: Wanted }): Promise<TableColumns | null> {
  const opened = await unpackContent(content)
  return isTable(opened) ? tableColumns(opened, choices, wanted) : null
}

/** `attributes` are those of the columns, in order. `isLeavingOut` leaves out all others. */
type Chosen = {
  kind: TableColumns['kind']
  sheet: string
  attributes: readonly string[]
  isLeavingOut: boolean
  habits: ImportHabits
}

/** `problem` is the reason the table cannot be read with these columns; otherwise, its entries are listed. */
type Choosing = { choices: ImportChoices } & (
  | { problem: ImportProblem }
  | { problem?: undefined; listed: Listed }
)

/** The choices with the chosen columns. Null for a file that is not a table. */
async function chooseColumns({
  content,
  choices,
  zone,
  chosen,
}: Kept & Zoned & { chosen: Chosen }): Promise<Choosing | null> {
  const opened = await unpackContent(content)
  if (!isTable(opened)) return null
  const isKnown = opened.tables.some(({ name }) => name === chosen.sheet)
  const { table, name } = chooseTable(opened.tables, isKnown ? chosen.sheet : undefined)
  const columns = Object.fromEntries(
    table.header.flatMap((header, index) =>
      header === '' ? [] : [[header, chosen.attributes[index] || null]],
    ),
  )
  const made = { ...choices, table: { kind: chosen.kind, sheet: name || null, columns } }
  try {
    const listed = listedIn(programmeOf(opened, made, zone))
    const open = chosen.isLeavingOut ? [] : openColumns(opened, made, chosen.habits)
    if (open.length > 0) return { choices: made, problem: { code: 'columns_open', columns: open } }
    return { choices: made, listed }
  } catch (error) {
    if (!(error instanceof ImportFailure)) throw error
    return { choices: made, problem: error.problem }
  }
}

type Wanting = Kept & { rows: readonly { row: number; sheet: string | null }[] }
type ReadRow = Wanting['rows'][number] & { cells: Record<string, string> }

/** The cells of these rows by header, with what was corrected. Empty for a file that is not a table. */
async function readRows({ content, choices, rows }: Wanting): Promise<ReadRow[]> {
  const opened = await unpackContent(content)
  if (!isTable(opened)) return []
  const { table } = chooseTable(repaired(opened, choices).tables, choices.table?.sheet ?? undefined)
  const wanted = new Set(rows.map(({ row, sheet }) => JSON.stringify([sheet, row])))
  return table.rows.flatMap(({ row, sheet = null, cells }) =>
    wanted.has(JSON.stringify([sheet, row]))
      ? [{ row, sheet, cells: Object.fromEntries(table.header.map((name, at) => [name, cells[at] ?? ''])) }]
      : [],
  )
}

/**
 * `isMakingEmails` is set if people without an e-mail get one, because nobody in the file has one or because the user
 * chose so.
 */
export type Summary = Pick<Programme, 'format' | 'kinds' | 'notes'> & { isMakingEmails: boolean }

/** Number of entries per message, because the server copies them. */
const ENTRIES = 100

async function planUpload({ content, choices, zone }: Kept & Zoned, ask: Ask): Promise<Summary> {
  const programme = programmeOf(await unpackContent(content), choices, zone)
  const nameless = programme.events
    .flatMap(personsOf)
    .filter(({ name, email }) => name === '' && email !== '')
  const names = nameless.length > 0 ? await ask({ namesOf: nameless.map(({ email }) => email) }) : []
  // This is the form that `answer` in import-plan.ts returns.
  const known = new Map(names as [string, PersonName][])
  const events = await addKnownNames(programme.events, async (email) => known.get(canonicalEmail(email)))
  const emailPattern = choices.isMakingEmails ? DEFAULT_EMAIL_PATTERN : defaultEmailPattern(programme)
  const plan = planProgramme({ ...programme, events }, { emailPattern, isTruncating: choices.isTruncating })
  for (let start = 0; start < plan.length; start += ENTRIES)
    await ask({ entries: plan.slice(start, start + ENTRIES) })
  const { format, kinds, notes } = programme
  return { format, kinds, notes, isMakingEmails: emailPattern !== undefined }
}
