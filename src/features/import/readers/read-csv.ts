// Reads a table with one talk, person, or sponsor per row.

import { isTimeZone, parseInstant } from '../../../kernel/lib/time/instants.ts'
import { DAY_MS } from '../../../kernel/lib/time/units.ts'
import { ImportFailure } from '../file/failure.ts'
import type { ImportProblem } from '../file/problems.ts'
import type { Attributes, Programme, ProgrammeEvent, ProgrammeItem } from '../file/programme.ts'
import { identities, type Layout, layOut, type Mapping } from './csv-columns.ts'
import { readPeople } from './csv-people.ts'
import { type Row, readRow, takeList, takeText } from './csv-rows.ts'
import type { Table } from './csv-table.ts'
import { readEmail } from './email-cells.ts'
import { identityMaker } from './identities.ts'
import {
  type DateFormat,
  inferDateFormat,
  isTimeOfDay,
  readTime,
  splitRange,
  type TimeOptions,
  type TimeProblem,
} from './local-times.ts'
import { splitName } from './names.ts'

export const personTypes = ['Attendee', 'Speaker'] as const

export type CsvOptions = {
  timeZone?: string | undefined
  dateFormat?: DateFormat | undefined
  /** The `type` of people whose rows have none. */
  personType?: string | undefined
}

/**
 * Attributes without a column are not sent and stay unchanged. An invalid cell is a problem of its row only.
 * @throws ImportFailure if the whole table cannot be read.
 */
export function readTable(
  table: Table,
  { mapping, ...settings }: CsvOptions & { mapping: Mapping },
): Omit<Programme, 'format'> {
  const layout = layOut(table, mapping)
  const rows = identified(
    table.rows.map((row) => readRow({ ...row, header: table.header }, layout, mapping)),
    layout,
  )
  const isOfTalks = layout.kind === 'talks'
  const items = isOfTalks ? [] : rows.map((row) => readItem(row, layout.kind === 'people', settings))
  return {
    source: '',
    title: '',
    timeZone: settings.timeZone,
    baseUrl: '',
    kinds: [layout.kind],
    events: isOfTalks ? readEvents(rows, settings) : [],
    sponsors: layout.kind === 'sponsors' ? items : [],
    people: layout.kind === 'people' ? items : [],
    notes: [
      ...(isOfTalks ? noteDayAbove(rows) : []),
      ...(layout.unused.length === 0 ? [] : [{ code: 'columns_ignored' as const, columns: layout.unused }]),
    ],
  }
}

/** Without a column of identifiers, the name of a row identifies it. */
function identified(rows: Row[], { columns, kind }: Layout): Row[] {
  if (columns.some(({ attribute }) => attribute === 'externalId')) return rows
  const identityOf = identityMaker()
  for (const { values } of rows) {
    const name = values.get(identities[kind])
    if (typeof name === 'string') values.set('externalId', identityOf(name))
  }
  return rows
}

const timeAttributes = new Set(['date', 'start', 'end'])

/** An empty date, as in merged cells, is the date of the row above. */
function readEvents(rows: Row[], options: CsvOptions): ProgrammeEvent[] {
  const times = rows.flatMap(({ columns, cells }) =>
    columns.flatMap(({ attribute, index }) => (timeAttributes.has(attribute) ? (cells[index] ?? '') : [])),
  )
  const dateFormat = options.dateFormat ?? inferDateFormat(times)
  let date: unknown = ''
  let sheet: string | undefined
  return rows.map((row) => {
    const hasDate = row.columns.some(({ attribute }) => attribute === 'date')
    // A date that cannot be read, or that of another sheet, says nothing about this row.
    if (row.sheet !== sheet || (hasDate && !row.values.has('date'))) date = ''
    sheet = row.sheet
    date = row.values.get('date') || date
    if (row.values.has('date')) row.values.set('date', date)
    return readEvent(row, { ...options, dateFormat })
  })
}

function readEvent(row: Row, { timeZone, dateFormat }: CsvOptions): ProgrammeEvent {
  const ownZone = row.values.get('timezone')
  const zone = typeof ownZone === 'string' && isTimeZone(ownZone) ? ownZone : timeZone
  const times = readTimes(row, { timeZone: zone, dateFormat })
  return {
    ...identityOf(row),
    title: takeText(row, 'title'),
    description: takeText(row, 'description'),
    details: takeText(row, 'details'),
    ...times,
    duration: takeText(row, 'duration'),
    room: takeText(row, 'room'),
    track: takeText(row, 'track'),
    language: takeText(row, 'language'),
    tags: takeList(row, 'tags'),
    links: takeList(row, 'links')?.map((url) => ({ title: '', url })),
    persons: readPeople('speakers', row),
    moderators: readPeople('moderators', row),
    attributes: { ...nested(row.values), ...clearedType(row) },
    emptied: row.emptied,
    ...placeOf(row),
    problems: row.problems,
  }
}

/** Without a column for types, videos have inferred ones, which an empty cell clears as well. */
const clearedType = ({ values, columns }: Row): Attributes =>
  values.get('video') === null && !columns.some(({ attribute }) => attribute === 'type') ? { type: null } : {}

/** A date above the header can be of anything, such as the day of the print. */
function noteDayAbove(rows: readonly Row[]): ImportProblem[] {
  const dated = rows.filter((row) => row.isDayAbove && row.isDayUsed)
  const day = dated[0]?.day
  return day === undefined ? [] : [{ code: 'day_above', day, count: dated.length }]
}

/** An exported object without an externalId gets its id as one where it does not exist yet. */
function identityOf(row: Row): { externalId: string; id?: string } {
  const externalId = takeText(row, 'externalId') || (row.id ?? '')
  return row.id === undefined ? { externalId } : { externalId, id: row.id }
}

const placeOf = ({ row, sheet }: Row) => ({ row, ...(sheet === undefined ? {} : { sheet }) })

/** A start or end that is only a time of day uses the date column. */
function readTimes(row: Row, options: TimeOptions): { date?: string; end?: string } {
  const ownDay = takeText(row, 'date') || hiddenDay(row)
  const day = ownDay || row.day || ''
  const own = { start: takeText(row, 'start'), end: takeText(row, 'end') }
  const texts = own.end ? own : { ...own, ...splitRange(own.start ?? '') }
  row.isDayUsed = !ownDay && isTimeOfDay(texts.start ?? '')
  const date =
    texts.start === undefined ? undefined : readWhen(row, 'start', texts.start, { ...options, day })
  if (!texts.end || date === undefined) return date === undefined ? {} : { date }
  const end = readWhen(row, 'end', texts.end, { ...options, day: day || date.slice(0, 10) })
  return end === undefined ? { date } : { date, end: afterStart(end, date) }
}

function hiddenDay({ columns, hiddenDays }: Row): string | undefined {
  const start = columns.find(({ attribute }) => attribute === 'start')
  return start && hiddenDays?.[start.index]
}

function readWhen(row: Row, attribute: string, text: string, options: TimeOptions): string | undefined {
  const result = readTime(text, options)
  if ('time' in result) return result.time
  const headerOf = (name: string) => row.columns.find((one) => one.attribute === name)?.header
  // If the cell has a time of day, the cell of the date is wrong.
  const isOfDay = (result.problem === 'invalid' || result.problem === 'ambiguous') && isTimeOfDay(text)
  const column = (isOfDay && options.day ? headerOf('date') : undefined) ?? headerOf(attribute) ?? ''
  if (result.problem === 'zoneless')
    throw new ImportFailure({ code: 'cell_zone_missing', row: row.row, column })
  row.problems.push(timeProblem(result.problem, { column, zone: options.timeZone ?? '' }))
  return undefined
}

function timeProblem(
  problem: TimeProblem,
  { column, zone }: { column: string; zone: string },
): ImportProblem {
  if (problem === 'skipped') return { code: 'cell_time_skipped', column, zone }
  if (problem === 'repeated') return { code: 'cell_time_repeated', column, zone }
  return { code: problem === 'ambiguous' ? 'cell_date_ambiguous' : 'cell_not_time', column }
}

/** If a talk starts at 23:30 and ends at 00:30, the end is on the next day. */
function afterStart(end: string, start: string): string {
  const [from = 0, to = 0] = [parseInstant(start), parseInstant(end)]
  return to < from ? new Date(to + DAY_MS).toISOString() : end
}

function readItem(row: Row, isPerson: boolean, { personType }: CsvOptions): ProgrammeItem {
  const identity = identityOf(row)
  const whole = isPerson ? takeText(row, 'name') : undefined
  const email = row.values.get('email')
  if (typeof email === 'string') row.values.set('email', readEmail(email))
  if (isPerson) setType(row, personType)
  const names = whole === undefined ? {} : splitName(whole)
  const attributes = { ...names, ...nested(row.values) }
  const { name, firstName, lastName } = attributes as Record<string, unknown>
  return {
    ...identity,
    name: [name, firstName, lastName].filter((part) => typeof part === 'string').join(' '),
    attributes,
    emptied: row.emptied,
    ...placeOf(row),
    problems: row.problems,
  }
}

const staffRoles = new Set(['owner', 'admin'])

/**
 * The type of a new person is never guessed, because speakers appear on the public site. Exported accounts have a role
 * instead.
 */
function setType(row: Row, personType: string | undefined): void {
  const written = takeText(row, 'type')
  const known = personTypes.find((type) => type.toLowerCase() === written?.toLowerCase())
  const role = row.id === undefined ? '' : (row.cells[row.header.indexOf('role')] ?? '').trim().toLowerCase()
  // The role of staff is not a type, and stays.
  if (!written && staffRoles.has(role)) return
  const ofRole = personTypes.find((type) => type.toLowerCase() === role)
  const type = known ?? (written || ofRole || personType)
  // The platform knows the account of an exported row, or else refuses to create one.
  if (type === undefined && row.id !== undefined) return
  if (type === undefined) row.problems.push({ code: 'type_missing', types: personTypes })
  else row.values.set('type', type)
}

/** Turns `options.highlight` into a member of an object. */
function nested(values: Map<string, unknown>): Attributes {
  const attributes: Attributes = {}
  for (const [name, value] of values) {
    if (value === undefined) continue
    const [outer = '', inner] = name.split('.')
    const members = attributes[outer]
    attributes[outer] =
      inner === undefined ? value : { ...(typeof members === 'object' ? members : {}), [inner]: value }
  }
  return attributes
}
