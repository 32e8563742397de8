// Who is who in a schedule export. A guid or code identifies a person. Generators write all kinds of things into `id`, even
// 0 for everybody, so an id identifies a person only if its names belong together.
import { canonicalEmail } from '../../../kernel/lib/text/email.ts'
import { searchKey } from '../../../kernel/lib/text/search-keys.ts'
import type { ImportProblem } from '../file/problems.ts'
import type { ProgrammePerson } from '../file/programme.ts'

/** A person as listed in an event. */
export type ListedPerson = Omit<ProgrammePerson, 'identity'> & { guid: string }
type Identified = { persons: ProgrammePerson[][]; notes: ImportProblem[] }

/** Notes name at most this many people. */
const MAX_NAMED = 5

/** Identifies the people of all events, in the same order, and notes who was joined or kept apart. */
export function identifyPeople(events: readonly (readonly ListedPerson[])[]): Identified {
  const byId = Map.groupBy(
    events.flat().filter(({ guid, code, id }) => guid === '' && code === '' && id !== ''),
    ({ id }) => id,
  )
  const trusted = new Set<string>()
  const notes: ImportProblem[] = []
  for (const [id, people] of byId) {
    const names = namesOf(people)
    const isOne = !/^0*$/.test(id) && belongTogether(names)
    if (isOne) trusted.add(id)
    if (names.length > 1) notes.push({ code: isOne ? 'people_joined' : 'people_split', id, ...named(names) })
  }
  const emails = emailsByName(events.flat())
  const spellings = new Map(
    events
      .flat()
      .toReversed()
      .map(({ name }) => [keyOf(name), name]),
  )
  const persons = events.map((listed) => {
    const times = new Map<string, number>()
    const identified = listed.map((person): ProgrammePerson => {
      const { guid, ...known } = person
      const isTrusted = trusted.has(person.id)
      const own = guid || person.code || (isTrusted ? person.id : '')
      if (own !== '') return { ...known, identity: own }
      const email = person.email || soleEmail(emails, person.name)
      const same = email || (spellings.get(keyOf(person.name)) ?? '')
      const before = times.get(same) ?? 0
      times.set(same, before + 1)
      // Two entries of one event with the same name are two people.
      const isNamesake = before > 0 && person.email === ''
      const identity = isNamesake ? `${same} (${before + 1})` : same
      return { ...known, id: '', email: isNamesake ? '' : email, identity }
    })
    return uniquePersons(identified)
  })
  return { persons, notes }
}

const keyOf = (name: string): string => searchKey([name]) || name

/** The different names of people, as they are first spelled. */
const namesOf = (people: readonly ListedPerson[]): string[] => [
  ...new Map(
    people
      .filter(({ name }) => name !== '')
      .toReversed()
      .map(({ name }) => [keyOf(name), name]),
  ).values(),
]

/** Whether names can be of one person: of any two, one contains the other, as “Ada Lindqvist” contains “Ada”. */
const belongTogether = (names: readonly string[]): boolean => {
  const [longest = '', ...others] = names.map(keyOf).toSorted((a, b) => b.length - a.length)
  return others.every((other, i) =>
    [longest, ...others.slice(0, i)].every((longer) => longer.includes(other)),
  )
}

const named = (names: readonly string[]) => ({ names: names.slice(0, MAX_NAMED), count: names.length })

/** The e-mails that the file has for a name. */
function emailsByName(people: readonly ListedPerson[]): ReadonlyMap<string, Map<string, string>> {
  const found = new Map<string, Map<string, string>>()
  for (const { name, email } of people) {
    if (email === '') continue
    const known = found.get(keyOf(name)) ?? new Map<string, string>()
    found.set(keyOf(name), known.set(canonicalEmail(email), known.get(canonicalEmail(email)) ?? email))
  }
  return found
}

/** The e-mail of a name, or '' if there is none or more than one, because then the name is that of several people. */
function soleEmail(emails: ReturnType<typeof emailsByName>, name: string): string {
  const found = [...(emails.get(keyOf(name))?.values() ?? [])]
  return found.length === 1 ? (found[0] ?? '') : ''
}

function uniquePersons(persons: readonly ProgrammePerson[]): ProgrammePerson[] {
  const seen = new Set<string>()
  return persons.filter(({ identity }) => !seen.has(identity) && seen.add(identity))
}
