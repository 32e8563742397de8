// Deleting talks and sponsors, and restoring them. Deleted objects are kept for 30 days, in which only their list in
// the Back Office can see them.

import { createdEvent, deletedEvent } from '../../../kernel/changes/change-events.ts'
import { requireFreeExternalId } from '../../../kernel/changes/creation.ts'
import { Refusal } from '../../../kernel/changes/errors.ts'
import { requirePrecondition } from '../../../kernel/changes/preconditions.ts'
import type { SavedRow } from '../../../kernel/changes/save.ts'
import { belongsTo, type DeleteInput, deleted, type Saved } from '../../../kernel/changes/saved.ts'
import type { Deleted } from '../../../kernel/schema/problems.ts'
import { removeImportedValues } from '../../../kernel/store/changes/imported-values.ts'
import type { DecideContext, Operation } from '../../../kernel/store/changes/operation.ts'
import { fileIdsOf, fileUseWrites } from '../../files/file-uses.ts'
import { useFiles } from '../../files/store.ts'
import type { AttachedId } from '../../people/attached/attached-people-store.ts'
import type { DeletedObjectRow } from '../tables.ts'
import {
  deletedObjectForChange,
  keepDeleted,
  peopleOfDeleted,
  removeDeleted,
} from './deleted-objects-store.ts'
import { type Body, idsOf, type SavedKind } from './save-with-people.ts'

type DeleteState<R> = { object: R | undefined; attached: AttachedId[] }

/** Deletes an object, which is kept for 30 days. The accounts of its people stay. */
export function deleteOperation<R extends SavedRow, B extends Body, A>(
  name: string,
  kind: SavedKind<R, B, A>,
): Operation<DeleteState<R>, DeleteInput, Saved<Deleted>> {
  return {
    name,
    load: ({ platformId }, { reference }) => ({
      object: kind.objects.findForChange({ platformId, ...reference }),
      attached: kind.attachedTo({ platformId, ...reference }),
    }),
    decide({ object, attached }, ctx, { precondition, source }) {
      if (!object || !belongsTo(object, source)) throw new Refusal(`${kind.name}_not_found`)
      requirePrecondition(object, precondition)
      return {
        writes: [
          keepDeleted(keptRow(kind, object, ctx)),
          ...kind.keepPeople(object),
          kind.objects.remove(object),
          removeImportedValues(object),
          ...fileUseWrites([], { before: kind.fileUses(object), after: {}, now: ctx.now }),
        ],
        events: [deletedEvent(kind.name, object, kind.content(object, idsOf({}, attached)))],
        answer: deleted(kind.name, object),
      }
    },
  }
}

const keptRow = <R extends SavedRow, B extends Body, A>(
  kind: SavedKind<R, B, A>,
  object: R,
  { platformId, actor, now }: DecideContext,
): DeletedObjectRow => ({
  id: object.id,
  platformId,
  kind: kind.name,
  name: kind.nameOf(object),
  externalId: object.externalId,
  content: object,
  files: fileIdsOf(Object.values(kind.fileUses(object))),
  deletedAt: now,
  actorKind: actor.kind,
  actorId: actor.id,
})

/** The externalId can differ from that of the deleted object, because another object may have it by now. */
export type RestoreInput = { id: string; externalId: string | null }
type RestoreState<R> = { kept: DeletedObjectRow | undefined; attached: AttachedId[]; holder?: R | undefined }

/**
 * Restores a deleted object with its people. Other systems see a creation. Throws `external_id_taken`,
 * and `not_found` if it was restored or erased before.
 */
export function restoreOperation<R extends SavedRow, B extends Body, A>(
  name: string,
  kind: SavedKind<R, B, A>,
): Operation<RestoreState<R>, RestoreInput, null> {
  return {
    name,
    load: ({ platformId }, { id, externalId }) => ({
      kept: deletedObjectForChange({ platformId, id }),
      attached: peopleOfDeleted({ id }),
      ...(externalId === null
        ? {}
        : { holder: kind.objects.find({ platformId, by: 'external_id', value: externalId }) }),
    }),
    decide({ kept, attached, holder }, ctx, { externalId }) {
      if (kept?.kind !== kind.name) throw new Refusal('not_found')
      requireFreeExternalId(holder, undefined)
      const row = { ...restoredRow(kind, kept, ctx), externalId }
      return {
        writes: [
          kind.objects.insert(row),
          ...kind.restorePeople(kept),
          removeDeleted(kept),
          ...kind.setFinders(row),
          ...kind.setFiles(row, row),
          ...(kept.files.length > 0 ? [useFiles(kept.files)] : []),
        ],
        events: [createdEvent(kind.name, row, kind.content(row, idsOf({}, attached)))],
        answer: null,
      }
    },
  }
}

/** The row as it was deleted. Its deletion counted as a version, too. */
function restoredRow<R extends SavedRow, B extends Body, A>(
  kind: SavedKind<R, B, A>,
  { content }: DeletedObjectRow,
  ctx: DecideContext,
): R {
  // It was a row of this kind when it was deleted. Members that it lacks were added later.
  const row = { ...kind.empty(ctx), ...(content as Partial<R>) }
  return { ...row, version: row.version + 2, updatedAt: ctx.now }
}
