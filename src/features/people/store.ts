// Accounts in the store.
import { type SqlBool, sql } from 'kysely'
import type { Language } from '../../kernel/schema/languages.ts'
import { defineImportedInto } from '../../kernel/store/changes/imported-values.ts'
import { byUserReference, defineObjects } from '../../kernel/store/changes/objects.ts'
import { optionalText, text, textList } from '../../kernel/store/sql/columns.ts'
import { defineFilter, type Filter } from '../../kernel/store/sql/filters.ts'
import {
  allRows,
  defineQuery,
  defineWrite,
  type Query,
  type Write,
} from '../../kernel/store/sql/statements.ts'
import { type UserRow, users } from './tables.ts'
import { textsOfUsers } from './user-texts-store.ts'

export const userObjects = defineObjects(users, byUserReference)
export const importedIntoUser = defineImportedInto(users)

/** Inserts accounts and their search texts. */
export const insertUsers = (rows: readonly UserRow[]): Write[] => [
  ...rows.map(userObjects.insert),
  ...textsOfUsers.add(rows),
]

/** Writes the changes of an account and its search texts. */
export const updateUser = (user: UserRow, before: UserRow): Write[] => [
  userObjects.update(user, before),
  ...textsOfUsers.update(user, before),
]

/** The accounts with these canonical e-mails. */
export const usersByEmails = defineQuery(
  'users.by_emails',
  { platformId: text(), emailKeys: textList() },
  ({ db, isAmong }, p) =>
    db
      .selectFrom('users')
      .select(users.columnNames)
      .where('platform_id', '=', p.platformId)
      .where(({ ref }) => isAmong(ref('email_key'), p.emailKeys)),
  allRows(users.decode),
)

/** The same accounts, locked until the end of the transaction. */
export const usersByEmailsForChange = defineQuery(
  'users.by_emails.locked',
  { platformId: text(), emailKeys: textList() },
  ({ db, isAmong, lockRows }, p) =>
    db
      .selectFrom('users')
      .select(users.columnNames)
      .where('platform_id', '=', p.platformId)
      .where(({ ref }) => isAmong(ref('email_key'), p.emailKeys))
      .$call(lockRows),
  allRows(users.decode),
)

export type TakenUsername = { userId: string; usernameKey: string }

const usernamesAmongKeys = defineQuery(
  'users.taken_usernames',
  { platformId: text(), keys: textList() },
  ({ db, isAmong }, p) =>
    db
      .selectFrom('users')
      .select(['id', 'username_key'])
      .where('platform_id', '=', p.platformId)
      .where(({ ref }) => isAmong(ref('username_key'), p.keys)),
  allRows(({ id, username_key }): TakenUsername => ({ userId: id, usernameKey: username_key })),
)

const usernamesAmongKeysAndBases = defineQuery(
  'users.taken_numbers',
  { platformId: text(), keys: textList(), bases: textList() },
  ({ db, isAmong, elementsOf }, p) =>
    db
      .selectFrom(elementsOf(p.bases).as('bases'))
      // SQLite reads the tables of a cross join in this order, which makes it look up each base.
      .crossJoin('users')
      .where('platform_id', '=', p.platformId)
      .where(({ eb, ref }) =>
        eb.between(
          'username_key',
          sql<string>`${ref('bases.value')} || '#0000'`,
          sql<string>`${ref('bases.value')} || '#9999'`,
        ),
      )
      .select(['users.id', 'username_key'])
      .unionAll(
        db
          .selectFrom('users')
          .select(['id', 'username_key'])
          .where('platform_id', '=', p.platformId)
          .where(({ ref }) => isAmong(ref('username_key'), p.keys)),
      ),
  allRows(({ id, username_key }): TakenUsername => ({ userId: id, usernameKey: username_key })),
)

/**
 * The taken usernames and their accounts: among these canonical names, and among the names generated from these bases.
 */
export const takenUsernames = (
  platformId: string,
  { keys, bases }: { keys: readonly string[]; bases: readonly string[] },
): Query<TakenUsername[]> =>
  bases.length === 0
    ? usernamesAmongKeys({ platformId, keys })
    : usernamesAmongKeysAndBases({ platformId, keys, bases })

/**
 * The ids of owners, locked until the end of the transaction. Two at most, which is enough to tell whether an owner is
 * the last one.
 */
export const someOwners = defineQuery(
  'users.owners',
  { platformId: text() },
  ({ db, lockRows }, p) =>
    db
      .selectFrom('users')
      .select('id')
      .where('platform_id', '=', p.platformId)
      .where('role', '=', 'owner')
      .orderBy('id')
      .limit(2)
      .$call(lockRows),
  allRows(({ id }) => id),
)

/** The IDs of up to two admins and owners. */
export const someStaff = defineQuery(
  'users.staff',
  { platformId: text() },
  ({ db }, p) =>
    db
      .selectFrom('users')
      .select('id')
      .where('platform_id', '=', p.platformId)
      .where('role', 'in', ['admin', 'owner'])
      // Without this, SQLite would look for staff among all accounts, in the order of the ids.
      .orderBy('role')
      .orderBy('id')
      .limit(2),
  allRows(({ id }) => id),
)

/**
 * The accounts that an e-mail or username can refer to. There are two if the username of one is the e-mail of another.
 */
export const usersBySignInName = defineQuery(
  'users.by_sign_in_name',
  { platformId: text(), emailKey: text(), usernameKey: text() },
  ({ db }, p) =>
    db
      .selectFrom('users')
      .select(users.columnNames)
      .where('platform_id', '=', p.platformId)
      .where(({ eb, or }) => or([eb('email_key', '=', p.emailKey), eb('username_key', '=', p.usernameKey)]))
      .orderBy('id')
      .limit(2),
  allRows(users.decode),
)

/**
 * Accounts that can be speakers. The values are literals, because both stores use a partial index only if the query
 * repeats its condition.
 */
export const isListed = sql<SqlBool>`(users.role = 'speaker' or users.attached = 1)`

/** Accounts without a biography or without a picture. */
export const isIncomplete: Filter<'users'> = {
  table: 'users',
  name: 'incomplete',
  values: {},
  where: () => sql`(users.avatar is null or coalesce(users.description, '') = '')`,
}

/** Accounts that nobody has used: they still have the password that was generated for them. */
export const isUnused: Filter<'users'> = {
  table: 'users',
  name: 'unused',
  values: {},
  where: () => sql`users.password_must_change = 1`,
}

export const hasUserTag = defineFilter('users', 'tag', text(), ({ eb, hasText }, tag) =>
  hasText(eb.ref('users.tags'), tag),
)

/** The accounts with these ids, in any order. */
export const usersByIds = defineQuery(
  'users.by_ids',
  { platformId: text(), ids: textList() },
  ({ db, isAmong }, p) =>
    db
      .selectFrom('users')
      .select(users.columnNames)
      .where('platform_id', '=', p.platformId)
      .where(({ ref }) => isAmong(ref('id'), p.ids)),
  allRows(users.decode),
)

export const setUserLanguage = defineWrite(
  'users.set_language',
  { userId: text(), language: optionalText<Language>() },
  ({ db }, p) => db.updateTable('users').set({ language: p.language }).where('id', '=', p.userId),
)
