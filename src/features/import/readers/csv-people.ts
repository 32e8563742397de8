// The speakers and moderators of a row, several in one cell or each in their own columns.

import { canonicalEmail, isEmail } from '../../../kernel/lib/text/email.ts'
import type { ImportProblem } from '../file/problems.ts'
import type { ProgrammePerson } from '../file/programme.ts'
import { splitCell } from './csv-cells.ts'
import type { Column } from './csv-columns.ts'
import { splitNames } from './csv-names.ts'
import { readEmail } from './email-cells.ts'

type Role = 'speakers' | 'moderators'
/** Texts by name of the attribute. */
type Fields = Record<string, string>

/** The people of a role, in column order; undefined if the table has no column for the role. */
export function readPeople(
  role: Role,
  row: { columns: Column[]; cells: string[]; separator: string | undefined; problems: ImportProblem[] },
): ProgrammePerson[] | undefined {
  const own = row.columns.flatMap((column) => {
    const [group, ...rest] = column.attribute.split('.')
    const field = rest.at(-1) ?? ''
    const number = rest.length > 1 ? (rest[0] ?? '') : ''
    return group === role ? [{ ...column, field, number, cell: row.cells[column.index] ?? '' }] : []
  })
  if (own.length === 0) return undefined
  const groups = [...Map.groupBy(own, ({ number }) => Number(number || 0))].sort(([a], [b]) => a - b)
  const persons = groups.flatMap(([number, columns]) =>
    number > 0 ? readOne(columns) : readSeveral(columns, row.separator, row.problems),
  )
  return persons.map(toPerson)
}

type Field = Column & { field: string; cell: string }

const fieldsOf = (columns: Field[]): Fields =>
  Object.fromEntries(columns.map(({ field, cell }) => [field, cell]))

const readOne = (columns: Field[]): Fields[] =>
  columns.every(({ cell }) => cell === '') ? [] : [withAddress(fieldsOf(columns))]

/**
 * Names and e-mails determine the number of people. Every other column has one entry per person or is empty. Commas
 * separate only names and e-mails, and only if the row has more than one e-mail. Texts about a single person are not
 * split.
 */
function readSeveral(columns: Field[], separator: string | undefined, problems: ImportProblem[]): Fields[] {
  const addresses = columns.flatMap(({ field, cell }) =>
    field === 'email' ? splitCell(cell, { separator, atCommas: true }) : [],
  )
  const splitNaming = ({ header, field, cell }: Field) => {
    if (field !== 'name') return splitCell(cell, { separator, atCommas: addresses.length !== 1 })
    const names = splitNames(cell, { separator, addresses: addresses.length })
    if (names === undefined) problems.push({ code: 'cell_names_ambiguous', column: header })
    return names ?? [cell]
  }
  const named = columns.map((column) => ({
    ...column,
    names: naming.has(column.field) ? splitNaming(column) : undefined,
  }))
  const count = Math.max(...named.map(({ names }) => names?.length ?? 0), 0)
  const lists = named.map(({ names, ...column }) => ({
    ...column,
    entries: names ?? (count > 1 ? splitCell(column.cell, { separator, atCommas: false }) : [column.cell]),
  }))
  for (const { header, entries, field, cell } of lists) {
    if (cell === '' && (field !== 'name' || count === 0)) continue
    if (entries.length !== count)
      problems.push({ code: 'cell_entries', column: header, entries: entries.length, people: count })
  }
  return Array.from({ length: count }, (_, index) =>
    withAddress(Object.fromEntries(lists.map(({ field, entries }) => [field, entries[index] ?? '']))),
  )
}

const naming = new Set(['name', 'email', 'firstName', 'lastName'])

/** Splits “Ada Sample <ada@example.org>” into name and e-mail. An e-mail in place of a name is not used as the name. */
function withAddress(fields: Fields): Fields {
  const [, name = '', address = fields.name ?? ''] =
    /^(.*?)\s*<([^<>]+)>\p{Cf}*$/u.exec(fields.name ?? '') ?? []
  const email = readEmail(address)
  return isEmail(email) ? { ...fields, name, email: fields.email || email } : fields
}

function toPerson(fields: Fields): ProgrammePerson {
  const { firstName = '', lastName = '', job, company } = fields
  const email = readEmail(fields.email ?? '')
  const name = fields.name || `${firstName} ${lastName}`.trim()
  return {
    // Spellings that differ only in case are one person.
    identity: email === '' ? name.normalize().toLowerCase() : canonicalEmail(email),
    name,
    ...(firstName && lastName ? { firstName, lastName } : {}),
    code: '',
    id: '',
    email,
    biography: fields.description ?? '',
    avatar: fields.avatar ?? '',
    ...(job ? { job } : {}),
    ...(company ? { company } : {}),
  }
}
