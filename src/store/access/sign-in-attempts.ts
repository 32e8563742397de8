// Attempts to sign in, in the store: the times of the latest ones, by the hash of what they are counted for.
import { instant, textList } from '../sql/columns.ts'
import { rowWrites } from '../sql/row-writes.ts'
import { allRows, defineQuery, defineWrite } from '../sql/statements.ts'
import { signInAttempts } from '../sql/tables.ts'

export const signInAttemptWrites = rowWrites(signInAttempts)

/** What has been counted for these ids. The rows are locked until the end of the transaction. */
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

/** Removes counts without a later attempt (epoch milliseconds). */
export const endAttemptsBefore = defineWrite(
  'sign_in_attempts.end_before',
  { before: instant() },
  ({ db }, p) => db.deleteFrom('sign_in_attempts').where('last_at', '<=', p.before),
)
