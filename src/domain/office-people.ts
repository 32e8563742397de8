// Accounts as the staff deal with them: by the e-mails they type, and with all that hangs on them.
import { canonicalEmail, isEmail } from '../lib/email.ts'
import { isId } from '../lib/ids.ts'
import { sponsorsOfUser, talksOfUser } from '../store/people.ts'
import type { UserRow } from '../store/tables.ts'
import { someOwners, userObjects, usersByEmails } from '../store/users.ts'
import { Refusal } from './errors.ts'
import { isProtectedRole } from './roles.ts'
import type { Caller, Services } from './services.ts'

/** The accounts with these e-mails, by canonical e-mail; what is no e-mail has none. */
export async function findAccounts(
  { store }: Services,
  { platform }: Caller,
  emails: readonly string[],
): Promise<Map<string, UserRow>> {
  const keys = emails.filter(isEmail).map(canonicalEmail)
  if (keys.length === 0) return new Map()
  const found = await store.read(usersByEmails(platform.id, keys))
  return new Map(found.map((user) => [user.emailKey, user]))
}

/** An account by its id. */
export async function requireAccount(
  { store }: Services,
  { platform }: Caller,
  id: string,
): Promise<UserRow> {
  const user = isId(id) ? await store.read(userObjects.find(platform.id, { by: 'id', value: id })) : undefined
  if (!user) throw new Refusal('user_not_found')
  return user
}

/** What an account belongs to, and whether the caller's deletion of it would be refused, and why. */
export async function readPartsOfAccount({ store }: Services, { platform, actor }: Caller, user: UserRow) {
  const [talks, sponsors, owners] = await Promise.all([
    store.read(talksOfUser(user.id)),
    store.read(sponsorsOfUser(user.id)),
    store.read(someOwners(platform.id)),
  ])
  const soleTalks = talks.filter(({ isOnlySpeaker }) => isOnlySpeaker)
  const refusal =
    isProtectedRole(user.role) && actor.level === 'standard'
      ? ('protected_account' as const)
      : user.role === 'owner' && owners.length < 2
        ? ('last_owner' as const)
        : soleTalks.length > 0
          ? ('sole_speaker' as const)
          : undefined
  return { talks, sponsors, soleTalks, refusal }
}
