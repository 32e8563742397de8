// Sign-in attempts in the store: the latest times for each counted key, by its hash.
import { instant, textList } from '../../../kernel/store/sql/columns.ts'
import { rowWrites } from '../../../kernel/store/sql/row-writes.ts'
import { allRows, defineQuery, defineWrite } from '../../../kernel/store/sql/statements.ts'
import { signInAttempts } from '../tables.ts'

export const signInAttemptWrites = rowWrites(signInAttempts)

/** The counts for these ids. The rows are locked until the end of the transaction. */
export const signInAttemptsForChange = defineQuery(
  'sign_in_attempts.by_ids',
  { ids: textList() },
  ({ db, isAmong, lockRows }, p) =>
    db
      .selectFrom('sign_in_attempts')
      .select(signInAttempts.columnNames)
      .where(({ ref }) => isAmong(ref('id'), p.ids))
      .orderBy('id')
      .$call(lockRows),
  allRows(signInAttempts.decode),
)

/** Removes counts whose last attempt was before `before` (epoch milliseconds). */
export const endAttemptsBefore = defineWrite(
  'sign_in_attempts.end_before',
  { before: instant() },
  ({ db }, p) => db.deleteFrom('sign_in_attempts').where('last_at', '<=', p.before),
)
