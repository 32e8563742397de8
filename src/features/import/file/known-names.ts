// Names for people whose entries in the file have only an e-mail.

import { canonicalEmail } from '../../../kernel/lib/text/email.ts'
import type { PersonName } from '../readers/names.ts'
import { personsOf } from './emails.ts'
import type { ProgrammeEvent, ProgrammePerson } from './programme.ts'

type Names = Pick<ProgrammePerson, 'name' | 'firstName' | 'lastName'>

/**
 * Takes names from other places in the file, or from the accounts of the platform. The API requires names, although it
 * does not change those of an account.
 */
export async function addKnownNames(
  events: ProgrammeEvent[],
  findAccount: (email: string) => Promise<PersonName | undefined>,
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
    const account = await findAccount(email)
    names.set(key, account ? { ...account, name: `${account.firstName} ${account.lastName}` } : { name: '' })
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
