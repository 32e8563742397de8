// Events as they are looked at: newest first, page by page, with the names of who did it.
import { sql } from 'kysely'
import type { StoredRow } from '../sql/columns.ts'
import { allRows, parameter, type Query, Statement, type Tools } from '../sql/statements.ts'
import { type EventRow, events, type ObjectKind } from '../sql/tables.ts'
import { isAbsentOr } from './request-log.ts'

/** Null: whatever it is. Times are epoch milliseconds, from inclusive to exclusive. */
export type EventFilter = {
  /** The id of a key or an account; `system` for what nobody asked for. */
  actor: string | null
  objectKind: ObjectKind | null
  /** What was done, whatever it was done to: the part of the type behind the kind, such as `updated`. */
  action: string | null
  objectId: string | null
  from: number | null
  to: number | null
}

/** An event with its place in the order, and the present names of its actor and its object while these exist. */
export type AuditEvent = EventRow & { seq: number; actorName: string | null; objectName: string | null }

const withActor = (row: StoredRow): AuditEvent => ({
  ...events.decode(row),
  seq: Number(row.seq),
  actorName: nameOf(row),
  objectName: objectNameOf(row),
})

function objectNameOf({ talk_title, sponsor_name, own_username, own_key_name }: StoredRow): string | null {
  const name = talk_title ?? sponsor_name ?? own_username ?? own_key_name
  return name === null || name === undefined ? null : String(name)
}

function nameOf({ key_name, first_name, last_name, username }: StoredRow): string | null {
  const person = [first_name, last_name].filter((part) => part !== null).join(' ')
  const name = key_name ?? (person || username)
  return name === null || name === undefined ? null : String(name)
}

const selected = ({ db }: Tools) =>
  db
    .selectFrom('events')
    .leftJoin('users', 'users.id', 'events.actor_id')
    .leftJoin('api_keys', 'api_keys.id', 'events.actor_id')
    .leftJoin('talks', 'talks.id', 'events.object_id')
    .leftJoin('sponsors', 'sponsors.id', 'events.object_id')
    .leftJoin('users as own', 'own.id', 'events.object_id')
    .leftJoin('api_keys as own_key', 'own_key.id', 'events.object_id')
    .select([
      ...events.columnNames.map((column) => `events.${column}` as 'events.id'),
      'events.seq',
      'api_keys.name as key_name',
      'users.first_name',
      'users.last_name',
      'users.username',
      'talks.title as talk_title',
      'sponsors.name as sponsor_name',
      'own.username as own_username',
      'own_key.name as own_key_name',
    ])
    .where('events.platform_id', '=', parameter('platform'))

const list = new Statement('events.audit', (tools) =>
  selected(tools)
    .where('events.seq', '<', parameter('before'))
    .where(isAbsentOr('actor', sql`coalesce(events.actor_id, events.actor_kind) = ${parameter('actor')}`))
    .where(isAbsentOr('kind', sql`events.object_kind = ${parameter('kind')}`))
    .where(isAbsentOr('action', sql`events.type = events.object_kind || '.' || ${parameter('action')}`))
    .where(isAbsentOr('object', sql`events.object_id = ${parameter('object')}`))
    .where('events.at', '>=', parameter('from'))
    .where('events.at', '<', parameter('to'))
    .orderBy('events.seq', 'desc')
    .limit(parameter('limit')),
)

/** Events before this place in their order (null: from the newest on), newest first. */
export const listEvents = (
  platformId: string,
  { actor, objectKind, action, objectId, from, to }: EventFilter,
  { before, limit }: { before: number | null; limit: number },
): Query<AuditEvent[]> => ({
  statement: list,
  values: {
    platform: platformId,
    before: before ?? Number.MAX_SAFE_INTEGER,
    limit,
    actor,
    kind: objectKind,
    action,
    object: objectId,
    from: from ?? 0,
    to: to ?? Number.MAX_SAFE_INTEGER,
  },
  decode: allRows(withActor),
})

const ofRequest = new Statement('events.of_request', (tools) =>
  selected(tools)
    .where('events.request_id', '=', parameter('request'))
    .orderBy('events.seq')
    .limit(parameter('limit')),
)

/** The changes that one request made, in their order. */
export const eventsOfRequest = (
  platformId: string,
  requestId: string,
  limit: number,
): Query<AuditEvent[]> => ({
  statement: ofRequest,
  values: { platform: platformId, request: requestId, limit },
  decode: allRows(withActor),
})

const ofObject = new Statement('events.of_object', (tools) =>
  selected(tools)
    .where('events.object_id', '=', parameter('object'))
    .where('events.object_kind', '=', parameter('kind'))
    .where('events.seq', '<', parameter('before'))
    .orderBy('events.seq', 'desc')
    .limit(parameter('limit')),
)

/** What happened to one object before this place in the order (null: from the newest on), newest first. */
export const eventsOfObject = (
  platformId: string,
  { kind, id }: { kind: ObjectKind; id: string },
  { before, limit }: { before: number | null; limit: number },
): Query<AuditEvent[]> => ({
  statement: ofObject,
  values: { platform: platformId, object: id, kind, before: before ?? Number.MAX_SAFE_INTEGER, limit },
  decode: allRows(withActor),
})

const staff = new Statement('users.staff', ({ db }) =>
  db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'username'])
    .where('platform_id', '=', parameter('platform'))
    .where('role', 'in', ['admin', 'owner'])
    .orderBy('role')
    .orderBy('id'),
)

/** The admins and owners of a platform by name. */
export const staffNames = (platformId: string): Query<{ id: string; name: string }[]> => ({
  statement: staff,
  values: { platform: platformId },
  decode: allRows((row) => ({ id: String(row.id), name: nameOf(row) ?? '' })),
})
