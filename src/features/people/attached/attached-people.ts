// Attached people: existing accounts are attached unchanged, and unknown e-mails become new speakers.

import { createdEvent } from '../../../kernel/changes/change-events.ts'
import { canonicalEmail } from '../../../kernel/lib/text/email.ts'
import type { Notice } from '../../../kernel/schema/problems.ts'
import type { DecideContext, LoadContext, NewEvent } from '../../../kernel/store/changes/operation.ts'
import type { Write } from '../../../kernel/store/sql/statements.ts'
import type { FileUses } from '../../files/file-uses.ts'
import { addTags } from '../../platforms/tags-store.ts'
import { loadTakenUsernames, NewAccounts } from '../new-accounts/new-accounts.ts'
import { type InvitationDrafts, invitationsOf } from '../new-accounts/new-invitations.ts'
import { presentUser } from '../present-user.ts'
import { userFields } from '../schema.ts'
import { insertUsers, type TakenUsername } from '../store.ts'
import type { UserRow } from '../tables.ts'
import type { AttachedPerson, PersonBody } from './attached-people-schema.ts'
import { type AttachableAccount, attachableAccounts, listAccounts } from './attached-people-store.ts'

export type PeopleLists = { speakers?: readonly PersonBody[]; moderators?: readonly PersonBody[] }
export type PeopleState = { accounts?: AttachableAccount[]; taken?: TakenUsername[] }

const listedPeople = ({ speakers = [], moderators = [] }: PeopleLists): PersonBody[] => [
  ...speakers,
  ...moderators,
]

/** The avatars that were sent. */
export const avatarsOf = (lists: PeopleLists) => listedPeople(lists).map(({ avatar }) => avatar)

/** The queries that `resolvePeople` needs; none if no list was sent. */
export function loadPeople(ctx: LoadContext, lists: PeopleLists) {
  const people = listedPeople(lists)
  if (people.length === 0) return {}
  const emails = new Set(people.map(({ email }) => canonicalEmail(email)))
  return {
    accounts: attachableAccounts({ platformId: ctx.platformId, emailKeys: [...emails] }),
    ...loadTakenUsernames(ctx, people),
  }
}

export type ResolvedPeople = {
  /** The accounts of each list that was sent, in order. */
  speakers: AttachableAccount[] | undefined
  moderators: AttachableAccount[] | undefined
  /** The people for the answer. Each new password appears only at the first mention of its account. */
  answer: { speakers: AttachedPerson[]; moderators: AttachedPerson[] }
  warnings: Notice[]
  writes: Write[]
  events: NewEvent[]
  /** The file references of the new accounts. */
  fileUses: FileUses
}

/** Decides who is attached, and creates accounts for unknown e-mails. New accounts are invited if there are drafts. */
export function resolvePeople(
  state: PeopleState,
  ctx: DecideContext,
  lists: PeopleLists,
  drafts?: InvitationDrafts,
): ResolvedPeople {
  const accounts = new Map((state.accounts ?? []).map((account) => [account.emailKey, account]))
  const newAccounts = new NewAccounts(ctx, state.taken)
  const created: UserRow[] = []
  const warnings: Notice[] = []
  const unshownPasswords = new Map<string, string>()
  const fileUses: Record<string, string | null> = {}

  const resolve = (person: PersonBody, pointer: string): AttachableAccount => {
    const key = canonicalEmail(person.email)
    const known = accounts.get(key)
    if (known) {
      if (!isNamed(known, person)) warnings.push(personNotUpdated(pointer))
      return known
    }
    const username =
      person.username && newAccounts.takeUsername(person.username) ? person.username : undefined
    if (person.username && !username) warnings.push(usernameTaken(`${pointer}/username`))
    const { account: started, password } = newAccounts.create(person, username)
    const { email: _email, username: _username, ...details } = person
    const { firstName = null, lastName = null, highlighted = false, ...plain } = details
    const own = { firstName, lastName, highlighted, attached: true, role: 'speaker' as const }
    const account: UserRow = { ...userFields.merge(started, plain), ...own }
    accounts.set(key, account)
    created.push(account)
    fileUses[`${pointer}/avatar`] = account.avatar
    unshownPasswords.set(account.id, password)
    return account
  }
  const list = (name: 'speakers' | 'moderators') =>
    lists[name]?.map((person, index) => resolve(person, `/${name}/${index}`))
  const present = (account: AttachableAccount): AttachedPerson => {
    const password = unshownPasswords.get(account.id)
    unshownPasswords.delete(account.id)
    return { id: account.id, email: account.email, ...(password === undefined ? {} : { password }) }
  }

  const speakers = list('speakers')
  const moderators = list('moderators')
  const attendees = (accounts: readonly AttachableAccount[] | undefined) =>
    [...(accounts ?? []).entries()].filter(([, { role }]) => role === 'attendee').map(([index]) => index)
  warnings.push(...attendees(speakers).map((index) => attendeeSpeaks(`/speakers/${index}`)))
  warnings.push(...attendees(moderators).map((index) => attendeeModerates(`/moderators/${index}`)))
  const invited = invitationsOf(ctx, created, drafts)
  return {
    speakers,
    moderators,
    answer: { speakers: speakers?.map(present) ?? [], moderators: moderators?.map(present) ?? [] },
    warnings,
    writes: [
      ...insertUsers(sortByEmail(created)),
      ...listAccounts([...(speakers ?? []), ...(moderators ?? [])]),
      ...addTags(
        ctx.platformId,
        created.flatMap((account) => account.tags),
      ),
      ...invited.writes,
    ],
    events: [
      ...created.map((account) => createdEvent('user', account, presentUser(account))),
      ...invited.events,
    ],
    fileUses,
  }
}

/** All writers use the same order, so that two writers that create the same people cannot deadlock. */
const sortByEmail = (accounts: readonly UserRow[]): UserRow[] =>
  accounts.toSorted((a, b) => (a.emailKey < b.emailKey ? -1 : 1))

/** Whether the account has the name that was sent. Parts that were not sent, case, and spaces do not count. */
const isNamed = (account: AttachableAccount, { firstName, lastName }: PersonBody): boolean =>
  isSamePart(firstName, account.firstName) && isSamePart(lastName, account.lastName)

const isSamePart = (sent: string | null | undefined, own: string | null): boolean =>
  sent === undefined || sent === own || namePart(sent) === namePart(own)

const namePart = (name: string | null): string =>
  (name ?? '').normalize().toLowerCase().replace(/\s+/g, ' ').trim()

const personNotUpdated = (pointer: string): Notice => ({
  code: 'person_not_updated',
  message: 'The account with this e-mail has another name. It is attached as it is, with its own name.',
  pointer,
})

const usernameTaken = (pointer: string): Notice => ({
  code: 'username_taken',
  message: 'The username is taken. A new one was generated instead.',
  pointer,
})

const attendeeSpeaks = (pointer: string): Notice => ({
  code: 'speaker_is_attendee',
  message: 'The account is attached, but its role is still attendee. Only the Back Office can change it.',
  pointer,
})

const attendeeModerates = (pointer: string): Notice => ({
  code: 'moderator_is_attendee',
  message: 'The account is attached, but it can moderate only when its role is speaker, admin, or owner.',
  pointer,
})
