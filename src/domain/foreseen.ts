// What a rehearsed change would do, read from the events that it would leave.
import type { Change } from '../lib/changes.ts'
import type { NewAccount } from '../schema/dry-run.ts'
import type { NewEvent } from '../store/engine.ts'

/** What would change of an object; the ids of accounts that would be made are null. */
export function foreseenChanges(events: readonly NewEvent[], id: string): Change[] {
  const made = accountIdsMade(events)
  const own = events.find(({ objectId }) => objectId === id)?.changes ?? []
  return own.map((change) =>
    Array.isArray(change.after)
      ? { ...change, after: change.after.map((one: unknown) => (made.has(String(one)) ? null : one)) }
      : change,
  )
}

/** The accounts that would come into being by these events. */
export const accountsMade = (events: readonly NewEvent[]): NewAccount[] =>
  events.filter(isAccountMade).map(({ changes }) => {
    const after = (pointer: string) => changes.find((change) => change.pointer === pointer)?.after
    // The event of an account tells all of it, under the names and types of its schema.
    return {
      email: String(after('/email')),
      firstName: (after('/firstName') ?? null) as string | null,
      lastName: (after('/lastName') ?? null) as string | null,
      role: after('/role') as NewAccount['role'],
    }
  })

/** Their ids, which nobody will have. */
export const accountIdsMade = (events: readonly NewEvent[]): ReadonlySet<string> =>
  new Set(events.filter(isAccountMade).map(({ objectId }) => objectId))

const isAccountMade = ({ type }: NewEvent) => type === 'user.created'
