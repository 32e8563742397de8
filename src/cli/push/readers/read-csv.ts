// Reads a CSV table with one talk, person, or sponsor per row.

import { countCodePoints } from '../../../lib/text/text.ts'
import { isTimeZone, parseInstant } from '../../../lib/time/instants.ts'
import { isPublicHttpsUrl } from '../../../lib/web/urls.ts'
import { PushFailure } from '../failure.ts'
import type { Attributes, Programme, ProgrammeEvent, ProgrammeItem } from '../programme.ts'
import { attributesOf } from './csv-attributes.ts'
import { type CellValue, readCell } from './csv-cells.ts'
import { type Column, type Layout, layOut, type Mapping, readMapping } from './csv-columns.ts'
import { readPeople } from './csv-people.ts'
import { parseTable, type TableRow } from './csv-table.ts'
import { type DateFormat, readTime, type TimeOptions, type TimeProblem } from './local-times.ts'
import { splitName } from './names.ts'

const MAX_TAG_LENGTH = 60
const DAY_MS = 86_400_000
export const personTypes = ['Attendee', 'Speaker'] as const

export type CsvOptions = {
  timeZone?: string | undefined
  dateFormat?: DateFormat | undefined
  /** The `type` of people without one in the table. */
  personType?: string | undefined
}
type Settings = CsvOptions & { mapping?: unknown }

/**
 * Attributes without a column are not sent and stay unchanged. An invalid cell is a problem of its row only.
 * @throws PushFailure if the whole table cannot be read.
 */
export function readCsv(text: string, settings: Settings = {}): Programme {
  const mapping = readMapping(settings.mapping)
  const table = parseTable(text, mapping.delimiter)
  const layout = layOut(table, mapping)
  const rows = table.rows.map((row) => readRow(row, layout, mapping))
  const items =
    layout.kind === 'talks' ? [] : rows.map((row) => readItem(row, layout.kind === 'people', settings))
  return {
    format: 'csv',
    source: '',
    title: '',
    timeZone: settings.timeZone,
    baseUrl: '',
    kinds: [layout.kind],
    events: layout.kind === 'talks' ? rows.map((row) => readEvent(row, settings)) : [],
    sponsors: layout.kind === 'sponsors' ? items : [],
    people: layout.kind === 'people' ? items : [],
    notes: layout.unused.length === 0 ? [] : [`ignored columns: ${layout.unused.join(', ')}`],
  }
}

type Row = {
  place: string
  columns: Column[]
  cells: string[]
  separator: string | undefined
  /** Values by attribute. Times are still text. */
  values: Map<string, unknown>
  problems: string[]
}

function readRow({ row, cells }: TableRow, layout: Layout, mapping: Mapping): Row {
  const { columns, kind } = layout
  const read: Row = {
    place: `row ${row}`,
    columns,
    cells,
    separator: mapping.separator,
    values: new Map(),
    problems: [],
  }
  for (const column of columns) {
    const attribute = attributesOf[kind][column.attribute]
    if (attribute === undefined) continue
    const result = readCell(cells[column.index] ?? '', attribute.kind, mapping.separator)
    if ('problem' in result) read.problems.push(`column "${column.header}" ${result.problem}`)
    else addValue(read.values, column.attribute, result.value)
    checkEntries(column, result, read.problems)
  }
  return read
}

/** Reports entries that do not fit. Exports drop them silently, but in a table they are probably mistakes. */
function checkEntries({ attribute, header }: Column, result: CellValue, problems: string[]): void {
  const entries = 'value' in result && Array.isArray(result.value) ? result.value.map(String) : []
  if (attribute === 'links' && !entries.every(isPublicHttpsUrl))
    problems.push(`column "${header}" has a link that is not a public https URL`)
  if (attribute !== 'links' && entries.some((entry) => countCodePoints(entry) > MAX_TAG_LENGTH))
    problems.push(`column "${header}" has an entry of more than ${MAX_TAG_LENGTH} characters`)
}

function addValue(values: Map<string, unknown>, name: string, value: unknown): void {
  const before = values.get(name)
  values.set(name, Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value)
}

function takeText({ values }: Row, name: string): string | undefined {
  const value = values.get(name)
  values.delete(name)
  return typeof value === 'string' ? value : value === null ? '' : undefined
}

function takeList({ values }: Row, name: string): string[] | undefined {
  const value = values.get(name)
  values.delete(name)
  return Array.isArray(value) ? value.map(String) : undefined
}

function readEvent(row: Row, { timeZone, dateFormat }: CsvOptions): ProgrammeEvent {
  const ownZone = row.values.get('timezone')
  const zone = typeof ownZone === 'string' && isTimeZone(ownZone) ? ownZone : timeZone
  const times = readTimes(row, { timeZone: zone, dateFormat })
  return {
    externalId: takeText(row, 'externalId') ?? '',
    title: takeText(row, 'title'),
    description: takeText(row, 'description'),
    details: takeText(row, 'details'),
    ...times,
    duration: takeText(row, 'duration')?.replace(/\s*min(?:utes?|s)?\.?$/i, ''),
    track: takeText(row, 'track'),
    tags: takeList(row, 'tags'),
    hiddenTags: takeList(row, 'hiddenTags'),
    links: takeList(row, 'links')?.map((url) => ({ title: '', url })),
    persons: readPeople('speakers', row),
    moderators: readPeople('moderators', row),
    attributes: nested(row.values),
    place: row.place,
    problems: row.problems,
  }
}

/** A start or end that is only a time of day uses the date column. */
function readTimes(row: Row, options: TimeOptions): { date?: string; end?: string } {
  const day = takeText(row, 'date') ?? ''
  const texts = { start: takeText(row, 'start'), end: takeText(row, 'end') }
  const date =
    texts.start === undefined ? undefined : readWhen(row, 'start', texts.start, { ...options, day })
  if (!texts.end || date === undefined) return date === undefined ? {} : { date }
  const end = readWhen(row, 'end', texts.end, { ...options, day: day || date.slice(0, 10) })
  return end === undefined ? { date } : { date, end: afterStart(end, date) }
}

function readWhen(row: Row, attribute: string, text: string, options: TimeOptions): string | undefined {
  const result = readTime(text, options)
  if ('time' in result) return result.time
  const header = row.columns.find((column) => column.attribute === attribute)?.header
  if (result.problem === 'zoneless') {
    throw new PushFailure(
      `${row.place}, column "${header}": the time has no offset. Set its time zone, such as --timezone Europe/Paris.`,
    )
  }
  row.problems.push(`column "${header}" ${describeTimeProblem(result.problem, options)}`)
  return undefined
}

function describeTimeProblem(problem: TimeProblem, { timeZone }: TimeOptions): string {
  if (problem === 'ambiguous')
    return 'has a date whose order of day, month, and year is unclear; set it with --date-format, such as dmy'
  return problem === 'skipped'
    ? `is a time that does not exist in ${timeZone}, because its clocks are set forward then`
    : 'is not a time such as 2027-05-20 09:30'
}

/** If a talk starts at 23:30 and ends at 00:30, the end is on the next day. */
function afterStart(end: string, start: string): string {
  const [from = 0, to = 0] = [parseInstant(start), parseInstant(end)]
  return to < from ? new Date(to + DAY_MS).toISOString() : end
}

function readItem(row: Row, isPerson: boolean, { personType }: CsvOptions): ProgrammeItem {
  const externalId = takeText(row, 'externalId') ?? ''
  const whole = isPerson ? takeText(row, 'name') : undefined
  if (isPerson) setType(row, personType)
  const names = whole === undefined ? {} : splitName(whole)
  const attributes = { ...names, ...nested(row.values) }
  const { name, firstName, lastName } = attributes as Record<string, unknown>
  return {
    externalId,
    name: [name, firstName, lastName].filter((part) => typeof part === 'string').join(' '),
    attributes,
    place: row.place,
    problems: row.problems,
  }
}

/** Whether a new person is a speaker, who appears on the public site, is never guessed. */
function setType(row: Row, personType: string | undefined): void {
  const written = takeText(row, 'type')
  const known = personTypes.find((type) => type.toLowerCase() === written?.toLowerCase())
  const type = known ?? (written || personType)
  if (type === undefined)
    row.problems.push(`it has no type; add a column "type", or set --type ${personTypes.join(' or ')}`)
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
