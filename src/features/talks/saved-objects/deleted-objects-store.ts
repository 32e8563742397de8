// Deleted talks and sponsors in the store, with the people to restore with them.
import { instant, integer, text } from '../../../kernel/store/sql/columns.ts'
import { rowWrites } from '../../../kernel/store/sql/row-writes.ts'
import { allRows, defineQuery, firstRow, type Query } from '../../../kernel/store/sql/statements.ts'
import { type TalkPersonKind, talkPersonKinds } from '../../people/attached/attached-people-store.ts'
import { type DeletedObjectRow, deletedObjects } from '../tables.ts'

export const deletedObject = defineQuery(
  'deleted_objects.by_id',
  { platformId: text(), id: text() },
  ({ db }, p) =>
    db
      .selectFrom('deleted_objects')
      .select(deletedObjects.columnNames)
      .where('platform_id', '=', p.platformId)
      .where('id', '=', p.id),
  firstRow(deletedObjects.decode),
)

export const deletedObjectForChange = defineQuery(
  'deleted_objects.by_id.locked',
  { platformId: text(), id: text() },
  ({ db, lockRows }, p) =>
    db
      .selectFrom('deleted_objects')
      .select(deletedObjects.columnNames)
      .where('platform_id', '=', p.platformId)
      .where('id', '=', p.id)
      .$call(lockRows),
  firstRow(deletedObjects.decode),
)

/** A deleted object, with the current name of the actor who deleted it. */
export type ListedDeletion = Omit<DeletedObjectRow, 'content' | 'files'> & { actorName: string | null }

const deletionsBefore = defineQuery(
  'deleted_objects.page',
  { platformId: text(), beforeAt: instant(), beforeId: text(), limit: integer() },
  ({ db }, p) =>
    db
      .selectFrom('deleted_objects')
      .leftJoin('users', 'users.id', 'deleted_objects.actor_id')
      .leftJoin('api_keys', 'api_keys.id', 'deleted_objects.actor_id')
      .select(deletedObjects.qualifiedNames)
      .select(['api_keys.name as key_name', 'users.first_name', 'users.last_name', 'users.email'])
      .where('deleted_objects.platform_id', '=', p.platformId)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('deleted_objects.deleted_at', 'deleted_objects.id'), '<', tuple(p.beforeAt, p.beforeId)),
      )
      .orderBy('deleted_objects.deleted_at', 'desc')
      .orderBy('deleted_objects.id', 'desc')
      .limit(p.limit),
  allRows((row): ListedDeletion => {
    const { content: _content, files: _files, ...listed } = deletedObjects.decode(row)
    const fullName = [row.first_name, row.last_name].filter((part) => part !== null).join(' ')
    return { ...listed, actorName: row.key_name ?? (fullName || row.email) }
  }),
)

export type DeletionPosition = { deletedAt: number; id: string }
const NEWEST: DeletionPosition = { deletedAt: Number.MAX_SAFE_INTEGER, id: '' }

/** Deleted objects before a position, newest first. Null starts with the newest. */
export function listDeletions(
  platformId: string,
  { before, limit }: { before: DeletionPosition | null; limit: number },
): Query<ListedDeletion[]> {
  const { deletedAt, id } = before ?? NEWEST
  return deletionsBefore({ platformId, beforeAt: deletedAt, beforeId: id, limit })
}

/** The objects of all platforms that were deleted before a time (epoch milliseconds), oldest deletion first. */
export const expiredDeletions = defineQuery(
  'deleted_objects.expired',
  { before: instant(), limit: integer() },
  ({ db, lockRows }, p) =>
    db
      .selectFrom('deleted_objects')
      .select(deletedObjects.columnNames)
      .where('deleted_at', '<', p.before)
      .orderBy('deleted_at')
      .limit(p.limit)
      .$call(lockRows),
  allRows(deletedObjects.decode),
)

export const { insert: keepDeleted, remove: removeDeleted } = rowWrites(deletedObjects)

/** The people of a deleted object whose accounts still exist, in order. */
export const peopleOfDeleted = defineQuery(
  'deleted_objects.people',
  { id: text() },
  ({ db }, p) =>
    db
      .selectFrom('deleted_object_people')
      .select(['kind', 'user_id'])
      .where('object_id', '=', p.id)
      .where('kind', 'in', talkPersonKinds)
      .$narrowType<{ kind: TalkPersonKind }>()
      .orderBy('position'),
  allRows(({ kind, user_id }) => ({ kind, userId: user_id })),
)
