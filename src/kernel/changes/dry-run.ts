// The report of a dry run, derived from the events that it would have recorded.

import type { ValueChange } from '../lib/data/diff.ts'
import { placeholderUsername } from '../lib/text/usernames.ts'
import type { NewEvent } from '../store/changes/operation.ts'
import type { Outcome } from '../store/changes/transaction.ts'
import type { NewAccount } from './dry-run-schema.ts'

/**
 * The ids that a dry run assigned to objects it would create. They are never reported. The value is the name that a
 * body can use for the object: the e-mail of an account, `ext:` and the identifier of any other object, or null if it
 * has none.
 */
export type PlannedIds = ReadonlyMap<string, string | null>

/** The planned ids of commands that ran in one dry run. */
export function plannedIdsOf(outcomes: readonly Outcome[]): PlannedIds {
  const events = outcomes.flatMap((outcome) => (outcome.status === 'done' ? outcome.events : []))
  const created = events.filter(({ type }) => type.endsWith('.created'))
  return new Map(created.map((event) => [event.objectId, nameOf(event)]))
}

/** Null for an object that would be created. */
export const existingId = (id: string, plannedIds: PlannedIds): string | null =>
  plannedIds.has(id) ? null : id

/**
 * The changes to an object. Objects that would be created are named as in a body; usernames that would be generated are
 * left out.
 */
export function plannedChanges(
  events: readonly NewEvent[],
  id: string,
  plannedIds: PlannedIds,
): ValueChange[] {
  const own = events.find(({ objectId }) => objectId === id)?.changes ?? []
  const named = (one: unknown): unknown =>
    Array.isArray(one) ? one.map(named) : typeof one === 'string' ? (plannedIds.get(one) ?? one) : one
  const hideGenerated = (username: unknown) => (username === placeholderUsername(id) ? null : username)
  return own
    .map(({ pointer, before, after }) => {
      const present = pointer === '/username' ? hideGenerated : named
      return { pointer, before: present(before), after: present(after) }
    })
    .filter(({ before, after }) => before !== null || after !== null)
}

/** The accounts that these events would create. */
export const plannedAccounts = (events: readonly NewEvent[]): NewAccount[] =>
  events.filter(isNewAccount).map((event) => ({
    // The event of an account holds all its attributes, with the names and types of its schema.
    email: emailOf(event),
    firstName: (afterOf(event, '/firstName') ?? null) as string | null,
    lastName: (afterOf(event, '/lastName') ?? null) as string | null,
    role: afterOf(event, '/role') as NewAccount['role'],
  }))

function nameOf(event: NewEvent): string | null {
  if (isNewAccount(event)) return emailOf(event)
  const externalId = afterOf(event, '/externalId')
  return typeof externalId === 'string' ? `ext:${externalId}` : null
}

const isNewAccount = ({ type }: NewEvent) => type === 'user.created'
const emailOf = (event: NewEvent) => String(afterOf(event, '/email'))
const afterOf = ({ changes }: NewEvent, pointer: string): unknown =>
  changes.find((change) => change.pointer === pointer)?.after
