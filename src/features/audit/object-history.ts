// The history of one object, and the accounts that its changes mention.

import { pageOf, readCursor } from '../../kernel/changes/pagination.ts'
import type { Caller, Services } from '../../kernel/changes/services.ts'
import { ROWS_PER_PAGE } from '../../kernel/limits.ts'
import type { ObjectKind } from '../../kernel/store/tables.ts'
import { usersByIds } from '../people/store.ts'
import { eventsOfObject } from './store.ts'

// Changes to the people of talks and sponsors contain the ids of accounts.
const PEOPLE = new Set(['/speakers', '/moderators'])

/** A page of the history, newest first. It outlives the object. */
export async function readObjectHistory(
  { store }: Services,
  { platform }: Caller,
  object: { kind: ObjectKind; id: string },
  cursor: string | undefined,
) {
  const [before] = readCursor(cursor, ['number']) ?? []
  const page = { before: before === undefined ? null : Number(before), limit: ROWS_PER_PAGE + 1 }
  const read = await store.read(eventsOfObject({ platformId: platform.id, ...object, ...page }))
  const { rows: events, next } = pageOf(read, ROWS_PER_PAGE, ({ seq }) => [seq])
  const mentioned = events
    .flatMap(({ changes }) => changes)
    .filter(({ pointer }) => PEOPLE.has(pointer))
    .flatMap(({ before: old, after }) => [old, after].flat())
    .filter((id): id is string => typeof id === 'string')
  const people = await store.read(usersByIds({ platformId: platform.id, ids: [...new Set(mentioned)] }))
  return { events, next, people }
}
