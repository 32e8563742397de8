// Files in the store.
import { instant, integer, optionalInstant, text, textList } from '../../kernel/store/sql/columns.ts'
import { rowWrites } from '../../kernel/store/sql/row-writes.ts'
import { allRows, defineQuery, defineWrite, firstRow, type Write } from '../../kernel/store/sql/statements.ts'
import { isUnused } from './references-store.ts'
import { files } from './tables.ts'

export const fileWrites = rowWrites(files)

/** The file with this content hash, if the same bytes were uploaded before. */
export const fileByContent = defineQuery(
  'files.by_content',
  { platformId: text(), contentHash: text() },
  ({ db }, p) =>
    db
      .selectFrom('files')
      .select(files.columnNames)
      .where('platform_id', '=', p.platformId)
      .where('content_hash', '=', p.contentHash)
      .where('removed_at', 'is', null),
  firstRow(files.decode),
)

/** The files with these ids, locked so that they stay until the end of the transaction. */
export const filesForUse = defineQuery(
  'files.by_ids.locked',
  { platformId: text(), ids: textList() },
  ({ db, isAmong, lockRows }, p) =>
    db
      .selectFrom('files')
      .select(files.columnNames)
      .where('platform_id', '=', p.platformId)
      .where(({ ref }) => isAmong(ref('id'), p.ids))
      .where('removed_at', 'is', null)
      // All transactions lock files in the same order, so that they cannot deadlock.
      .orderBy('id')
      .$call(lockRows),
  allRows(files.decode),
)

/** The files with these ids, in any order. */
export const filesByIds = defineQuery(
  'files.by_ids',
  { platformId: text(), ids: textList() },
  ({ db, isAmong }, p) =>
    db
      .selectFrom('files')
      .select(files.columnNames)
      .where('platform_id', '=', p.platformId)
      .where(({ ref }) => isAmong(ref('id'), p.ids)),
  allRows(files.decode),
)

const setUnusedSince = defineWrite(
  'files.keep',
  { ids: textList(), unusedSince: optionalInstant() },
  (tools, p) =>
    tools.db
      .updateTable('files')
      .set({ unused_since: p.unusedSince })
      .where(({ ref }) => tools.isAmong(ref('id'), p.ids)),
)
/** Marks files as used, because something now refers to them. */
export const useFiles = (ids: readonly string[]): Write => setUnusedSince({ ids, unusedSince: null })
/** Gives a file that was uploaded again more time to be used. */
export const keepUnusedFile = (id: string, now: number): Write =>
  setUnusedSince({ ids: [id], unusedSince: now })

/** Marks files as unused unless something else refers to them. */
export const releaseFiles = defineWrite('files.release', { ids: textList(), at: instant() }, (tools, p) =>
  tools.db
    .updateTable('files')
    .set({ unused_since: p.at })
    .where(({ ref }) => tools.isAmong(ref('id'), p.ids))
    .where(isUnused),
)

/** Marks files as removed if nothing has referred to them since `before` (epoch milliseconds). */
export const removeUnusedFiles = defineWrite(
  'files.remove_unused',
  { before: instant(), now: instant() },
  ({ db }, p) =>
    db
      .updateTable('files')
      .set({ removed_at: p.now })
      .where('unused_since', '<', p.before)
      .where('removed_at', 'is', null)
      .where(isUnused),
)

/** Files whose content has yet to be removed. */
export const removedFiles = defineQuery(
  'files.removed',
  { limit: integer() },
  ({ db }, p) =>
    db
      .selectFrom('files')
      .select(files.columnNames)
      .where('removed_at', 'is not', null)
      .orderBy('removed_at')
      .limit(p.limit),
  allRows(files.decode),
)
