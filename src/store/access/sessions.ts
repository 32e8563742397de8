// Sessions and one-time links in the store: found by the hash of a token, never by the token.
import { rowWrites } from '../sql/row-writes.ts'
import { allRows, firstRow, parameter, type Query, Statement, type Write } from '../sql/statements.ts'
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

const sessionColumns = sessions.columnNames as readonly 'id'[]
const prefixed = sessions.columnNames.map((name) => `sessions.${name} as session_${name}` as 'sessions.id')

const byHash = new Statement('sessions.by_hash', ({ db }) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([...prefixed, ...users.columnNames.map((name) => `users.${name}` as 'users.id')])
    .where('sessions.platform_id', '=', parameter('platform'))
    .where('sessions.hash', '=', parameter('hash')),
)

export type SessionAndUser = { session: SessionRow; user: UserRow }

/** The session with this hash, and whose it is. */
export const sessionByHash = (platformId: string, hash: string): Query<SessionAndUser | undefined> => ({
  statement: byHash,
  values: { platform: platformId, hash },
  decode: firstRow((row) => ({
    session: sessions.decode(
      Object.fromEntries(sessions.columnNames.map((name) => [name, row[`session_${name}`] ?? null])),
    ),
    user: users.decode(row),
  })),
})

const ofUser = new Statement('sessions.of_user', ({ db }) =>
  db
    .selectFrom('sessions')
    .select(sessionColumns)
    .where('user_id', '=', parameter('user'))
    .orderBy('seen_at', 'desc')
    .orderBy('id'),
)

/** The sessions of an account, the latest first. */
export const sessionsOf = (userId: string): Query<SessionRow[]> => ({
  statement: ofUser,
  values: { user: userId },
  decode: allRows(sessions.decode),
})

const endOthers = new Statement('sessions.end_others', ({ db }) =>
  db.deleteFrom('sessions').where('user_id', '=', parameter('user')).where('id', '!=', parameter('kept')),
)
/** Ends all sessions of an account but one (`''`: all). */
export const endOtherSessions = (userId: string, keptId: string): Write => ({
  statement: endOthers,
  values: { user: userId, kept: keptId },
})

const endStale = new Statement('sessions.end_stale', ({ db }) =>
  db
    .deleteFrom('sessions')
    .where(({ or, eb }) =>
      or([eb('seen_at', '<', parameter('idleSince')), eb('created_at', '<', parameter('startedBefore'))]),
    ),
)
/** Removes sessions that can no longer be used (epoch milliseconds). */
export const endStaleSessions = (idleSince: number, startedBefore: number): Write => ({
  statement: endStale,
  values: { idleSince, startedBefore },
})

const linkByHash = new Statement('one_time_links.by_hash', ({ db, dialect }) =>
  db
    .selectFrom('one_time_links')
    .select(oneTimeLinks.columnNames as readonly 'id'[])
    .where('platform_id', '=', parameter('platform'))
    .where('hash', '=', parameter('hash'))
    .$if(dialect === 'postgres', (query) => query.forUpdate()),
)
export const oneTimeLinkByHash = (platformId: string, hash: string): Query<OneTimeLinkRow | undefined> => ({
  statement: linkByHash,
  values: { platform: platformId, hash },
  decode: firstRow(oneTimeLinks.decode),
})

const endLinks = new Statement('one_time_links.end_of_user', ({ db }) =>
  db.deleteFrom('one_time_links').where('user_id', '=', parameter('user')),
)
/** A new link, a new password: older links of the account end. */
export const endLinksOf = (userId: string): Write => ({ statement: endLinks, values: { user: userId } })

const endExpired = new Statement('one_time_links.end_expired', ({ db }) =>
  db.deleteFrom('one_time_links').where('expires_at', '<=', parameter('now')),
)
/** Removes links that can no longer be used (epoch milliseconds). */
export const endExpiredLinks = (now: number): Write => ({ statement: endExpired, values: { now } })

const endFor = new Statement('one_time_links.end_for', ({ db }) =>
  db
    .deleteFrom('one_time_links')
    .where('platform_id', '=', parameter('platform'))
    .where('purpose', '=', parameter('purpose')),
)
/** Ends all links of a platform that serve this purpose. */
export const endLinksFor = (platformId: string, purpose: OneTimeLinkRow['purpose']): Write => ({
  statement: endFor,
  values: { platform: platformId, purpose },
})
