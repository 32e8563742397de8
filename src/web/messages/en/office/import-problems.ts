// What is wrong with a file that is imported, with a row of it, or with a cell, and what to do about it.
import type { ImportProblem } from '../../../../import/problems.ts'
import { list, number, plural } from '../formats.ts'

type Of<C extends ImportProblem['code']> = Extract<ImportProblem, { code: C }>

const fields: Record<Of<'text_too_long'>['text'], string> = {
  title: 'title',
  description: 'description',
  details: 'details',
  room: 'room',
  track: 'track',
  biography: 'biography',
  firstName: 'first name',
  lastName: 'last name',
  job: 'job',
  company: 'company',
}
const fieldOf = ({ text, person }: Pick<Of<'text_too_long'>, 'text' | 'person'>) =>
  person === undefined ? fields[text] : `${fields[text]} of ${person}`
const meant = (closest: string | undefined) => (closest === undefined ? '' : ` Did you mean “${closest}”?`)

export const importProblems = {
  // Of a file.
  not_json: () => 'The file is not valid JSON. Export it again.',
  not_json_export: () => 'The file is XML or HTML. Use the JSON export instead.',
  unknown_json: () =>
    'This JSON file is not a programme. Use the schedule export of pretalx or frab, or “All data” of a Sessionize endpoint.',
  unexpected_json: ({ detail }: Of<'unexpected_json'>) =>
    `The file does not match its format: ${detail}. Export it again.`,
  encoding_mismatch: ({ encoding }: Of<'encoding_mismatch'>) =>
    `The file is not in ${encoding}. In your spreadsheet program, save it as “CSV UTF-8” or as an Excel workbook (.xlsx).`,
  xlsx_invalid: () => 'The workbook is damaged. Save it again as an Excel workbook (.xlsx) or as CSV.',
  xlsx_too_large: () =>
    'The workbook is too large. Delete sheets and rows that are not part of the programme.',
  too_complex: () =>
    'The file takes too long to read or needs too much memory. Divide it into several files.',
  old_spreadsheet: () =>
    'The workbook has a password or an old format. Save it as an Excel workbook (.xlsx) without a password.',
  sheet_unknown: ({ sheet }: Of<'sheet_unknown'>) => `The workbook has no sheet “${sheet}”.`,
  zone_missing: ({ path }: Of<'zone_missing'>) => `${path} has no time zone.`,
  // Of a table.
  table_empty: () =>
    'The table is empty. It needs a row with the names of its columns, and a row for each talk.',
  quote_open: ({ line }: Of<'quote_open'>) => `Line ${number(line)}: a quotation mark is not closed.`,
  quote_single: ({ line }: Of<'quote_single'>) =>
    `Line ${number(line)}: a quotation mark inside a cell must be doubled.`,
  row_too_wide: ({ row, cells, width }: Of<'row_too_wide'>) =>
    `Row ${number(row)} has ${number(cells)} cells, but there are only ${number(width)} columns. Put texts that contain the delimiter in quotation marks.`,
  column_twice: ({ column }: Of<'column_twice'>) =>
    `Two columns are named “${column}”. Rename one in the file.`,
  column_absent: ({ column, closest }: Of<'column_absent'>) =>
    `The table has no column “${column}”.${meant(closest)}`,
  kind_unknown: () => 'The columns do not show what the table contains. Choose it above.',
  attribute_unknown: ({ column }: Of<'attribute_unknown'>) => `“${column}” cannot be imported as this field.`,
  attribute_twice: () => 'Two columns have the same field. Choose each field once.',
  id_missing: () =>
    'No column says what a row is called. Choose a column for the title of a talk, the e-mail of a person, or the name of a sponsor.',
  cell_zone_missing: ({ row, column }: Of<'cell_zone_missing'>) =>
    `Row ${number(row)}, column “${column}”: the time has no time zone.`,
  // Of a cell.
  cell_empty: ({ column }: Of<'cell_empty'>) => `“${column}” is empty. Fill it in.`,
  cell_not_boolean: ({ column }: Of<'cell_not_boolean'>) => `“${column}” must be yes or no.`,
  cell_not_integer: ({ column }: Of<'cell_not_integer'>) => `“${column}” must be a whole number.`,
  cell_not_time: ({ column }: Of<'cell_not_time'>) =>
    `“${column}” is not a date or time. Write it like 2027-05-20 09:30.`,
  cell_date_ambiguous: ({ column }: Of<'cell_date_ambiguous'>) =>
    `“${column}” has a date that can be read in two ways. Choose the order of day and month with the columns.`,
  cell_time_skipped: ({ column, zone }: Of<'cell_time_skipped'>) =>
    `“${column}” is a time that does not exist in ${zone}, because clocks are set forward then.`,
  cell_link: ({ column }: Of<'cell_link'>) => `“${column}” has a link that is not a public https URL.`,
  cell_entry_too_long: ({ column, max }: Of<'cell_entry_too_long'>) =>
    `“${column}” has an entry of more than ${number(max)} characters. Shorten it.`,
  cell_names_ambiguous: ({ column }: Of<'cell_names_ambiguous'>) =>
    `“${column}” may contain one person or several. Separate people with semicolons.`,
  cell_entries: ({ column, entries, people }: Of<'cell_entries'>) =>
    `“${column}” has ${plural(entries, { one: '# entry', other: '# entries' })} for ${plural(people, { one: '# person', other: '# people' })}. Separate entries with semicolons, one for each person.`,
  // Of a talk, a sponsor, or a person.
  id_twice: () => 'Another entry has the same ID or title. Make one of them different.',
  row_id_twice: () => 'Another row has the same ID or name. Make one of them different.',
  email_twice: ({ row }: Of<'email_twice'>) => `Row ${number(row)} has the same e-mail.`,
  id_unusable: ({ max }: Of<'id_unusable'>) =>
    `The ID is empty, longer than ${number(max)} characters, or contains control characters.`,
  title_missing: () => 'The title is missing. Fill it in.',
  text_too_long: ({ length, max, ...text }: Of<'text_too_long'>) =>
    `The ${fieldOf(text)} has ${number(length)} characters, but at most ${number(max)} are possible. Shorten it, or choose “Shorten long texts” below.`,
  name_missing: ({ email }: Of<'name_missing'>) =>
    email === ''
      ? 'A speaker has no name. Add it.'
      : `${email} has no name. Add it, such as “Ada Lindqvist <${email}>”.`,
  email_missing: ({ name }: Of<'email_missing'>) =>
    `${name} has no e-mail. Add it, or choose “Create addresses for people without an e-mail” below.`,
  time_missing: () => 'There is no start time yet. Add it.',
  time_invalid: () => 'The start is not a date and time.',
  duration_invalid: () => 'The duration must be in minutes or as hours and minutes, such as 0:45.',
  duration_missing: () => 'There is no duration or end. Add one of them.',
  type_missing: () =>
    'The row does not say whether this is a speaker or an attendee. Add a column, or choose it with the columns.',
  // What was left out.
  columns_ignored: ({ columns }: Of<'columns_ignored'>) => `Columns that are not imported: ${list(columns)}.`,
  undecided_sessions: ({ count }: Of<'undecided_sessions'>) =>
    plural(count, {
      one: '# session is left out, because it is not accepted.',
      other: '# sessions are left out, because they are not accepted.',
    }),
  zone_mismatch: ({ zone }: Of<'zone_mismatch'>) =>
    `The time zone of the file (${zone}) does not match its times. Talks get the time zone of the platform.`,
  /** Everything else. */
  other: () => 'The file cannot be read with these choices.',
}
