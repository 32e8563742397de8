// Links that work once, in the store. They are found by the hash of a token, because the store has no tokens.
import { instant, text } from '../../../kernel/store/sql/columns.ts'
import { rowWrites } from '../../../kernel/store/sql/row-writes.ts'
import { defineQuery, defineWrite, firstRow, type Write } from '../../../kernel/store/sql/statements.ts'
import { oneTimeLinks } from './links-tables.ts'

export const linkWrites = rowWrites(oneTimeLinks)

export const oneTimeLinkByHash = defineQuery(
  'one_time_links.by_hash',
  { platformId: text(), hash: text() },
  ({ db, lockRows }, p) =>
    db
      .selectFrom('one_time_links')
      .select(oneTimeLinks.columnNames)
      .where('platform_id', '=', p.platformId)
      .where('hash', '=', p.hash)
      .$call(lockRows),
  firstRow(oneTimeLinks.decode),
)

/** Ends the links of an account, because it gets a new reset link or a new password. */
export const endLinksOf = defineWrite('one_time_links.end_of_user', { userId: text() }, ({ db }, p) =>
  db.deleteFrom('one_time_links').where('user_id', '=', p.userId),
)

const endLinksOfPurpose = defineWrite(
  'one_time_links.end_of_user_for',
  { userId: text(), purpose: oneTimeLinks.columns.purpose },
  ({ db }, p) =>
    db.deleteFrom('one_time_links').where('user_id', '=', p.userId).where('purpose', '=', p.purpose),
)
/** Ends the sign-in links of an account, because one was used or they were sent to its former e-mail. */
export const endSignInLinksOf = (userId: string): Write => endLinksOfPurpose({ userId, purpose: 'sign_in' })

/** Ends the invitation of an account, because it was revoked or sent to its former e-mail. */
export const endInvitationsOf = (userId: string): Write =>
  endLinksOfPurpose({ userId, purpose: 'invitation' })

/** The invitation of an account, possibly expired. An account has at most one. */
export const invitationOf = defineQuery(
  'one_time_links.invitation',
  { userId: text() },
  ({ db }, p) =>
    db
      .selectFrom('one_time_links')
      .select(oneTimeLinks.columnNames)
      .where('user_id', '=', p.userId)
      .where('purpose', '=', 'invitation'),
  firstRow(oneTimeLinks.decode),
)

/** Removes links that can no longer be used (epoch milliseconds). */
export const endExpiredLinks = defineWrite('one_time_links.end_expired', { now: instant() }, ({ db }, p) =>
  db.deleteFrom('one_time_links').where('expires_at', '<=', p.now),
)

/** Ends all links of a platform with this purpose. */
export const endLinksFor = defineWrite(
  'one_time_links.end_for',
  { platformId: text(), purpose: oneTimeLinks.columns.purpose },
  ({ db }, p) =>
    db.deleteFrom('one_time_links').where('platform_id', '=', p.platformId).where('purpose', '=', p.purpose),
)
