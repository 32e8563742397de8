// Sessions in the store. They are found by the hash of a token, because the store has no tokens.
import { instant, text, textList } from '../../../kernel/store/sql/columns.ts'
import { rowWrites } from '../../../kernel/store/sql/row-writes.ts'
import { allRows, defineQuery, defineWrite, firstRow } from '../../../kernel/store/sql/statements.ts'
import { prefixColumns } from '../../../kernel/store/sql/table.ts'
import { type UserRow, users } from '../../people/tables.ts'
import { type SessionRow, sessions } from '../tables.ts'

export const sessionWrites = rowWrites(sessions)

export type SessionAndUser = { session: SessionRow; user: UserRow }

const ofSession = prefixColumns(sessions, 'session_')

/** The session with this hash, and its account. */
export const sessionByHash = defineQuery(
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

/** The sessions among these ids that have not ended. */
export const openSessions = defineQuery(
  'sessions.open',
  { ids: textList() },
  ({ db, isAmong }, p) =>
    db
      .selectFrom('sessions')
      .select('id')
      .where(({ ref }) => isAmong(ref('id'), p.ids)),
  (rows) => new Set(rows.map(({ id }) => id)),
)

/** The sessions of an account, latest first. */
export const sessionsOf = defineQuery(
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

/** Ends all sessions of an account except one, or all of them if `keptId` is `''`. */
export const endOtherSessions = defineWrite(
  'sessions.end_others',
  { userId: text(), keptId: text() },
  ({ db }, p) => db.deleteFrom('sessions').where('user_id', '=', p.userId).where('id', '!=', p.keptId),
)

/** Removes sessions that can no longer be used (epoch milliseconds). Admins and owners have limits of their own. */
export const endStaleSessions = defineWrite(
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
