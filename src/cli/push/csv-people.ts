// The speakers and moderators of a row: several in one cell, or in columns of their own.

import { canonicalEmail, isEmail } from '../../lib/email.ts'
import { splitList } from './csv-cells.ts'
import type { Column } from './csv-columns.ts'
import type { ProgrammePerson } from './programme.ts'

type Role = 'speakers' | 'moderators'
/** Texts by the name of the attribute. */
type Fields = Record<string, string>

/** Persons in the order of the columns; undefined where the table has no column of that role. */
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

/** Every column has as many entries as there are people, or none. */
function readSeveral(columns: Field[], separator: string | undefined, problems: string[]): Fields[] {
  const lists = columns.map((column) => ({ ...column, entries: entriesOf(column, columns, separator) }))
  const count = Math.max(
    ...lists.filter(({ field }) => leading.has(field)).map(({ entries }) => entries.length),
    0,
  )
  for (const { header, entries, field, cell } of lists) {
    if (cell === '' && (field !== 'name' || count === 0)) continue
    if (entries.length !== count)
      problems.push(`column "${header}": ${entries.length} entries for ${count} people`)
  }
  return Array.from({ length: count }, (_, index) =>
    withAddress(Object.fromEntries(lists.map(({ field, entries }) => [field, entries[index] ?? '']))),
  )
}

// What can be told apart at commas; a text may have them in it.
const leading = new Set(['name', 'email', 'firstName', 'lastName'])

function entriesOf({ field, cell }: Field, columns: Field[], separator: string | undefined): string[] {
  if (cell === '') return []
  const emails = splitList(columns.find((column) => column.field === 'email')?.cell ?? '', separator)
  // With one address there is one person, whose name or text may have a comma in it.
  const isOne = emails.length === 1 && !/[;|\r\n]/.test(cell)
  if (separator !== undefined || (leading.has(field) && !isOne)) return splitParts(cell, separator)
  return /[;|\r\n]/.test(cell) && !isOnly(columns, separator) ? splitParts(cell, undefined) : [cell]
}

/** Whether the names and addresses are of one person alone. */
const isOnly = (columns: Field[], separator: string | undefined): boolean =>
  columns.every(({ field, cell }) => !leading.has(field) || splitParts(cell, separator).length <= 1)

/** As a list, but equal entries stay: two people may have one company. */
function splitParts(cell: string, separator: string | undefined): string[] {
  const at = separator ?? (/[;|\r\n]/.test(cell) ? /[;|\r\n]+/ : ',')
  const parts = cell.split(at).map((part) => part.trim())
  return parts.at(-1) === '' ? parts.slice(0, -1) : parts
}

/** “Ada Sample <ada@example.org>” holds both. */
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
