// Gives each person in the file one e-mail address: their own, or one made from --email-pattern.

import { canonicalEmail, isEmail } from '../../../kernel/lib/text/email.ts'
import { slugify } from '../../../kernel/lib/text/slugs.ts'
import { ImportFailure } from './failure.ts'
import type { ProgrammeEvent, ProgrammePerson } from './programme.ts'

const MAX_SLUG_LENGTH = 40

/**
 * Returns e-mails by {@link ProgrammePerson.identity}. In the pattern, `{slug}` is the name in ASCII (`bjoern-muster`),
 * followed by the code if several people have the same name. `{code}` and `{id}` are those of the person in the file.
 * Without a pattern, missing addresses are ''.
 * @throws ImportFailure if the pattern yields an invalid or duplicate address.
 */
export function assignEmails(events: ProgrammeEvent[], pattern: string | undefined): Map<string, string> {
  const persons = new Map<string, ProgrammePerson>()
  for (const person of events.flatMap(personsOf)) {
    const known = persons.get(person.identity)
    if (known === undefined || known.email === '') persons.set(person.identity, person)
  }
  const withoutEmail = [...persons.values()].filter((person) => person.email === '' && person.name !== '')
  const emails = new Map([...persons.values()].map((person) => [person.identity, person.email]))
  if (withoutEmail.length === 0 || pattern === undefined) return emails
  const made = makeEmails(withoutEmail, pattern)
  for (const [identity, email] of made) emails.set(identity, email)
  return emails
}

export const personsOf = ({ persons = [], moderators = [] }: ProgrammeEvent): ProgrammePerson[] => [
  ...persons,
  ...moderators,
]

function makeEmails(persons: ProgrammePerson[], pattern: string): Map<string, string> {
  const slugs = assignSlugs(persons)
  const owners = new Map<string, ProgrammePerson>()
  const emails = new Map<string, string>()
  for (const person of persons) {
    const email = fillPattern(pattern, person, slugs.get(person.identity) ?? '')
    if (!isEmail(email)) throw new ImportFailure({ code: 'pattern_invalid', email })
    const canonical = canonicalEmail(email)
    const owner = owners.get(canonical)
    if (owner !== undefined) {
      throw new ImportFailure({ code: 'pattern_ambiguous', email, names: [owner.name, person.name] })
    }
    owners.set(canonical, person)
    emails.set(person.identity, email)
  }
  return emails
}

function fillPattern(pattern: string, person: ProgrammePerson, slug: string): string {
  const values: Record<string, string> = { slug, code: keyOf(person), id: person.id || keyOf(person) }
  return pattern.replace(/\{([^{}]*)\}/g, (part, name: string) => {
    const value = values[name]
    if (value === undefined) {
      throw new ImportFailure({ code: 'pattern_unknown', part })
    }
    return value
  })
}

function assignSlugs(persons: ProgrammePerson[]): Map<string, string> {
  const namesakes = Map.groupBy(persons, ({ name }) => slugOf(name))
  return new Map(
    [...namesakes].flatMap(([slug, group]) =>
      group.map((person) => [person.identity, group.length === 1 ? slug : `${slug}-${keyOf(person)}`]),
    ),
  )
}

const keyOf = (person: ProgrammePerson): string => slugOf(person.code || person.id || person.identity)

const slugOf = (text: string): string => slugify(text, MAX_SLUG_LENGTH) || 'speaker'
