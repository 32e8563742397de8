// Names for what a dry run speaks of by id alone: what would be removed, and who would leave a talk.

import { canonicalEmail } from '../../lib/email.ts'
import type { ApiClient } from './client.ts'
import type { DiffEntry } from './diff.ts'
import type { Prepared } from './document.ts'
import { entryAt } from './pointers.ts'
import type { ItemKind } from './programme.ts'
import type { Change, ObjectChange } from './send-programme.ts'

/** A look-up is a request of the limit that others have a share in; ids stand for the rest. */
const MOST_LOOKUPS = 40

const paths: Record<ItemKind, string> = { talks: '/talks', sponsors: '/sponsors', people: '/users' }

export async function nameChanges(
  changes: ObjectChange[],
  prepared: Prepared,
  client: ApiClient,
): Promise<DiffEntry[]> {
  const emails = new Map(changes.flatMap((change) => peopleSent(change, prepared)))
  const find = createLookUp(client)
  const entries: DiffEntry[] = []
  for (const { kind, action, pointer, id, changes: attributes } of changes) {
    const name =
      (pointer === undefined ? undefined : entryAt(prepared, pointer)?.entry.name) ??
      (await find(kind, id ?? '')) ??
      id ??
      ''
    const named: Change[] = []
    for (const change of attributes) named.push(isPeople(change) ? await nameLeaving(change) : change)
    entries.push({ kind, action, name, changes: named })
  }
  return entries

  async function nameLeaving({ pointer, before, after }: PeopleChange): Promise<Change> {
    const gone = before.filter((id) => !emails.has(id) && !after.includes(id))
    for (const id of gone) emails.set(id, (await find('people', id)) ?? id)
    const nameOf = (id: string) => emails.get(id) ?? id
    return { pointer, before: before.map(nameOf), after: after.map(nameOf) }
  }
}

/** E-mails of the accounts that would be made for others than those whom the file lists as people. */
export function accountsBeside({ document }: Prepared, accounts: { email: string }[]): string[] {
  const listed = new Set(document.people?.map(({ email }) => canonicalEmail(String(email))))
  return accounts.map(({ email }) => email).filter((email) => !listed.has(canonicalEmail(email)))
}

type PeopleChange = Change & { before: string[]; after: string[] }

/** Lists of people stand in changes as the ids of their accounts, in the order in which they were sent. */
const isPeople = (change: Change): change is PeopleChange =>
  /^\/(?:speakers|moderators)$/.test(change.pointer) &&
  Array.isArray(change.before) &&
  Array.isArray(change.after)

function peopleSent({ pointer, changes }: ObjectChange, prepared: Prepared): [string, string][] {
  const found = pointer === undefined ? undefined : entryAt(prepared, pointer)
  if (found === undefined || !('body' in found.entry)) return []
  const { body } = found.entry
  return changes.filter(isPeople).flatMap(({ pointer: list, after }) => {
    const sent = body[list.slice(1)]
    const emails: unknown[] = Array.isArray(sent)
      ? sent.map((person: { email?: unknown }) => person.email)
      : []
    return after.flatMap((id, index): [string, string][] => {
      const email = emails[index]
      return typeof email === 'string' ? [[id, email]] : []
    })
  })
}

/** `How to count (event-11)`, or the e-mail of an account; undefined for what is not found, and once it is too much. */
function createLookUp(client: ApiClient) {
  let count = 0
  return async (kind: ItemKind, id: string): Promise<string | undefined> => {
    count += 1
    if (count > MOST_LOOKUPS) return undefined
    const { status, body } = await client.get(`${paths[kind]}/${encodeURIComponent(id)}`)
    if (status !== 200) return undefined
    if (kind === 'people') return asName(body.email)
    const name = asName(body.title ?? body.name)
    return name !== undefined && typeof body.externalId === 'string' ? `${name} (${body.externalId})` : name
  }
}

const asName = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
