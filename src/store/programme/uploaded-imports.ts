// Uploaded imports in the store: files that wait until they are applied, and the habits of a platform.
import { instant, integer, json, optionalText, text } from '../sql/columns.ts'
import { rowWrites } from '../sql/row-writes.ts'
import { allRows, defineQuery, defineWrite, firstRow, type Query, type Write } from '../sql/statements.ts'
import { selectColumns } from '../sql/table.ts'
import { type ImportHabitsRow, type ImportRow, importHabits, imports } from '../sql/tables.ts'

export const importWrites = rowWrites(imports)

const byId = defineQuery(
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
type Place = Pick<ImportRow, 'platformId' | 'userId' | 'id'>
/** The import of this user, locked until the end of a transaction. */
export const findImport = (place: Place): Query<ImportRow | undefined> => byId(place)

const summary = selectColumns(imports, ['id', 'userId', 'fileName', 'state', 'changedAt', 'expiresAt'])
export type ImportSummary = Pick<
  ImportRow,
  'id' | 'userId' | 'fileName' | 'state' | 'changedAt' | 'expiresAt'
>

const ofPlatform = defineQuery(
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
/** All imports of a platform without their content, the oldest first. */
export const listImports = (platformId: string): Query<ImportSummary[]> => ofPlatform({ platformId })

const change = defineWrite(
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
/** Everything but the content, which never changes. */
export const changeImport = ({
  id,
  choices,
  runId,
  state,
  doneCount,
  totalCount,
  outcome,
  changedAt,
}: ImportRow): Write => change({ id, choices, runId, state, doneCount, totalCount, outcome, changedAt })

const progress = defineWrite(
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
export const recordImportProgress = (values: {
  id: string
  runId: string
  doneCount: number
  changedAt: number
}): Write => progress(values)

const endExpired = defineWrite('imports.end_expired', { now: instant() }, ({ db }, p) =>
  db.deleteFrom('imports').where('expires_at', '<=', p.now),
)
/** Removes imports that expired before an instant (epoch milliseconds). */
export const endExpiredImports = (now: number): Write => endExpired({ now })

const habitsOf = defineQuery(
  'import_habits.of_platform',
  { id: text() },
  ({ db, lockRows }, p) =>
    db.selectFrom('import_habits').select(importHabits.columnNames).where('id', '=', p.id).$call(lockRows),
  firstRow(importHabits.decode),
)
export const findImportHabits = (platformId: string): Query<ImportHabitsRow | undefined> =>
  habitsOf({ id: platformId })

const putHabits = defineWrite(
  'import_habits.put',
  { id: text(), habits: json<ImportHabitsRow['habits']>() },
  ({ db }, p) =>
    db
      .insertInto('import_habits')
      .values({ id: p.id, habits: p.habits })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet(({ ref }) => ({ habits: ref('excluded.habits') })),
      ),
)
export const saveImportHabits = (row: ImportHabitsRow): Write => putHabits(row)
