// One-time slots in the store: their content is encrypted.
import { instant, text } from '../../../kernel/store/sql/columns.ts'
import { rowWrites } from '../../../kernel/store/sql/row-writes.ts'
import { defineQuery, defineWrite, firstRow } from '../../../kernel/store/sql/statements.ts'
import { oneTimeSlots } from '../tables.ts'

export const slotWrites = rowWrites(oneTimeSlots)

/** The slot of this user, locked until the end of the transaction. */
export const slotForChange = defineQuery(
  'one_time_slots.by_id',
  { platformId: text(), userId: text(), id: text() },
  ({ db, lockRows }, p) =>
    db
      .selectFrom('one_time_slots')
      .select(oneTimeSlots.columnNames)
      .where('platform_id', '=', p.platformId)
      .where('user_id', '=', p.userId)
      .where('id', '=', p.id)
      .$call(lockRows),
  firstRow(oneTimeSlots.decode),
)

/** Removes slots that expired before an instant (epoch milliseconds) without being opened. */
export const endExpiredSlots = defineWrite('one_time_slots.end_expired', { now: instant() }, ({ db }, p) =>
  db.deleteFrom('one_time_slots').where('expires_at', '<=', p.now),
)
