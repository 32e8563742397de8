// Sign-ups in the store that wait for a proof of their e-mail.
import { instant, integer, text } from '../sql/columns.ts'
import { rowWrites } from '../sql/row-writes.ts'
import { allRows, defineQuery, defineWrite, firstRow } from '../sql/statements.ts'
import { signUps } from '../sql/tables.ts'

export const signUpWrites = rowWrites(signUps)

/** The sign-up whose link has this hash, possibly expired. The row is locked until the end of the transaction. */
export const signUpByHash = defineQuery(
  'sign_ups.by_hash',
  { platformId: text(), hash: text() },
  ({ db, lockRows }, p) =>
    db
      .selectFrom('sign_ups')
      .select(signUps.columnNames)
      .where('platform_id', '=', p.platformId)
      .where('hash', '=', p.hash)
      .$call(lockRows),
  firstRow(signUps.decode),
)

/** The sign-up, locked until the end of the transaction. */
export const signUpForChange = defineQuery(
  'sign_ups.by_id',
  { platformId: text(), id: text() },
  ({ db, lockRows }, p) =>
    db
      .selectFrom('sign_ups')
      .select(signUps.columnNames)
      .where('platform_id', '=', p.platformId)
      .where('id', '=', p.id)
      .$call(lockRows),
  firstRow(signUps.decode),
)

/** The sign-ups of a platform that have not expired (epoch milliseconds), newest first. */
export const openSignUps = defineQuery(
  'sign_ups.open',
  { platformId: text(), now: instant(), limit: integer() },
  ({ db }, p) =>
    db
      .selectFrom('sign_ups')
      .select(signUps.columnNames)
      .where('platform_id', '=', p.platformId)
      .where('expires_at', '>', p.now)
      .orderBy('id', 'desc')
      .limit(p.limit),
  allRows(signUps.decode),
)

/** Ends all sign-ups with an e-mail, because one of them has become an account. */
export const endSignUpsOf = defineWrite(
  'sign_ups.end_of_email',
  { platformId: text(), emailKey: text() },
  ({ db }, p) =>
    db.deleteFrom('sign_ups').where('platform_id', '=', p.platformId).where('email_key', '=', p.emailKey),
)

/** Removes sign-ups that can no longer be confirmed (epoch milliseconds). */
export const endExpiredSignUps = defineWrite('sign_ups.end_expired', { now: instant() }, ({ db }, p) =>
  db.deleteFrom('sign_ups').where('expires_at', '<=', p.now),
)
