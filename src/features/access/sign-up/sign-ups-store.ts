// Sign-ups in the store that wait for a proof of their e-mail.
import type { ExpressionBuilder } from 'kysely'
import { instant, integer, text, textOr } from '../../../kernel/store/sql/columns.ts'
import type { Database } from '../../../kernel/store/sql/database.ts'
import { rowWrites } from '../../../kernel/store/sql/row-writes.ts'
import { allRows, defineQuery, defineWrite, firstRow } from '../../../kernel/store/sql/statements.ts'
import { signUps } from '../tables.ts'

/** Sorts after every id. */
const LAST_ID = '~'

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

type SignUps = ExpressionBuilder<Database, 'sign_ups'>

const isLatestOfEmail = ({ not, exists, selectFrom }: SignUps) =>
  not(
    exists(
      selectFrom('sign_ups as later')
        .select('later.id')
        .whereRef('later.platform_id', '=', 'sign_ups.platform_id')
        .whereRef('later.email_key', '=', 'sign_ups.email_key')
        .whereRef('later.id', '>', 'sign_ups.id'),
    ),
  )

/** The latest sign-up of each e-mail of a platform that has not expired (epoch milliseconds), newest first. */
export const openSignUps = defineQuery(
  'sign_ups.open',
  { platformId: text(), before: textOr(LAST_ID), now: instant(), limit: integer() },
  ({ db }, p) =>
    db
      .selectFrom('sign_ups')
      .select(signUps.columnNames)
      .where('platform_id', '=', p.platformId)
      .where('id', '<', p.before)
      .where('expires_at', '>', p.now)
      .where(isLatestOfEmail)
      .orderBy('id', 'desc')
      .limit(p.limit),
  allRows(signUps.decode),
)

/** The number of these sign-ups, up to `limit`. */
export const countOpenSignUps = defineQuery(
  'sign_ups.count_open',
  { platformId: text(), now: instant(), limit: integer() },
  ({ db }, p) =>
    db
      .selectFrom(({ selectFrom }) =>
        selectFrom('sign_ups')
          .select('id')
          .where('platform_id', '=', p.platformId)
          .where('expires_at', '>', p.now)
          .where(isLatestOfEmail)
          .limit(p.limit)
          .as('open'),
      )
      .select(({ fn }) => fn.countAll<number>().as('count')),
  ([row]) => Number(row?.count),
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
