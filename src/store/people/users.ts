// Accounts in the store.
import { sql } from 'kysely'
import { type Filter, objectStatements } from '../changes/objects.ts'
import { allRows, parameter, type Query, Statement } from '../sql/statements.ts'
import { type UserRow, users } from '../sql/tables.ts'

export const userObjects = objectStatements(users)

const byEmails = (isLocked: boolean) =>
  new Statement(`users.by_emails${isLocked ? '.locked' : ''}`, ({ db, isAmong, dialect }) =>
    db
      .selectFrom('users')
      .select(users.columnNames as readonly 'id'[])
      .where('platform_id', '=', parameter('platform'))
      .where(isAmong('email_key', 'emails'))
      .$if(isLocked && dialect === 'postgres', (query) => query.forUpdate()),
  )
const withEmails = byEmails(false)
const withEmailsLocked = byEmails(true)

/** The accounts that exist with these canonical e-mails. */
export const usersByEmails = (platformId: string, emailKeys: readonly string[]): Query<UserRow[]> => ({
  statement: withEmails,
  values: { platform: platformId, emails: JSON.stringify(emailKeys) },
  decode: allRows(users.decode),
})

/** The same, as they stay until the end of the transaction. */
export const usersByEmailsForChange = (
  platformId: string,
  emailKeys: readonly string[],
): Query<UserRow[]> => ({ ...usersByEmails(platformId, emailKeys), statement: withEmailsLocked })

const takenNames = new Statement('users.taken_usernames', ({ db, isAmong }) =>
  db
    .selectFrom('users')
    .select(['id', 'username_key'])
    .where('platform_id', '=', parameter('platform'))
    .where(isAmong('username_key', 'usernames')),
)

export type TakenUsername = { userId: string; usernameKey: string }

/** Which of these canonical usernames are taken, and by whom. */
export const takenUsernames = (platformId: string, keys: readonly string[]): Query<TakenUsername[]> => ({
  statement: takenNames,
  values: { platform: platformId, usernames: JSON.stringify(keys) },
  decode: allRows((row) => ({ userId: String(row.id), usernameKey: String(row.username_key) })),
})

const owners = new Statement('users.owners', ({ db, dialect }) =>
  db
    .selectFrom('users')
    .select('id')
    .where('platform_id', '=', parameter('platform'))
    .where('role', '=', 'owner')
    .orderBy('id')
    .limit(2)
    .$if(dialect === 'postgres', (query) => query.forUpdate()),
)

/** The ids of the owners, who stay so until the end of a change; two at most, enough to know whether one is the last. */
export const someOwners = (platformId: string): Query<string[]> => ({
  statement: owners,
  values: { platform: platformId },
  decode: allRows((row) => String(row.id)),
})

const bySignInName = new Statement('users.by_sign_in_name', ({ db }) =>
  db
    .selectFrom('users')
    .select(users.columnNames as readonly 'id'[])
    .where('platform_id', '=', parameter('platform'))
    .where(({ or, eb }) =>
      or([eb('email_key', '=', parameter('email')), eb('username_key', '=', parameter('username'))]),
    )
    .orderBy('id')
    .limit(2),
)

/** The accounts that this e-mail or username could name: two where one's username is another's e-mail. */
export const usersBySignInName = (
  platformId: string,
  emailKey: string,
  usernameKey: string,
): Query<UserRow[]> => ({
  statement: bySignInName,
  values: { platform: platformId, email: emailKey, username: usernameKey },
  decode: allRows(users.decode),
})

/** Accounts with the role speaker, and those that speak at a talk whatever their role. */
export const isSpeaker = (platformId: string): Filter => ({
  name: 'isSpeaker',
  value: platformId,
  // The plus keeps SQLite from starting at the speakers: it walks the list in its order until the page is full.
  where: ({ dialect }) => sql`${sql.raw(dialect === 'sqlite' ? '+id' : 'id')} in (
    select id from users where platform_id = ${parameter('isSpeaker')} and role = 'speaker'
    union
    select user_id from talk_people where kind = 'speaker')`,
})

const byIds = new Statement('users.by_ids', ({ db, isAmong }) =>
  db
    .selectFrom('users')
    .select(users.columnNames as readonly 'id'[])
    .where('platform_id', '=', parameter('platform'))
    .where(isAmong('id', 'ids')),
)

/** The accounts with these ids, in any order. */
export const usersByIds = (platformId: string, ids: readonly string[]): Query<UserRow[]> => ({
  statement: byIds,
  values: { platform: platformId, ids: JSON.stringify(ids) },
  decode: allRows(users.decode),
})
