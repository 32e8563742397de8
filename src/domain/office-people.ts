// Accounts as the staff deal with them: by the e-mails they type, and with all that hangs on them.
import { canonicalEmail, isEmail } from '../lib/email.ts'
import { isId } from '../lib/ids.ts'
import { rehearse } from '../store/engine.ts'
import { sponsorsOfUser, talksOfUser } from '../store/people.ts'
import type { UserRow } from '../store/tables.ts'
import { userObjects, usersByEmails } from '../store/users.ts'
import { Refusal } from './errors.ts'
import { type Caller, type Services, writeContext } from './services.ts'
import { deleteUserOperation } from './users.ts'

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

/** What an account belongs to, and the refusal that the caller's deletion of it would meet. */
export async function readPartsOfAccount(services: Services, caller: Caller, id: string) {
  const { store } = services
  const [talks, sponsors, refusal] = await Promise.all([
    store.read(talksOfUser(id)),
    store.read(sponsorsOfUser(id)),
    refusalOf(rehearse(store, deleteUserOperation, writeContext(services, caller), { id })),
  ])
  return { talks, sponsors, refusal }
}

/** The refusal that something ends in, if it does. */
async function refusalOf(work: Promise<unknown>): Promise<Refusal | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}
