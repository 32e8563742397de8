// Problems of a file, a row, or a cell, and notes on what was left out. The texts are for the command line, with its
// flags; pages have their own texts for the same problems.

import { counted } from './plurals.ts'

type InColumn = { column: string }
type Located = InColumn & { row: number }
/** `biography` of a person, or `title` of the talk itself. */
export type LimitedText =
  | 'title'
  | 'description'
  | 'details'
  | 'room'
  | 'track'
  | 'biography'
  | 'firstName'
  | 'lastName'
  | 'job'
  | 'company'
type TooLong = { text: LimitedText; person: string | undefined; length: number; max: number }

const FLAG_OF_ZONE = '--timezone Europe/Paris'

const texts = {
  // Problems of a file.
  not_json: () => 'The file is not valid JSON.',
  unknown_xml: () => 'The file is XML or HTML, but not a schedule of Pentabarf, frab, pretalx, or wafer.',
  xml_invalid: ({ detail }: { detail: string }) => `The file is not valid XML: ${detail}`,
  calendar: () =>
    'The file is a calendar (iCalendar), which does not say who speaks. Use a schedule export in JSON or XML, or a table (CSV or XLSX).',
  unknown_json: () =>
    'The file is a JSON list. Expected a schedule export from pretalx or frab, or “All data” from a Sessionize endpoint.',
  /** `detail` names the member, in English. */
  unexpected_json: ({ detail }: { detail: string }) => detail,
  encoding_unknown: ({ encoding }: { encoding: string }) =>
    `--encoding is not known: ${encoding}. Try windows-1252, iso-8859-2, or utf-16le.`,
  encoding_mismatch: ({ encoding }: { encoding: string }) =>
    `The file is not ${encoding}. Save it as “CSV UTF-8”, or name its encoding, such as --encoding windows-1252.`,
  xml_encoding_mismatch: ({ encoding }: { encoding: string }) =>
    `The file is not ${encoding}, although it says so or names no other encoding. Save it in UTF-8, or name its encoding, such as --encoding windows-1252.`,
  xlsx_invalid: () => 'The file is not an XLSX workbook. Save it as “Excel workbook (.xlsx)” or as CSV.',
  xlsx_too_large: () =>
    'The workbook is too large. Delete sheets and rows that are not part of the programme.',
  too_complex: () =>
    'The file takes too long to read or needs too much memory. Divide it into several files.',
  old_spreadsheet: () =>
    'The workbook has a password, or the format of an older spreadsheet program. Save it as “Excel workbook (.xlsx)” without a password.',
  sheet_unknown: ({ sheet, sheets }: { sheet: string; sheets: readonly string[] }) =>
    `The workbook has no sheet "${sheet}". It has: ${sheets.join(', ')}`,
  mapping_without_table: () => '--columns works only with tables (CSV and XLSX).',
  zone_missing: ({ path }: { path: string }) =>
    `${path} has no offset: set the time zone of the event, for example ${FLAG_OF_ZONE}`,
  // Problems of a table.
  table_empty: () => 'The table is empty.',
  quote_open: ({ line }: { line: number }) => `line ${line}: a quotation mark is not closed`,
  quote_single: ({ line }: { line: number }) =>
    `line ${line}: a quotation mark inside a cell must be doubled`,
  row_too_wide: ({ row, cells, width }: { row: number; cells: number; width: number }) =>
    `row ${row} has ${cells} cells, but the header has ${width}. Put texts that contain the delimiter in quotation marks.`,
  column_twice: ({ column }: InColumn) => `Two columns have the name "${column}".`,
  column_absent: ({ column, closest }: InColumn & Suggestion) =>
    `The table has no column "${column}", which is in the mapping${advice(closest)}`,
  kind_unknown: () =>
    'Cannot tell whether the table contains talks, people, or sponsors. Map its columns with --columns FILE.',
  attribute_unknown: ({ column, kind, attribute, closest }: UnknownAttribute) =>
    `The mapping of column "${column}" is not valid: ${kind} have no attribute "${attribute}"${advice(closest)}`,
  attribute_twice: ({ attribute }: { attribute: string }) =>
    `Two columns are mapped to ${attribute}, which is not a list.`,
  columns_open: ({ columns }: { columns: readonly string[] }) =>
    `These columns are not imported: ${columns.join(', ')}. Map them, or exclude them with null.`,
  id_missing: ({ kind }: { kind: string }) =>
    `No column contains the externalId, which identifies ${kind}. Name a column "id", or map one with --columns FILE.`,
  cell_zone_missing: ({ row, column }: Located) =>
    `row ${row}, column "${column}": the time has no offset. Set its time zone, such as ${FLAG_OF_ZONE}.`,
  // Problems of e-mails for people without one.
  pattern_invalid: ({ email }: { email: string }) =>
    `--email-pattern yields an invalid e-mail address: ${email}`,
  pattern_ambiguous: ({ email, names }: { email: string; names: readonly [string, string] }) =>
    `--email-pattern yields ${email} for two people: ${names[0]} and ${names[1]}`,
  pattern_unknown: ({ part }: { part: string }) =>
    `--email-pattern supports {slug}, {code}, and {id}, not ${part}`,
  // Problems of a cell.
  cell_empty: ({ column }: InColumn) => `column "${column}" is empty`,
  cell_not_boolean: ({ column }: InColumn) => `column "${column}" is not yes or no`,
  cell_not_integer: ({ column }: InColumn) => `column "${column}" is not a whole number`,
  cell_not_time: ({ column }: InColumn) => `column "${column}" is not a time such as 2027-05-20 09:30`,
  cell_date_ambiguous: ({ column }: InColumn) =>
    `column "${column}" has a date whose order of day, month, and year is unclear; set it with --date-format, such as dmy`,
  cell_time_skipped: ({ column, zone }: InColumn & { zone: string }) =>
    `column "${column}" is a time that does not exist in ${zone}, because its clocks are set forward then`,
  cell_time_repeated: ({ column, zone }: InColumn & { zone: string }) =>
    `column "${column}" is a time that occurs twice in ${zone}, because its clocks are set back then; add the offset, such as +02:00`,
  cell_error: ({ column, error }: InColumn & { error: string }) =>
    `column "${column}" has an error of the spreadsheet program (${error}); correct the formula`,
  cell_link: ({ column }: InColumn) => `column "${column}" has a link that is not a public https URL`,
  cell_entry_too_long: ({ column, max }: InColumn & { max: number }) =>
    `column "${column}" has an entry of more than ${max} characters`,
  cell_names_ambiguous: ({ column }: InColumn) =>
    `column "${column}" can contain one person or several; separate people with semicolons, or set "separator" in the file for --columns`,
  cell_entries: ({ column, entries, people }: InColumn & { entries: number; people: number }) =>
    `column "${column}" has ${counted(entries, 'entry', 'entries')} for ${counted(people, 'person', 'people')}`,
  // Problems of a talk, a sponsor, or a person.
  id_twice: () => 'another event in the file has the same identifier',
  row_id_twice: () => 'another row has the same identifier',
  email_twice: ({ row }: { row: number }) => `row ${row} has the same e-mail`,
  id_unusable: ({ max }: { max: number }) =>
    `its identifier is too long (more than ${max} characters) or contains control characters`,
  title_missing: () => 'it has no title',
  text_too_long: ({ length, max, ...text }: TooLong) =>
    `the ${nameOfText(text)} has ${length} characters, but the limit is ${max} (shorten it with --truncate)`,
  name_missing: ({ email }: { email: string }) =>
    email === ''
      ? 'one of its speakers has no name'
      : `${email} has no name and no account; add the name, such as “Ada Lindqvist <${email}>”`,
  email_missing: ({ name }: { name: string }) =>
    `${name} has no e-mail; add it, or create it with --email-pattern '{slug}@speakers.example.org'`,
  email_invalid: ({ name }: { name: string }) => `the e-mail of ${name} is not valid`,
  time_missing: () => 'it has no time yet',
  time_invalid: () => 'its date is not an ISO 8601 time with an offset',
  duration_invalid: () => 'its duration is not in minutes or HH:MM',
  duration_out_of_range: () => 'its duration is not between 1 minute and 24 hours',
  duration_missing: () => 'it has no duration',
  type_missing: ({ types }: { types: readonly string[] }) =>
    `it has no type; add a column "type", or set --type ${types.join(' or ')}`,
  speaker_unknown: ({ count }: { count: number }) =>
    `${count} of its speakers ${count === 1 ? 'is' : 'are'} not in the file`,
  time_skipped: ({ zone }: { zone: string }) =>
    `its time does not exist in ${zone}, because clocks are set forward then`,
  time_repeated: ({ zone }: { zone: string }) =>
    `its time occurs twice in ${zone}, because clocks are set back then; the file needs its offset`,
  // Notes on how values were read.
  durations_in_seconds: ({ count, first }: { count: number; first: string }) =>
    `durations such as ${first} are read as hours, minutes, and seconds: ${counted(count, 'event')}`,
  day_above: ({ day, count }: { day: string; count: number }) =>
    `“${day}” above the header is the date of all rows without one: ${counted(count, 'row')}`,
  // Notes on who is who.
  people_joined: ({ id, names, count }: People) =>
    `these names share the id ${id} and are treated as one person: ${listed(names, count)}`,
  people_split: ({ id, names, count }: People) =>
    `different people share the id ${id}, so they are matched by name: ${listed(names, count)}`,
  // Notes on what was left out.
  people_nameless: ({ count, first }: { count: number; first: string }) =>
    `left out: ${counted(count, 'person', 'people')} without a name and e-mail (first in ${first})`,
  columns_ignored: ({ columns }: { columns: readonly string[] }) => `ignored columns: ${columns.join(', ')}`,
  sheets_ignored: ({ sheets }: { sheets: readonly string[] }) => `ignored sheets: ${sheets.join(', ')}`,
  undecided_sessions: ({ count }: { count: number }) => `left out: ${counted(count, 'session')} not accepted`,
  zone_mismatch: ({ zone }: { zone: string }) =>
    `the time zone of the file (${zone}) does not match its times; talks have the time zone of the platform, unless you set --timezone`,
}

/** `names` are the first of `count` names. */
type People = { id: string; names: readonly string[]; count: number }

const listed = (names: readonly string[], count: number): string =>
  count > names.length ? `${names.join(', ')}, and ${count - names.length} more` : names.join(', ')

type Suggestion = { closest: string | undefined }
type UnknownAttribute = InColumn & Suggestion & { kind: string; attribute: string }

const advice = (closest: string | undefined): string =>
  closest === undefined ? '.' : `; did you mean "${closest}"?`

const textNames: Record<LimitedText, string> = {
  title: 'title',
  description: 'description',
  details: 'details text',
  room: 'room',
  track: 'track',
  biography: 'biography',
  firstName: 'first name',
  lastName: 'last name',
  job: 'job',
  company: 'company',
}

/** `biography of Ada Sample`. */
export const nameOfText = ({ text, person }: Pick<TooLong, 'text' | 'person'>): string =>
  person === undefined ? textNames[text] : `${textNames[text]} of ${person}`

type Texts = typeof texts
type Code = keyof Texts
type Values<C extends Code> = Parameters<Texts[C]> extends [infer Given] ? Given : object
export type ImportProblem = { [C in Code]: { code: C } & Values<C> }[Code]

/** In English, for the command line. */
export function describeProblem({ code, ...values }: ImportProblem): string {
  // The values belong to the code.
  const describe = texts[code] as (values: object) => string
  return describe(values)
}

export const describeProblems = (problems: readonly ImportProblem[]): string =>
  problems.map(describeProblem).join('; ')
