// Links that work once, in the store. They are found by the hash of a token, because the store has no tokens.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { instant, text, textList } from '../../../kernel/store/sql/columns.ts'
import type { Filter } from '../../../kernel/store/sql/filters.ts'
import { rowWrites } from '../../../kernel/store/sql/row-writes.ts'
import {
  defineQuery,
  defineWrite,
  firstRow,
  Parameter,
  type Write,
} from '../../../kernel/store/sql/statements.ts'
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

/** When each of these accounts was invited, if its invitation is still open at `now`. Times are epoch milliseconds. */
export const openInvitations = defineQuery(
  'one_time_links.open_invitations',
  { userIds: textList(), now: instant() },
  ({ db, isAmong }, p) =>
    db
      .selectFrom('one_time_links')
      .select(['user_id', 'created_at'])
      .where(({ ref }) => isAmong(ref('user_id').$notNull(), p.userIds))
      .where('purpose', '=', 'invitation')
      .where('expires_at', '>', p.now),
  (rows) => new Map(rows.map(({ user_id, created_at }) => [user_id ?? '', created_at])),
)

const isInvited = sql<SqlBool>`exists (
  select 1 from one_time_links
  where one_time_links.user_id = users.id and purpose = 'invitation' and expires_at > ${new Parameter<number>('invitedAt')}
)`

const waits = sql<SqlBool>`users.password_must_change = 1`
/** Whether nobody has set up the account of a row, and it has no open invitation at `invitedAt`. */
export const isNotInvited = sql<SqlBool>`(${waits} and not ${isInvited})`

/** Whether somebody has set up the account, has an open invitation, or neither. */
export const invitationStates = ['not-invited', 'invited', 'active'] as const
export type InvitationState = (typeof invitationStates)[number]

/** Accounts in this state at `now` (epoch milliseconds). */
export function inInvitationState(state: InvitationState, now: number): Filter<'users'> {
  const conditions: Record<InvitationState, RawBuilder<SqlBool>> = {
    'not-invited': isNotInvited,
    invited: sql`(${waits} and ${isInvited})`,
    active: sql`users.password_must_change = 0`,
  }
  return {
    table: 'users',
    name: `invitation_${state}`,
    values: state === 'active' ? {} : { invitedAt: now },
    where: () => conditions[state],
  }
}

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
