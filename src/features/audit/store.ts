// The audit log: events newest first, page by page, with the names of their actors and objects.
import { type Expression, type InferResult, type RawBuilder, sql } from 'kysely'
import { operationHooks } from '../../kernel/changes/features.ts'
import { integer, integerOr, optionalText, text } from '../../kernel/store/sql/columns.ts'
import type { Database } from '../../kernel/store/sql/database.ts'
import { allRows, defineQuery } from '../../kernel/store/sql/statements.ts'
import { isNullOr, type Tools } from '../../kernel/store/sql/tools.ts'
import { type EventRow, events, type ObjectKind } from '../../kernel/store/tables.ts'

/** Null means any. Times are epoch milliseconds, from inclusive to exclusive. */
export type EventFilter = {
  /** The id of a key or an account, or `system`. */
  actor: string | null
  objectKind: ObjectKind | null
  /** The change, for objects of any kind: the part of the type after the kind, such as `updated`. */
  action: string | null
  objectId: string | null
  from: number | null
  to: number | null
}

/** An event with its number, and the current names of its actor and object if they still exist. */
export type AuditEvent = EventRow & { seq: number; actorName: string | null; objectName: string | null }

declare module '../../kernel/changes/features.ts' {
  interface FeatureOperations {
    /** The columns with the names of its objects, for the audit log. */
    objectNames?: readonly RawBuilder<string>[]
  }
}

/** A column with the name of the object of an event. */
export const nameIn = <Name extends keyof Database>(
  table: Name,
  column: keyof Database[Name] & string,
): RawBuilder<string> =>
  sql`(select ${sql.ref(`${table}.${column}`)} from ${sql.table(table)}
    where ${sql.ref(`${table}.id`)} = events.object_id)`

/** The name of a person; the e-mail if they have none. */
const fullName = () =>
  sql<string>`(select coalesce(
    nullif(trim(coalesce(users.first_name, '') || ' ' || coalesce(users.last_name, '')), ''), users.email
  ) from users where users.id = events.object_id)`

const objectName = () =>
  sql<string | null>`coalesce(${sql.join([
    ...operationHooks.of('objectNames').flat(),
    fullName(),
    nameIn('api_keys', 'name'),
  ])})`

const selectEvents = ({ db }: Tools, platformId: Expression<string>) =>
  db
    .selectFrom('events')
    .leftJoin('users', 'users.id', 'events.actor_id')
    .leftJoin('api_keys', 'api_keys.id', 'events.actor_id')
    .select(events.qualifiedNames)
    .select(['events.seq', 'api_keys.name as key_name', 'users.first_name', 'users.last_name', 'users.email'])
    .select(objectName().as('object_name'))
    .where('events.platform_id', '=', platformId)

type SelectedEvent = InferResult<ReturnType<typeof selectEvents>>[number]

const toAuditEvent = (row: SelectedEvent): AuditEvent => ({
  ...events.decode(row),
  seq: row.seq,
  actorName: row.key_name ?? nameOf(row),
  objectName: row.object_name,
})

function nameOf({ first_name, last_name, email }: Pick<SelectedEvent, 'first_name' | 'last_name' | 'email'>) {
  const fullName = [first_name, last_name].filter((part) => part !== null).join(' ')
  return fullName || email
}

/** Events before a number, newest first. Null starts with the newest. */
export const listEvents = defineQuery(
  'events.audit',
  {
    platformId: text(),
    before: integerOr(Number.MAX_SAFE_INTEGER),
    limit: integer(),
    actor: optionalText(),
    objectKind: optionalText<ObjectKind>(),
    action: optionalText(),
    objectId: optionalText(),
    from: integerOr(0),
    to: integerOr(Number.MAX_SAFE_INTEGER),
  },
  (tools, p) =>
    selectEvents(tools, p.platformId)
      .where('events.seq', '<', p.before)
      .where(({ eb, fn }) =>
        isNullOr(p.actor, eb(fn.coalesce('events.actor_id', 'events.actor_kind'), '=', p.actor)),
      )
      .where((eb) => isNullOr(p.objectKind, eb('events.object_kind', '=', p.objectKind)))
      .where(({ eb, ref }) =>
        isNullOr(
          p.action,
          eb('events.type', '=', sql<string>`${ref('events.object_kind')} || '.' || ${p.action}`),
        ),
      )
      .where((eb) => isNullOr(p.objectId, eb('events.object_id', '=', p.objectId)))
      .where('events.at', '>=', p.from)
      .where('events.at', '<', p.to)
      .orderBy('events.seq', 'desc')
      .limit(p.limit),
  allRows(toAuditEvent),
)

/** The changes of one request, in order. */
export const eventsOfRequest = defineQuery(
  'events.of_request',
  { platformId: text(), requestId: text(), limit: integer() },
  (tools, p) =>
    selectEvents(tools, p.platformId)
      .where('events.request_id', '=', p.requestId)
      .orderBy('events.seq')
      .limit(p.limit),
  allRows(toAuditEvent),
)

/** Events of an object before a number, newest first. Null starts with the newest. */
export const eventsOfObject = defineQuery(
  'events.of_object',
  {
    platformId: text(),
    id: text(),
    kind: text<ObjectKind>(),
    before: integerOr(Number.MAX_SAFE_INTEGER),
    limit: integer(),
  },
  (tools, p) =>
    selectEvents(tools, p.platformId)
      .where('events.object_id', '=', p.id)
      .where('events.object_kind', '=', p.kind)
      .where('events.seq', '<', p.before)
      .orderBy('events.seq', 'desc')
      .limit(p.limit),
  allRows(toAuditEvent),
)

/** The names of the admins and owners of a platform. */
export const staffNames = defineQuery(
  'users.staff_names',
  { platformId: text() },
  ({ db }, p) =>
    db
      .selectFrom('users')
      .select(['id', 'first_name', 'last_name', 'email'])
      .where('platform_id', '=', p.platformId)
      .where('role', 'in', ['admin', 'owner'])
      .orderBy('role')
      .orderBy('id'),
  allRows((row) => ({ id: row.id, name: nameOf(row) ?? '' })),
)
