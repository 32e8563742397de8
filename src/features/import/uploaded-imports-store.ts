// Uploaded imports in the store: files that wait to be applied, and the habits of a platform.
import { instant, integer, optionalText, text } from '../../kernel/store/sql/columns.ts'
import { defineUpsert, rowWrites } from '../../kernel/store/sql/row-writes.ts'
import { allRows, defineQuery, defineWrite, firstRow } from '../../kernel/store/sql/statements.ts'
import { selectColumns } from '../../kernel/store/sql/table.ts'
import { type ImportRow, importHabits, imports } from './tables.ts'

export const importWrites = rowWrites(imports)

/** The import of this user, locked until the end of a transaction. */
export const findImport = defineQuery(
  'imports.by_id',
  { platformId: text(), userId: text(), id: text() },
  ({ db, lockRows }, p) =>
    db
      .selectFrom('imports')
      .select(imports.columnNames)
      .where('platform_id', '=', p.platformId)
      .where('user_id', '=', p.userId)
      .where('id', '=', p.id)
      .$call(lockRows),
  firstRow(imports.decode),
)

const summary = selectColumns(imports, ['id', 'userId', 'fileName', 'state', 'changedAt', 'expiresAt'])
export type ImportSummary = Pick<
  ImportRow,
  'id' | 'userId' | 'fileName' | 'state' | 'changedAt' | 'expiresAt'
>

/** All imports of a platform without their content, oldest first. */
export const listImports = defineQuery(
  'imports.of_platform',
  { platformId: text() },
  ({ db }, p) =>
    db
      .selectFrom('imports')
      .select(summary.columnNames)
      .where('platform_id', '=', p.platformId)
      .orderBy('id'),
  allRows(summary.decode),
)

/** Updates an import. The content is left out, because it never changes. */
export const changeImport = defineWrite(
  'imports.change',
  {
    id: text(),
    choices: imports.columns.choices,
    runId: optionalText(),
    state: imports.columns.state,
    doneCount: integer(),
    totalCount: integer(),
    outcome: optionalText(),
    changedAt: instant(),
  },
  ({ db }, p) =>
    db
      .updateTable('imports')
      .set({
        choices: p.choices,
        run_id: p.runId,
        state: p.state,
        done_count: p.doneCount,
        total_count: p.totalCount,
        outcome: p.outcome,
        changed_at: p.changedAt,
      })
      .where('id', '=', p.id),
)

export const recordImportProgress = defineWrite(
  'imports.progress',
  { id: text(), runId: text(), doneCount: integer(), changedAt: instant() },
  ({ db }, p) =>
    db
      .updateTable('imports')
      .set({ done_count: p.doneCount, changed_at: p.changedAt })
      .where('id', '=', p.id)
      .where('run_id', '=', p.runId)
      .where('state', '=', 'running'),
)

/** Removes imports that expired before an instant (epoch milliseconds). */
export const endExpiredImports = defineWrite('imports.end_expired', { now: instant() }, ({ db }, p) =>
  db.deleteFrom('imports').where('expires_at', '<=', p.now),
)

export const findImportHabits = defineQuery(
  'import_habits.of_platform',
  { id: text() },
  ({ db, lockRows }, p) =>
    db.selectFrom('import_habits').select(importHabits.columnNames).where('id', '=', p.id).$call(lockRows),
  firstRow(importHabits.decode),
)

export const saveImportHabits = defineUpsert(importHabits, 'id')
