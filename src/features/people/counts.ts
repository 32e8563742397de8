// Accounts for the Back Office: found by e-mail, and with their memberships.

import { findRefusal } from '../../kernel/changes/commands.ts'
import type { Caller, Services } from '../../kernel/changes/services.ts'
import { canonicalEmail, isEmail } from '../../kernel/lib/text/email.ts'
import { sponsorsOfUser, talksOfUser } from './attached/attached-people-store.ts'
import { usersByEmails, usersByIds } from './store.ts'
import type { UserRow } from './tables.ts'
import { deleteUserOperation } from './users.ts'

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

export type Memberships = Omit<Awaited<ReturnType<typeof readMemberships>>, 'refusal'>

/** The memberships of an account, and the refusal that the caller would get for deleting it. */
export async function readMemberships(services: Services, caller: Caller, id: string) {
  const { store } = services
  const [talks, sponsors, refusal] = await Promise.all([
    store.read(talksOfUser({ userId: id })),
    store.read(sponsorsOfUser({ userId: id })),
    findRefusal(services, caller, deleteUserOperation, { reference: { by: 'id', value: id } }),
  ])
  return { talks, sponsors, refusal }
}

/** The accounts of the platform among these IDs, by ID. */
export async function accountsByIds(
  { store }: Services,
  { platform }: Caller,
  ids: readonly string[],
): Promise<ReadonlyMap<string, UserRow>> {
  const found = await store.read(usersByIds({ platformId: platform.id, ids: [...new Set(ids)] }))
  return new Map(found.map((user) => [user.id, user]))
}
