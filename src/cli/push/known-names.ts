// Names for people who are in the file with only their e-mail.

import { canonicalEmail } from '../../lib/text/email.ts'
import type { ApiClient } from './client.ts'
import { personsOf } from './emails.ts'
import type { ProgrammeEvent, ProgrammePerson } from './programme.ts'
import { noLastName } from './readers/names.ts'

type Names = Pick<ProgrammePerson, 'name' | 'firstName' | 'lastName'>

/** Takes names from other places in the file, or else from the accounts on the server. */
export async function addKnownNames(
  events: ProgrammeEvent[],
  client: Pick<ApiClient, 'get'>,
): Promise<ProgrammeEvent[]> {
  const persons = events.flatMap(personsOf)
  const names = new Map<string, Names>(
    persons
      .filter(({ name, email }) => name !== '' && email !== '')
      .map((person) => [canonicalEmail(person.email), namesOf(person)]),
  )
  for (const { name, email } of persons) {
    const key = canonicalEmail(email)
    if (name !== '' || email === '' || names.has(key)) continue
    const account = await readNames(email, client)
    names.set(key, account ?? { name: '' })
  }
  const named = (person: ProgrammePerson) =>
    person.name === '' ? { ...person, ...names.get(canonicalEmail(person.email)) } : person
  return events.map((event) => ({
    ...event,
    persons: event.persons?.map(named),
    moderators: event.moderators?.map(named),
  }))
}

const namesOf = ({ name, firstName, lastName }: ProgrammePerson): Names =>
  firstName !== undefined && lastName !== undefined ? { name, firstName, lastName } : { name }

/** The API requires names, although it does not change those of an account. */
async function readNames(email: string, client: Pick<ApiClient, 'get'>): Promise<Names | undefined> {
  const { status, body } = await client.get(`/users/${encodeURIComponent(email)}`)
  if (status !== 200) return undefined
  const firstName = String(body.firstName ?? body.username)
  const lastName = String(body.lastName ?? noLastName)
  return { name: `${firstName} ${lastName}`, firstName, lastName }
}
