// The persons of a list: accounts that exist are attached as they are, unknown e-mails become new speakers.
import { canonicalEmail } from '../../lib/text/email.ts'
import type { AttachedPerson, Person, PersonBody } from '../../schema/people/attached-people.ts'
import type { Notice } from '../../schema/problems.ts'
import { type TakenUsername, takenUsernames, userObjects, usersByEmails } from '../../store/people/users.ts'
import { addTags } from '../../store/programme/tags.ts'
import type { Write } from '../../store/sql/statements.ts'
import type { UserRow } from '../../store/sql/tables.ts'
import type { DecideContext, NewEvent } from '../../store/store.ts'
import { createdEvent } from '../changes/change-events.ts'
import { ProvisionMissing } from '../changes/errors.ts'
import { newAccount, type Provisions, Usernames, usernamesToTry } from './new-accounts.ts'
import { presentUser } from './present-user.ts'

export type PeopleLists = { speakers?: readonly PersonBody[]; moderators?: readonly PersonBody[] }
export type PeopleState = { accounts: UserRow[]; taken: TakenUsername[] }

/** Everyone of both lists. */
export const everyone = ({ speakers = [], moderators = [] }: PeopleLists): PersonBody[] => [
  ...speakers,
  ...moderators,
]

const emailKeys = (people: readonly PersonBody[]): string[] => [
  ...new Set(people.map((person) => canonicalEmail(person.email))),
]

/** What `resolvePeople` needs to know. */
export const loadPeople = (platformId: string, lists: PeopleLists, provisions: Provisions) => ({
  accounts: usersByEmails(platformId, emailKeys(everyone(lists))),
  taken: takenUsernames(platformId, usernamesToTry(everyone(lists), provisions)),
})

export type ResolvedPeople = {
  /** The accounts of each list that was sent, in its order. */
  speakers: UserRow[] | undefined
  moderators: UserRow[] | undefined
  /** The same, as answered; a password stands at its first mention only. */
  answer: { speakers: AttachedPerson[]; moderators: AttachedPerson[] }
  warnings: Notice[]
  writes: Write[]
  events: NewEvent[]
}

/** Decides who is attached and who is made. Throws ProvisionMissing where a password is not ready. */
export function resolvePeople(
  state: PeopleState,
  ctx: DecideContext,
  lists: PeopleLists,
  provisions: Provisions,
): ResolvedPeople {
  const accounts = new Map(state.accounts.map((account) => [account.emailKey, account]))
  const usernames = new Usernames(state.taken)
  const made: UserRow[] = []
  const warnings: Notice[] = []
  const unshown = new Map<string, string>()

  const resolve = (person: PersonBody, pointer: string): UserRow => {
    const key = canonicalEmail(person.email)
    const known = accounts.get(key)
    if (known) return known
    const ready = provisions[key]
    if (!ready) throw new ProvisionMissing()
    const isGivenFree = person.username ? usernames.take(person.username) : false
    if (person.username && !isGivenFree) warnings.push(usernameTaken(`${pointer}/username`))
    const username = person.username && isGivenFree ? person.username : usernames.takeFirst(ready.usernames)
    const account: UserRow = {
      ...newAccount(ctx, person.email, username, ready),
      ...detailsOf(person),
      role: 'speaker',
    }
    accounts.set(key, account)
    made.push(account)
    unshown.set(account.id, ready.password)
    return account
  }
  const list = (name: 'speakers' | 'moderators') =>
    lists[name]?.map((person, index) => resolve(person, `/${name}/${index}`))
  const shown = (account: UserRow): AttachedPerson => {
    const password = unshown.get(account.id)
    unshown.delete(account.id)
    return { id: account.id, email: account.email, ...(password === undefined ? {} : { password }) }
  }

  const speakers = list('speakers')
  const moderators = list('moderators')
  moderators?.forEach((account, index) => {
    if (account.role === 'attendee') warnings.push(attendeeModerates(`/moderators/${index}`))
  })
  return {
    speakers,
    moderators,
    answer: { speakers: speakers?.map(shown) ?? [], moderators: moderators?.map(shown) ?? [] },
    warnings,
    writes: [
      ...inOneOrder(made).map((account) => userObjects.insert(account)),
      ...addTags(
        ctx.platformId,
        made.flatMap((account) => account.tags),
      ),
    ],
    events: made.map((account) => createdEvent('user', account, presentUser(account))),
  }
}

/** By e-mail, so that two writers who make the same persons never wait for each other. */
const inOneOrder = (accounts: readonly UserRow[]): UserRow[] =>
  accounts.toSorted((a, b) => (a.emailKey < b.emailKey ? -1 : 1))

const detailsOf = (person: PersonBody) => ({
  firstName: person.firstName ?? null,
  lastName: person.lastName ?? null,
  avatar: person.avatar ?? null,
  description: person.description ?? null,
  job: person.job ?? null,
  company: person.company ?? null,
  tags: [...new Set(person.tags ?? [])],
  timezone: person.timezone ?? null,
  highlighted: person.highlighted ?? false,
})

const usernameTaken = (pointer: string): Notice => ({
  code: 'username_taken',
  message: 'The username is taken; one was generated instead.',
  pointer,
})

const attendeeModerates = (pointer: string): Notice => ({
  code: 'moderator_is_attendee',
  message: 'The account is attached, but moderates only once its role is speaker, admin or owner.',
  pointer,
})

/** An account as part of a talk or a sponsor. */
export const presentPerson = (account: UserRow): Person => ({
  id: account.id,
  email: account.email,
  firstName: account.firstName,
  lastName: account.lastName,
  username: account.username,
  avatar: account.avatar,
  description: account.description,
  job: account.job,
  company: account.company,
  tags: account.tags,
  timezone: account.timezone,
  highlighted: account.highlighted,
  role: account.role,
})
