// Sessions and one-time links in the store. They are found by the hash of a token, because the store has no tokens.
import { instant, text, textList } from '../sql/columns.ts'
import { rowWrites } from '../sql/row-writes.ts'
import { allRows, defineQuery, defineWrite, firstRow, type Query, type Write } from '../sql/statements.ts'
import { prefixColumns } from '../sql/table.ts'
import {
  type OneTimeLinkRow,
  oneTimeLinks,
  type SessionRow,
  sessions,
  type UserRow,
  users,
} from '../sql/tables.ts'

export const sessionWrites = rowWrites(sessions)
export const linkWrites = rowWrites(oneTimeLinks)

export type SessionAndUser = { session: SessionRow; user: UserRow }

const ofSession = prefixColumns(sessions, 'session_')
const byHash = defineQuery(
  'sessions.by_hash',
  { platformId: text(), hash: text() },
  ({ db }, p) =>
    db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select(ofSession.columns)
      .select(users.qualifiedNames)
      .where('sessions.platform_id', '=', p.platformId)
      .where('sessions.hash', '=', p.hash),
  firstRow((row): SessionAndUser => ({ session: ofSession.decode(row), user: users.decode(row) })),
)

/** The session with this hash, and its account. */
export const sessionByHash = (platformId: string, hash: string): Query<SessionAndUser | undefined> =>
  byHash({ platformId, hash })

const open = defineQuery(
  'sessions.open',
  { ids: textList() },
  ({ db, isAmong }, p) =>
    db
      .selectFrom('sessions')
      .select('id')
      .where(({ ref }) => isAmong(ref('id'), p.ids)),
  (rows) => new Set(rows.map(({ id }) => id)),
)
/** Which of these sessions have not ended. */
export const openSessions = (ids: readonly string[]): Query<Set<string>> => open({ ids })

const ofUser = defineQuery(
  'sessions.of_user',
  { userId: text() },
  ({ db }, p) =>
    db
      .selectFrom('sessions')
      .select(sessions.columnNames)
      .where('user_id', '=', p.userId)
      .orderBy('seen_at', 'desc')
      .orderBy('id'),
  allRows(sessions.decode),
)

/** The sessions of an account, latest first. */
export const sessionsOf = (userId: string): Query<SessionRow[]> => ofUser({ userId })

const endOthers = defineWrite('sessions.end_others', { userId: text(), keptId: text() }, ({ db }, p) =>
  db.deleteFrom('sessions').where('user_id', '=', p.userId).where('id', '!=', p.keptId),
)
/** Ends all sessions of an account except one. With `''` it ends all. */
export const endOtherSessions = (userId: string, keptId: string): Write => endOthers({ userId, keptId })

const endStale = defineWrite(
  'sessions.end_stale',
  { idleSince: instant(), staffIdleSince: instant(), staffStartedBefore: instant() },
  ({ db }, p) =>
    db
      .deleteFrom('sessions')
      .where(({ eb, or, and, selectFrom }) =>
        or([
          eb('seen_at', '<', p.idleSince),
          and([
            or([eb('seen_at', '<', p.staffIdleSince), eb('created_at', '<', p.staffStartedBefore)]),
            eb('user_id', 'in', selectFrom('users').select('id').where('role', 'in', ['admin', 'owner'])),
          ]),
        ]),
      ),
)
/** Removes sessions that can no longer be used (epoch milliseconds). Admins and owners have limits of their own. */
export const endStaleSessions = (limits: {
  idleSince: number
  staffIdleSince: number
  staffStartedBefore: number
}): Write => endStale(limits)

const linkByHash = defineQuery(
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
export const oneTimeLinkByHash = (platformId: string, hash: string): Query<OneTimeLinkRow | undefined> =>
  linkByHash({ platformId, hash })

const endLinks = defineWrite('one_time_links.end_of_user', { userId: text() }, ({ db }, p) =>
  db.deleteFrom('one_time_links').where('user_id', '=', p.userId),
)
/** Ends the links of an account. A new reset link replaces all older ones, and so does a new password. */
export const endLinksOf = (userId: string): Write => endLinks({ userId })

const endLinksOfPurpose = defineWrite(
  'one_time_links.end_of_user_for',
  { userId: text(), purpose: oneTimeLinks.columns.purpose },
  ({ db }, p) =>
    db.deleteFrom('one_time_links').where('user_id', '=', p.userId).where('purpose', '=', p.purpose),
)
/** Ends the sign-in links of an account: one has been used, or they were sent to its former e-mail. */
export const endSignInLinksOf = (userId: string): Write => endLinksOfPurpose({ userId, purpose: 'sign_in' })

/** Ends the invitation of an account: it was revoked, or sent to its former e-mail. */
export const endInvitationsOf = (userId: string): Write =>
  endLinksOfPurpose({ userId, purpose: 'invitation' })

const invitation = defineQuery(
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
/** The invitation of an account, which may have expired. There is one at most. */
export const invitationOf = (userId: string): Query<OneTimeLinkRow | undefined> => invitation({ userId })

const endExpired = defineWrite('one_time_links.end_expired', { now: instant() }, ({ db }, p) =>
  db.deleteFrom('one_time_links').where('expires_at', '<=', p.now),
)
/** Removes links that can no longer be used (epoch milliseconds). */
export const endExpiredLinks = (now: number): Write => endExpired({ now })

const endFor = defineWrite(
  'one_time_links.end_for',
  { platformId: text(), purpose: oneTimeLinks.columns.purpose },
  ({ db }, p) =>
    db.deleteFrom('one_time_links').where('platform_id', '=', p.platformId).where('purpose', '=', p.purpose),
)
/** Ends all links of a platform with this purpose. */
export const endLinksFor = (platformId: string, purpose: OneTimeLinkRow['purpose']): Write =>
  endFor({ platformId, purpose })
