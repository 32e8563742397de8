// The speakers and moderators of a row, several in one cell or each in their own columns.

import { canonicalEmail, isEmail } from '../../../lib/text/email.ts'
import { counted } from '../plurals.ts'
import type { ProgrammePerson } from '../programme.ts'
import { splitCell } from './csv-cells.ts'
import type { Column } from './csv-columns.ts'

type Role = 'speakers' | 'moderators'
/** Texts by the name of the attribute. */
type Fields = Record<string, string>

/** The people of a role, in the order of the columns; undefined if the table has no column of that role. */
export function readPeople(
  role: Role,
  row: { columns: Column[]; cells: string[]; separator: string | undefined; problems: string[] },
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
 * Names and e-mails determine the number of people. Every other column has an entry for each person or is empty. Commas
 * separate only names and e-mails, and only if the row has more than one e-mail. The texts about a single person are not
 * split.
 */
function readSeveral(columns: Field[], separator: string | undefined, problems: string[]): Fields[] {
  const addresses = columns.flatMap(({ field, cell }) =>
    field === 'email' ? splitCell(cell, { separator, atCommas: true }) : [],
  )
  const splitNames = (cell: string) => splitCell(cell, { separator, atCommas: addresses.length !== 1 })
  const names = columns.filter(({ field }) => naming.has(field))
  const count = Math.max(...names.map(({ cell }) => splitNames(cell).length), 0)
  const entriesOf = ({ field, cell }: Field) => {
    if (naming.has(field)) return splitNames(cell)
    return count > 1 ? splitCell(cell, { separator, atCommas: false }) : [cell]
  }
  const lists = columns.map((column) => ({ ...column, entries: entriesOf(column) }))
  for (const { header, entries, field, cell } of lists) {
    if (cell === '' && (field !== 'name' || count === 0)) continue
    if (entries.length !== count)
      problems.push(
        `column "${header}" has ${counted(entries.length, 'entry', 'entries')} for ${counted(count, 'person', 'people')}`,
      )
  }
  return Array.from({ length: count }, (_, index) =>
    withAddress(Object.fromEntries(lists.map(({ field, entries }) => [field, entries[index] ?? '']))),
  )
}

const naming = new Set(['name', 'email', 'firstName', 'lastName'])

/** Splits “Ada Sample <ada@example.org>” into name and e-mail. */
function withAddress(fields: Fields): Fields {
  const match = /^(.*?)\s*<([^<>]+)>$/.exec(fields.name ?? '')
  const [, name = '', email = ''] = match ?? []
  return match !== null && isEmail(email) ? { ...fields, name, email: fields.email || email } : fields
}

function toPerson(fields: Fields): ProgrammePerson {
  const { firstName = '', lastName = '', email = '', job, company } = fields
  const name = fields.name || `${firstName} ${lastName}`.trim()
  return {
    identity: email === '' ? name : canonicalEmail(email),
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
