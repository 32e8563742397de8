// Files in the store, and the references to them.
import { type Expression, type SqlBool, sql } from 'kysely'
import { instant, integer, optionalInstant, text, textList } from '../../kernel/store/sql/columns.ts'
import { rowWrites } from '../../kernel/store/sql/row-writes.ts'
import { allRows, defineQuery, defineWrite, firstRow, type Write } from '../../kernel/store/sql/statements.ts'
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

// Both stores use a partial index only if the query repeats the condition of the index word for word, with literals.
const refersToFile = (table: string, column: string) => {
  const url = sql.ref(`${table}.${column}`)
  return sql`select 1 from ${sql.table(table)}
    where ${url} = files.path and ${url} >= '/files/' and ${url} < '/files0'`
}

const references = [
  refersToFile('talks', 'image'),
  refersToFile('sponsors', 'logo'),
  refersToFile('sponsors', 'icon'),
  refersToFile('users', 'avatar'),
  sql`select 1 from talk_files where talk_files.file_id = files.id`,
  // Deleted objects can be restored. There are few, and their files are a JSON array.
  sql`select 1 from deleted_objects
    where deleted_objects.platform_id = files.platform_id
      and deleted_objects.files like '%"' || files.id || '"%'`,
  // Proposals may be approved, or corrected after they were rejected.
  sql`select 1 from talk_proposals
    where talk_proposals.platform_id = files.platform_id
      and talk_proposals.files like '%"' || files.id || '"%'`,
  // The settings are JSON.
  sql`select 1 from platforms
    where platforms.id = files.platform_id and platforms.settings like '%"' || files.path || '"%'`,
]

/** Whether nothing refers to the row of `files`. */
const isUnused = (): Expression<SqlBool> =>
  sql`${sql.join(
    references.map((reference) => sql`not exists (${reference})`),
    sql` and `,
  )}`
