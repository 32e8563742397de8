// Erases deleted objects for good: one that somebody chose, and all whose time is over.
import { Refusal } from '../../kernel/changes/errors.ts'
import type { Operation } from '../../kernel/store/changes/operation.ts'
import type { Write } from '../../kernel/store/sql/statements.ts'
import { releaseWrites } from '../files/file-uses.ts'
import {
  deletedObjectForChange,
  expiredDeletions,
  removeDeleted,
} from '../talks/saved-objects/deleted-objects-store.ts'
import type { DeletedObjectRow } from '../talks/tables.ts'
import { DELETION_RETENTION_MS } from './limits.ts'

/** Keeps a transaction that erases short. */
const ERASED_AT_ONCE = 200

/** Erases a deleted object for good. Throws `not_found`. */
export const eraseDeletedOperation: Operation<
  { kept: DeletedObjectRow | undefined },
  { id: string },
  { id: string }
> = {
  name: 'eraseDeleted',
  load: ({ platformId }, { id }) => ({ kept: deletedObjectForChange({ platformId, id }) }),
  decide({ kept }, { now }) {
    if (!kept) throw new Refusal('not_found')
    return { writes: erasure(kept, now), events: [], answer: { id: kept.id } }
  },
}

/** Erases objects that were deleted 30 days ago on any platform. Answers with their number, at most 200 at once. */
export const eraseExpiredOperation: Operation<{ expired: DeletedObjectRow[] }, object, number> = {
  name: 'eraseExpired',
  load: ({ now }) => ({
    expired: expiredDeletions({ before: now - DELETION_RETENTION_MS, limit: ERASED_AT_ONCE }),
  }),
  decide: ({ expired }, { now }) => ({
    writes: expired.flatMap((kept) => erasure(kept, now)),
    events: [],
    answer: expired.length,
  }),
}

/** Files that nothing else refers to are removed later. */
const erasure = (kept: DeletedObjectRow, now: number): Write[] => [
  removeDeleted(kept),
  ...releaseWrites(kept.files, now),
]
