// Changing one's own e-mail: the new address takes effect when its owner confirms it with a link.
import { decrypt, encrypt } from '../../lib/security/encryption.ts'
import { canonicalEmail } from '../../lib/text/email.ts'
import { isProtectedRole } from '../../schema/people/users.ts'
import { userObjects } from '../../store/people/users.ts'
import type { PlatformRow, UserRow } from '../../store/sql/tables.ts'
import { Refusal } from '../changes/errors.ts'
import { saveUser } from '../people/users.ts'
import type { Caller, Services } from '../services.ts'
import { LINK_LIFETIME_MS } from './reset-links.ts'
import { passwordMark, type WithSecret } from './sessions.ts'

const PURPOSE = 'e-mail change'

type Change = {
  platformId: string
  userId: string
  /** The e-mail and a mark of the password when the change was requested. If either changes, the link is void. */
  before: string
  password: string
  email: string
  until: number
}

/**
 * The way a user changes their own e-mail. `now`: the same address in another spelling, or staff without a mail server.
 * `refused`: a user who cannot see which addresses are taken must not learn it from the answer.
 */
export function emailChangeOf(
  user: UserRow,
  email: string,
  hasMailer: boolean,
): 'now' | 'confirmed' | 'refused' {
  if (canonicalEmail(email) === user.emailKey) return 'now'
  if (hasMailer) return 'confirmed'
  return isProtectedRole(user.role) ? 'now' : 'refused'
}

/** A token for /confirm-email/<token>, whether or not the e-mail is taken. `expiresAt` is in epoch milliseconds. */
export function makeEmailChange(
  services: Services & WithSecret,
  platform: PlatformRow,
  { user, email }: { user: UserRow; email: string },
): { token: string; expiresAt: number } {
  const expiresAt = services.clock.now() + LINK_LIFETIME_MS
  const change: Change = {
    platformId: platform.id,
    userId: user.id,
    before: user.emailKey,
    password: passwordMark(services, user),
    email,
    until: expiresAt,
  }
  return { token: encrypt(services.secret, PURPOSE, JSON.stringify(change)), expiresAt }
}

/** The account and the new e-mail of a token; undefined if it is invalid, used, or expired. */
export async function readEmailChange(
  services: Services & WithSecret,
  platform: PlatformRow,
  token: string,
): Promise<{ user: UserRow; email: string } | undefined> {
  const text = decrypt(services.secret, PURPOSE, token)
  if (text === undefined) return undefined
  // Text that can be decrypted was encrypted by `makeEmailChange`.
  const change = JSON.parse(text) as Change
  if (change.platformId !== platform.id || change.until <= services.clock.now()) return undefined
  const user = await services.store.read(
    userObjects.find({ platformId: platform.id, by: 'id', value: change.userId }),
  )
  const isOpen = user?.emailKey === change.before && passwordMark(services, user) === change.password
  return isOpen ? { user, email: change.email } : undefined
}

/** Changes the e-mail. Returns false if the token cannot be used or the address has an account by now. */
export async function confirmEmailChange(
  services: Services & WithSecret,
  platform: PlatformRow,
  { token, requestId }: { token: string; requestId: string },
): Promise<boolean> {
  const change = await readEmailChange(services, platform, token)
  if (!change) return false
  const { user, email } = change
  const caller: Caller = { platform, actor: { kind: 'user', id: user.id, level: 'standard' }, requestId }
  try {
    await saveUser(services, caller, user.id, { email }, { versions: [{ version: user.version }] })
    return true
  } catch (error) {
    if (error instanceof Refusal && ['email_taken', 'precondition_failed'].includes(error.code)) return false
    throw error
  }
}
