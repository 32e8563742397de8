// Finds names for the ids in a dry run: objects that would be removed, and people who would join or leave a talk.

import type { ApiClient } from './client.ts'
import type { DiffEntry } from './diff.ts'
import type { Prepared } from './document.ts'
import { entryAt } from './pointers.ts'
import type { AttributeChange, ObjectChange } from './send-programme.ts'

/** Each lookup counts toward the shared rate limit, so the rest are shown as ids. */
const MAX_LOOKUPS = 40

export async function nameChanges(
  changes: ObjectChange[],
  prepared: Prepared,
  client: ApiClient,
): Promise<DiffEntry[]> {
  const people = changes.flatMap((change) => change.changes.filter(isPeople))
  const emails = await lookUpEmails(new Set(people.flatMap(differing)), client)
  const named = (list: string[]) => list.map((one) => emails.get(one) ?? one)
  return changes.map(({ kind, action, pointer, changes: attributes }) => ({
    kind,
    action,
    name:
      pointer === undefined ? nameOfRemoved(attributes) : (entryAt(prepared, pointer)?.entry.name ?? pointer),
    changes: attributes.map((change) =>
      isPeople(change) ? { ...change, before: named(change.before), after: named(change.after) } : change,
    ),
  }))
}

/** `How to count (event-11)`: all that is removed stands in its changes. */
function nameOfRemoved(attributes: AttributeChange[]): string {
  const before = new Map(attributes.map((change) => [change.pointer, change.before]))
  const name = before.get('/title') ?? before.get('/name') ?? before.get('/email')
  return `${name} (${before.get('/externalId')})`
}

type PeopleChange = AttributeChange & { before: string[]; after: string[] }

/** Lists of people: the ids of their accounts, and the e-mails of those that would be made. */
const isPeople = (change: AttributeChange): change is PeopleChange =>
  /^\/(?:speakers|moderators)$/.test(change.pointer) &&
  Array.isArray(change.before) &&
  Array.isArray(change.after)

const differing = ({ before, after }: PeopleChange): string[] => [
  ...before.filter((one) => !after.includes(one)),
  ...after.filter((one) => !before.includes(one)),
]

async function lookUpEmails(people: Set<string>, client: ApiClient): Promise<Map<string, string>> {
  const emails = new Map<string, string>()
  const ids = [...people].filter((one) => !one.includes('@'))
  for (const id of ids.slice(0, MAX_LOOKUPS)) {
    const { status, body } = await client.get(`/users/${id}`)
    if (status === 200) emails.set(id, String(body.email))
  }
  return emails
}
