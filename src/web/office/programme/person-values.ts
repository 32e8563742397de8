// Persons of a talk or a sponsor as rows of a form: those who are known by name and e-mail, new ones with details.
import type { Person } from '../../../schema/people/attached-people.ts'
import { linesOf } from '../../forms/forms.ts'
import { type Row, type Values, withRows } from '../shared/form-values.ts'

type Known = Pick<Person, 'id' | 'email' | 'firstName' | 'lastName' | 'username' | 'avatar' | 'role'>

/** The row of an account: nothing but who it is, since nothing that is sent changes it. */
export const knownRow = ({ id, email, firstName, lastName, username, avatar, role }: Known): Row => ({
  known: id,
  email,
  firstName: firstName ?? '',
  lastName: lastName ?? '',
  knownAs: username,
  picture: avatar ?? '',
  role,
})

export const withPersons = (values: Values, list: string, people: readonly Known[]): Values =>
  withRows(values, list, people.map(knownRow))

// The API wants names of the persons of a talk; an account without one keeps what it has.
const NO_NAME = '·'

/** The person as the API takes it; what is empty is left out. */
export function personOf(row: Row): Record<string, unknown> {
  const { email, firstName, lastName } = row
  if (row.known) return { email, firstName: firstName || NO_NAME, lastName: lastName || NO_NAME }
  const { username, avatar, description, job, company, timezone } = row
  const tags = linesOf(row.tags)
  const person = { email, firstName, lastName, username, avatar, description, job, company, timezone }
  return {
    ...Object.fromEntries(Object.entries(person).filter(([, value]) => value)),
    ...(tags.length > 0 ? { tags } : {}),
    ...(row.highlighted ? { highlighted: true } : {}),
  }
}
