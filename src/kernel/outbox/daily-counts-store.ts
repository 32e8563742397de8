// Counts of a day in the store, which all nodes share.
import { instant, textList } from '../store/sql/columns.ts'
import { rowWrites } from '../store/sql/row-writes.ts'
import { allRows, defineQuery, defineWrite } from '../store/sql/statements.ts'
import { dailyCounts } from './tables.ts'

export const dailyCountWrites = rowWrites(dailyCounts)

/** The counts with these ids. The rows are locked until the end of the transaction. */
export const dailyCountsForChange = defineQuery(
  'daily_counts.by_ids',
  { ids: textList() },
  ({ db, isAmong, lockRows }, p) =>
    db
      .selectFrom('daily_counts')
      .select(dailyCounts.columnNames)
      .where(({ ref }) => isAmong(ref('id'), p.ids))
      .orderBy('id')
      .$call(lockRows),
  allRows(dailyCounts.decode),
)

/** Removes the counts of days that have ended (epoch milliseconds). */
export const endExpiredCounts = defineWrite('daily_counts.end_expired', { now: instant() }, ({ db }, p) =>
  db.deleteFrom('daily_counts').where('expires_at', '<=', p.now),
)
