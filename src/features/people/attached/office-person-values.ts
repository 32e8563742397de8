// The people of a talk or sponsor as rows of its form: accounts by name and e-mail, new people with details.

import { linesOf } from '../../../kit/forms/forms.ts'
import { type Row, type Values, withRows } from '../../../kit/office/form-values.ts'
import type { Person } from './attached-people-schema.ts'

type KnownPerson = Pick<Person, 'id' | 'email' | 'firstName' | 'lastName' | 'username' | 'avatar' | 'role'>

/** The row of an account. It only identifies the account, because the form does not change accounts. */
export const knownRow = ({ id, email, firstName, lastName, username, avatar, role }: KnownPerson): Row => ({
  known: id,
  email,
  firstName: firstName ?? '',
  lastName: lastName ?? '',
  knownAs: username,
  picture: avatar ?? '',
  role,
})

export const withPeople = (values: Values, list: string, people: readonly KnownPerson[]): Values =>
  withRows(values, list, people.map(knownRow))

// The API requires names for the people of a talk. An account without names stays that way.
const NO_NAME = '·'

/** The person in the body of an API request, without empty fields. */
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

/** The fields with the pictures of new people in a sent form. */
export const avatarFields = (body: unknown, lists: readonly string[]): string[] =>
  Object.keys(body ?? {}).filter((name) => {
    const [list = '', , field] = name.split('/')
    return lists.includes(list) && field === 'avatar'
  })
