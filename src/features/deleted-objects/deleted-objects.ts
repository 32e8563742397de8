// Deleted talks and sponsors for the Back Office: their list, restoring one, and erasing one for good.

import { execute } from '../../kernel/changes/commands.ts'
import { Refusal } from '../../kernel/changes/errors.ts'
import { pageOf, readCursor } from '../../kernel/changes/pagination.ts'
import { type Caller, type Services, systemCaller } from '../../kernel/changes/services.ts'
import { ROWS_PER_PAGE } from '../../kernel/limits.ts'
import { restoreSponsorOperation } from '../sponsors/sponsors.ts'
import {
  type DeletionPosition,
  deletedObject,
  type ListedDeletion,
  listDeletions,
} from '../talks/saved-objects/deleted-objects-store.ts'
import type { DeletedObjectRow } from '../talks/tables.ts'
import { restoreTalkOperation } from '../talks/talks.ts'
import { eraseDeletedOperation, eraseExpiredOperation } from './erasing.ts'

/** A page of deleted objects, newest first. Throws `invalid_data` for an invalid cursor. */
export async function readDeletions(
  { store }: Services,
  { platform }: Caller,
  cursor: string | undefined,
): Promise<{ rows: ListedDeletion[]; next: string | null }> {
  const position = readCursor(cursor, ['number', 'string'])
  const before: DeletionPosition | null = position
    ? { deletedAt: Number(position[0]), id: String(position[1]) }
    : null
  const read = await store.read(listDeletions(platform.id, { before, limit: ROWS_PER_PAGE + 1 }))
  return pageOf(read, ROWS_PER_PAGE, ({ deletedAt, id }) => [deletedAt, id])
}

/** Throws `not_found`. */
export async function readDeletedObject(
  { store }: Services,
  { platform }: Caller,
  id: string,
): Promise<DeletedObjectRow> {
  const kept = await store.read(deletedObject({ platformId: platform.id, id }))
  if (!kept) throw new Refusal('not_found')
  return kept
}

/** Restores an object under its former externalId, unless another one is given. */
export async function restore(
  services: Services,
  caller: Caller,
  { id, kind, externalId: own }: DeletedObjectRow,
  externalId: string | null = own,
): Promise<void> {
  const input = { id, externalId }
  await (kind === 'talk'
    ? execute(services, caller, restoreTalkOperation, input)
    : execute(services, caller, restoreSponsorOperation, input))
}

export const eraseForGood = (services: Services, caller: Caller, id: string) =>
  execute(services, caller, eraseDeletedOperation, { id })

/** Erases, on all platforms, objects that were deleted 30 days ago. */
export async function eraseExpired(services: Pick<Services, 'store' | 'clock'>): Promise<void> {
  while ((await execute(services, systemCaller(), eraseExpiredOperation, {})) > 0);
}
