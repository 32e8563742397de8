// What rehearsed changes would do, read from the events that they would leave.
import type { Change } from '../../lib/data/diff.ts'
import { canonicalUsername } from '../../lib/text/usernames.ts'
import type { NewAccount } from '../../schema/changes/dry-run.ts'
import type { NewEvent, Outcome } from '../../store/store.ts'
import type { AccountNames } from '../people/new-accounts.ts'

/** What a rehearsal made up, and nobody will ever see: another run makes up something else. */
export type MadeUp = {
  /** The ids of what would be created: the e-mail of an account, null of what has none. */
  ids: ReadonlyMap<string, string | null>
  usernames: ReadonlySet<string>
}

/** What was made up for commands that were rehearsed together. */
export function madeUpIn(
  commands: readonly { people: readonly AccountNames[] }[],
  outcomes: readonly Outcome<unknown>[],
): MadeUp {
  const events = outcomes.flatMap((outcome) => (outcome.status === 'done' ? outcome.events : []))
  const created = events.filter(({ type }) => type.endsWith('.created'))
  const sent = new Set(
    commands.flatMap(({ people }) => people.map(({ username }) => canonicalUsername(username ?? ''))),
  )
  const usernames = created.filter(isAccountMade).map((event) => String(afterOf(event, '/username')))
  return {
    ids: new Map(created.map((event) => [event.objectId, isAccountMade(event) ? emailOf(event) : null])),
    usernames: new Set(usernames.filter((username) => !sent.has(canonicalUsername(username)))),
  }
}

/** Null for what would be created. */
export const knownId = (id: string, { ids }: MadeUp): string | null => (ids.has(id) ? null : id)

/**
 * What would change of an object. Accounts that would be made are named by their e-mails, as a body can name them too;
 * usernames that are made up are left out.
 */
export function foreseenChanges(
  events: readonly NewEvent[],
  id: string,
  { ids, usernames }: MadeUp,
): Change[] {
  const own = events.find(({ objectId }) => objectId === id)?.changes ?? []
  const named = (list: unknown) =>
    Array.isArray(list) ? list.map((one: unknown) => ids.get(String(one)) ?? one) : list
  const known = (username: unknown) => (usernames.has(String(username)) ? null : username)
  return own
    .map(({ pointer, before, after }) => {
      const tell = pointer === '/username' ? known : named
      return { pointer, before: tell(before), after: tell(after) }
    })
    .filter(({ before, after }) => before !== null || after !== null)
}

/** The accounts that would come into being by these events. */
export const accountsMade = (events: readonly NewEvent[]): NewAccount[] =>
  events.filter(isAccountMade).map((event) => ({
    // The event of an account tells all of it, under the names and types of its schema.
    email: emailOf(event),
    firstName: (afterOf(event, '/firstName') ?? null) as string | null,
    lastName: (afterOf(event, '/lastName') ?? null) as string | null,
    role: afterOf(event, '/role') as NewAccount['role'],
  }))

const isAccountMade = ({ type }: NewEvent) => type === 'user.created'
const emailOf = (event: NewEvent) => String(afterOf(event, '/email'))
const afterOf = ({ changes }: NewEvent, pointer: string): unknown =>
  changes.find((change) => change.pointer === pointer)?.after
