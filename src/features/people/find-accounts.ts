// Accounts for the Back Office, found by e-mail or id.

import type { Caller, Services } from '../../kernel/changes/services.ts'
import { canonicalEmail, isEmail } from '../../kernel/lib/text/email.ts'
import { usersByEmails, usersByIds } from './store.ts'
import type { UserRow } from './tables.ts'

/** The accounts with these e-mails, by canonical e-mail. Texts that are not e-mails are ignored. */
export async function findAccounts(
  { store }: Services,
  { platform }: Caller,
  emails: readonly string[],
): Promise<Map<string, UserRow>> {
  const keys = emails.filter(isEmail).map(canonicalEmail)
  if (keys.length === 0) return new Map()
  const found = await store.read(usersByEmails({ platformId: platform.id, emailKeys: keys }))
  return new Map(found.map((user) => [user.emailKey, user]))
}

/** The account with this id; undefined if there is none. */
export const findAccount = async (
  { store }: Services,
  { platform }: Caller,
  id: string,
): Promise<UserRow | undefined> => (await store.read(usersByIds({ platformId: platform.id, ids: [id] })))[0]

/** The accounts of the platform among these IDs, by ID. */
export async function accountsByIds(
  { store }: Services,
  { platform }: Caller,
  ids: readonly string[],
): Promise<ReadonlyMap<string, UserRow>> {
  const found = await store.read(usersByIds({ platformId: platform.id, ids: [...new Set(ids)] }))
  return new Map(found.map((user) => [user.id, user]))
}
