// The audit log: every change of a platform, by pages and as an export.

import { allPages, pageOf, readCursor } from '../../kernel/changes/pagination.ts'
import type { Caller, Services } from '../../kernel/changes/services.ts'
import { listKeys } from '../api-keys/api-keys.ts'
import { MAX_EVENTS_OF_REQUEST } from './limits.ts'
import { type AuditEvent, type EventFilter, eventsOfRequest, listEvents, staffNames } from './store.ts'

/** A page of changes, newest first; `next` leads to older ones. Throws 422 for an invalid cursor. */
export async function listChanges(
  { store }: Services,
  { platform }: Caller,
  filter: EventFilter,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): Promise<{ events: AuditEvent[]; next: string | null }> {
  const [before] = readCursor(cursor, ['number']) ?? []
  const page = { before: before === undefined ? null : Number(before), limit: limit + 1 }
  const read = await store.read(listEvents({ platformId: platform.id, ...filter, ...page }))
  const { rows: events, next } = pageOf(read, limit, ({ seq }) => [seq])
  return { events, next }
}

/** All changes, newest first, read page by page as they are consumed. */
export const allChanges = (
  { store }: Services,
  { platform }: Caller,
  filter: EventFilter,
): AsyncIterable<AuditEvent[]> =>
  allPages(
    (last, limit) => store.read(listEvents({ platformId: platform.id, ...filter, before: last?.seq, limit })),
    (event: AuditEvent) => event,
  )

/** The changes that a request made, at most 200. */
export const readChangesOfRequest = ({ store }: Services, { platform }: Caller, requestId: string) =>
  store.read(eventsOfRequest({ platformId: platform.id, requestId, limit: MAX_EVENTS_OF_REQUEST }))

export type PossibleActor = { kind: 'api_key' | 'user'; id: string; name: string }

/** The actors that changes can be filtered by: the keys and the staff of the platform. */
export async function listPossibleActors(services: Services, caller: Caller): Promise<PossibleActor[]> {
  const [keys, staff] = [
    await listKeys(services, caller),
    await services.store.read(staffNames({ platformId: caller.platform.id })),
  ]
  return [
    ...keys.map(({ id, name }) => ({ kind: 'api_key' as const, id, name })),
    ...staff.map((person) => ({ kind: 'user' as const, ...person })),
  ]
}

/** The action of an event type: `updated` for `talk.updated`. */
export const actionOf = (type: string): string => type.slice(type.indexOf('.') + 1)
